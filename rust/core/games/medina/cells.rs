//! Cells of the board and sets of them.
//!
//! A cell is 16 times its row plus its column, on every board; row 0 is the southern one, column 0 the western.
//! A set is one bit a cell, four rows a word:
//!
//! ```text
//!   word 0   rows 0 to 3      word 1   rows 4 to 7      word 2   rows 8 to 10 (the last 16 bits are 0)
//! ```

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use crate::cpu::Cpu;

/// Cells of a row, and the distance between a cell and the one north of it.
pub(super) const ROW: usize = 16;
/// The most rows.
pub(super) const MAX_ROWS: usize = 11;
/// The most cells; cells are below this number.
pub(super) const CELLS: usize = ROW * MAX_ROWS;
const WORDS: usize = 3;
const WORD_BITS: usize = 64;

/// A set of cells. Reading takes it by reference, so that no copy is made for the sake of one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cells([u64; WORDS]);

impl Cells {
    /// No cell.
    pub(super) const NONE: Self = Self([0; WORDS]);

    /// The set of one cell.
    #[inline(always)]
    pub(super) fn of(cell: u8) -> Self {
        let (word, bit) = Self::place(cell);
        let mut set = Self::NONE;
        set.0[word] |= bit;
        set
    }

    /// The word and the bit of a cell.
    #[inline(always)]
    fn place(cell: u8) -> (usize, u64) {
        ((usize::from(cell) / WORD_BITS).min(WORDS - 1), 1 << (cell % WORD_BITS as u8))
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, cell: u8) {
        let (word, bit) = Self::place(cell);
        self.0[word] |= bit;
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, cell: u8) {
        let (word, bit) = Self::place(cell);
        self.0[word] &= !bit;
    }

    #[inline(always)]
    pub(super) fn contains(&self, cell: u8) -> bool {
        let (word, bit) = Self::place(cell);
        self.0[word] & bit != 0
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// The cell number `n` of the set, from 0, lowest first; `n` is below the count.
    #[inline(always)]
    pub(super) fn nth<C: Cpu>(&self, n: u32) -> u8 {
        let [first, second] = [self.0[0].count_ones(), self.0[1].count_ones()];
        // Which word has it is a toss in random play, so it is found without a branch.
        let beyond = [u32::from(n >= first), u32::from(n >= first + second)];
        let word = (beyond[0] + beyond[1]) as usize;
        let rest = n - beyond[0] * first - beyond[1] * second;
        (WORD_BITS * word) as u8 + C::select_bit(self.0[word.min(WORDS - 1)], rest) as u8
    }

    /// The lowest cell of a set that is not empty.
    #[inline(always)]
    pub(super) fn lowest(&self) -> u8 {
        let word = if self.0[0] != 0 { 0 } else { 1 + usize::from(self.0[1] == 0) };
        (WORD_BITS * word) as u8 + self.0[word].trailing_zeros() as u8
    }

    /// The cells in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        let bits = |(word, bits): (usize, u64)| {
            std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| (WORD_BITS * word) as u8 + rest.trailing_zeros() as u8)
        };
        self.0.into_iter().enumerate().flat_map(bits)
    }

    /// The cells next to a cell of the set, on a board of any size up to the largest.
    #[inline(always)]
    pub(super) fn beside(self) -> Self {
        const FIRST: u64 = 0x0001_0001_0001_0001;
        let [low, middle, high] = self.0;
        let north = [low << 16, middle << 16 | low >> 48, high << 16 | middle >> 48];
        let south = [low >> 16 | middle << 48, middle >> 16 | high << 48, high >> 16];
        Self(std::array::from_fn(|word| {
            let (east, west) = (self.0[word] << 1 & !FIRST, self.0[word] >> 1 & !(FIRST << 15));
            north[word] | south[word] | east | west
        }))
    }
}

/// The shape of a board, the slow way; for tables and checks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Every cell of the board.
    pub(super) all: Cells,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Grid {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let all = (0..CELLS as u8).filter(|&cell| {
            let (row, column) = (usize::from(cell) / ROW, usize::from(cell) % ROW);
            row < rows && column < columns
        });
        Self { all: all.collect(), rows, columns }
    }

    /// The cell in a row and column of the board.
    pub(super) const fn cell(row: usize, column: usize) -> u8 {
        (ROW * row + column) as u8
    }

    /// The cell that lies `north` and `east` of `cell`.
    pub(super) fn at(self, cell: u8, north: isize, east: isize) -> Option<u8> {
        let row = (usize::from(cell) / ROW).checked_add_signed(north)?;
        let column = (usize::from(cell) % ROW).checked_add_signed(east)?;
        (row < self.rows && column < self.columns).then(|| Self::cell(row, column))
    }

    /// The up to four cells next to a cell.
    pub(super) fn beside(self, cell: u8) -> Cells {
        [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(|(north, east)| self.at(cell, north, east)).collect()
    }

    /// A cell and the up to eight cells near it.
    pub(super) fn around(self, cell: u8) -> Cells {
        let steps = (-1..=1).flat_map(|north| (-1..=1).map(move |east| (north, east)));
        steps.filter_map(|(north, east)| self.at(cell, north, east)).collect()
    }

    /// Cells not on the edge.
    pub(super) fn inner(self) -> Cells {
        self.all.iter().filter(|&cell| self.around(cell).count() == 9).collect()
    }
}

impl FromIterator<u8> for Cells {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        cells.into_iter().fold(Self::NONE, |set, cell| set | Self::of(cell))
    }
}

impl BitAnd for Cells {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl BitXor for Cells {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }
}

impl Not for Cells {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Cells {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Cells {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
