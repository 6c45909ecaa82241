//! Subnormal numbers cost hundreds of cycles each and are meaningless here, so they count as zero.

#[cfg(target_arch = "x86_64")]
mod control {
    use std::arch::asm;

    /// Flush-to-zero and denormals-are-zero.
    const FLUSH: u32 = 1 << 15 | 1 << 6;

    pub type Word = u32;

    pub fn read() -> u32 {
        let mut control = 0u32;
        // SAFETY: writes the four bytes of `control`.
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut control, options(nostack)) };
        control
    }

    pub fn write(control: u32) {
        // SAFETY: reads the four bytes of `control`, which come from `read`, with two bits that all processors know.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &control, options(nostack)) };
    }

    pub fn flushing(control: u32) -> u32 {
        control | FLUSH
    }
}

#[cfg(target_arch = "aarch64")]
mod control {
    use std::arch::asm;

    /// Flush-to-zero, for inputs too.
    const FLUSH: u64 = 1 << 24;

    pub type Word = u64;

    pub fn read() -> u64 {
        let control;
        // SAFETY: only reads how numbers are computed.
        unsafe { asm!("mrs {}, fpcr", out(reg) control, options(nostack, nomem)) };
        control
    }

    pub fn write(control: u64) {
        // SAFETY: the bits come from `read`, with one that all processors know.
        unsafe { asm!("msr fpcr, {}", in(reg) control, options(nostack)) };
    }

    pub fn flushing(control: u64) -> u64 {
        control | FLUSH
    }
}

/// Elsewhere they cost what they cost; WebAssembly has no such control.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod control {
    pub type Word = u32;

    pub fn read() -> u32 {
        0
    }
    pub fn write(_: u32) {}
    pub fn flushing(control: u32) -> u32 {
        control
    }
}

/// In effect for this thread until it is dropped.
pub struct Flushing(control::Word);

impl Flushing {
    pub fn new() -> Flushing {
        let before = control::read();
        control::write(control::flushing(before));
        Flushing(before)
    }
}

impl Drop for Flushing {
    fn drop(&mut self) {
        control::write(self.0);
    }
}
