//! The side of a face as a curve, and the corner of a face as a moving point.
//!
//! *Question.* Where is a side of a face over a box of (s, t), and what are its derivatives?
//! *Idea.* `C(s, t) = S(u fixed, s, t)`. If the face is given by formulas, the fixed parameter is substituted
//! and the formulas are compiled again, which is fastest. Any other face is evaluated directly at the fixed
//! parameter.
//! *Guarantee.* Encloses the exact curve and its derivatives in both cases.
//! *Cost.* One short tape, or a jet of the face.

use super::patch::{COORDINATES, VARIABLES};
use super::{
    CurveJet, DomainSide, EdgeWork, Patch, PatchWork, SurfaceError, SurfaceJet, TrimCurve, TrimJet, VertexJet,
};
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::{Decoration, Expr, Tape, TapeWorkspace};
use tangency_interval::{Interval, Vector, Vector3};

/// A side of a face.
#[derive(Debug)]
pub(super) enum Curve {
    /// The formulas with the fixed parameter substituted.
    Formulas { points: Box<Tape>, jets: Box<Tape>, deforms: bool },
    /// The face itself.
    Face { patch: Patch, side: DomainSide },
    /// The face along a curve in its domain.
    Trim { patch: Patch, curve: Arc<TrimCurve> },
}

impl Curve {
    /// The curve along a side.
    pub(super) fn along(patch: &Patch, side: DomainSide) -> Result<Self, SurfaceError> {
        let Some(formulas) = patch.formulas() else { return Ok(Self::of_face(patch, side)) };
        let (fixed, running) = (side.fixed_parameter(), 1 - side.fixed_parameter());
        let (place, s) = (Expr::number(side.fixed_value(patch)), Expr::variable("s"));
        let put_in =
            |coordinate: &Expr| coordinate.substitute_all(&[(VARIABLES[fixed], &place), (VARIABLES[running], &s)]);
        let coordinates = formulas.each_ref().map(put_in);
        let mut outputs = coordinates.to_vec();
        for by in [&["s"][..], &["t"], &["s", "s"], &["s", "t"]] {
            let derivative =
                |coordinate: &Expr| by.iter().fold(coordinate.clone(), |so_far, name| so_far.derivative(name));
            outputs.extend(coordinates.iter().map(derivative));
        }
        let (points, jets) = (compile(&coordinates, &["s", "t"])?.into(), compile(&outputs, &["s", "t"])?.into());
        Ok(Self::Formulas { points, jets, deforms: mention_time(&coordinates) })
    }

    /// The same curve, evaluated through the face.
    pub(super) fn of_face(patch: &Patch, side: DomainSide) -> Self {
        Self::Face { patch: patch.clone(), side }
    }

    /// The curve in space of a curve in the domain.
    pub(super) fn trimmed(patch: &Patch, curve: &Arc<TrimCurve>) -> Self {
        Self::Trim { patch: patch.clone(), curve: Arc::clone(curve) }
    }

    pub(super) fn deforms(&self) -> bool {
        match self {
            Self::Formulas { deforms, .. } => *deforms,
            Self::Face { patch, .. } | Self::Trim { patch, .. } => patch.deforms(),
        }
    }

    /// The point and the derivative along the curve, in floating point.
    pub(super) fn plain(&self, s: f64, t: f64) -> [DVec3; 2] {
        match self {
            Self::Formulas { jets, .. } => {
                let mut work = TapeWorkspace::default();
                let values = jets.values(&[s, t], &mut work);
                [DVec3::from_slice(&values[..3]), DVec3::from_slice(&values[3..6])]
            }
            Self::Face { patch, side } => {
                let [u, v] = side.parameters(patch, s);
                let [point, du, dv] = patch.frame(u, v, t, &mut PatchWork::default());
                [point, if side.fixed_parameter() == 0 { dv } else { du }]
            }
            Self::Trim { patch, curve } => {
                let TrimJet { point, ds, .. } = curve.jet(Interval::from(s));
                let ([u, v], [along_u, along_v]) = (point.map(Interval::mid), ds.map(Interval::mid));
                let [point, du, dv] = patch.frame(u, v, t, &mut PatchWork::default());
                [point, du * along_u + dv * along_v]
            }
        }
    }

    /// Holds every point over the box of (s, t). The curve need not be smooth.
    pub(super) fn point(&self, [s, t]: [Interval; 2], work: &mut EdgeWork) -> Vector3 {
        match self {
            Self::Formulas { points, .. } => natural(points, &[s, t], &mut work.points),
            Self::Face { patch, side } => {
                let [u, v] = side.region(patch, s);
                patch.point([u, v, t], &mut work.borders[0])
            }
            Self::Trim { patch, curve } => {
                let [u, v] = curve.region(s);
                patch.point([u, v, t], &mut work.borders[0])
            }
        }
    }

    /// Encloses points and derivatives over the box of (s, t). `None` where the curve may have a kink, may
    /// jump, or may be undefined.
    pub(super) fn jet(&self, region: [Interval; 2], work: &mut EdgeWork) -> Option<CurveJet> {
        match self {
            Self::Formulas { points, jets, .. } => {
                let ranges = jets.ranges(&region, &mut work.jets);
                if !(0..3).all(|axis| ranges.decoration(axis) == Decoration::Smooth) {
                    return None;
                }
                let vector = |index: usize| Vector(std::array::from_fn(|axis| ranges[3 * index + axis]));
                let mut jet =
                    CurveJet { point: vector(0), ds: vector(1), dt: vector(2), dss: vector(3), dst: vector(4) };
                let centre = region.map(|side| Interval::from(side.mid()));
                if region.iter().all(|side| side.is_bounded()) {
                    let at_centre = points.ranges(&centre, &mut work.points);
                    let at_centre = Vector(std::array::from_fn(|axis| at_centre[axis]));
                    let mean_value = at_centre + jet.ds * (region[0] - centre[0]) + jet.dt * (region[1] - centre[1]);
                    jet.point = jet.point.intersection(mean_value);
                }
                Some(jet)
            }
            Self::Face { patch, side } => {
                let [u, v] = side.region(patch, region[0]);
                let jet = patch.jet([u, v, region[1]], &mut work.borders[0])?;
                let (point, dt) = (jet.point, jet.dt);
                Some(match side {
                    DomainSide::U(_) => CurveJet { point, ds: jet.dv, dt, dss: jet.dvv, dst: jet.dvt },
                    DomainSide::V(_) => CurveJet { point, ds: jet.du, dt, dss: jet.duu, dst: jet.dut },
                })
            }
            Self::Trim { patch, curve } => {
                let trim = curve.jet(region[0]);
                let [u, v] = trim.point;
                let jet = patch.jet([u, v, region[1]], &mut work.borders[0])?;
                let mut jet = chained(&jet, &trim);
                let middle = region.map(|side| Interval::from(side.mid()));
                let [u, v] = curve.region(middle[0]);
                let centre = patch.point([u, v, middle[1]], &mut work.borders[0]);
                let mean_value = centre + jet.ds * (region[0] - middle[0]) + jet.dt * (region[1] - middle[1]);
                jet.point = jet.point.intersection(mean_value);
                Some(jet)
            }
        }
    }
}

/// The jet of a face along a curve in its domain, by the chain rule.
pub(super) fn chained(face: &SurfaceJet, trim: &TrimJet) -> CurveJet {
    let ([u, v], [bend_u, bend_v]) = (trim.ds, trim.dss);
    CurveJet {
        point: face.point,
        ds: face.du * u + face.dv * v,
        dt: face.dt,
        dss: face.duu * u.sqr() + face.duv * (u * v * 2.0) + face.dvv * v.sqr() + face.du * bend_u + face.dv * bend_v,
        dst: face.dut * u + face.dvt * v,
    }
}

/// A corner of a face.
#[derive(Debug)]
pub(super) enum VertexPath {
    /// The formulas with both parameters substituted.
    Formulas { jets: Box<Tape>, deforms: bool },
    /// The face itself.
    Face { patch: Patch, parameters: [f64; 2] },
}

impl VertexPath {
    /// The path of the point with these parameters.
    pub(super) fn of(patch: &Patch, parameters: [f64; 2]) -> Result<Self, SurfaceError> {
        let Some(formulas) = patch.formulas() else { return Ok(Self::of_face(patch, parameters)) };
        let [u, v] = parameters.map(Expr::number);
        let coordinates = formulas.each_ref().map(|coordinate| coordinate.substitute_all(&[("u", &u), ("v", &v)]));
        let rates = coordinates.each_ref().map(|coordinate| coordinate.derivative("t"));
        let jets = compile(&[coordinates.as_slice(), rates.as_slice()].concat(), &["t"])?.into();
        Ok(Self::Formulas { jets, deforms: mention_time(&coordinates) })
    }

    /// The same path, evaluated through the face.
    pub(super) fn of_face(patch: &Patch, parameters: [f64; 2]) -> Self {
        Self::Face { patch: patch.clone(), parameters }
    }

    pub(super) fn deforms(&self) -> bool {
        match self {
            Self::Formulas { deforms, .. } => *deforms,
            Self::Face { patch, .. } => patch.deforms(),
        }
    }

    /// The position in floating point.
    pub(super) fn at(&self, t: f64) -> DVec3 {
        match self {
            Self::Formulas { jets, .. } => DVec3::from_slice(&jets.values(&[t], &mut TapeWorkspace::default())[..3]),
            Self::Face { patch, parameters: [u, v] } => patch.at(*u, *v, t),
        }
    }

    /// Holds every position during the time interval.
    pub(super) fn point(&self, t: Interval, work: &mut EdgeWork) -> Vector3 {
        match self {
            Self::Formulas { jets, .. } => natural(jets, &[t], &mut work.jets),
            Self::Face { patch, parameters } => {
                let [u, v] = parameters.map(Interval::from);
                patch.point([u, v, t], &mut work.borders[0])
            }
        }
    }

    /// Encloses positions and velocities during the time interval. `None` where there may be a kink or a jump,
    /// or where the path may be undefined.
    pub(super) fn jet(&self, t: Interval, work: &mut EdgeWork) -> Option<VertexJet> {
        match self {
            Self::Formulas { jets, .. } => {
                let ranges = jets.ranges(&[t], &mut work.jets);
                let vector = |index: usize| Vector(std::array::from_fn(|axis| ranges[3 * index + axis]));
                let smooth = (0..3).all(|axis| ranges.decoration(axis) == Decoration::Smooth);
                smooth.then(|| VertexJet { point: vector(0), dt: vector(1) })
            }
            Self::Face { patch, parameters } => {
                let [u, v] = parameters.map(Interval::from);
                let jet = patch.jet([u, v, t], &mut work.borders[0])?;
                Some(VertexJet { point: jet.point, dt: jet.dt })
            }
        }
    }
}

fn mention_time(coordinates: &[Expr; 3]) -> bool {
    coordinates.iter().any(|coordinate| coordinate.variables().iter().any(|name| &**name == "t"))
}

/// The first three outputs over the box; all reals where they may be undefined.
fn natural(tape: &Tape, region: &[Interval], work: &mut TapeWorkspace) -> Vector3 {
    let ranges = tape.ranges(region, work);
    Vector(std::array::from_fn(|axis| if ranges.everywhere_defined(axis) { ranges[axis] } else { Interval::ENTIRE }))
}

fn compile(outputs: &[Expr], variables: &[&str]) -> Result<Tape, SurfaceError> {
    let failed = |error: tangency_interval::expr::NameError| SurfaceError::Expression {
        coordinate: COORDINATES[0],
        message: error.to_string(),
    };
    Tape::new(outputs, variables).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// A curve compiled from formulas and the same curve evaluated through the face must enclose each other's
    /// points and slopes. The same holds for the two paths of a corner.
    #[test]
    fn face_evaluation_and_formulas_give_the_same_curve() {
        let mut random = Random::new(5);
        for texts in [["(2 + cos(v))*cos(u)", "(2 + cos(v))*sin(u)", "sin(v)"], ["u", "v*u", "t*(1 - u^2) + t^2*v"]] {
            let patch = Patch::parse(texts, [-1.0, 2.0], [0.5, 1.5]).expect("a patch");
            for side in DomainSide::ALL {
                let (fast, plain) = (Curve::along(&patch, side).expect("formulas"), Curve::of_face(&patch, side));
                assert!(matches!(fast, Curve::Formulas { .. }) && fast.deforms() == plain.deforms());
                let mut work = [EdgeWork::default(), EdgeWork::default()];
                for _ in 0..100 {
                    let (s, t) = (random.between(-1.0, 1.4), random.between(-1.0, 1.0));
                    let region = [Interval::between(s, s + 0.1), Interval::between(t, t + 0.1)];
                    let [a, b] = [fast.jet(region, &mut work[0]), plain.jet(region, &mut work[1])].map(Option::unwrap);
                    let pairs = [(a.point, b.point), (a.ds, b.ds), (a.dt, b.dt), (a.dss, b.dss), (a.dst, b.dst)];
                    assert!(pairs.iter().all(|(one, other)| !one.disjoint(*other) && one.width() < 2.0), "{pairs:?}");
                    let [one, other] = [fast.plain(s, t), plain.plain(s, t)];
                    assert!(one[0].distance(other[0]) < 1e-12 && one[1].distance(other[1]) < 1e-12);
                    let inside = Vector3::point(one[0].to_array());
                    assert!(
                        inside
                            .subset(plain.point(region, &mut work[1]) + Vector([Interval::between(-1e-12, 1e-12); 3]))
                    );
                }
            }
            let corner = [patch.domain()[0].lower(), patch.domain()[1].upper()];
            let (fast, plain) =
                (VertexPath::of(&patch, corner).expect("formulas"), VertexPath::of_face(&patch, corner));
            let (span, mut work) = (Interval::between(0.2, 0.3), EdgeWork::default());
            let [a, b] = [fast.jet(span, &mut work), plain.jet(span, &mut work)].map(Option::unwrap);
            assert!(
                !a.point.disjoint(b.point) && !a.dt.disjoint(b.dt) && fast.at(0.25).distance(plain.at(0.25)) < 1e-12
            );
        }
    }
}
