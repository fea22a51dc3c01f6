//! The decision in exact integer arithmetic, for queries that floating point leaves open.
//!
//! **Question.** What is the first instant at which all conditions of `forms.rs` hold, exactly?
//!
//! **Idea.** If the volume is not identically zero, its roots (at most three) are the only candidates. If it is
//! identically zero, the four points stay coplanar. The touching instants then begin at 0 or at a root of one of
//! the other polynomials. At each candidate, the signs of planes and axes are evaluated by the floating-point
//! filter on the bracket of the candidate. Exact arithmetic evaluates the signs of which the filter is not
//! certain.
//!
//! **Guarantee.** Exact; no tolerance, no limit.
//!
//! **Cost.** A few microseconds for a candidate that floating point decides, ten to twenty where signs are exactly
//! zero.

use super::filter::{Filter, SpanStatus};
use super::forms::{Forms, groups};
use super::polynomial::Polynomial;
use super::root::{Root, roots};
use crate::tolerance::FILTER_DEPTH;
use dashu_int::IBig;
use std::cell::OnceCell;
use std::cmp::Ordering;

/// The first contact of a pair of features.
#[derive(Clone, Debug)]
pub(crate) struct ExactContact<const N: usize> {
    root: Root,
    /// The vectors of `planes` that vanish: the barycentric or edge parameters that are exactly 0. `None` if all
    /// vanish.
    pub(crate) vanishing: Option<[bool; N]>,
    volume: Polynomial,
}

impl<const N: usize> ExactContact<N> {
    /// A bracket of the time, at most `width` wide, or as narrow as adjacent doubles.
    pub(crate) fn time(&mut self, width: f64) -> [f64; 2] {
        let level = (-width.max(f64::MIN_POSITIVE).log2()).ceil().max(0.0) as usize;
        self.root.refine(level);
        self.root.bracket()
    }

    /// The sign of the volume shortly before the contact; 0 if the contact is at the start or the volume vanishes
    /// there.
    pub(crate) fn before(&self) -> f64 {
        match self.root.sign_before(&self.volume) {
            Ordering::Less => -1.0,
            Ordering::Equal => 0.0,
            Ordering::Greater => 1.0,
        }
    }
}

/// The polynomials of a pair over the integers, computed on demand, and the filter that determines most of their
/// signs.
pub(crate) struct Decision<'filter, const N: usize> {
    forms: Forms<IBig, N>,
    planes: [[OnceCell<Polynomial>; 3]; N],
    filter: Option<&'filter Filter<N>>,
}

impl<'filter, const N: usize> Decision<'filter, N> {
    pub(crate) fn new(forms: Forms<IBig, N>, filter: Option<&'filter Filter<N>>) -> Self {
        Self { forms, planes: std::array::from_fn(|_| Default::default()), filter }
    }

    /// The first contact, if there is one.
    pub(crate) fn first(&self) -> Option<ExactContact<N>> {
        let volume = Polynomial::from_form(&self.forms.volume());
        if volume.is_zero() {
            return self.first_in_plane(volume);
        }
        roots(&volume).into_iter().find_map(|mut root| {
            let vanishing = self.touching(&mut root)?;
            Some(ExactContact { root, vanishing, volume: volume.clone() })
        })
    }

    /// The first contact if the four points are coplanar throughout.
    fn first_in_plane(&self, volume: Polynomial) -> Option<ExactContact<N>> {
        let mut start = Root::start();
        if let Some(vanishing) = self.touching(&mut start) {
            return Some(ExactContact { root: start, vanishing, volume });
        }
        let mut best: Option<ExactContact<N>> = None;
        let indices = || (0..N).flat_map(|i| (0..3).map(move |k| (i, k)));
        let planes = indices().map(|(i, k)| self.plane(i, k).clone());
        let axes = indices().map(|(i, k)| self.axis(i, k));
        for polynomial in planes.chain(axes).filter(|polynomial| !polynomial.is_zero()) {
            for mut root in roots(&polynomial) {
                if best.as_mut().is_some_and(|best| !root.is_before(&mut best.root)) {
                    break;
                }
                if let Some(vanishing) = self.touching(&mut root) {
                    best = Some(ExactContact { root, vanishing, volume: volume.clone() });
                    break;
                }
            }
        }
        best
    }

    fn plane(&self, i: usize, k: usize) -> &Polynomial {
        self.planes[i][k].get_or_init(|| Polynomial::from_form(&self.forms.plane(i, k)))
    }

    fn axis(&self, i: usize, k: usize) -> Polynomial {
        Polynomial::from_form(&self.forms.axes[i][k])
    }

    /// Whether the features touch at a time at which the volume vanishes. `None` if they do not. The inner option
    /// is as for [`ExactContact::vanishing`].
    fn touching(&self, root: &mut Root) -> Option<Option<[bool; N]>> {
        // Try the filter on the current span first, then on a short one.
        for level in [0, FILTER_DEPTH] {
            root.refine(level);
            match self.filter.map_or(SpanStatus::Unclear, |filter| filter.status(root.bracket())) {
                SpanStatus::Apart => return None,
                SpanStatus::Inside => return Some(Some([false; N])),
                SpanStatus::Unclear => {}
            }
        }
        let span = root.bracket();
        let mut vanishing = [true; N];
        for k in 0..3 {
            for group in groups::<N>() {
                let (mut positive, mut negative) = (false, false);
                for &i in *group {
                    let sign = self.plane_sign(i, k, root, span);
                    positive |= sign.is_gt();
                    negative |= sign.is_lt();
                    vanishing[i] &= sign.is_eq();
                }
                if positive && negative {
                    return None;
                }
            }
        }
        if vanishing.contains(&false) {
            return Some(Some(vanishing));
        }
        let overlap = (0..3).all(|k| {
            let first = self.axis_sign(0, k, root, span);
            first.is_eq() || (1..N).any(|i| self.axis_sign(i, k, root, span) != first)
        });
        overlap.then_some(None)
    }

    fn plane_sign(&self, i: usize, k: usize, root: &mut Root, span: [f64; 2]) -> Ordering {
        match self.filter.map_or(0, |filter| filter.plane_sign(i, k, span)) {
            0 => root.sign_of(self.plane(i, k)),
            certain => certain.cmp(&0),
        }
    }

    fn axis_sign(&self, i: usize, k: usize, root: &mut Root, span: [f64; 2]) -> Ordering {
        match self.filter.map_or(0, |filter| filter.axis_sign(i, k, span)) {
            0 => root.sign_of(&self.axis(i, k)),
            certain => certain.cmp(&0),
        }
    }
}

/// Shortens a bracket that contains exactly one root of the form of the volume. `before` is the sign of the volume
/// before the root. Bisects to `width`, or to adjacent doubles.
pub(crate) fn shortened(form: &[IBig; 4], bracket: [f64; 2], before: f64, width: f64) -> [f64; 2] {
    let volume = Polynomial::from_form(form);
    let before = if before > 0.0 { Ordering::Greater } else { Ordering::Less };
    let [mut low, mut high] = bracket;
    while high - low > width {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        let sign = volume.sign_at_double(middle);
        if sign.is_eq() {
            return [middle, middle];
        }
        if sign == before { low = middle } else { high = middle }
    }
    [low, high]
}
