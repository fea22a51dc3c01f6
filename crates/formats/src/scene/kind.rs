//! The kinds of shapes, motions and solids in a scene. One key of a table names the kind.
//!
//! Each list of kinds is an enum, written once together with its keys. Readers match it without a catch-all, so that
//! a new kind does not compile until it has a reader.

/// A kind that a key names.
pub(super) trait KindKey: Copy {
    /// Every kind, in the order in which messages list them.
    fn all() -> impl Iterator<Item = Self>;

    /// The key that names the kind.
    fn key(self) -> &'static str;
}

/// The keys of all kinds.
pub(super) fn keys<Kind: KindKey>() -> Vec<&'static str> {
    Kind::all().map(Kind::key).collect()
}

/// Defines an enum of kinds, each with its key.
macro_rules! kind_keys {
    ($(#[$about:meta])* $visible:vis enum $name:ident { $($kind:ident = $key:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible enum $name {
            $($kind,)*
        }

        impl $crate::scene::kind::KindKey for $name {
            fn all() -> impl Iterator<Item = Self> {
                [$(Self::$kind),*].into_iter()
            }

            fn key(self) -> &'static str {
                match self {
                    $(Self::$kind => $key,)*
                }
            }
        }
    };
}
pub(super) use kind_keys;
