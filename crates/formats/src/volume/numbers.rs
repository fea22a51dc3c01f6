//! Decodes numbers of every type from bytes.

/// The type of the samples in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SampleType {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    F32,
    F64,
}

impl SampleType {
    /// Size in bytes.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 | Self::F16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// All numbers in the bytes. Ignores an incomplete last number.
    pub(super) fn read_all(self, bytes: &[u8], big_endian: bool) -> Vec<f64> {
        bytes.chunks_exact(self.size()).map(|chunk| self.read(chunk, big_endian)).collect()
    }

    fn read(self, chunk: &[u8], big_endian: bool) -> f64 {
        let mut bytes = [0; 8];
        let size = self.size();
        bytes[..size].copy_from_slice(chunk);
        if big_endian {
            bytes[..size].reverse();
        }
        let unsigned = u64::from_le_bytes(bytes);
        // The sign is in the highest bit of the shorter number.
        let unused = 64 - 8 * size as u32;
        let signed = (unsigned << unused).cast_signed() >> unused;
        match self {
            Self::U8 | Self::U16 | Self::U32 | Self::U64 => unsigned as f64,
            Self::I8 | Self::I16 | Self::I32 | Self::I64 => signed as f64,
            Self::F16 => half(unsigned as u16),
            Self::F32 => f64::from(f32::from_bits(unsigned as u32)),
            Self::F64 => f64::from_bits(unsigned),
        }
    }
}

/// A number of half precision: five bits of exponent, ten of fraction.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::SampleType::*;

    #[test]
    fn numbers_are_read_exactly() {
        assert_eq!(I16.read_all(&[0xFE, 0xFF, 0x01, 0x00, 0x07], false), [-2.0, 1.0]);
        assert_eq!(I16.read_all(&[0xFE, 0xFF], true), [-257.0]);
        assert_eq!(U16.read_all(&[0xFE, 0xFF], false), [65534.0]);
        assert_eq!(I8.read_all(&[0x80, 0x7F], true), [-128.0, 127.0]);
        assert_eq!(U64.read_all(&u64::MAX.to_le_bytes(), false), [18446744073709551616.0]);
        assert_eq!(I64.read_all(&i64::MIN.to_be_bytes(), true), [-9223372036854775808.0]);
        assert_eq!(I32.read_all(&(-7_i32).to_be_bytes(), true), [-7.0]);
        assert_eq!(U32.read_all(&7_u32.to_le_bytes(), false), [7.0]);
        assert_eq!(F32.read_all(&0.1_f32.to_le_bytes(), false), [f64::from(0.1_f32)]);
        assert_eq!(F64.read_all(&0.1_f64.to_be_bytes(), true), [0.1]);
    }

    #[test]
    fn halves_are_those_of_the_standard() {
        // From the tables of IEEE 754: one, the smallest normal, the smallest, the largest, minus two.
        let halves =
            [(0x3C00, 1.0), (0x0400, 2_f64.powi(-14)), (0x0001, 2_f64.powi(-24)), (0x7BFF, 65504.0), (0xC000, -2.0)];
        for (bits, value) in halves {
            assert_eq!(super::half(bits), value);
        }
        assert!(super::half(0x7C01).is_nan() && super::half(0xFC00) == f64::NEG_INFINITY);
    }
}
