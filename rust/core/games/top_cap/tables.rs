//! Where caps can go, worked out once for each size of board.
//!
//! Squares of every board lie in one 8x8 grid, so that a step is the same number everywhere:
//!
//! ```text
//!   square = 8 * rank + file          a1 = 0, b1 = 1, a2 = 8; ranks and files beyond the board stay empty
//!   place  = 64 * distance + square   a cap that must go so far
//!
//!   direction   7 0 1                 0 = up the board (towards higher ranks), then clockwise
//!               6 . 2
//!               5 4 3
//! ```

use std::sync::OnceLock;

use crate::cpu::Cpu;

/// Files and ranks that direction `i` moves by.
pub(super) const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Places in the tables. Only those of distances 0 to 8 and squares 0 to 63 are ever looked up; but a count of
/// ones, or of trailing zeros, is at most 64 to the compiler, and a table of this size needs no bounds checks.
const PLACES: usize = 64 * 64 + 64 + 1;

/// A path that is never clear: it holds every square, and there is always a cap somewhere.
const CLOSED: u64 = u64::MAX;

/// Room in [`LookUp`], a power of two: enough for every path of a 6x6 board.
const LOOK_UP_SIZE: usize = 1 << 19;

/// Everything that board size and directions decide.
#[derive(Debug)]
pub(super) struct Tables {
    /// The up to eight squares around each square.
    pub(super) neighbours: [u64; 65],
    /// `targets[place][direction]`: where an open path ends.
    pub(super) targets: Box<[[u8; 8]; PLACES]>,
    /// `paths[place][direction]`: the squares that must be clear, or [`CLOSED`] if the path leaves the board.
    /// Distance 0 is closed (TC-12), and so is 8: eight neighbours leave no way out.
    paths: Box<[[u64; 8]; PLACES]>,
    /// The same by one look-up a cap; absent where it would not fit.
    pub(super) look_up: Option<LookUp>,
}

/// Open directions by what stands on the paths.
#[derive(Debug)]
pub(super) struct LookUp {
    /// For each place, the squares of all its paths and where its entries begin.
    places: Box<[(u64, u32); PLACES]>,
    /// For each subset of those squares, the directions that are open when it is blocked.
    open: Box<[u8; LOOK_UP_SIZE]>,
}

impl Tables {
    /// The tables of a board, made at the first use and kept.
    pub(super) fn of(size: u8, diagonals: bool) -> &'static Self {
        static MADE: [[OnceLock<Tables>; 2]; 5] = [const { [const { OnceLock::new() }; 2] }; 5];
        MADE[usize::from(size) - 4][usize::from(diagonals)].get_or_init(|| Self::new(size, diagonals))
    }

    fn new(size: u8, diagonals: bool) -> Self {
        let mut tables = Self { neighbours: [0; 65], targets: boxed([0; 8]), paths: boxed([CLOSED; 8]), look_up: None };
        for (direction, (right, up)) in DIRECTIONS.into_iter().enumerate() {
            for square in 0..64i8 {
                let (mut file, mut rank) = (square % 8, square / 8);
                let mut path = 0;
                for distance in 1..8usize {
                    (file, rank) = (file + right, rank + up);
                    if file.min(rank) < 0 || file.max(rank) >= size as i8 {
                        break;
                    }
                    let target = 8 * rank + file;
                    path |= 1u64 << target;
                    if distance == 1 {
                        tables.neighbours[square as usize] |= path;
                    }
                    // TC-07: the option of four directions restricts moves, never the counting of neighbours.
                    if diagonals || right == 0 || up == 0 {
                        let place = 64 * distance + square as usize;
                        tables.paths[place][direction] = path;
                        tables.targets[place][direction] = target as u8;
                    }
                }
            }
        }
        tables.look_up = LookUp::new(&tables.paths);
        tables
    }
}

/// Answers where a cap can go.
pub(super) trait OpenDirections {
    /// The directions, as bits, in which the path of `place` holds no square of `blocked`.
    fn open_directions<C: Cpu>(&self, place: usize, blocked: u64) -> u64;
}

/// By testing the eight paths.
impl OpenDirections for Tables {
    #[inline(always)]
    fn open_directions<C: Cpu>(&self, place: usize, blocked: u64) -> u64 {
        clear_paths(&self.paths[place], blocked)
    }
}

/// By extracting what stands on them: worth it where [`Cpu::EXTRACTS`].
impl OpenDirections for LookUp {
    #[inline(always)]
    fn open_directions<C: Cpu>(&self, place: usize, blocked: u64) -> u64 {
        let (squares, first) = self.places[place];
        let index = first as usize + C::extract_bits(blocked, squares) as usize;
        u64::from(self.open[index % LOOK_UP_SIZE])
    }
}

impl LookUp {
    /// The table of `paths`, if it fits.
    fn new(paths: &[[u64; 8]; PLACES]) -> Option<Self> {
        let mut look_up = Self { places: boxed((0, 0)), open: boxed(0) };
        let mut used = 0;
        for (place, paths) in paths.iter().enumerate() {
            let squares = paths.iter().filter(|&&path| path != CLOSED).fold(0u64, |squares, path| squares | path);
            if squares.count_ones() >= LOOK_UP_SIZE.ilog2() || used + (1 << squares.count_ones()) > LOOK_UP_SIZE {
                return None;
            }
            look_up.places[place] = (squares, used as u32);
            // All subsets of `squares`, in the order that extracting their bits gives.
            let mut subset = 0u64;
            loop {
                // The cap's own square is on none of its paths, but it closes the paths that leave the board.
                look_up.open[used] = clear_paths(paths, subset | 1 << (place % 64)) as u8;
                used += 1;
                subset = subset.wrapping_sub(squares) & squares;
                if subset == 0 {
                    break;
                }
            }
        }
        Some(look_up)
    }
}

/// A large array that never lies on the stack.
fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    vec![value; N].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("it has N entries"))
}

/// Bit `i` is set if path `i` holds no square of `blocked`.
#[inline(always)]
fn clear_paths(paths: &[u64; 8], blocked: u64) -> u64 {
    let mut clear = 0;
    for (direction, path) in paths.iter().enumerate() {
        clear |= u64::from(path & blocked == 0) << direction;
    }
    clear
}
