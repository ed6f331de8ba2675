//! [`PolicySpec::Tree`](super::PolicySpec::Tree): information-set Monte Carlo tree search (Cowling, Powley, Whitehouse
//! 2012, single observer), with UCT (Kocsis, Szepesvári 2006) and max^n for more than two seats.
//!
//! Every iteration imagines a state anew and lets chance be as it comes, so a node stands for a line of decisions, not
//! for a state. An action counts as *available* in an iteration if it is legal then; UCB is over the times an action
//! was available. The reward of a seat is its share of the win.

use crate::cpu::Cpu;
use crate::game::{Game, MAX_SEATS, Seat, Turn};
use crate::rng::{ChanceKey, Stream};

use super::lookahead::{best, imagine, play, rollout, settle};

/// No node.
const NONE: u32 = u32::MAX;

/// A line of decisions; the first node is the empty line.
#[derive(Clone, Debug)]
struct Node {
    /// The code of its last action.
    code: u32,
    /// The first node one decision longer, and the next of the same length from the same parent.
    child: u32,
    sibling: u32,
    visits: u32,
    available: u32,
    /// Sum of the shares of the win, in twelfths.
    rewards: [u32; MAX_SEATS],
}

impl Node {
    fn new(code: u32, sibling: u32) -> Self {
        Self { code, child: NONE, sibling, visits: 0, available: 0, rewards: [0; MAX_SEATS] }
    }
}

/// The tree and what an iteration needs; its memory serves one decision after another.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node>,
    path: Vec<u32>,
    legal: Vec<G::Action>,
    /// Codes of the legal actions, ascending.
    codes: Vec<u32>,
    /// For each legal action its node.
    children: Vec<u32>,
}

impl<G: Game> Tree<G> {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), path: Vec::new(), legal: Vec::new(), codes: Vec::new(), children: Vec::new() }
    }

    /// The action that was visited most; of several such, the one with the higher reward, or any.
    #[inline(always)]
    pub(super) fn choose<C: Cpu>(
        &mut self,
        rules: &G::Rules,
        state: &G::State,
        seat: Seat,
        iterations: u32,
        exploration: f64,
        stream: &mut Stream,
    ) -> u32 {
        self.nodes.clear();
        self.nodes.push(Node::new(0, NONE));
        for _ in 0..iterations {
            let mut imagined = imagine::<G>(rules, state, seat, stream);
            self.iterate::<C>(rules, &mut imagined, exploration, stream);
        }
        self.list(rules, state, 0);
        let Self { nodes, children, .. } = self;
        best(children.len() as u32, stream, |index| match nodes.get(children[index as usize] as usize) {
            Some(node) => (node.visits, node.rewards[seat.index()]),
            None => (0, 0),
        })
    }

    /// Down the tree to a new line, a playout from there, and its result back up.
    #[inline(always)]
    fn iterate<C: Cpu>(&mut self, rules: &G::Rules, state: &mut G::State, exploration: f64, stream: &mut Stream) {
        let chance = ChanceKey::drawn(stream);
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        settle::<G, C>(rules, state, chance);
        while let Turn::Decision(seat) = G::turn(rules, state) {
            let new = self.list(rules, state, at);
            let index = if new > 0 {
                let index = self.nth_new(stream.below(new));
                self.children[index] = self.grow(at, self.codes[index]);
                index
            } else {
                self.select(seat, exploration)
            };
            for &child in self.children.iter().filter(|&&child| child != NONE) {
                self.nodes[child as usize].available += 1;
            }
            at = self.children[index];
            self.path.push(at);
            play::<G, C>(rules, state, index as u32, chance);
            if new > 0 {
                break;
            }
        }
        let outcome = rollout::<G, C>(rules, state, chance, stream);
        for &node in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            for (sum, seat) in node.rewards.iter_mut().zip(&outcome.seats) {
                *sum += u32::from(seat.share12);
            }
        }
    }

    /// Lists the legal actions of a state with their nodes below `parent`, and counts those without.
    fn list(&mut self, rules: &G::Rules, state: &G::State, parent: u32) -> u32 {
        self.legal.clear();
        G::legal_actions(rules, state, &mut self.legal);
        self.codes.clear();
        self.codes.extend(self.legal.iter().map(|&action| G::action_code(rules, action)));
        self.children.clear();
        self.children.resize(self.codes.len(), NONE);
        let (mut child, mut new) = (self.nodes[parent as usize].child, self.codes.len() as u32);
        while child != NONE {
            let node = &self.nodes[child as usize];
            if let Ok(index) = self.codes.binary_search(&node.code) {
                self.children[index] = child;
                new -= 1;
            }
            child = node.sibling;
        }
        new
    }

    /// The index of the `n`-th listed action without a node.
    fn nth_new(&self, n: u32) -> usize {
        let new = self.children.iter().enumerate().filter(|&(_, &child)| child == NONE);
        new.map(|(index, _)| index).nth(n as usize).expect("as many as were counted")
    }

    fn grow(&mut self, parent: u32, code: u32) -> u32 {
        let new = self.nodes.len() as u32;
        let sibling = std::mem::replace(&mut self.nodes[parent as usize].child, new);
        self.nodes.push(Node::new(code, sibling));
        new
    }

    /// The listed action with the highest upper confidence bound for `seat`; of equal ones the first.
    fn select(&self, seat: Seat, exploration: f64) -> usize {
        let bound = |child: u32| {
            let node = &self.nodes[child as usize];
            let visits = f64::from(node.visits);
            let mean = f64::from(node.rewards[seat.index()]) / (12.0 * visits);
            // An own logarithm: the platform's may differ in the last bit, and with it a choice.
            mean + exploration * (libm::log(f64::from(node.available.max(1))) / visits).sqrt()
        };
        let bounds = self.children.iter().map(|&child| bound(child)).enumerate();
        bounds.fold((0, f64::NEG_INFINITY), |best, own| if own.1 > best.1 { own } else { best }).0
    }
}
