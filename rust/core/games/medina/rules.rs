//! Rule values, and the tables made from them.

use crate::error::Problem;
use crate::game::MAX_SEATS;
use crate::schema::Resolved;

use super::cells::{CELLS, Cells, Grid, ROW};

/// Building colours.
pub(super) const COLOURS: usize = 4;
/// Rows of walls: two at each tower.
pub(super) const ARMS: usize = 8;
/// The tower of each arm, by number: nw, ne, se, sw.
pub(super) const ARM_TOWERS: [usize; ARMS] = [0, 1, 1, 2, 2, 3, 3, 0];

/// The rules of a play.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a rule field
pub struct Rules {
    pub(super) players: u8,
    pub(super) grid: Grid,
    /// Of each colour.
    pub(super) buildings: u16,
    pub(super) roofs: u16,
    pub(super) neutral_roofs: u8,
    pub(super) stables: u16,
    pub(super) merchants: u16,
    pub(super) walls: u16,
    pub(super) tea: u8,
    pub(super) well: bool,
    pub(super) tower_merchants: bool,
    pub(super) chosen_merchant: bool,
    pub(super) short_openings: u16,
    pub(super) blocked_frees_colour: bool,
    pub(super) finished_leave: bool,
    pub(super) extend_by_stable: bool,
    pub(super) stable_bridge: bool,
    pub(super) new_line_at_one: bool,
    pub(super) palace_by_any: bool,
    pub(super) palace_tie_moves: bool,
    pub(super) tower_by_any: bool,
    pub(super) contact_by_tower: bool,
    /// Points of the tower tiles nw, ne, se, sw.
    pub(super) tower_values: [u8; 4],
    pub(super) neutral_tiles: bool,
    pub(super) one_neutral_a_colour: bool,
    pub(super) tea_for_either: bool,
    pub(super) survivor_roofs: bool,
    pub(super) tie_by_palace: bool,
    pub(super) max_plies: u16,
    /// Cells that are not on the edge.
    pub(super) inner: Cells,
    /// Answers of the methods of the same names.
    around: [Cells; CELLS],
    beside: [Cells; CELLS],
    touching: [Cells; CELLS],
    along: [[Cells; ROW + 1]; ARMS],
    /// Wall cells of each side: north, east, south, west; two arms share a side.
    pub(super) side_walls: [u8; 4],
}

impl Rules {
    pub(super) fn new(values: &Resolved) -> Result<Self, Vec<Problem>> {
        let small = |key: &str| values.int(key) as u8;
        let word_is = |key: &str, word: &str| values.word(key) == word;
        let mut problems = Vec::new();
        let words = values.words("tower_values");
        let numbers: Vec<u8> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        if sorted != [1, 2, 3, 4] || words.len() != 4 {
            let why = format!("`{}` does not name each of 1, 2, 3 and 4 once", words.join(" "));
            problems.push(Problem::new("tower_values", why));
        }
        if values.yes("extend_by_stable") && values.yes("stable_bridge") {
            let why = "a building at a stable of two palaces would have no palace of its own";
            problems.push(Problem::new("extend_by_stable", format!("not together with `stable_bridge`: {why}")));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let grid = if word_is("board", "10x14") { Grid::new(10, 14) } else { Grid::new(11, 16) };
        let touch_diagonally = word_is("merchant_touch", "with_diagonals");
        let around: [Cells; CELLS] = std::array::from_fn(|cell| grid.around(cell as u8));
        let beside: [Cells; CELLS] = std::array::from_fn(|cell| grid.beside(cell as u8));
        Ok(Self {
            players: values.players.min(MAX_SEATS as u8),
            grid,
            buildings: u16::from(small("buildings")),
            roofs: u16::from(small("roofs")),
            neutral_roofs: small("neutral_roofs"),
            stables: u16::from(small("stables")),
            merchants: u16::from(small("merchants")),
            walls: u16::from(small("walls")),
            tea: small("tea"),
            well: values.yes("well"),
            tower_merchants: values.yes("tower_merchants"),
            chosen_merchant: word_is("first_merchant", "chosen"),
            short_openings: u16::from(small("short_openings")),
            blocked_frees_colour: word_is("blocked_palace", "frees_colour"),
            finished_leave: word_is("finished_colour", "leave"),
            extend_by_stable: values.yes("extend_by_stable"),
            stable_bridge: values.yes("stable_bridge"),
            new_line_at_one: word_is("new_line_cell", "at_most_one"),
            palace_by_any: word_is("palace_trigger", "any"),
            palace_tie_moves: word_is("palace_tie", "moves"),
            tower_by_any: word_is("tower_trigger", "any"),
            contact_by_tower: word_is("tower_contact", "tower"),
            tower_values: std::array::from_fn(|tower| numbers[tower]),
            neutral_tiles: values.yes("neutral_tiles"),
            one_neutral_a_colour: word_is("neutral_limit", "one_per_colour"),
            tea_for_either: word_is("tea_use", "either"),
            survivor_roofs: values.yes("survivor_roofs"),
            tie_by_palace: word_is("tie", "largest_palace"),
            max_plies: values.int("max_plies") as u16,
            inner: grid.inner(),
            touching: std::array::from_fn(|cell| {
                if touch_diagonally { around[cell] & !Cells::of(cell as u8) } else { beside[cell] }
            }),
            around,
            beside,
            along: std::array::from_fn(|arm| along(grid, arm)),
            side_walls: [grid.columns, grid.rows, grid.columns, grid.rows].map(|walls| walls as u8),
        })
    }

    /// A cell and the cells near it.
    #[inline(always)]
    pub(super) fn around(&self, cell: u8) -> Cells {
        self.around[usize::from(cell).min(CELLS - 1)]
    }

    /// The cells next to a cell.
    #[inline(always)]
    pub(super) fn beside(&self, cell: u8) -> Cells {
        self.beside[usize::from(cell).min(CELLS - 1)]
    }

    /// Where a merchant touches one on this cell (ME-43).
    #[inline(always)]
    pub(super) fn touching(&self, cell: u8) -> Cells {
        self.touching[usize::from(cell).min(CELLS - 1)]
    }

    /// The cells next to the walls of an arm of this length.
    #[inline(always)]
    pub(super) fn along(&self, arm: usize, length: u8) -> Cells {
        self.along[arm % ARMS][usize::from(length).min(ROW)]
    }

    /// Whether a palace can do what the one set of growing cells for each colour does not know (ME-20, ME-38).
    #[inline(always)]
    pub(super) fn odd_palaces(&self) -> bool {
        self.extend_by_stable || self.stable_bridge
    }

    /// Cells where a piece of a palace is worth four points more (ME-58).
    pub(super) fn well_cells(&self, well: u8) -> Cells {
        [(0, 2), (2, 0), (0, -2), (-2, 0)]
            .into_iter()
            .filter_map(|(north, east)| self.grid.at(well, north, east))
            .collect()
    }

    /// Placements of turn number `turn`, from 0 (ME-08, ME-61).
    #[inline(always)]
    pub(super) fn turn_length(&self, turn: u16) -> u8 {
        1 + u8::from(turn >= self.short_openings)
    }
}

/// Cells next to the first 0, 1, 2 ... walls of an arm, numbered as in RULES.md (Notation).
fn along(grid: Grid, arm: usize) -> [Cells; ROW + 1] {
    let (last_row, last_column) = (grid.rows - 1, grid.columns - 1);
    let mut cells = [Cells::NONE; ROW + 1];
    for length in 1..=ROW {
        let step = length - 1;
        let (row, column) = match arm {
            0 => (Some(last_row), Some(step)),
            1 => (Some(last_row), last_column.checked_sub(step)),
            2 => (last_row.checked_sub(step), Some(last_column)),
            3 => (Some(step), Some(last_column)),
            4 => (Some(0), last_column.checked_sub(step)),
            5 => (Some(0), Some(step)),
            6 => (Some(step), Some(0)),
            _ => (last_row.checked_sub(step), Some(0)),
        };
        cells[length] = cells[length - 1];
        if let (Some(row), Some(column)) = (row, column)
            && row <= last_row
            && column <= last_column
        {
            cells[length].insert(Grid::cell(row, column));
        }
    }
    cells
}
