//! Cards and sets of cards.
//!
//! Twelve bits a colour, in a 64-bit word for up to five colours, in a 128-bit word for six:
//!
//! ```text
//!   bit        12 * colour + 0 1 2 | 3  4  5 ...
//!              wagers (here three) | lowest number, next, ...
//! ```
//!
//! Wagers of a colour cannot be told apart, so a set holds *how many*: k wagers are the k lowest of their
//! bits. A number is there or not. So every set of cards has one form only. A *card* is named by the lowest
//! bit of its kind: every wager of a colour is the same card.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::cpu::Cpu;

/// Bits of a colour; so a colour has at most twelve cards.
pub(super) const COLOUR_BITS: usize = 12;
/// The most colours.
pub(super) const MAX_COLOURS: usize = 6;
/// Bits of a card in a pile.
pub(super) const DIGIT_BITS: u8 = 4;
/// Sources of cards, the deck and a pile for each colour, rounded up to a power of two.
pub(super) const MAX_SOURCES: usize = 8;
/// Size of tables by bit: a power of two above the 72 bits of six colours, so that a mask replaces bounds checks.
pub(super) const MAX_BITS: usize = 128;

/// A word that holds a set of cards.
pub trait CardSet:
    Copy
    + Debug
    + Default
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The most colours that fit.
    const COLOURS: usize;

    /// The set of one bit.
    fn bit(index: u32) -> Self;
    /// Cards in the set.
    fn count(self) -> u32;
    /// The lowest bit; the set is not empty.
    fn lowest(self) -> u32;
    /// Sum as a number.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The bit number `n`, from 0; `n` is below the count.
    fn select<C: Cpu>(self, n: u32) -> u32;
    /// All ones if `yes`, else nothing.
    fn all_if(yes: bool) -> Self;
    /// The twelve bits of a colour.
    fn colour(self, colour: usize) -> usize;
}

/// What the two widths share.
macro_rules! card_set {
    ($word:ty, $colours:expr, $select:expr) => {
        impl CardSet for $word {
            const COLOURS: usize = $colours;

            #[inline(always)]
            fn bit(index: u32) -> Self {
                1 << (index & (Self::BITS - 1))
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn select<C: Cpu>(self, n: u32) -> u32 {
                $select(self, n)
            }
            #[inline(always)]
            fn all_if(yes: bool) -> Self {
                Self::from(yes).wrapping_neg()
            }
            #[inline(always)]
            fn colour(self, colour: usize) -> usize {
                (self >> (COLOUR_BITS * colour)) as usize & 0xfff
            }
        }
    };
}

card_set!(u64, 5, C::select_bit);
card_set!(u128, MAX_COLOURS, select_wide::<C>);

#[inline(always)]
fn select_wide<C: Cpu>(set: u128, n: u32) -> u32 {
    let low = set as u64;
    let ones = low.count_ones();
    if n < ones { C::select_bit(low, n) } else { 64 + C::select_bit((set >> 64) as u64, n - ones) }
}

/// `set` with one more of the kind whose lowest bit is `unit`; there is room for it. The carry of the sum stops at the
/// first free bit, which is of that kind. Without a unit, `set` as it is.
#[inline(always)]
pub(super) fn with<W: CardSet>(set: W, unit: W) -> W {
    set | set.plus(unit)
}

/// `set` with one less of the kind whose bits are `kind`, or as it is if there is none.
#[inline(always)]
pub(super) fn without<W: CardSet>(set: W, kind: W) -> W {
    let have = set & kind;
    set ^ have ^ ((have >> 1) & kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_counted_from_below() {
        let (wagers, seven) = (0b111u64 << 12, 1u64 << 20);
        let mut set = 0u64;
        for expected in [0b001, 0b011, 0b111] {
            set = with(set, 1 << 12);
            assert_eq!(set, expected << 12);
        }
        set = with(set, seven);
        assert_eq!(set, 0b111 << 12 | 1 << 20);
        assert_eq!(without(set, seven), 0b111 << 12);
        for expected in [0b011u64, 0b001, 0, 0] {
            set = without(set, wagers);
            assert_eq!(set, expected << 12 | 1 << 20);
        }
    }
}
