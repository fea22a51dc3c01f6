//! Values as bytes, and back: every number by its bits, every list with its length before it.
//!
//! A type names its fields once, in [`stored!`], next to its definition. A field that is left out does not compile.

use super::RestartError;
use crate::instant::PreparedBodies;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// A value that a checkpoint holds.
pub(crate) trait Stored: Sized {
    fn write(&self, to: &mut StateWriter);
    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError>;
}

/// The bytes of a state, as they are written.
#[derive(Default)]
pub(crate) struct StateWriter {
    pub(crate) bytes: Vec<u8>,
    /// What no checkpoint can hold, if there is such a thing in the state.
    pub(crate) fault: Option<&'static str>,
}

/// The bytes of a state that are still to be read, and the bodies of the world to which it belongs.
pub(crate) struct StateReader<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) bodies: &'a PreparedBodies<'a>,
}

impl<'a> StateReader<'a> {
    /// The next bytes.
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], RestartError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(|| content("it ends too early"))?;
        self.rest = rest;
        Ok(taken)
    }

    /// A length. Every element has a byte at least, so that no length exceeds what is left.
    pub(crate) fn length(&mut self) -> Result<usize, RestartError> {
        let length = usize::read(self)?;
        if length > self.rest.len() {
            return Err(content("a list is longer than what is left"));
        }
        Ok(length)
    }
}

/// The error of a state that contradicts itself.
pub(crate) fn content(what: &'static str) -> RestartError {
    RestartError::Content { what }
}

/// Writes and reads a structure field by field.
macro_rules! stored {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl $crate::checkpoint::Stored for $type {
            fn write(&self, to: &mut $crate::checkpoint::StateWriter) {
                let Self { $($field),* } = self;
                $($crate::checkpoint::Stored::write($field, to);)*
            }

            fn read(
                from: &mut $crate::checkpoint::StateReader<'_>,
            ) -> Result<Self, $crate::checkpoint::RestartError> {
                $(let $field = $crate::checkpoint::Stored::read(from)?;)*
                Ok(Self { $($field),* })
            }
        }
    };
}
pub(crate) use stored;

/// Writes and reads an enumeration without data as one byte.
macro_rules! stored_name {
    ($type:ty { $($name:ident = $tag:literal),* $(,)? }) => {
        impl $crate::checkpoint::Stored for $type {
            fn write(&self, to: &mut $crate::checkpoint::StateWriter) {
                let tag: u8 = match self { $(Self::$name => $tag),* };
                tag.write(to);
            }

            fn read(
                from: &mut $crate::checkpoint::StateReader<'_>,
            ) -> Result<Self, $crate::checkpoint::RestartError> {
                match <u8 as $crate::checkpoint::Stored>::read(from)? {
                    $($tag => Ok(Self::$name),)*
                    _ => Err($crate::checkpoint::content(concat!("unknown ", stringify!($type)))),
                }
            }
        }
    };
}
pub(crate) use stored_name;

/// Writes and reads a number as its bytes, the lowest first.
macro_rules! stored_number {
    ($($type:ty),*) => {$(
        impl Stored for $type {
            fn write(&self, to: &mut StateWriter) {
                to.bytes.extend(self.to_le_bytes());
            }

            fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
                let bytes = from.take(size_of::<$type>())?;
                bytes.try_into().map(<$type>::from_le_bytes).map_err(|_| content("it ends too early"))
            }
        }
    )*};
}
stored_number!(u8, u32, u64);

impl Stored for usize {
    fn write(&self, to: &mut StateWriter) {
        (*self as u64).write(to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        Self::try_from(u64::read(from)?).map_err(|_| content("a count is too large"))
    }
}

impl Stored for bool {
    fn write(&self, to: &mut StateWriter) {
        u8::from(*self).write(to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        match u8::read(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(content("a truth value is neither true nor false")),
        }
    }
}

/// A number; it may be infinite.
impl Stored for f64 {
    fn write(&self, to: &mut StateWriter) {
        if self.is_nan() {
            to.fault = Some("a value that is not a number");
        }
        self.to_bits().write(to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let value = Self::from_bits(u64::read(from)?);
        if value.is_nan() { Err(content("a value is not a number")) } else { Ok(value) }
    }
}

impl Stored for String {
    fn write(&self, to: &mut StateWriter) {
        self.len().write(to);
        to.bytes.extend(self.as_bytes());
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let length = from.length()?;
        Self::from_utf8(from.take(length)?.to_vec()).map_err(|_| content("a text is not UTF-8"))
    }
}

impl<T: Stored> Stored for Option<T> {
    fn write(&self, to: &mut StateWriter) {
        self.is_some().write(to);
        if let Some(value) = self {
            value.write(to);
        }
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        if bool::read(from)? { T::read(from).map(Some) } else { Ok(None) }
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn write(&self, to: &mut StateWriter) {
        self.len().write(to);
        self.iter().for_each(|one| one.write(to));
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let length = from.length()?;
        // Room grows with what has been read, not with what the length promises.
        (0..length).map(|_| T::read(from)).collect()
    }
}

impl<T: Stored, const N: usize> Stored for [T; N] {
    fn write(&self, to: &mut StateWriter) {
        self.iter().for_each(|one| one.write(to));
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let all: Vec<T> = (0..N).map(|_| T::read(from)).collect::<Result<_, _>>()?;
        all.try_into().map_err(|_| content("it ends too early"))
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn write(&self, to: &mut StateWriter) {
        self.0.write(to);
        self.1.write(to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

impl<A: Stored, B: Stored, C: Stored> Stored for (A, B, C) {
    fn write(&self, to: &mut StateWriter) {
        self.0.write(to);
        self.1.write(to);
        self.2.write(to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        Ok((A::read(from)?, B::read(from)?, C::read(from)?))
    }
}

impl<T: Stored> Stored for Box<T> {
    fn write(&self, to: &mut StateWriter) {
        T::write(self, to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        T::read(from).map(Self::new)
    }
}

impl<T: Stored> Stored for Arc<T> {
    fn write(&self, to: &mut StateWriter) {
        T::write(self, to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        T::read(from).map(Self::new)
    }
}

impl<K: Stored + Ord, V: Stored> Stored for BTreeMap<K, V> {
    fn write(&self, to: &mut StateWriter) {
        self.len().write(to);
        for (key, value) in self {
            key.write(to);
            value.write(to);
        }
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        Vec::read(from).map(|all: Vec<(K, V)>| all.into_iter().collect())
    }
}

impl<T: Stored + Ord> Stored for BTreeSet<T> {
    fn write(&self, to: &mut StateWriter) {
        self.len().write(to);
        self.iter().for_each(|one| one.write(to));
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        Vec::read(from).map(|all: Vec<T>| all.into_iter().collect())
    }
}

/// In the order of the elements, so that equal sets have equal bytes.
impl Stored for HashSet<[usize; 2]> {
    fn write(&self, to: &mut StateWriter) {
        self.iter().copied().collect::<BTreeSet<[usize; 2]>>().write(to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        Vec::read(from).map(|all: Vec<[usize; 2]>| all.into_iter().collect())
    }
}
