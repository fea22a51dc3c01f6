//! Random STEP solids, and an oracle of closed forms for them.
//!
//! Reference: solids of revolution and plates with bores have signed distances in closed form, written here without the
//! library: a profile of lines and arcs, seen as radius and height, and a rectangle without discs. The surface of one
//! body is sampled by its own formulas, and the samples are judged by the signed distance of the other. A sample within
//! the other body proves an overlap, and each sample bounds the distance from above; rounding is below 1e-15 m.

// Each test and example uses a part.
#![allow(dead_code)]

use std::f64::consts::{FRAC_1_SQRT_2, TAU};
use std::sync::Arc;
use tangency::detect::{Evidence, Moving, OverlapVerdict, Prepared, Query, Verdict, distance, first_contact, overlap};
use tangency::formats::step::{
    self, StepBody, StepCurve, StepFile, StepInstance, StepPlacement, StepProfileSegment, StepSplineCurve, StepSurface,
};
use tangency::geometry::{Motion, Pose, Rigid, Shape};
use tangency::glam::{DQuat, DVec2, DVec3, dvec2, dvec3};
use tangency::interval::laws::Random;

/// A body by its closed form.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// A profile around the z axis: from the axis below to the axis above, heights never falling.
    Revolved(Vec<Piece>),
    /// A plate from the origin, with bores along z.
    Plate { size: DVec3, bores: Vec<(DVec2, f64)> },
}

/// A piece of a profile, in radius and height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    start: DVec2,
    end: DVec2,
    centre: Option<DVec2>,
}

impl Piece {
    /// The point at a share of the piece from 0 to 1.
    fn at(&self, share: f64) -> DVec2 {
        let Some(centre) = self.centre else { return self.start.lerp(self.end, share) };
        let radius = self.start.distance(centre);
        let turn = (self.start - centre).angle_to(self.end - centre);
        centre + radius * DVec2::from_angle((self.start - centre).to_angle() + share * turn)
    }

    fn distance(&self, point: DVec2) -> f64 {
        let ends = point.distance(self.start).min(point.distance(self.end));
        let Some(centre) = self.centre else {
            let along = self.end - self.start;
            let share = ((point - self.start).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            return point.distance(self.start + share * along);
        };
        let turn = (self.start - centre).angle_to(self.end - centre);
        let to = (self.start - centre).angle_to(point - centre);
        let within = to * turn >= 0.0 && to.abs() <= turn.abs();
        if within { (point.distance(centre) - self.start.distance(centre)).abs() } else { ends }
    }

    /// The radius at a height of the piece.
    fn radius(&self, height: f64) -> Option<f64> {
        if !(self.start.y < height && height < self.end.y) {
            return None;
        }
        let Some(centre) = self.centre else {
            let share = (height - self.start.y) / (self.end.y - self.start.y);
            return Some(self.start.x + share * (self.end.x - self.start.x));
        };
        let radius = self.start.distance(centre);
        let off = (radius * radius - (height - centre.y) * (height - centre.y)).max(0.0).sqrt();
        // Quarter circles and less are on one side of their centre.
        Some(centre.x + off.copysign(self.start.x.min(self.end.x) + self.start.x.max(self.end.x) - 2.0 * centre.x))
    }
}

impl Form {
    /// Metres. The signed distance of a point from the body: negative within.
    pub(crate) fn signed(&self, point: DVec3) -> f64 {
        match self {
            Self::Revolved(pieces) => {
                let flat = dvec2(point.truncate().length(), point.z);
                let off = pieces.iter().map(|piece| piece.distance(flat)).fold(f64::INFINITY, f64::min);
                let inside = pieces.iter().filter_map(|piece| piece.radius(flat.y)).any(|radius| flat.x < radius);
                if inside { -off } else { off }
            }
            Self::Plate { size, bores } => {
                let flat = point.truncate();
                let size_flat = size.truncate();
                let rectangle = (flat - size_flat).max(-flat);
                let mut across = if rectangle.max_element() > 0.0 {
                    rectangle.max(DVec2::ZERO).length()
                } else {
                    rectangle.max_element()
                };
                for (centre, radius) in bores {
                    across = across.max(radius - flat.distance(*centre));
                }
                let up = (point.z - size.z).max(-point.z);
                if across > 0.0 || up > 0.0 { across.max(0.0).hypot(up.max(0.0)) } else { across.max(up) }
            }
        }
    }

    /// The number of parts of the surface that are sampled.
    fn parts(&self) -> usize {
        match self {
            Self::Revolved(pieces) => pieces.len(),
            Self::Plate { bores, .. } => 6 + bores.len(),
        }
    }

    /// A point of a part of the surface, by two numbers from 0 to 1. `None` beyond the border of the part.
    fn point(&self, part: usize, [u, v]: [f64; 2]) -> Option<DVec3> {
        match self {
            Self::Revolved(pieces) => {
                let flat = pieces[part].at(u);
                let around = DVec2::from_angle(TAU * v) * flat.x;
                Some(around.extend(flat.y))
            }
            Self::Plate { size, bores } => match part {
                0..6 => {
                    let axis = part / 2;
                    let mut shares = [u, v, 0.0];
                    shares[2] = if part.is_multiple_of(2) { 0.0 } else { 1.0 };
                    let mut share = DVec3::ZERO;
                    (share[(axis + 1) % 3], share[(axis + 2) % 3], share[axis]) = (shares[0], shares[1], shares[2]);
                    let point = share * *size;
                    let in_bore =
                        axis == 2 && bores.iter().any(|(centre, radius)| point.truncate().distance(*centre) < *radius);
                    (!in_bore).then_some(point)
                }
                bore => {
                    let (centre, radius) = bores[bore - 6];
                    Some((centre + radius * DVec2::from_angle(TAU * v)).extend(u * size.z))
                }
            },
        }
    }
}

/// A random solid of some centimetres, as a STEP body and by its closed form.
pub(crate) fn solid(random: &mut Random) -> (StepBody, Form) {
    if random.below(3) == 0 { bored_plate(random) } else { turned(random) }
}

fn bored_plate(random: &mut Random) -> (StepBody, Form) {
    let size = dvec3(random.between(0.03, 0.06), random.between(0.02, 0.04), random.between(0.004, 0.02));
    let count = random.below(3);
    let bores: Vec<(DVec2, f64)> = (0..count)
        .map(|index| {
            let radius = random.between(0.003, 0.007);
            (dvec2(size.x * (0.27 + 0.46 * index as f64), size.y * random.between(0.45, 0.55)), radius)
        })
        .collect();
    (step::plate("plate", size, &bores).expect("bores within the plate"), Form::Plate { size, bores })
}

/// A turned part: cylinders, cones, shelves, rounded edges and fillets, with a flat, pointed or round top.
fn turned(random: &mut Random) -> (StepBody, Form) {
    let mut at = dvec2(random.between(0.004, 0.012), 0.0);
    let mut segments = vec![StepProfileSegment { end: at, center: None }];
    let mut to = |end: DVec2, center: Option<DVec2>| {
        segments.push(StepProfileSegment { end, center });
        end
    };
    for _ in 0..1 + random.below(4) {
        let rise = random.between(0.003, 0.01);
        at = match random.below(4) {
            0 => to(at + dvec2(0.0, rise), None),
            1 => to(dvec2((at.x + random.between(-0.004, 0.004)).max(0.003), at.y + rise), None),
            // A fillet and a shelf outwards.
            2 => {
                let radius = random.between(0.0005, 0.002);
                let foot = to(at + dvec2(0.0, rise), None);
                let shelf = to(foot + dvec2(radius, radius), Some(foot + dvec2(radius, 0.0)));
                to(shelf + dvec2(random.between(0.001, 0.004), 0.0), None)
            }
            // A rounded edge and a shelf inwards.
            _ => {
                let radius = random.between(0.0005, 0.001);
                let edge = to(at + dvec2(0.0, rise), None);
                let shelf = to(edge + dvec2(-radius, radius), Some(edge - dvec2(radius, 0.0)));
                to(dvec2((shelf.x - random.between(0.0005, 0.002)).max(0.001), shelf.y), None)
            }
        };
    }
    let rise = random.between(0.003, 0.01);
    at = to(at + dvec2(0.0, rise), None);
    match random.below(3) {
        0 => to(dvec2(0.0, at.y), None),
        1 => to(dvec2(0.0, at.y + rise), None),
        _ => to(dvec2(0.0, at.y + at.x), Some(dvec2(0.0, at.y))),
    };
    let mut start = DVec2::ZERO;
    let pieces = segments.iter().map(|segment| {
        let piece = Piece { start, end: segment.end, centre: segment.center };
        start = segment.end;
        piece
    });
    let pieces = pieces.collect();
    (step::revolved("turned", 0.0, &segments).expect("a profile"), Form::Revolved(pieces))
}

/// The control points and weights of a circle in four arcs.
const TURN: [[f64; 3]; 9] = [
    [1.0, 0.0, 1.0],
    [1.0, 1.0, FRAC_1_SQRT_2],
    [0.0, 1.0, 1.0],
    [-1.0, 1.0, FRAC_1_SQRT_2],
    [-1.0, 0.0, 1.0],
    [-1.0, -1.0, FRAC_1_SQRT_2],
    [0.0, -1.0, 1.0],
    [1.0, -1.0, FRAC_1_SQRT_2],
    [1.0, 0.0, 1.0],
];

/// The same body with its surfaces as splines: extrusions, and revolutions of lines and arcs.
pub(crate) fn splined(body: &StepBody) -> StepBody {
    let mut body = body.clone();
    for face in &mut body.faces {
        face.surface = Arc::new(swept(&face.surface));
    }
    body
}

fn arcs(placement: &StepPlacement, radius: f64, places: &[[f64; 3]]) -> StepCurve {
    let points = places.iter().map(|&[x, y, _]| placement.at(radius * dvec3(x, y, 0.0))).collect();
    let count = places.len() / 2;
    let inner = (0..=count).flat_map(|i| [i as f64; 2]);
    let knots = std::iter::once(0.0).chain(inner).chain([count as f64]).collect();
    let weights = Some(places.iter().map(|place| place[2]).collect());
    StepCurve::Spline(StepSplineCurve { degree: 2, knots, points, weights, closed: None })
}

fn swept(surface: &StepSurface) -> StepSurface {
    let turned = |placement: &StepPlacement, curve: StepCurve| StepSurface::Revolution {
        curve,
        point: placement.origin,
        axis: placement.z,
    };
    let upright = |placement: &StepPlacement, origin: DVec3| StepPlacement {
        origin,
        x: placement.x,
        y: placement.z,
        z: -placement.y,
    };
    let line = |point: DVec3, vector: DVec3| StepCurve::Line { point, vector };
    match surface {
        StepSurface::Plane { placement } => {
            StepSurface::Extrusion { curve: line(placement.origin, placement.x), vector: 0.01 * placement.y }
        }
        StepSurface::Cylinder { placement, radius } => {
            turned(placement, line(placement.origin + *radius * placement.x, placement.z))
        }
        StepSurface::Cone { placement, radius, semi_angle } => {
            let along = placement.z + semi_angle.tan() * placement.x;
            turned(placement, line(placement.origin + *radius * placement.x, along))
        }
        StepSurface::Sphere { placement, radius } => {
            let half = [&TURN[6..9], &TURN[1..3]].concat();
            turned(placement, arcs(&upright(placement, placement.origin), *radius, &half))
        }
        StepSurface::Torus { placement, major_radius, minor_radius, .. } => {
            let centre = placement.origin + *major_radius * placement.x;
            turned(placement, arcs(&upright(placement, centre), *minor_radius, &TURN))
        }
        StepSurface::Spline(_) | StepSurface::Extrusion { .. } | StepSurface::Revolution { .. } => surface.clone(),
    }
}

/// The body after it was written to a STEP file and read again.
pub(crate) fn read_again(body: StepBody) -> StepBody {
    let instances = vec![StepInstance { body: 0, path: vec!["body".into()], pose: Pose::IDENTITY }];
    let file = StepFile { schema: String::new(), bodies: vec![body], instances, notes: vec![] };
    let text = step::write(&file).expect("a file");
    step::parse(text.as_bytes(), "random.step").expect("the file is read").bodies.swap_remove(0)
}

/// A random rotation.
pub(crate) fn turn(random: &mut Random) -> DQuat {
    let mut part = || random.between(-1.0, 1.0);
    DQuat::from_xyzw(part(), part(), part(), part()).normalize()
}

/// The least signed distance that samples of either surface have from the other body, and the point where. An upper
/// bound on the distance; below zero it proves an overlap.
pub(crate) fn least_sample(forms: [&Form; 2], poses: [&Pose; 2], grid: usize) -> (f64, DVec3) {
    let mut best = (f64::INFINITY, DVec3::ZERO);
    for (one, other) in [(0, 1), (1, 0)] {
        let back = poses[other].inverse();
        let judged = |part: usize, shares: [f64; 2]| {
            let point = poses[one].apply(forms[one].point(part, shares)?);
            Some((forms[other].signed(back.apply(point)), point))
        };
        let mut closest: Vec<(f64, usize, [f64; 2])> = Vec::new();
        for part in 0..forms[one].parts() {
            for i in 0..=grid {
                for j in 0..=grid {
                    let shares = [i, j].map(|k| k as f64 / grid as f64);
                    if let Some((off, _)) = judged(part, shares) {
                        closest.push((off, part, shares));
                    }
                }
            }
        }
        closest.sort_by(|x, y| x.0.total_cmp(&y.0));
        for &(_, part, start) in closest.iter().take(6) {
            let found = refined(|shares| judged(part, shares), start, 1.0 / grid as f64);
            if found.0 < best.0 {
                best = found;
            }
        }
    }
    best
}

/// A lower value near a start: steps along both parameters that are halved when none helps.
fn refined(judged: impl Fn([f64; 2]) -> Option<(f64, DVec3)>, start: [f64; 2], step: f64) -> (f64, DVec3) {
    let (mut at, mut step) = (start, step);
    let mut best = judged(at).unwrap_or((f64::INFINITY, DVec3::ZERO));
    for _ in 0..400 {
        let mut better = false;
        for [du, dv] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
            let next = [(at[0] + du * step).clamp(0.0, 1.0), at[1] + dv * step];
            let next = [next[0], next[1].clamp(0.0, 1.0)];
            if let Some(found) = judged(next)
                && found.0 < best.0
            {
                (best, at, better) = (found, next, true);
            }
        }
        if !better {
            step *= 0.5;
            if step < 1e-12 {
                break;
            }
        }
    }
    best
}

/// Two solids, one of which flies and turns for a second.
pub(crate) struct StepCase {
    pub(crate) forms: [Form; 2],
    pub(crate) bodies: [Moving; 2],
    motion: Rigid,
}

/// Metres: the tolerance of all questions.
pub(crate) const TOLERANCE: f64 = 1e-7;
/// Metres. Positions and signed distances are rounded by far less.
const ROUNDING: f64 = 1e-9;

impl StepCase {
    /// A random pair. Every second body is made of splines.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut made = |splines: bool| {
            let (body, form) = solid(&mut random);
            // Some cones are refused as surfaces of revolution, and stay cones.
            let as_splines = splines.then(|| read_again(splined(&body)).brep().ok()).flatten();
            let brep = as_splines.map_or_else(|| read_again(body).brep(), Ok);
            let brep = brep.unwrap_or_else(|error| panic!("{error}: {form:?}"));
            (form, Arc::new(Prepared::new(Shape::Parametric(brep))))
        };
        let (form_a, a) = made(seed % 2 == 1);
        let (form_b, b) = made(seed % 4 >= 2);
        let start = Pose::new(turn(&mut random), 0.06 * turn(&mut random).mul_vec3(DVec3::X)).expect("a pose");
        let aim = dvec3(random.between(-0.02, 0.03), random.between(-0.02, 0.03), random.between(-0.01, 0.02));
        let spin = random.between(0.0, 4.0) * turn(&mut random).mul_vec3(DVec3::X);
        let motion = Rigid::new(start, random.between(0.5, 1.5) * (aim - start.translation()), spin).expect("a motion");
        let still = Moving::of(a, Motion::Still(Pose::IDENTITY)).expect("a body at rest");
        let moving = Moving::of(b, Motion::Rigid(motion)).expect("a flying body");
        Self { forms: [form_a, form_b], bodies: [still, moving], motion }
    }

    fn pose(&self, at: f64) -> Pose {
        match Motion::Rigid(self.motion).at(at) {
            tangency::geometry::Placement::Pose(pose) => pose,
            tangency::geometry::Placement::Points(_) | tangency::geometry::Placement::Expression(_) => {
                panic!("a rigid motion")
            }
        }
    }

    fn least(&self, at: f64, grid: usize) -> (f64, DVec3) {
        least_sample([&self.forms[0], &self.forms[1]], [&Pose::IDENTITY, &self.pose(at)], grid)
    }

    /// Metres. How far a point is from both bodies at an instant, at most.
    fn off_both(&self, point: DVec3, at: f64) -> f64 {
        let in_b = self.pose(at).inverse().apply(point);
        self.forms[0].signed(point).max(self.forms[1].signed(in_b))
    }

    /// What samples say against the distance and the overlap at an instant.
    pub(crate) fn complaint_at(&self, at: f64) -> Option<String> {
        let query = Query { tolerance: TOLERANCE, ..Query::default() };
        let (least, place) = self.least(at, 24);
        let [a, b] = &self.bodies;
        let found = match distance(a, b, at, &query) {
            Ok(found) => found,
            Err(error) => return Some(format!("at {at}: {error}")),
        };
        let [lower, upper] = [found.distance.lower(), found.distance.upper()];
        if lower > least.max(0.0) + ROUNDING {
            return Some(format!("at {at}: distance {lower}, but a sample at {place} is {least} from the other body"));
        }
        let [on_a, on_b] = found.closest.points;
        let off = self.forms[0].signed(on_a).abs().max(self.forms[1].signed(self.pose(at).inverse().apply(on_b)).abs());
        let proved = found.evidence == Evidence::Proved;
        if proved && lower > 0.0 && (off > ROUNDING || (on_a.distance(on_b) - upper).abs() > ROUNDING + upper - lower) {
            return Some(format!("at {at}: the closest points are off by {off}; {found:?}"));
        }
        // In front of a pole or a crease the search ends early, with a wider enclosure.
        if upper - lower > (0.01 * upper).max(2.0 * TOLERANCE) && least.abs() > 1e-6 {
            return Some(format!("at {at}: a wide distance {lower} to {upper}; samples: {least}"));
        }
        match overlap(a, b, at, &query).map(|found| found.verdict) {
            Ok(OverlapVerdict::Apart { .. }) if least < -ROUNDING => {
                Some(format!("at {at}: apart, but a sample at {place} is {least} deep"))
            }
            Ok(OverlapVerdict::Overlapping { point }) if self.off_both(point, at) > 1e-7 => {
                Some(format!("at {at}: {point} is {} from a body", self.off_both(point, at)))
            }
            Ok(OverlapVerdict::Open) if least.abs() > 1e-6 => Some(format!("at {at}: open; samples: {least}")),
            Ok(_) => None,
            Err(error) => Some(format!("at {at}: {error}")),
        }
    }

    /// What samples say against the first contact. Also returns whether the bodies touch.
    pub(crate) fn complaint_of_contact(&self) -> (Option<String>, bool) {
        let query = Query { tolerance: TOLERANCE, ..Query::default() };
        let answer = match first_contact(&self.bodies[0], &self.bodies[1], &query) {
            Ok(answer) => answer,
            Err(error) => return (Some(error.to_string()), false),
        };
        let (until, touch) = match &answer.verdict {
            Verdict::Clear { .. } => (1.0, None),
            Verdict::Touch(first) => (first.time.lower(), Some(first)),
            Verdict::Open { from } => return (Some(format!("open from {from}")), false),
        };
        for step in 0..40 {
            // Even steps, and steps that come ever closer to the end.
            let at =
                if step < 28 { until * f64::from(step) / 28.0 } else { until * (1.0 - 0.03 * 0.3_f64.powi(step - 28)) };
            let (least, place) = self.least(at, 20);
            if least < -ROUNDING && at < until {
                let complaint = format!("clear until {until}, but at {at} a sample at {place} is {least} deep");
                return (Some(complaint), touch.is_some());
            }
        }
        let Some(first) = touch else { return (None, false) };
        let off = first.contacts.iter().map(|contact| {
            self.off_both(contact.point, first.time.lower()).max(self.off_both(contact.point, first.time.upper()))
        });
        let off = off.fold(0.0, f64::max);
        let early = self.least(first.time.upper(), 24).0;
        if off > 1e-6 || early > 1e-6 || first.contacts.is_empty() {
            return (Some(format!("contacts are {off} off, samples {early} apart: {first:?}")), true);
        }
        (None, true)
    }
}
