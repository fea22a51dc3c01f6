//! Enums with a name for each variant: the kinds of shapes and motions in a scene file, and the formats of meshes.
//!
//! The macro `kind_keys!` writes the enum, the list of its variants and their names from one text. Readers match the
//! enum without a catch-all, so that a new variant does not compile until it has a reader.

/// A kind that a key names.
pub(crate) trait KindKey: Copy {
    /// Every kind, in the order in which messages list them.
    fn all() -> impl Iterator<Item = Self>;

    /// The key that names the kind.
    fn key(self) -> &'static str;
}

/// The keys of all kinds.
pub(crate) fn keys<Kind: KindKey>() -> Vec<&'static str> {
    Kind::all().map(Kind::key).collect()
}

/// Defines an enum of kinds, each with its key.
macro_rules! kind_keys {
    ($(#[$about:meta])* $visible:vis enum $name:ident { $($(#[$meaning:meta])* $kind:ident = $key:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visible enum $name {
            $($(#[$meaning])* $kind,)*
        }

        impl $crate::kind::KindKey for $name {
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
pub(crate) use kind_keys;
