//! Run-time dispatch to the instruction sets of the machine: the only module with `unsafe`.
//!
//! A batch enters through [`dispatch`] once; everything below it is generic over a zero-sized [`Cpu`] and
//! inlined into one function that carries the target features. Each trick of [`Cpu`] has a portable body
//! with the same result, and the tests compare the two. A baseline wheel therefore runs everywhere and
//! uses BMI2 where it exists.

use crate::error::Error;

/// Which set of instructions a batch uses; the outcomes are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuLevel {
    /// Nothing beyond what the wheel was compiled for.
    Portable,
    /// x86-64 with BMI1, BMI2, LZCNT and POPCNT.
    Bmi2,
}

impl CpuLevel {
    /// Every level, the slowest first.
    pub const ALL: [Self; 2] = [Self::Portable, Self::Bmi2];

    /// The name used by `LUDOMETER_CPU`, in the manifest and in benches.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Bmi2 => "bmi2",
        }
    }

    /// Whether this machine has the instructions.
    pub fn available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Bmi2 => {
                is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Bmi2 => false,
        }
    }

    /// The fastest level of this machine.
    pub fn best() -> Self {
        if Self::Bmi2.available() { Self::Bmi2 } else { Self::Portable }
    }

    /// The level called `name`.
    ///
    /// # Errors
    /// An unknown name, or a level that this machine does not have.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let known = || Self::ALL.iter().filter(|level| level.available()).map(|level| level.name());
        match Self::ALL.into_iter().find(|level| level.name() == name) {
            Some(level) if level.available() => Ok(level),
            Some(_) => Err(Error::Cpu {
                name: name.into(),
                why: "this machine has no such instructions",
                known: known().collect(),
            }),
            None => Err(Error::Cpu { name: name.into(), why: "unknown", known: known().collect() }),
        }
    }
}

/// The instruction-dependent steps of the hot loops.
pub trait Cpu: Copy + Send + Sync + 'static {
    /// Index of the set bit number `n` (from 0, lowest first) of `mask`; `n` is below its number of ones.
    fn select_bit(mask: u64, n: u32) -> u32;

    /// The bits of `value` where `mask` has ones, moved together at the low end.
    fn extract_bits(value: u64, mask: u64) -> u64;

    /// Whether [`Cpu::extract_bits`] is one instruction, so that a table behind it pays.
    const EXTRACTS: bool;
}

/// Plain Rust, no instruction beyond the baseline.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn select_bit(mask: u64, n: u32) -> u32 {
        // Prefix sums of the ones per byte, all bytes at once; the first byte whose sum exceeds n has the bit.
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGHS: u64 = 0x8080_8080_8080_8080;
        let mut sums = mask - ((mask >> 1) & 0x5555_5555_5555_5555);
        sums = (sums & 0x3333_3333_3333_3333) + ((sums >> 2) & 0x3333_3333_3333_3333);
        sums = (sums + (sums >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        sums = sums.wrapping_mul(ONES);
        let full = ((u64::from(n) * ONES) | HIGHS).wrapping_sub(sums) & HIGHS; // high bit: sum <= n
        let byte = full.count_ones() * 8;
        let below = ((sums << 8) >> byte) as u32 & 0xff;
        let mut rest = (mask >> byte) & 0xff;
        for _ in 0..n - below {
            rest &= rest - 1;
        }
        byte + rest.trailing_zeros()
    }

    #[inline(always)]
    fn extract_bits(value: u64, mask: u64) -> u64 {
        let (mut bits, mut rest, mut place) = (0, mask, 0);
        while rest != 0 {
            bits |= (value >> rest.trailing_zeros() & 1) << place;
            rest &= rest - 1;
            place += 1;
        }
        bits
    }

    const EXTRACTS: bool = false;
}

/// BMI2's bit deposit and extract.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Bmi2(());

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Cpu for Bmi2 {
    #[inline(always)]
    fn select_bit(mask: u64, n: u32) -> u32 {
        // SAFETY: no value of this type exists outside `dispatch`, which has checked the features.
        unsafe { std::arch::x86_64::_pdep_u64(1 << n, mask) }.trailing_zeros()
    }

    #[inline(always)]
    fn extract_bits(value: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pext_u64(value, mask) }
    }

    const EXTRACTS: bool = true;
}

/// Work that is generic over the instruction set. `run` must be `#[inline(always)]`, and all that is hot in it.
pub trait CpuTask {
    /// What the work gives back.
    type Output;

    /// Does the work with the instructions of `C`.
    fn run<C: Cpu>(self) -> Self::Output;
}

/// Runs `task` with the instructions of `level`.
///
/// # Panics
/// If the machine does not have them: a level comes from [`CpuLevel::best`] or [`CpuLevel::from_name`].
pub fn dispatch<T: CpuTask>(level: CpuLevel, task: T) -> T::Output {
    assert!(level.available(), "the machine has no {}", level.name());
    match level {
        #[cfg(target_arch = "x86_64")]
        CpuLevel::Bmi2 => {
            #[allow(unsafe_code)]
            // SAFETY: `available` has just found every feature that `run_bmi2` enables.
            unsafe {
                run_bmi2(task)
            }
        }
        _ => task.run::<Portable>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn run_bmi2<T: CpuTask>(task: T) -> T::Output {
    task.run::<Bmi2>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive_select(mask: u64, n: u32) -> u32 {
        (0..64).filter(|bit| mask >> bit & 1 == 1).nth(n as usize).expect("n below the ones")
    }

    struct Compare;
    impl CpuTask for Compare {
        type Output = ();
        #[inline(always)]
        fn run<C: Cpu>(self) {
            let mut stream = crate::rng::Stream::from_key(1);
            for round in 0..20_000 {
                // Thin, even and dense masks.
                let mut mask = stream.next_u64();
                if round % 3 == 0 {
                    mask &= stream.next_u64();
                }
                if round % 5 == 0 {
                    mask |= stream.next_u64();
                }
                for n in 0..mask.count_ones() {
                    assert_eq!(C::select_bit(mask, n), naive_select(mask, n), "mask {mask:#x}, bit {n}");
                }
                let value = stream.next_u64();
                let ones = (0..64).filter(|bit| mask >> bit & 1 == 1);
                let together = ones.enumerate().fold(0, |bits, (place, bit)| bits | (value >> bit & 1) << place);
                assert_eq!(C::extract_bits(value, mask), together, "value {value:#x}, mask {mask:#x}");
            }
        }
    }

    #[test]
    fn every_level_agrees_with_the_naive_bodies() {
        for level in CpuLevel::ALL.into_iter().filter(|level| level.available()) {
            dispatch(level, Compare);
        }
    }

    #[test]
    fn a_level_is_known_by_name_or_refused() {
        assert_eq!(CpuLevel::from_name("portable").unwrap(), CpuLevel::Portable);
        assert!(CpuLevel::from_name("sparc").unwrap_err().to_string().contains("sparc"));
    }
}
