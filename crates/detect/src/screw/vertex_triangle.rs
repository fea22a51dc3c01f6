//! The first time at which a vertex on a screw meets a triangle at rest.
//!
//! **Question.** When does `q(τ)` first come within a distance of the triangle?
//!
//! **Idea.** The height of the vertex over the plane is a wave (eq. 9). Between two extrema (eq. 12) the wave is
//! monotone, so the height is small enough during a single window. Newton's method with brackets finds the ends of
//! the window. The windows are tested in order of time: is the vertex near the triangle?
//!
//! **Guarantee.** Outside the windows the height exceeds the distance, including rounding. Inside them,
//! [`FeatureWalk::first`](super::walk::FeatureWalk) misses nothing. Triangles without area have no plane: one
//! window covers the whole time.
//!
//! **Cost.** A tenth of a microsecond without a root, a microsecond with one.
//!
//! **Source.** Kim & Rossignac 2003, eqs. 8–15. Eq. 11 as printed has `c₂ = pq₀·n + (pq₀·s)(s·n)`. It must be a
//! difference, and with `p` on the axis at the height of the origin `c₃ = (s × pq₀)·n`. Instead of counting
//! extrema (eqs. 13 and 15), we list all candidates within half a turn.

use super::turn::Turn;
use super::walk::{FeatureWalk, Reach};
use super::wave::{Wave, WaveValue};
use crate::tolerance::TIME_RESOLUTION;
use glam::DVec3;

/// The height of a moving vertex over the plane through `corner` with this normal.
fn height(vertex: DVec3, normal: DVec3, corner: DVec3, turn: &Turn) -> Wave {
    let (across, along) = (normal.truncate(), vertex.truncate());
    Wave {
        constant: normal.z * (vertex.z - corner.z) - across.dot(corner.truncate()),
        slope: normal.z * turn.slide,
        cosine: [across.dot(along), 0.0],
        sine: [along.perp_dot(across), 0.0],
    }
}

/// The first part of `[0, until]` during which a moving vertex is not proved farther from the triangle than
/// `reach.needed`.
pub(super) fn first_time(
    vertex: DVec3,
    triangle: [DVec3; 3],
    turn: &Turn,
    reach: Reach,
    until: f64,
) -> Option<[f64; 2]> {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let wave = height(vertex, normal, a, turn);
    // The normal of a sliver is rounded. Bound the distance of its corners from the computed plane.
    let off_plane = normal.dot(b - a).abs().max(normal.dot(c - a).abs());
    let limit = (reach.needed + off_plane + wave.rounding_bound()) * (1.0 + 1e-12);
    let (extrema, count) = wave.extrema(turn.angle);
    let walk = FeatureWalk { turn, moving: &[vertex], resting: &triangle, wave, limit, reach };
    let mut from = 0.0;
    for end in extrema[..count].iter().copied().filter(|&end| end < until).chain([until]) {
        if let Some(window) = low_between(&wave, turn, [from, end], limit)
            && let Some(found) = walk.first(window)
        {
            return Some(found);
        }
        from = end;
    }
    None
}

/// Encloses the part of a monotone piece in which the absolute value of the wave is at most the limit.
fn low_between(wave: &Wave, turn: &Turn, [start, end]: [f64; 2], limit: f64) -> Option<[f64; 2]> {
    let [first, last] = [start, end].map(|share| wave.at(turn, share).value);
    if first.abs() > limit && last.abs() > limit && (first > 0.0) == (last > 0.0) {
        return None;
    }
    let enter = if first.abs() > limit { crossing(wave, turn, [start, end], limit * first.signum()) } else { start };
    let leave = if last.abs() > limit { crossing(wave, turn, [end, start], limit * last.signum()) } else { end };
    Some([enter.min(leave), leave.max(enter)])
}

/// An instant close to the crossing of `level` by a monotone wave, on the side of `outside`, where the wave is
/// beyond the level.
fn crossing(wave: &Wave, turn: &Turn, [outside, inside]: [f64; 2], level: f64) -> f64 {
    let (mut outside, mut inside) = (outside, inside);
    let mut guess = 0.5 * (outside + inside);
    // Bisect at every fourth step, so that a bad slope cannot stall the iteration.
    for step in 0..100 {
        if (inside - outside).abs() <= TIME_RESOLUTION || guess == outside || guess == inside {
            break;
        }
        let WaveValue { value, slope } = wave.at(turn, guess);
        // Beyond the level, as at `outside`: farther from zero.
        let beyond = value.abs() > level.abs() && (value > 0.0) == (level > 0.0);
        if beyond {
            outside = guess
        } else {
            inside = guess
        }
        // Nudge the Newton step to alternating sides, so that both ends close in.
        let newton = guess + (level - value) / slope;
        let nudge = 0.25 * TIME_RESOLUTION * (outside - inside).signum();
        let between = |share: f64| (share - outside) * (share - inside) < 0.0;
        let newton = if step % 2 == 0 { newton + nudge } else { newton - nudge };
        guess = if step % 4 != 3 && between(newton) { newton } else { 0.5 * (outside + inside) };
    }
    outside
}
