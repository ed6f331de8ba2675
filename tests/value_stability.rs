//! The numbers of the generator never change: published vectors, an independent implementation, and first
//! values of each keyed stream, pinned.
#![allow(missing_docs)]

use ludometer_core::rng::{ChanceKey, Digest, Stream, mix};
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoroshiro128PlusPlus};

#[test]
fn splitmix64_has_its_published_values() {
    // Reference outputs of splitmix64.c for the seed 1234567.
    let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423_u64];
    let mut x = 1_234_567u64;
    for value in expected {
        x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
        assert_eq!(mix(x), value);
    }
    let mut other = SplitMix64::from_seed(42u64.to_le_bytes());
    let mut x = 42u64;
    for _ in 0..1000 {
        x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
        assert_eq!(mix(x), other.next_u64());
    }
}

#[test]
fn the_stream_is_xoroshiro128_plus_plus() {
    for key in [0u64, 1, 7, u64::MAX, 0x0123_4567_89ab_cdef] {
        let mut seed = [0u8; 16];
        let mut splitmix = SplitMix64::from_seed(key.to_le_bytes());
        seed[..8].copy_from_slice(&splitmix.next_u64().to_le_bytes());
        seed[8..].copy_from_slice(&splitmix.next_u64().to_le_bytes());
        let mut other = Xoroshiro128PlusPlus::from_seed(seed);
        let mut own = Stream::from_key(key);
        for _ in 0..1000 {
            assert_eq!(own.next_u64(), other.next_u64());
        }
    }
}

#[test]
fn keyed_streams_are_pinned() {
    let mut policy = Stream::policy(7, 3, 0, 1);
    let first: Vec<u32> = (0..8).map(|_| policy.below(1000)).collect();
    let chance = ChanceKey::new(7, 3);
    let drawn: Vec<u32> = (0..8).map(|k| chance.below(k, 1000)).collect();
    let mut digest = Digest::default();
    for value in [3u64, 1, 4, 1, 5] {
        digest.fold(value);
    }
    assert_eq!(first, POLICY, "policy stream");
    assert_eq!(drawn, CHANCE, "chance draws");
    assert_eq!(digest.finish(), DIGEST, "digest");
}

const POLICY: [u32; 8] = [734, 334, 960, 696, 364, 542, 949, 163];
const CHANCE: [u32; 8] = [820, 438, 442, 528, 267, 881, 697, 452];
const DIGEST: u64 = 0x2513_7ef4_7c96_1340;

/// 99.9 % quantile of chi-square with 22 degrees of freedom.
const CHI_SQUARE_22: f64 = 48.27;

fn chi_square(counts: &[u32; 23]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / 23.0;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn draws_are_uniform_within_a_stream_over_games_and_over_draws() {
    let mut within = [0u32; 23];
    let mut stream = Stream::policy(1, 2, 0, 0);
    let mut over_games = [0u32; 23];
    let mut over_deals = [0u32; 23];
    let mut over_draws = [0u32; 23];
    let chance = ChanceKey::new(5, 6);
    for i in 0..230_000u32 {
        within[stream.below(23) as usize] += 1;
        over_games[Stream::policy(1, u64::from(i), 0, 0).below(23) as usize] += 1;
        over_deals[ChanceKey::new(5, u64::from(i)).below(0, 23) as usize] += 1;
        over_draws[chance.below(i, 23) as usize] += 1;
    }
    for counts in [within, over_games, over_deals, over_draws] {
        assert!(chi_square(&counts) < CHI_SQUARE_22, "{counts:?}");
    }
}
