//! The search of Snyder et al. 1993 as published: all unknowns of two curved bodies at once.
//!
//! **Question.** When do two bodies of curved faces first touch, and how much work is it by each of the methods
//! that the paper compares?
//!
//! **Idea.** The same equations as for [`first_contact`](crate::first_contact), over their whole boxes and the
//! whole time in which the bounding balls meet, in one queue ordered by upper ends of time. Surface pieces are not
//! advanced through time first. The caller chooses the kind of Newton step, may leave out tangency, and may accept
//! regions by the width of their sides alone.
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs. A touch that was accepted by its width may be
//! farther off than the tolerance: its gap says how far.
//!
//! **Cost.** Ten to ten thousand times the steps of [`first_contact`](crate::first_contact). For comparison, and as
//! a slow and obvious second opinion.
//!
//! **Source.** Snyder et al. 1993, section 9 and figure 10: *LEQN* is [`NewtonMethod::MatrixIteration`], *KM*
//! [`NewtonMethod::KrawczykMoore`], *NIN* [`NewtonMethod::None`] with acceptance where *w(X)* < γ, *NTAN* without
//! `tangency`. Sides are bisected by scaled widths, as in the paper, for every method. The equations have their natural
//! enclosures, from enclosures of the surfaces that are tightened by mean value forms. With the tighter forms of
//! [`first_contact`](crate::first_contact) (mean value forms of second order along normals), bisection alone would
//! do nearly as well as Newton steps. A region beside a sample is left to the sample from γ before the best time
//! on. Surfaces and implementation differ from the paper's, so compare counts by their ratios.

use super::advance::{SearchOutcome, SearchParameters};
use super::subproblem::Subproblem;
use crate::curved::CurvedQuestion;
use crate::curved::elements::BodyGeometry;
use crate::curved::equations::SharedSystem;
use crate::table::unsupported;
use crate::{Answer, DetectError, Moving, Query};
use tangency_interval::solve::{NewtonMethod, SearchOrder, SolverOptions, SubdivisionRule, minimize_until};

/// The variants of the published search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnyderMethod {
    /// The kind of Newton step.
    pub newton: NewtonMethod,
    /// Whether tangency and the incoming condition are required; otherwise contact alone.
    pub tangency: bool,
    /// γ: accept a region if all sides (parameters, and seconds) are narrower. `None`: accept it as
    /// [`first_contact`](crate::first_contact) does, if a solution is proved or the points are within the
    /// tolerance.
    pub width: Option<f64>,
}

/// The first contact of `a` and `b`, both of curved faces, by the published search.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_detect::{Moving, Query, Verdict, snyder1993};
/// use tangency_geometry::{Linear, Motion, Pose, surface::Brep};
/// use tangency_interval::solve::NewtonMethod;
///
/// // A torus above another, perpendicular to it, comes down: the tubes meet when it has come down by 2.
/// let falling = Linear::new(Pose::translated(dvec3(2.0, 0.0, 3.0))?, dvec3(0.0, 0.0, -4.0))?;
/// let a = Moving::new(Brep::torus(1.0, 0.5)?.into(), Motion::Linear(falling))?;
/// let b = Moving::new(Brep::torus(1.0, 0.5)?.into(), Motion::Still(Pose::IDENTITY))?;
/// let method = snyder1993::SnyderMethod { newton: NewtonMethod::MatrixIteration, tangency: true, width: None };
/// let answer = snyder1993::first_contact(&a, &b, &Query::default(), &method)?;
/// let Verdict::Touch(first) = answer.verdict else { panic!("it comes down") };
/// assert!(first.time.contains(0.5) && first.time.width() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`first_contact`](crate::first_contact); `Unsupported` if a body is not made of curved faces, or if the query
/// has a separation.
pub fn first_contact(a: &Moving, b: &Moving, query: &Query, method: &SnyderMethod) -> Result<Answer, DetectError> {
    query.validate()?;
    let curved = |moving: &Moving| matches!(BodyGeometry::of(moving.prepared()), BodyGeometry::Curved(_));
    match CurvedQuestion::new(a, b, query) {
        Some(question) if curved(a) && curved(b) && query.separation == 0.0 => question.search(Some(method)),
        _ => Err(unsupported(a, b, query.span)),
    }
}

/// Minimises the time over all systems at once, over their whole boxes.
pub(super) fn search<'question>(
    systems: Vec<SharedSystem<'question>>,
    parameters: &SearchParameters<'_>,
    method: &SnyderMethod,
) -> SearchOutcome<'question> {
    let mut problems: Vec<_> = systems.iter().map(|system| Subproblem::as_published(system, method.width)).collect();
    let mut options = SolverOptions {
        newton: method.newton,
        order: SearchOrder::Upper,
        cut: SubdivisionRule::Scaled,
        ..parameters.options
    };
    if let Some(width) = method.width {
        options.simultaneity = options.simultaneity.max(width);
        options.slack = Some(width);
    }
    let outcome = minimize_until(&mut problems, &options, parameters.stop);
    let pairs = systems.len() as u64;
    SearchOutcome { outcome, systems, pairs }
}
