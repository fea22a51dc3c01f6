//! The data after the header of a PLY file: text, or binary of either byte order.

use super::header::{PlyEncoding, Scalar};
use crate::mesh::{
    error::{ErrorKind, MeshFileError, MeshFilePlace},
    text::{Words, number},
};

/// The unread numbers.
pub(super) enum PlyData<'a> {
    Text(Words<'a>),
    Binary { bytes: &'a [u8], at: usize, big_endian: bool },
}

impl<'a> PlyData<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize, line: usize, encoding: PlyEncoding) -> Self {
        match encoding {
            PlyEncoding::Text => Self::Text(Words::new(bytes, at, line)),
            PlyEncoding::LittleEndian => Self::Binary { bytes, at, big_endian: false },
            PlyEncoding::BigEndian => Self::Binary { bytes, at, big_endian: true },
        }
    }

    /// The line (of text) or byte (of binary data) of the next number.
    pub(super) fn position(&mut self) -> usize {
        match self {
            Self::Text(words) => {
                words.skip_blanks();
                words.line()
            }
            Self::Binary { at, .. } => *at,
        }
    }

    /// The position in the form that messages use.
    pub(super) fn place(&self, position: usize) -> MeshFilePlace {
        match self {
            Self::Text(_) => MeshFilePlace::Line(position),
            Self::Binary { .. } => MeshFilePlace::Byte(position),
        }
    }

    /// The next number. In binary data it may be NaN or infinite.
    pub(super) fn scalar(&mut self, scalar: Scalar) -> Result<f64, MeshFileError> {
        match self {
            Self::Text(words) => {
                let word = words.expect("a number")?;
                number(word, words.line())
            }
            Self::Binary { big_endian, .. } => {
                let big_endian = *big_endian;
                Ok(decode(scalar, self.take(scalar.size() as u64)?, big_endian))
            }
        }
    }

    /// Skips `count` numbers. Words of text are not parsed, because unused data may be anything.
    pub(super) fn skip(&mut self, scalar: Scalar, count: u64) -> Result<(), MeshFileError> {
        match self {
            Self::Text(words) => {
                for _ in 0..count {
                    words.expect("a number")?;
                }
                Ok(())
            }
            Self::Binary { .. } => self.skip_bytes(count.saturating_mul(scalar.size() as u64)),
        }
    }

    /// Skips bytes of binary data.
    pub(super) fn skip_bytes(&mut self, count: u64) -> Result<(), MeshFileError> {
        self.take(count).map(|_| ())
    }

    /// The next bytes of binary data; empty for text.
    fn take(&mut self, count: u64) -> Result<&'a [u8], MeshFileError> {
        let Self::Binary { bytes, at, .. } = self else { return Ok(&[]) };
        let rest = &bytes[*at..];
        match usize::try_from(count).ok().and_then(|count| rest.get(..count)) {
            Some(taken) => {
                *at += taken.len();
                Ok(taken)
            }
            None => Err(MeshFileError::new(
                ErrorKind::Truncated,
                MeshFilePlace::Byte(*at),
                format!("{} bytes before the end of the file", rest.len()),
                format!("at least {count} more for what the header announces"),
                "the file is incomplete, or its header is wrong: write or copy it again",
            )),
        }
    }

    /// An error if anything but white space follows: it could be geometry that the header does not announce.
    pub(super) fn expect_end(self) -> Result<(), MeshFileError> {
        let (place, rest) = match self {
            Self::Text(mut words) => match words.next() {
                Some(word) => (MeshFilePlace::Line(words.line()), words.remaining() + word.len()),
                None => return Ok(()),
            },
            Self::Binary { bytes, at, .. } => match bytes[at..].iter().all(|byte| matches!(byte, 0 | b'\n' | b'\r')) {
                true => return Ok(()),
                false => (MeshFilePlace::Byte(at), bytes.len() - at),
            },
        };
        Err(MeshFileError::new(
            ErrorKind::Trailing,
            place,
            format!("{rest} more bytes after the last element"),
            "the end of the file",
            "correct the counts in the header or remove the rest: it could hold geometry",
        ))
    }
}

fn decode(scalar: Scalar, bytes: &[u8], big_endian: bool) -> f64 {
    let mut little = [0_u8; 8];
    little[..bytes.len()].copy_from_slice(bytes);
    if big_endian {
        little[..bytes.len()].reverse();
    }
    let [a, b, c, d, ..] = little;
    match scalar {
        Scalar::I8 => f64::from(a as i8),
        Scalar::U8 => f64::from(a),
        Scalar::I16 => f64::from(i16::from_le_bytes([a, b])),
        Scalar::U16 => f64::from(u16::from_le_bytes([a, b])),
        Scalar::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
        Scalar::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
        Scalar::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
        Scalar::F64 => f64::from_le_bytes(little),
    }
}
