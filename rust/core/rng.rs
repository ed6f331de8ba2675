//! Randomness: one portable generator and keyed streams.
//!
//! Nothing here depends on threads, platform or the order of calls. Every stream is found from its key:
//!
//! ```text
//!   chance of a game   key(CHANCE, seed, deal)              counter-based: draw k is a function of (key, k)
//!   policy in a slot   key(POLICY, seed, deal, rep, slot)   a xoroshiro128++ sequence
//! ```
//!
//! The seed is hashed before anything else enters, so seed 7 game 1 and seed 8 game 0 share nothing.
//! A change of any value this module returns is a change of [`VERSION`].

/// Version of every number this module yields; stored with each run.
pub const VERSION: u32 = 1;

const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
const CHANCE: u64 = 0x6368_616e_6365; // "chance"
const POLICY: u64 = 0x706f_6c69_6379; // "policy"

/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014, variant 13 of Stafford): a bijection on 64 bits.
#[inline(always)]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Folds `parts` into one key; each part is mixed in at its own position.
#[inline(always)]
fn key<const N: usize>(parts: [u64; N]) -> u64 {
    let mut key = 0;
    for part in parts {
        key = mix(key ^ mix(part.wrapping_add(GOLDEN_GAMMA)).wrapping_add(GOLDEN_GAMMA));
    }
    key
}

/// Maps a 64-bit draw to `0..n` (Lemire 2019). `None` asks for another draw; the result is exactly uniform.
#[inline(always)]
fn bounded(draw: u64, n: u32) -> Option<u32> {
    let n = u64::from(n);
    let product = u128::from(draw) * u128::from(n);
    let low = product as u64;
    if low < n.wrapping_neg() % n {
        return None;
    }
    Some((product >> 64) as u32)
}

/// [`bounded`] where its result is certain without the threshold, as nearly always.
#[inline(always)]
fn quick(draw: u64, n: u32) -> Option<u32> {
    let product = u128::from(draw) * u128::from(n);
    (product as u64 >= u64::from(n)).then_some((product >> 64) as u32)
}

/// The chance of one game: draw `k` is a function of the key and `k` alone.
///
/// The state keeps `k`; so the k-th card is the same whoever draws it, under every line-up of policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChanceKey(u64);

impl ChanceKey {
    /// The chance of every game of `seed` that shares `deal`.
    pub fn new(seed: u64, deal: u64) -> Self {
        Self(key([CHANCE, mix(seed), deal]))
    }

    /// Chance that one draw of `stream` decides: for imagined games.
    #[inline(always)]
    pub(crate) fn drawn(stream: &mut Stream) -> Self {
        Self(stream.next_u64())
    }

    /// Draw `k`, uniform on `0..n`.
    #[inline(always)]
    pub fn below(self, k: u32, n: u32) -> u32 {
        let base = self.0 ^ mixed(k);
        let mut attempt = 0u64;
        loop {
            let draw = mix(base.wrapping_add(attempt));
            if let Some(index) = quick(draw, n).or_else(|| bounded(draw, n)) {
                return index;
            }
            attempt = attempt.wrapping_add(GOLDEN_GAMMA);
        }
    }
}

/// `mix(k + GOLDEN_GAMMA)`, from a table for the first draws of a game.
#[inline(always)]
fn mixed(k: u32) -> u64 {
    const FIRST: usize = 256;
    static TABLE: [u64; FIRST] = {
        let mut table = [0; FIRST];
        let mut k = 0;
        while k < FIRST {
            table[k] = mix((k as u64).wrapping_add(GOLDEN_GAMMA));
            k += 1;
        }
        table
    };
    match TABLE.get(k as usize) {
        Some(&value) => value,
        None => mix(u64::from(k).wrapping_add(GOLDEN_GAMMA)),
    }
}

/// A sequence of random numbers: xoroshiro128++ 1.0 (Blackman, Vigna 2019), seeded by `SplitMix64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    words: [u64; 2],
}

impl Stream {
    /// A stream nobody draws from: it yields nothing but zeros.
    pub(crate) const ZERO: Self = Self { words: [0; 2] };

    /// The stream of a policy in `slot` of the game `(deal, rep)`.
    #[inline(always)]
    pub fn policy(seed: u64, deal: u64, rep: u16, slot: u8) -> Self {
        Self::from_key(key([POLICY, mix(seed), deal, u64::from(rep) << 8 | u64::from(slot)]))
    }

    /// Two `SplitMix64` outputs from `key`: the seeding its authors recommend.
    #[inline(always)]
    pub fn from_key(key: u64) -> Self {
        let next = key.wrapping_add(GOLDEN_GAMMA);
        Self { words: [mix(next), mix(next.wrapping_add(GOLDEN_GAMMA))] }
    }

    /// The next 64 bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b] = self.words;
        let result = a.wrapping_add(b).rotate_left(17).wrapping_add(a);
        let b = b ^ a;
        self.words = [a.rotate_left(49) ^ b ^ (b << 21), b.rotate_left(28)];
        result
    }

    /// A number in `0..n`, exactly uniform; one draw, a second one with probability below n / 2^64.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        let draw = self.next_u64();
        match quick(draw, n) {
            Some(index) => index,
            None => self.below_slowly(draw, n),
        }
    }

    #[cold]
    #[inline(never)]
    fn below_slowly(&mut self, first: u64, n: u32) -> u32 {
        let mut draw = first;
        loop {
            if let Some(index) = bounded(draw, n) {
                return index;
            }
            draw = self.next_u64();
        }
    }
}

/// Folds what happens in a game into 64 bits; equal digests mean equal games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// Adds one number; order matters.
    #[inline(always)]
    pub fn fold(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_add(GOLDEN_GAMMA).wrapping_mul(0xd134_2543_de82_ef95);
    }

    /// The digest of all that was folded in.
    #[inline(always)]
    pub fn finish(self) -> u64 {
        mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounded_asks_again_exactly_in_the_biased_zone() {
        // 2^64 mod 3 = 1: only products whose low half is 0 are biased.
        assert_eq!(bounded(0, 3), None);
        assert_eq!(bounded(1, 3), Some(0));
        assert_eq!(bounded(u64::MAX, 3), Some(2));
        // A power of two divides the range: nothing is refused.
        assert_eq!(bounded(0, 4), Some(0));
        assert_eq!(bounded(7, 1), Some(0));
    }

    #[test]
    fn keys_tell_their_parts_and_places_apart() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..20 {
            for deal in 0..20 {
                assert!(seen.insert(ChanceKey::new(seed, deal).0));
                for slot in 0..4 {
                    assert!(seen.insert(key([POLICY, mix(seed), deal, slot])));
                }
            }
        }
    }
}
