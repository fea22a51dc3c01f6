//! The parts of the method against independent, slow references.
