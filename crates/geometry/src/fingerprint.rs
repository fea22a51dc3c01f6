//! A number that tells texts, bytes and shapes from others.
//!
//! **Question.** Are these the bytes that were written? Is this the shape of last time?
//! **Idea.** The sum FNV-1a of 64 bits over the bytes, or over the numbers of a shape with all their digits.
//! **Guarantee.** Each step is a bijection of the sum for a given byte, so that one changed byte always changes the
//! result. Other changes go unnoticed once in 2⁶⁴ times. Nobody is kept from forging one.
//! **Cost.** A nanosecond for a byte.
//! **Source.** G. Fowler, L. C. Noll, K.-P. Vo, *The FNV non-cryptographic hash algorithm*.

use crate::Shape;
use std::fmt::{self, Write};

/// The sum FNV-1a of 64 bits. Text is added with `write!`, which cannot fail.
///
/// ```
/// use tangency_geometry::Fingerprint;
///
/// assert_eq!(Fingerprint::of(b"foobar"), 0x8594_4171_f739_67e8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// The sum of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> u64 {
        let mut sum = Self::default();
        sum.add(bytes);
        sum.0
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds a shape. Numbers that are computed on demand and kept do not count.
    pub fn add_shape(&mut self, shape: &Shape) {
        // Writing into a sum cannot fail.
        let _ = match shape {
            Shape::Polyhedron(polyhedron) => write!(self, "polyhedron {:?}", polyhedron.mesh()),
            Shape::Rounded(rounded) => write!(self, "rounded {:?} {:?}", rounded.radius(), rounded.mesh()),
            Shape::Compound(compound) => {
                for part in compound.parts() {
                    let _ = write!(self, "part {:?}", part.name());
                    self.add_shape(part.shape());
                }
                Ok(())
            }
            Shape::Mesh(_)
            | Shape::Convex(_)
            | Shape::Parametric(_)
            | Shape::Implicit(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_) => write!(self, "{shape:?}"),
        };
    }

    /// The sum so far.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.0
    }
}

impl Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sums of the reference implementation of Fowler, Noll and Vo.
    #[test]
    fn sums_are_those_of_fnv() {
        assert_eq!(Fingerprint::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fingerprint::of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fingerprint::of(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
