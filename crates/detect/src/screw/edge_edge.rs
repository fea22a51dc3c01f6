//! The first time at which an edge on a screw meets an edge at rest.
//!
//! **Question.** When does `a₁ + α·l_a`, turned and slid, first come within a distance of `b₁ + β·l_b`?
//!
//! **Idea.** The volume that both edges span (eq. 19) is a wave (eq. 20): with `Rot` the turning by `bτ` and `z` the axis,
//!
//! ```text
//! f(τ) = l_b·Rot(a₁×l_a) − (l_b×b₁)·Rot l_a + dτ·(l_b×z)·Rot l_a,
//! u·Rot v = u_z·v_z + cos bτ·(u_x·v_x + u_y·v_y) + sin bτ·(u_y·v_x − u_x·v_y).
//! ```
//!
//! Lines within a distance `δ` span at most `δ·|l_a|·|l_b|`. Where the wave is that small, the closest points of the two
//! segments (eq. 22, with α and β kept between 0 and 1) tell whether the edges are at one another.
//!
//! **Guarantee.** No root is missed: all of the time is covered by [`Walk::first`](super::walk::Walk). Parallel edges and edges
//! without length have a small wave all the time and are told apart by the direction between their closest points alone.
//!
//! **Cost.** A tenth of a microsecond without a root, one or two with one.
//!
//! **Source.** Kim & Rossignac 2003, eqs. 16–22; eq. 21 is not legible, the coefficients here are derived from eq. 19 as above. They
//! start Newton's method at three samples, which does not find every root; they leave parallel edges to the vertices and triangles,
//! which is right for touching, not for a separation.

use super::turn::Turn;
use super::walk::{Reach, Walk};
use super::wave::Wave;
use glam::{DVec3, dvec3};

/// The volume that a moving and a resting edge span, both given by an end and the way along.
fn volume([start_a, along_a]: [DVec3; 2], [start_b, along_b]: [DVec3; 2], turn: &Turn) -> Wave {
    let (moment_a, moment_b) = (start_a.cross(along_a), along_b.cross(start_b));
    // c₀, c₁ and c₂ of u·Rot v.
    let turned =
        |u: DVec3, v: DVec3| dvec3(u.z * v.z, u.truncate().dot(v.truncate()), v.truncate().perp_dot(u.truncate()));
    let at_rest = turned(along_b, moment_a) - turned(moment_b, along_a);
    let sliding = turn.slide * turned(dvec3(along_b.y, -along_b.x, 0.0), along_a);
    Wave { constant: at_rest.x, slope: 0.0, cosine: [at_rest.y, sliding.y], sine: [at_rest.z, sliding.z] }
}

/// The first part of `[0, until]` during which a moving edge is not proved farther from the edge at rest than it needs to be.
pub(super) fn first_time(
    moving: [DVec3; 2],
    resting: [DVec3; 2],
    turn: &Turn,
    reach: Reach,
    until: f64,
) -> Option<[f64; 2]> {
    let (along_a, along_b) = (moving[1] - moving[0], resting[1] - resting[0]);
    let wave = volume([moving[0], along_a], [resting[0], along_b], turn);
    let lengths = along_a.length() * along_b.length();
    // The coefficients are differences of products of places with lengths, rounded in units of those.
    let places = moving[0].length() + resting[0].length() + turn.slide.abs();
    let limit = (reach.needed * lengths + 16.0 * f64::EPSILON * places * lengths + wave.blur()) * (1.0 + 1e-12);
    Walk { turn, moving: &moving, resting: &resting, wave, limit, reach }.first([0.0, until])
}
