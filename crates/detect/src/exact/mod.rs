//! Exact contact of a vertex with a triangle, or of two edges, whose points move on straight lines.
//!
//! **Question.** Do the closed features touch at some *t* in [0, 1], and when first?
//!
//! **Idea.** Touching is a condition on signs of polynomials in time, the same for ordinary and degenerate
//! features (`forms.rs`). A quick test of bounding boxes and volume, then floating point with proved error bounds,
//! decide nearly every query. Integers of any size decide the others. Double-double arithmetic shortens a bracket
//! that plain doubles leave too wide.
//!
//! **Guarantee.** The answer is that of exact arithmetic on the given doubles: no tolerance, no iteration limit,
//! no missed and no spurious contact. This includes boundaries, corners, coplanar, parallel, coincident,
//! degenerate and resting features, contact only at *t* = 0 or *t* = 1, and double roots. The returned bracket
//! contains the first time of contact: its lower end is never late, its upper end never early.
//!
//! **Cost.** Some thirty nanoseconds for most misses, a few hundred for an ordinary contact, some ten microseconds
//! where integers must decide, fifty for parallel features whose conditions change at instants that differ by
//! 10⁻¹⁷. No allocation unless integers are needed.
//!
//! **Source.** The three conditions and their combination are ours. Wang, Ferguson, Schneider, Jiang, Attene,
//! Panozzo, *A Large Scale Benchmark and an Inclusion-Based Algorithm for Continuous Collision Detection* (2021)
//! give the public queries with exact truth. Brochu, Edwards, Bridson, *Efficient Geometrically Exact Continuous
//! Collision Detection* (2012) decide the parity of crossings, which misses double roots; here every root is
//! tested.
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
//! // If it ends the smallest normal double above the triangle, it does not touch.
//! let short = [DVec3::new(0.25, 0.25, f64::MIN_POSITIVE), triangle[0], triangle[1], triangle[2]];
//! assert!(!VertexFace::new(start, short)?.touches());
//! # Ok::<(), tangency_detect::exact::NotFinite>(())
//! ```

mod decide;
mod filter;
mod forms;
mod integer;
mod newton;
mod polynomial;
mod precise_volume;
mod root;
mod touch;

pub use touch::{On, Touch};

use crate::tolerance::EXACT_WIDTH;
use dashu_int::IBig;
use decide::{Decision, shortened};
use filter::{Filter, FilterOutcome, QuickTest};
use forms::{Forms, MovingVector};
use glam::DVec3;
use precise_volume::{PreciseVolume, to_double_double};
use tangency_interval::double_double::DoubleDouble;
use touch::TouchInstant;

/// A coordinate that is not a finite number.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("point {point} has the coordinates {place} at t = {time}: they must be finite")]
pub struct NotFinite {
    /// The index of the point among the four.
    pub point: usize,
    /// Its coordinates.
    pub place: DVec3,
    /// The time: 0 or 1.
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
            /// The points at t = 0 and at t = 1. In between they move on straight lines.
            #[inline]
            pub fn new(start: [DVec3; 4], end: [DVec3; 4]) -> Result<Self, NotFinite> {
                finite(&start, &end)?;
                Ok(Self { start, end })
            }

            /// `true` proves that the features never touch. `false` proves nothing. A quick test of bounding boxes
            /// and volume; it separates most pairs that do not touch. Takes the points at t = 0 and at t = 1,
            /// which must be finite. For loops over many candidates, where copying the points would cost more than
            /// the test.
            #[inline]
            #[must_use]
            pub fn apart(start: [&DVec3; 4], end: [&DVec3; 4]) -> bool {
                QuickTest::new(&$form(&moving_vectors(start, end))).is_none()
            }

            /// Whether the closed features touch at some t in [0, 1]; exact.
            #[must_use]
            pub fn touches(&self) -> bool {
                // A wide bracket is enough.
                self.found(1.0).is_some()
            }

            /// The first contact, with its time in a bracket shorter than 10⁻¹².
            #[must_use]
            pub fn first_touch(&self) -> Option<Touch> {
                self.first_touch_within(EXACT_WIDTH)
            }

            /// The first contact, with its time in a bracket at most `width` wide, or as narrow as adjacent
            /// doubles.
            #[must_use]
            pub fn first_touch_within(&self, width: f64) -> Option<Touch> {
                let width = if width.is_nan() { EXACT_WIDTH } else { width };
                self.found(width).map(|found| touch::describe(&self.start, &self.end, $corners, &found))
            }

            #[inline]
            fn found(&self, width: f64) -> Option<TouchInstant> {
                first::<$count>(&moving_vectors(self.start.each_ref(), self.end.each_ref()), width, $form, $form, $form)
            }
        }
    };
}

features!(VertexFace, 3, 1, forms::vertex_face);
features!(EdgeEdge, 4, 2, forms::edge_edge);

/// Rejects coordinates that are not finite.
#[inline]
fn finite(start: &[DVec3; 4], end: &[DVec3; 4]) -> Result<(), NotFinite> {
    // Zero times a finite number is zero; zero times infinity or NaN is NaN.
    let sum = start.iter().chain(end).fold(DVec3::ZERO, |sum, &point| sum + 0.0 * point);
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
fn moving_vectors(start: [&DVec3; 4], end: [&DVec3; 4]) -> [MovingVector<f64>; 4] {
    std::array::from_fn(|i| std::array::from_fn(|k| [start[i][k], end[i][k]]))
}

/// The first contact. `plain`, `paired` and `whole` build the forms in f64, double-double and integer arithmetic.
#[inline]
fn first<const N: usize>(
    points: &[MovingVector<f64>; 4],
    width: f64,
    plain: fn(&[MovingVector<f64>; 4]) -> Forms<f64, N>,
    paired: fn(&[MovingVector<DoubleDouble>; 4]) -> Forms<DoubleDouble, N>,
    whole: fn(&[MovingVector<IBig>; 4]) -> Forms<IBig, N>,
) -> Option<TouchInstant> {
    let forms = plain(points);
    let quick = QuickTest::new(&forms)?;
    filter_then_decide(points, width, Filter::new(forms, quick).as_ref(), paired, whole)
}

/// The first contact of a pair that the quick test does not separate.
fn filter_then_decide<const N: usize>(
    points: &[MovingVector<f64>; 4],
    width: f64,
    filter: Option<&Filter<N>>,
    paired: fn(&[MovingVector<DoubleDouble>; 4]) -> Forms<DoubleDouble, N>,
    whole: fn(&[MovingVector<IBig>; 4]) -> Forms<IBig, N>,
) -> Option<TouchInstant> {
    if let Some(filter) = filter {
        match filter.first(width) {
            FilterOutcome::Clear => return None,
            FilterOutcome::Touch { mut time, before } => {
                let is_wide = |[low, high]: [f64; 2]| high - low > width;
                if is_wide(time) {
                    time = PreciseVolume::new(&paired(&to_double_double(points)), filter.size)
                        .shortened(time, before, width);
                }
                if is_wide(time) {
                    time = shortened(&whole(&integer::on_grid(points)).volume(), time, before, width);
                }
                return Some(TouchInstant { time, before, vanishing: Some([false; 4]) });
            }
            FilterOutcome::Unclear => {}
        }
    }
    let mut found = Decision::new(whole(&integer::on_grid(points)), filter).first()?;
    let time = found.time(width);
    let vanishing = found.vanishing.map(|some| std::array::from_fn(|i| i < N && some[i]));
    Some(TouchInstant { time, before: found.before(), vanishing })
}
