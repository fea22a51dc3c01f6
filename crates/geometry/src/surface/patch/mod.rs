//! One parametric face: a function of u, v and t over a rectangle.
//!
//! *Question.* Where is the surface over a box of (u, v, t), and how does it bend there?
//! *Idea.* Methods need enclosures of points and derivatives, and nothing else. How a face is given is the business of its [`Form`]: today
//! three formulas. The range of the points is tightened by the mean value form `S(c) + S′(box)·(box − c)`, whatever the form.
//! *Guarantee.* Encloses the exact points and derivatives. Where a coordinate may have no value, the surface may be anywhere:
//! all of space is the answer, never nothing. Where it may have a kink there is no jet.
//! *Cost.* That of the form, and three values at the centre of the box.
//! *Source.* Snyder et al. 1993, section 2.1; inclusion functions: section 8; mean value form: R. E. Moore, *Interval
//! Analysis*, 1966.

mod formulas;

use formulas::Formulas;

use super::{Jet, SurfaceError};
use glam::DVec3;
use std::fmt;
use std::sync::Arc;
use tangency_interval::expr::{Expr, Scope, Workspace};
use tangency_interval::{Interval, Vector3};

/// The variables, in the order of all boxes and arguments.
pub(super) const VARIABLES: [&str; 3] = ["u", "v", "t"];
/// The coordinates, for messages.
pub(super) const COORDINATES: [&str; 3] = ["x", "y", "z"];

/// A smooth piece of a surface: the image of a rectangle of (u, v), at every instant t. Cheap to clone.
///
/// ```
/// use tangency_geometry::surface::Patch;
/// use tangency_interval::Interval;
///
/// // A sail that fills with wind.
/// let sail = Patch::parse(["u", "v", "t * (1 - u^2) * (1 - v^2)"], [-1.0, 1.0], [-1.0, 1.0])?;
/// assert_eq!(sail.at(0.0, 0.0, 0.5).z, 0.5);
/// let mut work = Default::default();
/// let near = Interval::between(-0.01, 0.01);
/// let jet = sail.jet([near, near, Interval::from(0.5)], &mut work).expect("smooth");
/// assert!(jet.dt[2].contains(1.0) && jet.duu[2].contains(-1.0));
/// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Patch {
    form: Form,
    domain: [Interval; 2],
}

/// How a face is given. A new form is a new variant, and the compiler lists what it must be able to do.
#[derive(Clone, PartialEq)]
enum Form {
    /// By three expressions of u, v and t.
    Formulas(Arc<Formulas>),
}

/// Scratch memory for evaluations. Any serves any patch; one that always serves the same patch spares the loading of its
/// constants.
#[derive(Clone, Debug, Default)]
pub struct PatchWork {
    points: Workspace,
    pub(super) jets: Workspace,
}

impl fmt::Debug for Patch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            Form::Formulas(formulas) => write!(f, "Patch({formulas:?}; ")?,
        }
        write!(f, "u in {}, v in {})", self.domain[0], self.domain[1])
    }
}

impl Patch {
    /// The surface of these expressions of the variables `u`, `v` and `t`, over these ranges of `u` and `v`.
    pub fn new(coordinates: [Expr; 3], u: [f64; 2], v: [f64; 2]) -> Result<Self, SurfaceError> {
        let domain = [range("u", u)?, range("v", v)?];
        Ok(Self { form: Form::Formulas(Arc::new(Formulas::new(coordinates)?)), domain })
    }

    /// The surface of these texts, for example `["cos(u)", "sin(u)", "v"]`.
    pub fn parse(texts: [&str; 3], u: [f64; 2], v: [f64; 2]) -> Result<Self, SurfaceError> {
        let scope = Scope::new().variables(VARIABLES);
        let coordinate = |axis: usize| {
            let failed = |message: String| SurfaceError::Expression { coordinate: COORDINATES[axis], message };
            let scope = scope.as_ref().map_err(|error| failed(error.to_string()))?;
            scope.parse(texts[axis]).map_err(|error| failed(error.to_string()))
        };
        Self::new([coordinate(0)?, coordinate(1)?, coordinate(2)?], u, v)
    }

    /// The expressions of the three coordinates, if it is given by formulas.
    #[must_use]
    pub fn formulas(&self) -> Option<&[Expr; 3]> {
        match &self.form {
            Form::Formulas(formulas) => Some(formulas.coordinates()),
        }
    }

    /// The ranges of u and v.
    #[must_use]
    pub fn domain(&self) -> [Interval; 2] {
        self.domain
    }

    /// The same formulas over other ranges.
    pub fn over(&self, u: [f64; 2], v: [f64; 2]) -> Result<Self, SurfaceError> {
        Ok(Self { form: self.form.clone(), domain: [range("u", u)?, range("v", v)?] })
    }

    /// Whether it changes its form over time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        match &self.form {
            Form::Formulas(formulas) => formulas.deforms(),
        }
    }

    /// A point in plain numbers; NaN where a coordinate has no value.
    #[must_use]
    pub fn at(&self, u: f64, v: f64, t: f64) -> DVec3 {
        self.values(u, v, t, &mut PatchWork::default())
    }

    /// A point in plain numbers, with scratch memory of the caller's.
    #[must_use]
    pub fn values(&self, u: f64, v: f64, t: f64, work: &mut PatchWork) -> DVec3 {
        match &self.form {
            Form::Formulas(formulas) => formulas.point_at([u, v, t], work),
        }
    }

    /// The point in the middle of its rectangle, in plain numbers.
    #[must_use]
    pub fn middle(&self, t: f64) -> DVec3 {
        self.at(self.domain[0].mid(), self.domain[1].mid(), t)
    }

    /// The normal `du × dv` in plain numbers: not of unit length.
    #[must_use]
    pub fn normal_at(&self, u: f64, v: f64, t: f64, work: &mut PatchWork) -> DVec3 {
        let [_, du, dv] = self.frame(u, v, t, work);
        du.cross(dv)
    }

    /// The point and its derivatives, in plain numbers, in the order of the fields of [`Jet`].
    fn plain_jet(&self, at: [f64; 3], work: &mut PatchWork) -> [DVec3; 9] {
        match &self.form {
            Form::Formulas(formulas) => formulas.jet_at(at, work),
        }
    }

    /// The point and its derivatives by u and v, in plain numbers.
    pub(super) fn frame(&self, u: f64, v: f64, t: f64, work: &mut PatchWork) -> [DVec3; 3] {
        let [point, du, dv, ..] = self.plain_jet([u, v, t], work);
        [point, du, dv]
    }

    /// How much the curves along u and along v bend: the second derivatives across the curve, in plain numbers. A twist of the
    /// surface counts half for each.
    pub(super) fn bends(&self, u: f64, v: f64, t: f64, work: &mut PatchWork) -> [f64; 2] {
        let [_, du, dv, _, duu, duv, dvv, ..] = self.plain_jet([u, v, t], work);
        let across =
            |second: DVec3, first: DVec3| second.reject_from_normalized(first.normalize_or(DVec3::ZERO)).length();
        let normal = du.cross(dv).normalize_or_zero();
        let twist = 0.5 * duv.dot(normal).abs();
        [across(duu, du) + twist, across(dvv, dv) + twist]
    }

    /// Encloses points and first derivatives by u, v and t over the box, kinks included: the slope between any two points of
    /// the box is held. `None` where the surface may jump or have no value.
    pub(super) fn slopes(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<[Vector3; 4]> {
        match &self.form {
            Form::Formulas(formulas) => formulas.slopes(region, work),
        }
    }

    /// Holds every point of the surface over the box of (u, v, t); all of space where a coordinate may have no value.
    pub fn point(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        // Where there are kinks, slopes that are computed on the way to the values still bound how far these go.
        self.jet(region, work).map_or_else(|| self.point_with_kinks(region, work), |jet| jet.point)
    }

    fn point_with_kinks(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        match &self.form {
            Form::Formulas(formulas) => formulas.point_with_kinks(region, work),
        }
    }

    /// Encloses the point at the centre of a box.
    fn centre(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        let centre = region.map(|side| Interval::from(side.mid()));
        match &self.form {
            Form::Formulas(formulas) => formulas.points(centre, work),
        }
    }

    /// Encloses points and derivatives over the box of (u, v, t); `None` where the surface may have a kink, a jump, or no
    /// value.
    pub fn jet(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<Jet> {
        let mut jet = self.natural_jet(region, work)?;
        if let Some([u, v, t]) = offsets(region) {
            let (centre, deforms) = (self.centre(region, work), self.deforms());
            for axis in 0..3 {
                let mut mean_value = centre[axis] + jet.du[axis] * u + jet.dv[axis] * v;
                if deforms {
                    mean_value += jet.dt[axis] * t;
                }
                jet.point[axis] = jet.point[axis].intersection(mean_value);
            }
        }
        Some(jet)
    }

    /// The jets over the box of (u, v, t) and at its middle, for hardly more than the two of them; points and first derivatives
    /// over the box are tightened by the mean value form. `None` as for [`Patch::jet`].
    pub fn jets(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<[Jet; 2]> {
        let centre = self.natural_jet(region.map(|side| Interval::from(side.mid())), work)?;
        let jet = self.natural_jet(region, work)?;
        Some([tightened(jet, &centre, region, self.deforms()), centre])
    }

    /// The jet as its form encloses it.
    fn natural_jet(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<Jet> {
        match &self.form {
            Form::Formulas(formulas) => formulas.jet(region, work),
        }
    }

    /// Whether, and where, all points of the rectangle at all times of the span have a value: `false` proves nothing.
    #[must_use]
    pub fn everywhere_defined(&self, region: [Interval; 3], work: &mut PatchWork) -> bool {
        match &self.form {
            Form::Formulas(formulas) => formulas.everywhere_defined(region, work),
        }
    }

    /// How many operations a jet takes, about.
    pub(super) fn instruction_count(&self) -> usize {
        match &self.form {
            Form::Formulas(formulas) => formulas.instruction_count(),
        }
    }

    /// The coordinates that certainly have no value anywhere in the box.
    pub(super) fn nowhere_defined(&self, region: [Interval; 3], work: &mut PatchWork) -> [bool; 3] {
        match &self.form {
            Form::Formulas(formulas) => formulas.nowhere_defined(region, work),
        }
    }

    /// The same surface over a domain that is a little wider.
    pub(super) fn widened(&self, domain: [Interval; 2]) -> Self {
        Self { form: self.form.clone(), domain }
    }
}

/// The jet over a box, its points and first derivatives tightened by the mean value form about the middle of the box.
pub(super) fn tightened(mut jet: Jet, centre: &Jet, region: [Interval; 3], deforms: bool) -> Jet {
    if let Some([u, v, t]) = offsets(region) {
        let form = |start: Vector3, [by_u, by_v, by_t]: [Vector3; 3]| {
            let moved = start + by_u * u + by_v * v;
            if deforms { moved + by_t * t } else { moved }
        };
        jet.du = jet.du.intersection(form(centre.du, [jet.duu, jet.duv, jet.dut]));
        jet.dv = jet.dv.intersection(form(centre.dv, [jet.duv, jet.dvv, jet.dvt]));
        jet.point = jet.point.intersection(form(centre.point, [jet.du, jet.dv, jet.dt]));
    }
    jet
}

/// The box as seen from its centre; `None` if it has none, or is a point.
fn offsets(region: [Interval; 3]) -> Option<[Interval; 3]> {
    let bounded = region.iter().all(|side| side.is_bounded());
    let wide = region.iter().any(|side| !side.is_singleton());
    (bounded && wide).then(|| region.map(|side| side - Interval::from(side.mid())))
}

fn range(parameter: &'static str, [from, to]: [f64; 2]) -> Result<Interval, SurfaceError> {
    if from < to && from.is_finite() && to.is_finite() {
        Ok(Interval::between(from, to))
    } else {
        Err(SurfaceError::Range { parameter, from, to })
    }
}
