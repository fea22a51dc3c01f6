//! The first time at which an edge on a screw meets an edge at rest.
//!
//! **Question.** When does `a₁ + α·l_a`, rotated and translated by the screw, first come within a distance of `b₁
//! + β·l_b`?
//!
//! **Idea.** The volume spanned by both edges (eq. 19) is a wave (eq. 20). With `Rot` the rotation by `bτ` and `z`
//! the axis,
//!
//! ```text
//! f(τ) = l_b·Rot(a₁×l_a) − (l_b×b₁)·Rot l_a + dτ·(l_b×z)·Rot l_a,
//! u·Rot v = u_z·v_z + cos bτ·(u_x·v_x + u_y·v_y) + sin bτ·(u_y·v_x − u_x·v_y).
//! ```
//!
//! Lines within a distance `δ` span at most `δ·|l_a|·|l_b|`. Where the wave is that small, the closest points of
//! the two segments (eq. 22, with α and β clamped to [0, 1]) decide whether the edges are within the distance.
//!
//! **Guarantee.** No root is missed: [`FeatureWalk::first`](super::walk::FeatureWalk) covers the whole time.
//! Parallel edges and edges without length have a small wave at all times. Only a separating direction between
//! their closest points proves them apart.
//!
//! **Cost.** A tenth of a microsecond without a root, one or two with one.
//!
//! **Source.** Kim & Rossignac 2003, eqs. 16–22. Eq. 21 is not legible; the coefficients here are derived from eq.
//! 19 as above. The paper starts Newton's method at three samples, which does not find every root. It leaves
//! parallel edges to the vertices and triangles, which is correct for touching but not for a separation.

use super::turn::Turn;
use super::walk::{FeatureWalk, Reach};
use super::wave::Wave;
use glam::{DVec3, dvec3};

/// The volume spanned by a moving and a resting edge, each given by its start point and its direction vector.
fn volume([start_a, along_a]: [DVec3; 2], [start_b, along_b]: [DVec3; 2], turn: &Turn) -> Wave {
    let (moment_a, moment_b) = (start_a.cross(along_a), along_b.cross(start_b));
    // c₀, c₁ and c₂ of u·Rot v.
    let turned =
        |u: DVec3, v: DVec3| dvec3(u.z * v.z, u.truncate().dot(v.truncate()), v.truncate().perp_dot(u.truncate()));
    let at_rest = turned(along_b, moment_a) - turned(moment_b, along_a);
    let sliding = turn.slide * turned(dvec3(along_b.y, -along_b.x, 0.0), along_a);
    Wave { constant: at_rest.x, slope: 0.0, cosine: [at_rest.y, sliding.y], sine: [at_rest.z, sliding.z] }
}

/// The first part of `[0, until]` during which a moving edge is not proved farther from the resting edge than
/// `reach.needed`.
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
    // The coefficients are differences of products of coordinates and lengths, and are rounded in units of those
    // products.
    let coordinate_size = moving[0].length() + resting[0].length() + turn.slide.abs();
    let limit = (reach.needed * lengths + 16.0 * f64::EPSILON * coordinate_size * lengths + wave.rounding_bound())
        * (1.0 + 1e-12);
    FeatureWalk { turn, moving: &moving, resting: &resting, wave, limit, reach }.first([0.0, until])
}
