//! Rigid motion by Chebyshev series: four for the quaternion and three for the translation. Solvers of
//! differential equations deliver a body's flight in this form.
//!
//! *Question.* Where is `T(t) + R(q(t)/|q(t)|)·p` during a time interval?
//! *Idea.* The ranges of the seven series enclose rotation and translation. The series of the derivatives give
//! the angular velocity `ω = 2·(w·v̇ − ẇ·v + v×v̇)/|q|²` with `q = (v, w)`, and with it the velocity
//! `Ṫ + ω×(R·p)` of every point. The values at the two ends and the slopes between them tighten the enclosure
//! ([`super::spinning`]).
//! *Guarantee.* Holds the position at every instant. The excess is of second order in the length of the
//! interval. The length of the quaternion does not matter if it is proved not to vanish; the constructor proves
//! this.
//! *Cost.* 28 ranges of series per interval, and about 80 interval operations per point.
//! *Source.* J. M. Snyder et al., "Interval methods for multi-point collisions between time-dependent curved
//! surfaces", SIGGRAPH 1993, Appendix B. The paper stops at the ranges of the series; the tightening is new
//! here.

use super::{Enclosure, Kinematics, Kinks, MotionError, Placement, Rates, RigidKinematics, SpinningEnclosure};
use crate::Pose;
use crate::tolerance::{QUATERNION_HALVINGS, ROUNDING_UNITS, TRAVEL_PIECES};
use glam::{DQuat, DVec3, DVec4};
use std::sync::Arc;
use tangency_interval::{Chebyshev, Interval, Matrix, Vector, Vector3};

/// Quaternion and translation as series over one time domain. The body rests before and after the domain. Cheap
/// to clone.
///
/// ```
/// use glam::DVec3;
/// use tangency_geometry::{ChebyshevMotion, Motion};
/// use tangency_interval::Chebyshev;
///
/// // Over two seconds: from x = 1 to x = 5 while turning about z; the quaternion need not be of unit length.
/// let series = |coefficients: &[f64]| Chebyshev::new(0.0, 2.0, coefficients);
/// let zero = || series(&[0.0]);
/// let rotation = [zero()?, zero()?, series(&[0.5, 0.5])?, series(&[1.0])?];
/// let motion = Motion::Chebyshev(ChebyshevMotion::new(rotation, [series(&[3.0, 2.0])?, zero()?, zero()?])?);
/// // At the end the quaternion is (0, 0, 1, 1): a quarter turn.
/// assert!(motion.at(2.0).point(0, DVec3::X).distance(DVec3::new(5.0, 1.0, 0.0)) < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChebyshevMotion {
    series: Arc<MotionSeries>,
}

#[derive(Debug)]
struct MotionSeries {
    /// In the order x, y, z, w.
    rotation: [Chebyshev; 4],
    rotation_rate: [Chebyshev; 4],
    rotation_change: [Chebyshev; 4],
    translation: [Chebyshev; 3],
    velocity: [Chebyshev; 3],
    acceleration: [Chebyshev; 3],
    domain: Interval,
    /// Proved lower bound on the length of the quaternion.
    shortest: f64,
}

impl PartialEq for ChebyshevMotion {
    fn eq(&self, other: &Self) -> bool {
        let same =
            |a: &[Chebyshev], b: &[Chebyshev]| a.iter().zip(b).all(|(a, b)| a.coefficients() == b.coefficients());
        self.series.domain == other.series.domain
            && same(&self.series.rotation, &other.series.rotation)
            && same(&self.series.translation, &other.series.translation)
    }
}

impl ChebyshevMotion {
    /// The motion of a quaternion (x, y, z, w) and a translation, all over the same domain. Fails if the
    /// quaternion is not proved to stay away from zero.
    pub fn new(rotation: [Chebyshev; 4], translation: [Chebyshev; 3]) -> Result<Self, MotionError> {
        let (start, end) = (rotation[0].start(), rotation[0].end());
        if let Some(other) = rotation.iter().chain(&translation).find(|one| (one.start(), one.end()) != (start, end)) {
            return Err(MotionError::Frames(format!(
                "all series of a motion need the same domain, but there are [{start}, {end}] and [{}, {}]",
                other.start(),
                other.end()
            )));
        }
        let domain = Interval::between(start, end);
        let shortest = shortest_quaternion(&rotation, domain, QUATERNION_HALVINGS)?;
        let rotation_rate = rotation.each_ref().map(Chebyshev::derivative);
        let velocity = translation.each_ref().map(Chebyshev::derivative);
        let series = MotionSeries {
            rotation_change: rotation_rate.each_ref().map(Chebyshev::derivative),
            rotation_rate,
            acceleration: velocity.each_ref().map(Chebyshev::derivative),
            velocity,
            rotation,
            translation,
            domain,
            shortest,
        };
        Ok(Self { series: Arc::new(series) })
    }

    /// The time interval covered by the series.
    #[must_use]
    pub fn domain(&self) -> Interval {
        self.series.domain
    }

    /// The series of the quaternion, in the order x, y, z, w.
    #[must_use]
    pub fn rotation(&self) -> &[Chebyshev; 4] {
        &self.series.rotation
    }

    /// The series of the translation, in metres.
    #[must_use]
    pub fn translation(&self) -> &[Chebyshev; 3] {
        &self.series.translation
    }
}

/// The ranges of the series over a part of their domain. Returns all reals if the interval is outside the
/// domain, which callers exclude.
fn ranges<const N: usize>(series: [&Chebyshev; N], span: Interval) -> [Interval; N] {
    Chebyshev::ranges(series, span).unwrap_or([Interval::ENTIRE; N])
}

/// Proves a positive lower bound on the length of the quaternion. Bisects the interval where necessary.
fn shortest_quaternion(rotation: &[Chebyshev; 4], span: Interval, halvings: u32) -> Result<f64, MotionError> {
    let shortest = Vector(ranges(rotation.each_ref(), span)).length().lower();
    if shortest > 0.0 {
        return Ok(shortest);
    }
    let middle = span.mid();
    if halvings == 0 || !(span.lower() < middle && middle < span.upper()) {
        return Err(MotionError::Quaternion { from: span.lower(), to: span.upper() });
    }
    let first = shortest_quaternion(rotation, Interval::between(span.lower(), middle), halvings - 1)?;
    Ok(first.min(shortest_quaternion(rotation, Interval::between(middle, span.upper()), halvings - 1)?))
}

/// The series and their first derivatives during an interval, and the resulting angular velocity.
struct SeriesState {
    quaternion: Vector<4>,
    rate: Vector<4>,
    spin: Vector3,
    translation: Vector3,
    velocity: Vector3,
}

impl MotionSeries {
    fn clamped(&self, time: f64) -> f64 {
        time.clamp(self.domain.lower(), self.domain.upper())
    }

    fn frame(&self, span: Interval) -> (Matrix<3, 3>, Vector3) {
        let ([a, b, c, d], [x, y, z]) = (&self.rotation, &self.translation);
        let [a, b, c, d, x, y, z] = ranges([a, b, c, d, x, y, z], span);
        (Matrix::rotation([a, b, c, d]), Vector([x, y, z]))
    }

    /// Pose and velocities during a part of the domain.
    fn state(&self, span: Interval) -> SeriesState {
        let ([a, b, c, d], [x, y, z]) = (&self.rotation, &self.translation);
        let ([da, db, dc, dd], [dx, dy, dz]) = (&self.rotation_rate, &self.velocity);
        let [a, b, c, d, x, y, z, da, db, dc, dd, dx, dy, dz] =
            ranges([a, b, c, d, x, y, z, da, db, dc, dd, dx, dy, dz], span);
        let (quaternion, rate) = (Vector([a, b, c, d]), Vector([da, db, dc, dd]));
        let spin = spin_numerator(quaternion, rate) * (Interval::from(2.0) / self.length_sq(quaternion));
        SeriesState { quaternion, rate, spin, translation: Vector([x, y, z]), velocity: Vector([dx, dy, dz]) }
    }

    /// The squared length of the quaternion, using the proved lower bound.
    fn length_sq(&self, quaternion: Vector<4>) -> Interval {
        quaternion.length_sq().intersection(Interval::between(self.shortest, f64::INFINITY).sqr())
    }
}

/// `v̇·w − v·ẇ + v×v̇` of a quaternion and its derivative.
fn spin_numerator(quaternion: Vector<4>, rate: Vector<4>) -> Vector3 {
    let ([x, y, z, w], [dx, dy, dz, dw]) = (quaternion.0, rate.0);
    let (v, dv) = (Vector([x, y, z]), Vector([dx, dy, dz]));
    dv * w - v * dw + v.cross(dv)
}

impl Kinematics for ChebyshevMotion {
    fn at(&self, time: f64) -> Placement {
        let time = self.series.clamped(time);
        let value = |one: &Chebyshev| one.value(time).unwrap_or(f64::NAN);
        let quaternion = DVec4::from_array(self.series.rotation.each_ref().map(value)).normalize();
        let translation = DVec3::from_array(self.series.translation.each_ref().map(value));
        Placement::Pose(Pose::computed(DQuat::from_vec4(quaternion), translation))
    }

    fn during(&self, span: Interval) -> Enclosure {
        let series = &self.series;
        let ends = [span.lower(), span.upper()].map(|time| series.clamped(time));
        let moving = Interval::between(ends[0], ends[1]);
        let SeriesState { quaternion, spin, translation, velocity, .. } = series.state(moving);
        Enclosure::Spinning(Box::new(SpinningEnclosure {
            rotation: Matrix::rotation(quaternion.0),
            translation,
            ends: ends.map(|time| series.frame(Interval::from(time))),
            length: Interval::from(ends[1]) - Interval::from(ends[0]),
            spin,
            velocity,
            rests: !span.subset(series.domain),
        }))
    }

    /// Splits the interval, because the ranges of the derivatives are wide over long intervals.
    fn travel(&self, span: Interval, reach: f64) -> f64 {
        let [start, end] = [span.lower(), span.upper()].map(|time| self.series.clamped(time));
        let cut = |piece: u32| {
            let share = f64::from(piece) / f64::from(TRAVEL_PIECES);
            if piece == TRAVEL_PIECES { end } else { (start + (end - start) * share).clamp(start, end) }
        };
        let path_length = |piece: u32| {
            let (from, to) = (cut(piece), cut(piece + 1));
            let SeriesState { spin, velocity, .. } = self.series.state(Interval::between(from, to));
            let speed = velocity.length() + spin.length() * Interval::from(reach);
            speed * (Interval::from(to) - Interval::from(from))
        };
        (0..TRAVEL_PIECES).fold(Interval::ZERO, |sum, piece| sum + path_length(piece)).upper().max(0.0)
    }

    /// Clenshaw's recurrence amplifies the rounding of coefficient k by at most (1 + k)³ at the ends of the
    /// domain.
    fn rounding(&self, _time: f64, _index: usize, local: DVec3) -> f64 {
        let amplified = |one: &Chebyshev| -> f64 {
            let of = |(k, coefficient): (usize, &Interval)| (1.0 + k as f64).powi(3) * coefficient.magnitude();
            one.coefficients().iter().enumerate().map(of).sum()
        };
        let quaternion: f64 = self.series.rotation.iter().map(amplified).sum();
        let translation: f64 = self.series.translation.iter().map(amplified).sum();
        ROUNDING_UNITS * f64::EPSILON * (translation + local.length() * (1.0 + quaternion / self.series.shortest))
    }

    /// Straight if the quaternion is constant and the translation linear. The ends of the domain are then the
    /// only kinks.
    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        let ends_by = |one: &Chebyshev, degree: usize| {
            one.coefficients().iter().skip(degree + 1).all(|&coefficient| coefficient == Interval::ZERO)
        };
        let straight = self.series.rotation.iter().all(|one| ends_by(one, 0))
            && self.series.translation.iter().all(|one| ends_by(one, 1));
        let inside = [self.series.domain.lower(), self.series.domain.upper()]
            .into_iter()
            .filter(|&time| span.lower() < time && time < span.upper());
        straight.then(|| std::iter::once(span.lower()).chain(inside).chain([span.upper()]).collect())
    }
}

impl RigidKinematics for ChebyshevMotion {
    /// With `q = (v, w)`, the spin is `2·(v̇·w − v·ẇ + v×v̇)/|q|²`. The derivative of the bracket has the same
    /// form with second derivatives. The derivative of the quotient subtracts `spin·2(q·q̇)/|q|²`.
    fn rates(&self, span: Interval) -> Rates {
        let (series, domain) = (&self.series, self.series.domain);
        if span.lower() >= domain.upper() || span.upper() <= domain.lower() {
            return Rates::default();
        }
        let moving = Interval::between(series.clamped(span.lower()), series.clamped(span.upper()));
        let SeriesState { quaternion, rate, spin, velocity, .. } = series.state(moving);
        let change = Vector(ranges(series.rotation_change.each_ref(), moving));
        let length_sq = series.length_sq(quaternion);
        let spin_change = (spin_numerator(quaternion, change) * 2.0 - spin * (quaternion.dot(rate) * 2.0))
            .0
            .map(|coordinate| coordinate / length_sq);
        Rates {
            speed: velocity.length().upper(),
            spin: spin.length().upper(),
            acceleration: Vector(ranges(series.acceleration.each_ref(), moving)).length().upper(),
            spin_change: Vector(spin_change).length().upper(),
        }
    }

    /// At the ends of its domain the motion stops abruptly.
    fn kinks(&self) -> Kinks<'_> {
        Kinks::Owned(vec![self.domain().lower(), self.domain().upper()])
    }
}
