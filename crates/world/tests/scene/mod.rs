//! Balls, floors and walls for the tests of this crate.
#![allow(dead_code, reason = "every test binary uses a part of it")]

use glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;
use tangency_detect::{Prepared, Query};
use tangency_geometry::Shape;
use tangency_geometry::surface::Brep;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, History, RunOptions, World, WorldBody};

pub(crate) const RADIUS: f64 = 0.1;
pub(crate) const MASS: f64 = 2.0;

pub(crate) fn prepared(shape: impl Into<Shape>) -> Arc<Prepared> {
    Arc::new(Prepared::new(shape.into()))
}

/// A ball at rest.
pub(crate) fn ball(position: DVec3) -> WorldBody {
    let inertia = Inertia::sphere(MASS, RADIUS).unwrap();
    // Rotated, so that contacts are not at the centres of its faces.
    let state =
        BodyState { orientation: DQuat::from_scaled_axis(DVec3::new(0.3, 0.2, 0.1)), ..BodyState::at(position) };
    WorldBody::free("ball", prepared(Brep::sphere(RADIUS).unwrap()), inertia, state)
}

/// The plane z = 0, large enough for all tests.
pub(crate) fn floor() -> WorldBody {
    let sheet = Brep::rectangle(DVec2::splat(20.0)).unwrap();
    WorldBody::fixed("floor", prepared(sheet), BodyState::default()).of(Material::new(1.0, 0.3).unwrap())
}

/// The gap at which contacts are held, in metres: four tolerances.
pub(crate) const SKIN: f64 = 4e-9;

/// Runs with a tolerance of a nanometre.
pub(crate) fn run(world: &World, until: f64) -> History {
    let query = Query { tolerance: 1e-9, ..Query::default() };
    world.run(&RunOptions { until, query, ..RunOptions::default() }).unwrap()
}
