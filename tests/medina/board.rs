//! Cells by name, and palaces found by flood fill: slow, and nothing of the engine's.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A cell; `c7` is column 2, row 7. Ordered as RULES.md orders cells: by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub row: i32,
    pub column: i32,
}

impl Cell {
    /// The cell of a name, or none.
    pub fn read(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        let column = letters.next().filter(char::is_ascii_lowercase)? as i32 - 'a' as i32;
        let row = letters.as_str().parse().ok()?;
        Some(Self { row, column })
    }

    /// Steps to another cell along rows and along columns.
    fn steps(self, other: Self) -> (i32, i32) {
        ((self.row - other.row).abs(), (self.column - other.column).abs())
    }

    /// Along a side.
    pub fn is_next_to(self, other: Self) -> bool {
        matches!(self.steps(other), (0, 1) | (1, 0))
    }

    /// Along a side or at a corner.
    pub fn is_near(self, other: Self) -> bool {
        matches!(self.steps(other), (0 | 1, 1) | (1, 0))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column as u8), self.row)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

pub type Cells = BTreeSet<Cell>;

/// Cells by name, with blanks between.
pub fn set(names: &str) -> Cells {
    names.split_whitespace().map(|name| Cell::read(name).unwrap_or_else(|| panic!("{name}"))).collect()
}

/// All cells of a board.
pub fn grid(rows: i32, columns: i32) -> Cells {
    (1..=rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column })).collect()
}

/// All cells of 11x16.
pub fn everywhere() -> Cells {
    grid(11, 16)
}

/// The cells of 11x16 that are not on its edge.
pub fn inner() -> Cells {
    everywhere().into_iter().filter(|cell| (2..11).contains(&cell.row) && (1..15).contains(&cell.column)).collect()
}

/// Those of `cells` that are none of the cells named, nor near one.
pub fn away(cells: Cells, names: &str) -> Cells {
    let from = set(names);
    cells.into_iter().filter(|&cell| !from.iter().any(|&other| cell == other || cell.is_near(other))).collect()
}

/// The cells of 11x16 next to one of the cells named.
pub fn beside(names: &str) -> Cells {
    let of = set(names);
    everywhere().into_iter().filter(|&cell| of.iter().any(|&other| cell.is_next_to(other))).collect()
}

/// `cells` without the cells named.
pub fn without(mut cells: Cells, names: &str) -> Cells {
    for cell in set(names) {
        cells.remove(&cell);
    }
    cells
}

/// A palace as flood fill finds it (ME-13).
#[derive(Debug)]
pub struct Palace {
    pub colour: char,
    pub buildings: Cells,
    pub stables: Cells,
}

impl Palace {
    pub fn first(&self) -> Cell {
        *self.buildings.first().expect("a building")
    }

    pub fn pieces(&self) -> Cells {
        &self.buildings | &self.stables
    }
}

/// The palaces of a board, by first cell: not with `extend_by_stable` or `stable_bridge`.
pub fn palaces(board: &BTreeMap<Cell, char>) -> Vec<Palace> {
    let mut left: Cells = board.iter().filter(|(_, kind)| "OBGN".contains(**kind)).map(|(&cell, _)| cell).collect();
    let mut found = Vec::new();
    while let Some(seed) = left.pop_first() {
        let colour = board[&seed];
        let mut buildings = Cells::from([seed]);
        loop {
            let joins = |cell: &Cell| board[cell] == colour && buildings.iter().any(|other| cell.is_next_to(*other));
            let Some(next) = left.iter().copied().find(|cell| joins(cell)) else { break };
            left.remove(&next);
            buildings.insert(next);
        }
        let attached = |cell: &Cell| buildings.iter().any(|building| cell.is_next_to(*building));
        let stables =
            board.iter().filter(|&(cell, kind)| *kind == 'S' && attached(cell)).map(|(&cell, _)| cell).collect();
        found.push(Palace { colour, buildings, stables });
    }
    found
}

/// Where a palace could grow if it had no roof (ME-15, ME-17, ME-58): the slow way.
pub fn extensions(board: &BTreeMap<Cell, char>, palace: &Palace, size: (i32, i32)) -> Cells {
    let own = palace.pieces();
    let breaks = |cell: Cell| {
        let foreign = board.iter().filter(|&(other, kind)| *kind != 'M' && !own.contains(other));
        foreign.into_iter().any(|(other, _)| cell.is_near(*other))
    };
    let grows = |cell: &Cell| {
        let beside = palace.buildings.iter().any(|building| cell.is_next_to(*building));
        beside && !board.contains_key(cell) && !breaks(*cell)
    };
    grid(size.0, size.1).into_iter().filter(grows).collect()
}
