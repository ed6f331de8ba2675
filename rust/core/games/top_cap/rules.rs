//! Rule values, and the start they describe.

use crate::error::Problem;
use crate::schema::Resolved;

use super::notation::{parse_square, square_name};
use super::state::State;
use super::tables::Tables;

/// The most caps a side can have: their directions fill one 64-bit word.
pub const MAX_CAPS: usize = 8;

/// The rules of a play.
#[derive(Clone, Debug)]
pub struct Rules {
    size: u8,
    caps: u8,
    pub(super) max_plies: u16,
    /// The bottle of each seat, as a set.
    pub(super) bottles: [u64; 2],
    pub(super) tables: &'static Tables,
    start: Option<State>,
}

impl Rules {
    pub(super) fn new(values: &Resolved) -> Result<Self, Vec<Problem>> {
        let size = values.int("board_size") as u8;
        let mut rules = Self {
            size,
            caps: 0,
            max_plies: values.int("max_plies") as u16,
            bottles: [1, 1 << (9 * (size - 1))],
            tables: Tables::of(size, values.int("directions") == 8),
            start: None,
        };
        let (caps, problems) = rules.read_start(values);
        if problems.is_empty() {
            rules.caps = caps[0].count_ones() as u8;
            rules.start = Some(State::new(&rules, caps, false, 0));
            Ok(rules)
        } else {
            Err(problems)
        }
    }

    /// The caps of both sides, and every problem of the two lists.
    fn read_start(&self, values: &Resolved) -> ([u64; 2], Vec<Problem>) {
        const KEYS: [&str; 2] = ["start_white", "start_black"];
        let mut problems = Vec::new();
        let mut caps = [0u64; 2];
        for (side, key) in KEYS.into_iter().enumerate() {
            let words = values.words(key);
            if !(1..=MAX_CAPS).contains(&words.len()) {
                problems.push(Problem::new(
                    key,
                    format!("{} caps are not possible; allowed: 1 to {MAX_CAPS}", words.len()),
                ));
            }
            for word in words {
                let Some(square) = parse_square(word, self.size) else {
                    let last = square_name(9 * (self.size - 1));
                    problems.push(Problem::new(
                        key,
                        format!("`{word}` is not a square of this board; squares: a1 to {last}"),
                    ));
                    continue;
                };
                let bit = 1 << square;
                if (self.bottles[0] | self.bottles[1]) & bit != 0 {
                    problems.push(Problem::new(key, format!("`{word}` holds a bottle; no cap may start there")));
                }
                if (caps[0] | caps[1]) & bit != 0 {
                    problems.push(Problem::new(key, format!("`{word}` is taken twice")));
                }
                caps[side] |= bit;
            }
        }
        let counts = KEYS.map(|key| values.words(key).len());
        if counts[0] != counts[1] {
            problems.push(Problem::new(
                KEYS[1],
                format!("has {} caps but `{}` has {}; both sides need equally many", counts[1], KEYS[0], counts[0]),
            ));
        }
        (caps, problems)
    }

    /// Squares along one side of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Caps of each side.
    pub fn caps(&self) -> u8 {
        self.caps
    }

    /// The state before the first ply.
    #[inline(always)]
    pub(super) fn start(&self) -> &State {
        self.start.as_ref().expect("set by `new`")
    }
}
