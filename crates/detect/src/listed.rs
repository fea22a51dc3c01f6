//! Enums that know their variants.

/// Defines an enum together with `all`, the list of its variants in the order of their definition. Both come from one
/// text, so that no variant can be missing from the list.
macro_rules! listed {
    ($(#[$about:meta])* $visible:vis enum $name:ident { $($(#[$meaning:meta])* $variant:ident,)* }) => {
        $(#[$about])*
        $visible enum $name {
            $($(#[$meaning])* $variant,)*
        }

        impl $name {
            /// Every variant, in the order of their definition.
            #[allow(dead_code, reason = "some of the lists serve tests alone")]
            $visible fn all() -> impl Iterator<Item = Self> + Clone {
                [$(Self::$variant),*].into_iter()
            }
        }
    };
}
pub(crate) use listed;
