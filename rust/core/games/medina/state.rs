//! The state: what stands where, who has what, and the sets of cells that the next piece of each kind may go on.
//!
//! A kind of piece is one of eight lanes of 16 bits in two words, in the order of the action codes; supplies, the
//! numbers of cells (`counts`) and the legal actions of the seat to move (`menu`) have the same form:
//!
//! ```text
//!   word 0   orange | black | grey | brown buildings        word 1   stables | merchants | roofs | walls
//! ```
//!
//! In `menu`, neutral roofs follow the own ones in their lane, and a tea tile the walls in theirs.
//!
//! Cells only fill up, so the sets lose cells and gain some beside a new building only. For one palace, `cover` is
//! its pieces and all that is near them; `near` joins the covers, and what two covers share is `crowded`, closed to
//! every palace. So no set is ever made anew, except with two readings of the rules (`Rules::odd_palaces`).
//!
//! Invariants, verified by [`State::check`] against flood fills: palaces are what buildings joined along sides make
//! of the board; sets and counts are what the rules say of it; every piece is on the board, in a supply or returned.

use std::fmt;

use crate::cpu::Cpu;
use crate::game::{MAX_SEATS, Seat};
use crate::rng::ChanceKey;

use super::cells::Cells;
use super::rules::{ARMS, COLOURS, Rules};

/// Nobody: no palace, no owner, no holder, no cell.
pub(super) const NOBODY: u8 = 0xff;
/// The owner that a neutral roof makes.
pub(super) const NEUTRAL: u8 = 0xfe;
/// Palaces are at least two cells apart along a side: at most 6 times 8 fit on 11 by 16 cells.
pub(super) const MAX_PALACES: usize = 48;

/// Indices of [`Table::sets`] beside those of the colours: where stables, merchants and first buildings may go.
pub(super) const STABLES: usize = COLOURS;
pub(super) const MERCHANTS: usize = COLOURS + 1;
pub(super) const FREE: usize = COLOURS + 2;
/// Sets, rounded up to a power of two, so that a mask replaces bounds checks; the last is empty.
pub(super) const SETS: usize = 8;
/// Lanes of word 1.
pub(super) const ROOF_LANE: u32 = 2;
pub(super) const WALL_LANE: u32 = 3;

/// The number in lane `lane` of a word.
#[inline(always)]
pub(super) fn lane(word: u64, lane: u32) -> u16 {
    (word >> (16 * (lane % 4))) as u16
}

/// A word with `values` in its lanes.
#[inline(always)]
pub(super) fn lanes(values: [u16; 4]) -> u64 {
    (0..4).fold(0, |word, lane| word | u64::from(values[lane]) << (16 * lane))
}

/// What a state waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The first merchant, by chance or by seat 1.
    Merchant,
    /// The well, by chance.
    Well,
    /// A placement.
    Play,
    /// Nothing: nobody can place anything.
    Over,
}

/// A group of buildings of one colour with its stables (ME-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Palace {
    pub(super) pieces: Cells,
    pub(super) cover: Cells,
    pub(super) colour: u8,
    /// Whose roof it carries.
    pub(super) owner: u8,
    /// The how-manieth roof of the game it carries, from 1; 0 without.
    pub(super) roofed: u8,
}

impl Palace {
    const NONE: Self = Self { pieces: Cells::NONE, cover: Cells::NONE, colour: 0, owner: NOBODY, roofed: 0 };

    pub(super) fn begun(colour: usize) -> Self {
        Self { colour: colour as u8, ..Self::NONE }
    }
}

/// Every palace, in the order in which they were begun; that order means nothing, so it does not count in `==`.
#[derive(Clone)]
pub(super) struct Palaces {
    list: [Palace; MAX_PALACES],
    count: u8,
    /// Bit p: palace p has no roof.
    unroofed: u64,
    /// For each colour, the palace that its next building extends.
    pub(super) building: [u8; COLOURS],
}

impl Palaces {
    pub(super) const NONE: Self =
        Self { list: [Palace::NONE; MAX_PALACES], count: 0, unroofed: 0, building: [NOBODY; COLOURS] };

    #[inline(always)]
    pub(super) fn all(&self) -> &[Palace] {
        &self.list[..usize::from(self.count).min(MAX_PALACES)]
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self, index: usize) -> &mut Palace {
        &mut self.list[index.min(MAX_PALACES - 1)]
    }

    /// Adds a palace and gives its index.
    #[inline(always)]
    pub(super) fn push(&mut self, palace: Palace) -> usize {
        let index = usize::from(self.count).min(MAX_PALACES - 1);
        self.list[index] = palace;
        self.count = index as u8 + 1;
        self.unroofed |= u64::from(palace.owner == NOBODY) << index;
        index
    }

    /// Gives a palace its roof, the `order`-th of the game, and an owner.
    #[inline(always)]
    pub(super) fn roof(&mut self, index: usize, owner: u8, order: u8) {
        let palace = self.get_mut(index);
        (palace.owner, palace.roofed) = (owner, order);
        self.unroofed &= !(1 << index);
    }

    /// The palaces without roof, each with its index.
    #[inline(always)]
    pub(super) fn unroofed(&self) -> impl Iterator<Item = (usize, &Palace)> {
        std::iter::successors(Some(self.unroofed), |rest| Some(rest & rest.wrapping_sub(1)))
            .take_while(|&rest| rest != 0)
            .map(|rest| rest.trailing_zeros() as usize % MAX_PALACES)
            .map(|index| (index, &self.list[index]))
    }

    /// The palaces in an order that the board alone decides, each with whether it is under construction.
    pub(super) fn sorted(&self) -> Vec<(Palace, bool)> {
        let grows = |index: usize| self.building.contains(&(index as u8));
        let mut palaces: Vec<_> = self.all().iter().enumerate().map(|(index, &own)| (own, grows(index))).collect();
        palaces.sort_by_key(|(palace, _)| palace.pieces);
        palaces
    }
}

impl PartialEq for Palaces {
    fn eq(&self, other: &Self) -> bool {
        self.sorted() == other.sorted()
    }
}

impl fmt::Debug for Palaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sorted()).finish()
    }
}

/// What one seat has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Side {
    /// Pieces not placed, own roofs in their lane.
    pub(super) supply: [u64; 2],
    pub(super) neutral_roofs: u8,
    pub(super) tea: u8,
    /// 0xff in byte c if the seat owns a palace of colour c.
    pub(super) owned: u32,
    /// How often it was passed over.
    pub(super) passes: u16,
}

/// Everything but the palaces.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    pub(super) occupied: Cells,
    pub(super) near: Cells,
    pub(super) crowded: Cells,
    pub(super) stables: Cells,
    pub(super) merchants: Cells,
    /// Where a merchant would touch one merchant or more, and two or more.
    pub(super) touched: Cells,
    pub(super) touched_twice: Cells,
    /// Cells for the next piece: buildings that extend the palace of each colour, stables, merchants, and buildings that
    /// begin a palace.
    pub(super) sets: [Cells; SETS],
    /// For each colour, which of the sets its next building goes on: its own, or the free cells.
    pub(super) source: [u8; COLOURS],
    /// Ends of the current line of merchants, the lower first.
    pub(super) ends: [u8; 2],
    pub(super) lines: u8,
    /// Whether the current line has no cell left, so that a merchant begins a new one (ME-44).
    pub(super) line_blocked: bool,
    pub(super) arms: [u8; ARMS],
    /// Bit a: arm a can grow.
    pub(super) growing_arms: u8,
    pub(super) well: u8,
    pub(super) palace_tiles: [u8; COLOURS],
    pub(super) tower_tiles: [u8; 4],
    pub(super) tea_stack: u8,
    pub(super) roofs: u8,
    /// Buildings that left the game.
    pub(super) returned: u16,
    /// In byte c, palaces of colour c without roof.
    pub(super) unroofed: u32,
    /// 0xff in byte c if there is a neutral palace of colour c.
    pub(super) neutral: u32,
    pub(super) sides: [Side; MAX_SEATS],
    pub(super) phase: Phase,
    pub(super) seat: u8,
    /// Placements left in the turn.
    pub(super) left: u8,
    /// Whether a roof was placed in this turn; followed with `survivor_roofs` only.
    pub(super) roof_placed: bool,
    /// Whether a tea tile was spent in this turn; followed with `tea_use = either` only.
    pub(super) tea_spent: bool,
    pub(super) turns: u16,
    pub(super) plies: u16,
    /// Cells for each kind, whoever moves; nothing in the lane of roofs.
    pub(super) counts: [u64; 2],
    /// Legal actions of each kind.
    pub(super) menu: [u64; 2],
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) table: Table,
    pub(super) palaces: Palaces,
}

impl State {
    /// Before anything stands on the board.
    #[inline(always)]
    pub(super) fn empty(rules: &Rules) -> Self {
        let mut sides = [Side::default(); MAX_SEATS];
        for side in &mut sides[..usize::from(rules.players)] {
            side.supply =
                [lanes([rules.buildings; COLOURS]), lanes([rules.stables, rules.merchants, rules.roofs, rules.walls])];
            side.neutral_roofs = rules.neutral_roofs;
        }
        let mut sets = [Cells::NONE; SETS];
        sets[MERCHANTS] = rules.inner;
        sets[FREE] = rules.grid.all;
        let table = Table {
            occupied: Cells::NONE,
            near: Cells::NONE,
            crowded: Cells::NONE,
            stables: Cells::NONE,
            merchants: Cells::NONE,
            touched: Cells::NONE,
            touched_twice: Cells::NONE,
            sets,
            source: [FREE as u8; COLOURS],
            ends: [NOBODY; 2],
            lines: 0,
            line_blocked: false,
            arms: [0; ARMS],
            growing_arms: 0xff,
            well: NOBODY,
            palace_tiles: [NOBODY; COLOURS],
            tower_tiles: [NOBODY; 4],
            tea_stack: rules.tea,
            roofs: 0,
            returned: 0,
            unroofed: 0,
            neutral: 0,
            sides,
            phase: Phase::Merchant,
            seat: 0,
            left: rules.turn_length(0),
            roof_placed: false,
            tea_spent: false,
            turns: 0,
            plies: 0,
            counts: [0; 2],
            menu: [0, lanes([0, rules.inner.count() as u16, 0, 0])],
        };
        Self { table, palaces: Palaces::NONE }
    }

    /// The position before the first decision, with what chance puts on the board (ME-06, ME-58).
    #[inline(always)]
    pub(super) fn set_up<C: Cpu>(rules: &Rules, chance: ChanceKey) -> Self {
        let mut state = Self::empty(rules);
        while state.waits_for_chance(rules) {
            let cell = state.sample::<C>(rules, chance);
            state.receive(rules, cell);
        }
        state
    }

    #[inline(always)]
    pub(super) fn waits_for_chance(&self, rules: &Rules) -> bool {
        match self.table.phase {
            Phase::Merchant => !rules.chosen_merchant,
            Phase::Well => true,
            Phase::Play | Phase::Over => false,
        }
    }

    /// Cells that chance or seat 1 may put the first merchant on, or chance the well.
    #[inline(always)]
    pub(super) fn set_up_cells(&self, rules: &Rules) -> Cells {
        rules.inner & !self.table.occupied
    }

    /// Draw 0 is the merchant, draw 1 the well.
    #[inline(always)]
    pub(super) fn sample<C: Cpu>(&self, rules: &Rules, chance: ChanceKey) -> u8 {
        let cells = self.set_up_cells(rules);
        cells.nth::<C>(chance.below(u32::from(self.table.phase == Phase::Well), cells.count()))
    }

    /// The first merchant or the well comes to stand on a cell.
    #[inline(always)]
    pub(super) fn receive(&mut self, rules: &Rules, cell: u8) {
        if self.table.phase == Phase::Merchant {
            self.put_merchant(rules, cell);
            self.table.phase = if rules.well { Phase::Well } else { Phase::Play };
        } else {
            self.put_well(rules, cell);
            self.table.phase = Phase::Play;
        }
        if self.table.phase == Phase::Play {
            self.count_cells(rules);
            self.begin_turn(rules, 0);
        } else {
            self.table.menu = [0; 2];
        }
    }

    #[inline(always)]
    pub(super) fn seat(&self) -> Seat {
        Seat(self.table.seat)
    }

    /// Whether nobody decides any more.
    #[inline(always)]
    pub(super) fn ended(&self, rules: &Rules) -> bool {
        self.table.phase == Phase::Over || (self.table.phase == Phase::Play && self.table.plies >= rules.max_plies)
    }

    /// Buildings of a palace.
    #[inline(always)]
    pub(super) fn buildings(&self, palace: &Palace) -> Cells {
        palace.pieces & !self.table.stables
    }

    /// The cell that stands for a palace in actions: the lowest of its buildings (ME-26).
    #[inline(always)]
    pub(super) fn first_cell(&self, palace: &Palace) -> u8 {
        self.buildings(palace).lowest()
    }
}
