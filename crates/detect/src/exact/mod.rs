//! A vertex and a triangle, or two edges, whose points move on straight lines: do they touch, decided exactly.
//!
//! **Question.** Do the closed features touch at some *t* in [0, 1], and when first?
//!
//! **Idea.** Touching is a condition on signs of polynomials in time, the same for ordinary and degenerate features
//! ([`forms`](self)). One look at boxes and volume, then floating point with proved error bounds, settle nearly every query;
//! integers of any size settle the rest. A bracket that plain doubles leave too wide is shortened in pairs of doubles.
//!
//! **Guarantee.** The answer is that of exact arithmetic on the given doubles: no tolerance, no iteration limit, no missed and no
//! invented contact; borders, corners, coplanar, parallel, coincident, degenerate and resting features, contact only at
//! *t* = 0 or *t* = 1, double roots included. The first time lies in the bracket that is returned: its lower end is never
//! late, its upper end never early.
//!
//! **Cost.** Some thirty nanoseconds for most misses, a few hundred for an ordinary contact, some ten microseconds where only
//! integers can tell, fifty for parallel features whose conditions change at instants that differ by 10⁻¹⁷. No allocation
//! unless integers are needed.
//!
//! **Source.** The three conditions and their combination are ours. Wang, Ferguson, Schneider, Jiang, Attene, Panozzo, *A
//! Large Scale Benchmark and an Inclusion-Based Algorithm for Continuous Collision Detection* (2021) give the public queries
//! with exact truth; Brochu, Edwards, Bridson, *Efficient Geometrically Exact Continuous Collision Detection* (2012) decide
//! parity of crossings, which misses double roots: we ask at each root.
//!
//! ```
//! use glam::DVec3;
//! use tangency_detect::exact::{On, VertexFace};
//!
//! // A vertex falls onto a triangle and reaches it exactly at the end of the step.
//! let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
//! let start = [DVec3::new(0.25, 0.25, 1.0), triangle[0], triangle[1], triangle[2]];
//! let end = [DVec3::new(0.25, 0.25, 0.0), triangle[0], triangle[1], triangle[2]];
//! let touch = VertexFace::new(start, end)?.first_touch().expect("it lands");
//! assert_eq!((touch.time.lower(), touch.time.upper()), (1.0, 1.0));
//! assert_eq!((touch.normal, touch.on_b), (DVec3::NEG_Z, On::Face));
//!
//! // One unit in the last place short of it, it does not.
//! let short = [DVec3::new(0.25, 0.25, f64::MIN_POSITIVE), triangle[0], triangle[1], triangle[2]];
//! assert!(!VertexFace::new(start, short)?.touches());
//! # Ok::<(), tangency_detect::exact::NotFinite>(())
//! ```

mod decide;
mod double;
mod filter;
mod forms;
mod integer;
mod newton;
mod polynomial;
mod root;
mod touch;

pub use touch::{On, Touch};

use crate::tolerance::EXACT_WIDTH;
use dashu_int::IBig;
use decide::{Decision, shortened};
use double::{Double, doubled};
use filter::{Filter, Glance, Outcome};
use forms::{Forms, Mover};
use glam::DVec3;
use touch::Witnessed;

/// A coordinate that is not a finite number.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("point {point} has the coordinates {place} at t = {time}: they must be finite")]
pub struct NotFinite {
    /// Which of the four points.
    pub point: usize,
    /// Where it was said to be.
    pub place: DVec3,
    /// 0 or 1.
    pub time: u8,
}

/// A vertex (the first point) and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexFace {
    pub(crate) start: [DVec3; 4],
    pub(crate) end: [DVec3; 4],
}

/// Two edges: the first two points, the last two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeEdge {
    pub(crate) start: [DVec3; 4],
    pub(crate) end: [DVec3; 4],
}

macro_rules! features {
    ($name:ident, $count:literal, $corners:literal, $form:path) => {
        impl $name {
            /// The points at t = 0 and at t = 1; in between they move on straight lines.
            #[inline]
            pub fn new(start: [DVec3; 4], end: [DVec3; 4]) -> Result<Self, NotFinite> {
                finite(&start, &end)?;
                Ok(Self { start, end })
            }

            /// Proves that the features never touch, by one look at their boxes and their volume, from the points at t = 0 and at
            /// t = 1, which must be finite. True for most pairs that do not touch; false proves nothing. For loops over
            /// many candidates, in which copying the points would take longer than the look.
            #[inline]
            #[must_use]
            pub fn apart(start: [&DVec3; 4], end: [&DVec3; 4]) -> bool {
                Glance::new(&$form(&movers(start, end))).is_none()
            }

            /// Whether the closed features touch at some t in [0, 1]; exact.
            #[must_use]
            pub fn touches(&self) -> bool {
                // A wide bracket is enough.
                self.found(1.0).is_some()
            }

            /// The first contact, its time in a bracket shorter than 10⁻¹².
            #[must_use]
            pub fn first_touch(&self) -> Option<Touch> {
                self.first_touch_within(EXACT_WIDTH)
            }

            /// The first contact, its time in a bracket at most `width` long, or as short as doubles can be.
            #[must_use]
            pub fn first_touch_within(&self, width: f64) -> Option<Touch> {
                let width = if width.is_nan() { EXACT_WIDTH } else { width };
                self.found(width).map(|found| touch::describe(&self.start, &self.end, $corners, &found))
            }

            #[inline]
            fn found(&self, width: f64) -> Option<Witnessed> {
                first::<$count>(&movers(self.start.each_ref(), self.end.each_ref()), width, $form, $form, $form)
            }
        }
    };
}

features!(VertexFace, 3, 1, forms::vertex_face);
features!(EdgeEdge, 4, 2, forms::edge_edge);

/// Refuses coordinates that are not finite.
#[inline]
fn finite(start: &[DVec3; 4], end: &[DVec3; 4]) -> Result<(), NotFinite> {
    // Zero times a finite number is zero; times any other it is not a number.
    let sum = start.iter().chain(end).fold(DVec3::ZERO, |sum, &place| sum + 0.0 * place);
    if sum == DVec3::ZERO { Ok(()) } else { Err(not_finite(start, end)) }
}

#[cold]
fn not_finite(start: &[DVec3; 4], end: &[DVec3; 4]) -> NotFinite {
    let wrong = |(time, points): (u8, &[DVec3; 4])| {
        let point = points.iter().position(|point| !point.is_finite())?;
        Some(NotFinite { point, place: points[point], time })
    };
    [(0, start), (1, end)].into_iter().find_map(wrong).unwrap_or(NotFinite { point: 0, place: start[0], time: 0 })
}

#[inline]
fn movers(start: [&DVec3; 4], end: [&DVec3; 4]) -> [Mover<f64>; 4] {
    std::array::from_fn(|i| std::array::from_fn(|k| [start[i][k], end[i][k]]))
}

/// The first contact of forms given in f64 and, if need be, in pairs of them and in integers.
#[inline]
fn first<const N: usize>(
    points: &[Mover<f64>; 4],
    width: f64,
    plain: fn(&[Mover<f64>; 4]) -> Forms<f64, N>,
    paired: fn(&[Mover<Double>; 4]) -> Forms<Double, N>,
    whole: fn(&[Mover<IBig>; 4]) -> Forms<IBig, N>,
) -> Option<Witnessed> {
    let forms = plain(points);
    let glance = Glance::new(&forms)?;
    searched(points, width, Filter::new(forms, glance).as_ref(), paired, whole)
}

/// The first contact of a pair that neither an axis nor the volume keeps apart.
fn searched<const N: usize>(
    points: &[Mover<f64>; 4],
    width: f64,
    filter: Option<&Filter<N>>,
    paired: fn(&[Mover<Double>; 4]) -> Forms<Double, N>,
    whole: fn(&[Mover<IBig>; 4]) -> Forms<IBig, N>,
) -> Option<Witnessed> {
    if let Some(filter) = filter {
        match filter.first(width) {
            Outcome::Clear => return None,
            Outcome::Touch { mut time, before } => {
                let is_wide = |[low, high]: [f64; 2]| high - low > width;
                if is_wide(time) {
                    time = double::Volume::new(&paired(&doubled(points)), filter.size).shortened(time, before, width);
                }
                if is_wide(time) {
                    time = shortened(&whole(&integer::on_grid(points)).volume(), time, before, width);
                }
                return Some(Witnessed { time, before, vanishing: Some([false; 4]) });
            }
            Outcome::Unclear => {}
        }
    }
    let mut found = Decision::new(whole(&integer::on_grid(points)), filter).first()?;
    let time = found.time(width);
    let vanishing = found.vanishing.map(|some| std::array::from_fn(|i| i < N && some[i]));
    Some(Witnessed { time, before: found.before(), vanishing })
}
