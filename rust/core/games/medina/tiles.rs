//! Palace tiles, tower tiles, and what comes with them.

use super::rules::{ARM_TOWERS, ARMS, Rules};
use super::state::{NEUTRAL, NOBODY, Palace, State};

/// The colour whose roofs bring tea: black.
const TEA_COLOUR: u8 = 1;
/// The lane of merchants in a supply, as one piece.
const ONE_MERCHANT: u64 = 1 << 16;

impl State {
    /// Arms that a palace touches, as bits (ME-34).
    #[inline(always)]
    pub(super) fn contacts(&self, rules: &Rules, palace: usize) -> u8 {
        let pieces = self.palaces.all()[palace].pieces;
        (0..ARMS)
            .fold(0, |touched, arm| touched | u8::from(pieces.meets(rules.along(arm, self.table.arms[arm]))) << arm)
    }

    /// Whether a palace is compared with others and takes tiles (ME-35, ME-57).
    pub(super) fn counts_for_tiles(rules: &Rules, palace: &Palace) -> bool {
        palace.owner != NOBODY && (palace.owner != NEUTRAL || rules.neutral_tiles)
    }

    /// What a palace that just got its roof takes (ME-27, ME-31, ME-59).
    pub(super) fn award_roof(&mut self, rules: &Rules, palace: usize) {
        let Palace { owner, colour, .. } = self.palaces.all()[palace];
        if owner == NEUTRAL && !rules.neutral_tiles {
            return;
        }
        self.award_palace_tile(rules, palace);
        self.award_towers(rules, palace, self.contacts(rules, palace));
        if colour == TEA_COLOUR {
            let share = self.table.tea_stack.div_ceil(2);
            self.table.tea_stack -= share;
            if let Some(side) = self.table.sides.get_mut(usize::from(owner)) {
                side.tea += share;
            }
        }
    }

    /// ME-28: the tile goes to a palace larger than every other, with `palace_tie = moves` also to one as large.
    fn award_palace_tile(&mut self, rules: &Rules, index: usize) {
        let palace = self.palaces.all()[index];
        let size = palace.pieces.count();
        let others = self.palaces.all().iter().enumerate().filter(|(other, rival)| {
            *other != index && rival.colour == palace.colour && Self::counts_for_tiles(rules, rival)
        });
        let largest = others.map(|(_, rival)| rival.pieces.count()).max().unwrap_or(0);
        if size > largest || (size == largest && rules.palace_tie_moves) {
            self.table.palace_tiles[usize::from(palace.colour)] = palace.owner;
        }
    }

    /// ME-31: the owner of a palace takes the tiles of these arms' towers.
    fn award_towers(&mut self, rules: &Rules, palace: usize, arms: u8) {
        let owner = self.palaces.all()[palace].owner;
        for arm in (0..ARMS).filter(|arm| arms >> arm & 1 == 1) {
            let tower = ARM_TOWERS[arm];
            if self.table.tower_tiles[tower] == NOBODY && rules.tower_merchants {
                // ME-60: three merchants lie on tile 1, two on tile 2, one on tile 3.
                let merchants = u64::from(4 - rules.tower_values[tower]);
                if let Some(side) = self.table.sides.get_mut(usize::from(owner)) {
                    side.supply[1] += merchants * ONE_MERCHANT;
                }
            }
            self.table.tower_tiles[tower] = owner;
        }
    }

    /// Arms that make a new contact (ME-33): not touched before, or no arm of their tower was.
    fn new_contacts(rules: &Rules, before: u8, after: u8) -> u8 {
        (0..ARMS).fold(0, |new, arm| {
            let same_tower = (0..ARMS).filter(|&other| ARM_TOWERS[other] == ARM_TOWERS[arm]);
            let known =
                if rules.contact_by_tower { same_tower.fold(0, |arms, other| arms | 1 << other) } else { 1 << arm };
            new | (u8::from(after >> arm & 1 == 1 && before & known == 0) << arm)
        })
    }

    /// A stable has joined a palace (ME-30, ME-33).
    #[inline(always)]
    pub(super) fn after_stable(&mut self, rules: &Rules, palace: usize, before: u8) {
        if !Self::counts_for_tiles(rules, &self.palaces.all()[palace]) {
            return;
        }
        if rules.palace_by_any {
            self.award_palace_tile(rules, palace);
        }
        if rules.tower_by_any {
            let after = self.contacts(rules, palace);
            self.award_towers(rules, palace, Self::new_contacts(rules, before, after));
        }
    }

    /// A wall has lengthened an arm (ME-33).
    #[inline(never)]
    pub(super) fn after_wall(&mut self, rules: &Rules, arm: usize) {
        let length = self.table.arms[arm];
        let cell = rules.along(arm, length) & !rules.along(arm, length - 1);
        let mut touched: Vec<usize> = (0..self.palaces.all().len())
            .filter(|&index| {
                let palace = &self.palaces.all()[index];
                Self::counts_for_tiles(rules, palace) && palace.pieces.meets(cell)
            })
            .collect();
        touched.sort_by_key(|&index| self.first_cell(&self.palaces.all()[index]));
        for index in touched {
            let after = self.contacts(rules, index);
            let before_wall = self.palaces.all()[index].pieces.meets(rules.along(arm, length - 1));
            let before = if before_wall { after } else { after & !(1 << arm) };
            self.award_towers(rules, index, Self::new_contacts(rules, before, after));
        }
    }
}
