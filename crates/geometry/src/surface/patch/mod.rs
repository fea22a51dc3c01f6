//! One parametric face: a function of u, v and t over a rectangle.
//!
//! *Question.* Where is the surface over a box of (u, v, t), and what are its derivatives?
//! *Idea.* Methods need only enclosures of points and derivatives. [`PatchForm`] hides the representation of a face:
//! three formulas, a Bézier patch, or a sheet of Bézier patches. The range of the points is tightened by the mean value
//! form `S(c) + S′(box)·(box − c)` for every representation.
//! *Guarantee.* Encloses the exact points and derivatives. If a coordinate may be undefined, the enclosure is
//! all of space, never empty. Where there may be a kink, there is no jet.
//! *Cost.* That of the form, and three values at the centre of the box.
//! *Source.* Snyder et al. 1993, section 2.1; inclusion functions: section 8; mean value form: R. E. Moore,
//! *Interval Analysis*, 1966.

mod formulas;

use formulas::Formulas;

use super::{SurfaceError, SurfaceJet};
use crate::spline::{BezierPatch, SplinePart, SplineSheet, SplineWork};
use glam::DVec3;
use std::fmt;
use std::sync::Arc;
use tangency_interval::expr::{Expr, Scope, TapeWorkspace};
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
    form: PatchForm,
    domain: [Interval; 2],
    /// The ranges before a body widened them.
    given: [Interval; 2],
}

/// The representation of a face. A new representation is a new variant; the compiler lists the functions that
/// it must implement.
#[derive(Clone, PartialEq)]
enum PatchForm {
    /// Three expressions of u, v and t.
    Formulas(Arc<Formulas>),
    /// A Bézier patch over its unit square.
    Spline(Arc<BezierPatch>),
    /// A sheet of Bézier patches over its own ranges.
    Sheet(Arc<SplineSheet>),
}

/// Scratch memory for evaluations of any patch. Reuse for the same patch avoids reloading its constants.
#[derive(Clone, Debug, Default)]
pub struct PatchWork {
    points: TapeWorkspace,
    pub(super) jets: TapeWorkspace,
    spline: SplineWork,
}

impl fmt::Debug for Patch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            PatchForm::Formulas(formulas) => write!(f, "Patch({formulas:?}; ")?,
            PatchForm::Spline(spline) => write!(f, "Patch(spline of degree {:?}; ", spline.degree())?,
            PatchForm::Sheet(sheet) => write!(f, "Patch(sheet of {} splines; ", sheet.count())?,
        }
        write!(f, "u in {}, v in {})", self.domain[0], self.domain[1])
    }
}

impl Patch {
    /// The surface of these expressions of the variables `u`, `v` and `t`, over these ranges of `u` and `v`.
    pub fn new(coordinates: [Expr; 3], u: [f64; 2], v: [f64; 2]) -> Result<Self, SurfaceError> {
        let domain = [range("u", u)?, range("v", v)?];
        Ok(Self { form: PatchForm::Formulas(Arc::new(Formulas::new(coordinates)?)), domain, given: domain })
    }

    /// The face of a Bézier patch over its unit square.
    #[must_use]
    pub fn of_spline(patch: BezierPatch) -> Self {
        let unit = Interval::between(0.0, 1.0);
        Self { form: PatchForm::Spline(Arc::new(patch)), domain: [unit; 2], given: [unit; 2] }
    }

    /// The face of a sheet of Bézier patches, over its ranges.
    ///
    /// # Errors
    /// If a range is empty.
    pub fn of_sheet(sheet: SplineSheet) -> Result<Self, SurfaceError> {
        let [u, v] = sheet.domain();
        let domain = [range("u", u)?, range("v", v)?];
        Ok(Self { form: PatchForm::Sheet(Arc::new(sheet)), domain, given: domain })
    }

    /// The sheet of Bézier patches, if it is one.
    #[must_use]
    pub fn sheet(&self) -> Option<&SplineSheet> {
        match &self.form {
            PatchForm::Formulas(_) | PatchForm::Spline(_) => None,
            PatchForm::Sheet(sheet) => Some(sheet),
        }
    }

    /// The Bézier patch, if it is one.
    #[must_use]
    pub fn spline(&self) -> Option<&BezierPatch> {
        match &self.form {
            PatchForm::Formulas(_) | PatchForm::Sheet(_) => None,
            PatchForm::Spline(spline) => Some(spline),
        }
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
            PatchForm::Formulas(formulas) => Some(formulas.coordinates()),
            PatchForm::Spline(_) | PatchForm::Sheet(_) => None,
        }
    }

    /// The ranges of u and v.
    #[must_use]
    pub fn domain(&self) -> [Interval; 2] {
        self.domain
    }

    /// The ranges of u and v that it was made with. Within a body they may be slightly narrower than the domain: sides
    /// that join up to rounding are widened until they meet.
    #[must_use]
    pub fn given_domain(&self) -> [Interval; 2] {
        self.given
    }

    /// The same formulas over other ranges.
    pub fn over(&self, u: [f64; 2], v: [f64; 2]) -> Result<Self, SurfaceError> {
        let domain = [range("u", u)?, range("v", v)?];
        Ok(Self { form: self.form.clone(), domain, given: domain })
    }

    /// Whether the shape changes over time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.deforms(),
            PatchForm::Spline(spline) => spline.deforms(),
            PatchForm::Sheet(_) => false,
        }
    }

    /// A point in floating point; NaN where a coordinate is undefined.
    #[must_use]
    pub fn at(&self, u: f64, v: f64, t: f64) -> DVec3 {
        self.values(u, v, t, &mut PatchWork::default())
    }

    /// A point in floating point, with the caller's scratch memory.
    #[must_use]
    pub fn values(&self, u: f64, v: f64, t: f64, work: &mut PatchWork) -> DVec3 {
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.point_at([u, v, t], work),
            PatchForm::Spline(spline) => spline.plain_point([u, v, t], &mut work.spline),
            PatchForm::Sheet(sheet) => sheet.plain_jet([u, v], &mut work.spline)[0],
        }
    }

    /// The point at the centre of its rectangle, in floating point.
    #[must_use]
    pub fn middle(&self, t: f64) -> DVec3 {
        self.at(self.domain[0].mid(), self.domain[1].mid(), t)
    }

    /// The normal `du × dv` in floating point, not normalised.
    #[must_use]
    pub fn normal_at(&self, u: f64, v: f64, t: f64, work: &mut PatchWork) -> DVec3 {
        let [_, du, dv] = self.frame(u, v, t, work);
        du.cross(dv)
    }

    /// The point and its derivatives in floating point, in the order of the fields of [`SurfaceJet`].
    fn plain_jet(&self, at: [f64; 3], work: &mut PatchWork) -> [DVec3; 9] {
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.jet_at(at, work),
            PatchForm::Spline(spline) => spline.plain_jet(at, &mut work.spline),
            PatchForm::Sheet(sheet) => sheet.plain_jet([at[0], at[1]], &mut work.spline),
        }
    }

    /// The point, its first derivatives by u and v, and its second ones by uu, uv and vv, in floating point.
    ///
    /// ```
    /// use tangency_geometry::surface::Patch;
    ///
    /// let saddle = Patch::parse(["u", "v", "u*v^2"], [0.0, 2.0], [0.0, 2.0])?;
    /// let [.., dvv] = saddle.derivatives_at(1.5, 1.0, 0.0, &mut Default::default());
    /// assert_eq!(dvv.z, 3.0);
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    #[must_use]
    pub fn derivatives_at(&self, u: f64, v: f64, t: f64, work: &mut PatchWork) -> [DVec3; 6] {
        let [point, du, dv, _, duu, duv, dvv, ..] = self.plain_jet([u, v, t], work);
        [point, du, dv, duu, duv, dvv]
    }

    /// The point and its derivatives by u and v, in floating point.
    pub(super) fn frame(&self, u: f64, v: f64, t: f64, work: &mut PatchWork) -> [DVec3; 3] {
        if let PatchForm::Spline(spline) = &self.form {
            return spline.plain_frame([u, v, t]);
        }
        let [point, du, dv, ..] = self.plain_jet([u, v, t], work);
        [point, du, dv]
    }

    /// The bending of the curves along u and along v: the second derivatives perpendicular to the curve, in
    /// floating point. Half of the surface's twist is added to each.
    pub(super) fn bends(&self, u: f64, v: f64, t: f64, work: &mut PatchWork) -> [f64; 2] {
        let [_, du, dv, _, duu, duv, dvv, ..] = self.plain_jet([u, v, t], work);
        let across =
            |second: DVec3, first: DVec3| second.reject_from_normalized(first.normalize_or(DVec3::ZERO)).length();
        let normal = du.cross(dv).normalize_or_zero();
        let twist = 0.5 * duv.dot(normal).abs();
        [across(duu, du) + twist, across(dvv, dv) + twist]
    }

    /// Encloses points and first derivatives by u, v and t over the box, including kinks: the slope between any
    /// two points of the box is held. `None` where the surface may jump or be undefined.
    pub(super) fn slopes(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<[Vector3; 4]> {
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.slopes(region, work),
            PatchForm::Spline(spline) => {
                spline.jet(region, &mut work.spline).map(|jet| [jet.point, jet.du, jet.dv, jet.dt])
            }
            PatchForm::Sheet(sheet) => {
                let jet = sheet.slopes([region[0], region[1]], self.domain, &mut work.spline)?;
                Some([jet.point, jet.du, jet.dv, jet.dt])
            }
        }
    }

    /// Holds every point of the surface over the box of (u, v, t); all of space where a coordinate may be
    /// undefined.
    pub fn point(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        // At a point of a spline the mean value form adds nothing but the work of the derivatives.
        if !matches!(self.form, PatchForm::Formulas(_)) && region.iter().all(|side| is_point(*side)) {
            return self.point_with_kinks(region, work);
        }
        // At kinks the slopes computed along with the values still bound the range.
        self.jet(region, work).map_or_else(|| self.point_with_kinks(region, work), |jet| jet.point)
    }

    fn point_with_kinks(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.point_with_kinks(region, work),
            PatchForm::Spline(spline) => spline.point(region, &mut work.spline),
            PatchForm::Sheet(sheet) => sheet.point([region[0], region[1]], self.domain, &mut work.spline),
        }
    }

    /// Encloses the point at the centre of a box.
    fn centre(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        let centre = region.map(|side| Interval::from(side.mid()));
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.points(centre, work),
            PatchForm::Spline(spline) => spline.point(centre, &mut work.spline),
            PatchForm::Sheet(sheet) => sheet.point([centre[0], centre[1]], self.domain, &mut work.spline),
        }
    }

    /// Encloses points and derivatives over the box of (u, v, t). `None` where the surface may have a kink, may
    /// jump, or may be undefined.
    pub fn jet(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<SurfaceJet> {
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

    /// The jets over the box of (u, v, t) and at its centre, for little more than the cost of both. Points and
    /// first derivatives over the box are tightened by the mean value form. `None` as for [`Patch::jet`], and where the
    /// border of the box touches a crease: the jet of one side would say that nothing is tangent to the crease itself.
    pub fn jets(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<[SurfaceJet; 2]> {
        if self.sheet().is_some_and(|sheet| sheet.touches_crease([region[0], region[1]], self.domain)) {
            return None;
        }
        let centre = self.natural_jet(region.map(|side| Interval::from(side.mid())), work)?;
        let jet = self.natural_jet(region, work)?;
        Some([tightened(jet, &centre, region, self.deforms()), centre])
    }

    /// The part of a spline face over a box, which keeps its coefficients for its halves. `None` for formulas, for
    /// faces that move, for small boxes and those in several patches, and where a crease touches the box.
    #[must_use]
    pub fn part(&self, region: [Interval; 2]) -> Option<SplinePart> {
        match &self.form {
            PatchForm::Formulas(_) => None,
            PatchForm::Spline(spline) => SplinePart::new(spline, [[0.0, 1.0]; 2], region),
            PatchForm::Sheet(sheet) if sheet.touches_crease(region, self.domain) => None,
            PatchForm::Sheet(sheet) => sheet.part(region),
        }
    }

    /// Where a range of u (0) or v (1) is best cut in two: at the knot nearest to its middle, if it holds a smooth one,
    /// and otherwise at its middle.
    #[must_use]
    pub fn cut(&self, axis: usize, range: Interval) -> f64 {
        match &self.form {
            PatchForm::Formulas(_) | PatchForm::Spline(_) => range.mid(),
            PatchForm::Sheet(sheet) => sheet.knot_amid(axis, range).unwrap_or_else(|| range.mid()),
        }
    }

    /// The jet as enclosed by its representation, without tightening.
    fn natural_jet(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<SurfaceJet> {
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.jet(region, work),
            PatchForm::Spline(spline) => spline.jet(region, &mut work.spline),
            PatchForm::Sheet(sheet) => sheet.jet([region[0], region[1]], self.domain, &mut work.spline),
        }
    }

    /// `true` proves that the surface is defined at all points of the box. `false` proves nothing.
    #[must_use]
    pub fn everywhere_defined(&self, region: [Interval; 3], work: &mut PatchWork) -> bool {
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.everywhere_defined(region, work),
            PatchForm::Spline(_) | PatchForm::Sheet(_) => true,
        }
    }

    /// Approximate number of operations of a jet.
    pub(super) fn instruction_count(&self) -> usize {
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.instruction_count(),
            PatchForm::Spline(spline) => 4 * spline.control_points().len(),
            PatchForm::Sheet(sheet) => sheet.instruction_count(),
        }
    }

    /// The coordinates that are proved undefined in the whole box.
    pub(super) fn nowhere_defined(&self, region: [Interval; 3], work: &mut PatchWork) -> [bool; 3] {
        match &self.form {
            PatchForm::Formulas(formulas) => formulas.nowhere_defined(region, work),
            PatchForm::Spline(_) | PatchForm::Sheet(_) => [false; 3],
        }
    }

    /// The same surface over a slightly wider domain.
    pub(super) fn widened(&self, domain: [Interval; 2]) -> Self {
        Self { form: self.form.clone(), domain, given: self.given }
    }
}

/// The jet over a box, with points and first derivatives tightened by the mean value form about the centre of
/// the box.
pub(crate) fn tightened(mut jet: SurfaceJet, centre: &SurfaceJet, region: [Interval; 3], deforms: bool) -> SurfaceJet {
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

/// The box relative to its centre; `None` if it is unbounded or a point.
fn offsets(region: [Interval; 3]) -> Option<[Interval; 3]> {
    let bounded = region.iter().all(|side| side.is_bounded());
    let wide = region.iter().any(|side| !side.is_singleton());
    (bounded && wide).then(|| region.map(|side| side - Interval::from(side.mid())))
}

/// Whether a range is a point, or one up to rounding.
fn is_point(side: Interval) -> bool {
    side.upper() - side.lower() <= 16.0 * f64::EPSILON * side.magnitude()
}

fn range(parameter: &'static str, [from, to]: [f64; 2]) -> Result<Interval, SurfaceError> {
    if from < to && from.is_finite() && to.is_finite() {
        Ok(Interval::between(from, to))
    } else {
        Err(SurfaceError::Range { parameter, from, to })
    }
}
