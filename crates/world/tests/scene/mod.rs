//! Balls, floors and walls for the tests of this crate.
#![allow(dead_code, reason = "every test binary uses a part of it")]

use glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;
use tangency_detect::{Prepared, Query};
use tangency_geometry::Shape;
use tangency_geometry::surface::Brep;
use tangency_respond::{Inertia, Material};
use tangency_world::{Body, History, Options, State, World};

pub(crate) const RADIUS: f64 = 0.1;
pub(crate) const MASS: f64 = 2.0;

pub(crate) fn prepared(shape: impl Into<Shape>) -> Arc<Prepared> {
    Arc::new(Prepared::new(shape.into()))
}

/// A ball at rest.
pub(crate) fn ball(position: DVec3) -> Body {
    let inertia = Inertia::sphere(MASS, RADIUS).unwrap();
    // Turned, so that nothing happens in the middle of its faces.
    let state = State { orientation: DQuat::from_scaled_axis(DVec3::new(0.3, 0.2, 0.1)), ..State::at(position) };
    Body::free("ball", prepared(Brep::sphere(RADIUS).unwrap()), inertia, state)
}

/// The plane z = 0, as far as anything gets.
pub(crate) fn floor() -> Body {
    let sheet = Brep::rectangle(DVec2::splat(20.0)).unwrap();
    Body::fixed("floor", prepared(sheet), State::default()).of(Material::new(1.0, 0.3).unwrap())
}

/// The gap at which contacts are held: four tolerances.
pub(crate) const SKIN: f64 = 4e-9;

/// Runs with a tolerance of a nanometre.
pub(crate) fn run(world: &World, until: f64) -> History {
    let query = Query { tolerance: 1e-9, ..Query::default() };
    world.run(&Options { until, query, ..Options::default() }).unwrap()
}
