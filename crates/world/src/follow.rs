//! A continuing contact, followed while its bodies roll and slide.
//!
//! **Question.** Two surfaces touch in one point. Where is the contact after a small motion of the bodies, how
//! fast does it move over each surface, and what does this add to the acceleration of the gap?
//!
//! **Idea.** Let n be the unit normal from `a` to `b`, K the shape operators of both surfaces
//! ([`crate::surface_point`]), x the contact points on both with x_b − x_a = g·n, v the velocities of the material
//! points there, and ω the angular velocities. The contact points move over the surfaces with velocities w such
//! that the points stay opposite, and the normals too:
//!
//! > w_a = w_b + P(v_b − v_a) − g·ṅ,  ṅ = ω_a × n + K_a w_a = ω_b × n − K_b w_b,
//!
//! These are two linear equations for w_a and w_b. The acceleration of the gap is that of the material points
//! plus
//!
//! > n·(ω_b × (v_b + w_b − V_b) − ω_a × (v_a + w_a − V_a)) + ṅ·(v_b − v_a),
//!
//! where V are the velocities of the centres of mass. The slip acceleration has the analogous term in the
//! tangent plane. The first two conditions, with differences instead of rates, also give the Newton steps that
//! locate the contact points. The note below has the derivation.
//!
//! **Guarantee.** Computed in floating point. The contact is located again at every instant, so it does not
//! drift. Where K_a + K_b is singular, the surfaces touch along a line or in an area, and there is no single
//! point to follow: `None`.
//!
//! **Cost.** Two or three evaluations of both surfaces with second derivatives.
//!
//! **Source.** D. J. Montana, *The kinematics of contact and grasp*, 1988, in surface coordinates; here without
//! coordinates. Snyder et al. 1993, section 1.1, require it.
#![doc = include_str!("../notes/rolling-contact.md")]

use crate::ContactMode;
use crate::checkpoint::stored;
use crate::instant::{PreparedBodies, WorldInstant};
use crate::surface_point::{LocalSurface, SurfacePoint, outer, tangential};
use crate::tolerance::{
    AT_SEAM, BORDER_OVERLAP, CONTACT_OFFSET, LARGEST_NEWTON_STEP, LEAST_CURVATURE, MOST_NEWTON_STEPS, NEWTON_CONVERGED,
    ONSET_SPEED, ONSET_SPIN,
};
use glam::{DMat3, DVec3};
use tangency_geometry::{Contact, Shape};
use tangency_respond::{FrictionMode, Material, SustainedContact};

/// A continuing contact.
#[derive(Clone, Debug)]
pub(crate) struct FollowedContact {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) places: [SurfacePoint; 2],
    pub(crate) mode: ContactMode,
    /// Unit vector: the direction in which `b` slips over `a`, or will slip if it begins to.
    pub(crate) heading: DVec3,
    /// The contact is about to slide, although its slip is still zero.
    pub(crate) begins: bool,
    pub(crate) friction: f64,
    /// Torsional and rolling friction, m.
    pub(crate) torsion: f64,
    pub(crate) rolling: f64,
    /// The contact as it was first reported.
    pub(crate) contact: Contact,
    /// Number of its track in the record, counted from one; 0 before it is recorded.
    pub(crate) track: usize,
}

/// A followed contact at one instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TouchState {
    pub(crate) a: LocalSurface,
    pub(crate) b: LocalSurface,
    pub(crate) point: DVec3,
    /// Unit normal from `a` to `b`.
    pub(crate) normal: DVec3,
    pub(crate) gap: f64,
    /// The velocity of `b` relative to `a`, in the tangent plane.
    pub(crate) slip: DVec3,
    /// The angular velocity of `b` relative to `a`, rad/s.
    pub(crate) spin: DVec3,
    /// Velocities of the contact point over `a` and over `b`, m/s.
    pub(crate) over: [DVec3; 2],
    /// The additional term of the relative acceleration, m/s².
    bias: DVec3,
}

stored!(TouchState { a, b, point, normal, gap, slip, spin, over, bias });

/// The inverse of the relative curvature in the tangent plane; `None` if the surfaces do not touch in a single
/// point.
fn inverse(bend: DMat3, normal: DVec3, size: f64) -> Option<DMat3> {
    let across = tangential(normal);
    let (first, second) = normal.any_orthonormal_pair();
    let bend = across * bend * across;
    let [xx, xy, yy] = [first.dot(bend * first), first.dot(bend * second), second.dot(bend * second)];
    // The smaller of the two eigenvalues.
    let least = 0.5 * (xx + yy) - (0.25 * (xx - yy).powi(2) + xy * xy).sqrt();
    let fine = least > LEAST_CURVATURE / size;
    fine.then(|| across * (bend + outer(normal, normal)).inverse() * across)
}

/// The motions q of a contact over both bodies, at least one of them at an edge or a vertex ([`crate::sharp_point`]):
///
/// > A_a q_a − (A_b + g B_b) q_b = apart,  B_a q_a + B_b q_b = turned.
///
/// `None` if they do not determine the contact: parallel edges, two vertices, an edge on a face.
fn sharp_moves([a, b]: [&LocalSurface; 2], gap: f64, [apart, turned]: [DVec3; 2], size: f64) -> Option<[DVec3; 2]> {
    let (first, second) = a.normal.any_orthonormal_pair();
    let axes = [first, second];
    // The second pair of equations times a length, so that all entries are about one.
    let (glide, bend) = (-b.glide - b.bend * gap, [a.bend * size, b.bend * size]);
    let row = |index: usize| {
        let axis = axes[index % 2];
        let (blocks, right) = if index < 2 { ([a.glide, glide], apart) } else { (bend, size * turned) };
        let entry = |column: usize| axis.dot(blocks[column / 2] * axes[column % 2]);
        [entry(0), entry(1), entry(2), entry(3), axis.dot(right)]
    };
    let [x, y, z, w] = solved([row(0), row(1), row(2), row(3)])?;
    Some([x * first + y * second, z * first + w * second])
}

/// The solution of four equations, each with its right side last; `None` if they are nearly dependent.
fn solved(mut rows: [[f64; 5]; 4]) -> Option<[f64; 4]> {
    let mut columns = [0; 4];
    for step in 0..4 {
        let place = |index: usize| (step + index / 4, index % 4);
        let free = (0..4 * (4 - step)).map(place).filter(|(_, column)| !columns[..step].contains(column));
        let (row, column) = free.max_by(|x, y| rows[x.0][x.1].abs().total_cmp(&rows[y.0][y.1].abs()))?;
        if !(rows[row][column].abs() > LEAST_CURVATURE) {
            return None;
        }
        rows.swap(step, row);
        columns[step] = column;
        for other in (0..4).filter(|&other| other != step) {
            let factor = rows[other][column] / rows[step][column];
            let pivot = rows[step];
            rows[other].iter_mut().zip(pivot).for_each(|(entry, from)| *entry -= factor * from);
        }
    }
    let mut found = [0.0; 4];
    for (row, column) in rows.iter().zip(columns) {
        found[column] = row[4] / row[column];
    }
    Some(found)
}

impl FollowedContact {
    /// The bodies, the smaller number first.
    pub(crate) fn pair(&self) -> [usize; 2] {
        [self.a.min(self.b), self.a.max(self.b)]
    }

    /// Whether the contact is on an edge or a vertex.
    pub(crate) fn is_sharp(&self) -> bool {
        self.places.iter().any(SurfacePoint::is_sharp)
    }

    /// Passes to the neighbour at an edge or a vertex that the contact has reached. Returns whether there is one.
    pub(crate) fn pass(&mut self, bodies: &PreparedBodies<'_>, instant: &WorldInstant, touch: &TouchState) -> bool {
        let shapes = self.shapes(bodies);
        let margins = self.margins(bodies);
        for (side, body) in [self.a, self.b].into_iter().enumerate() {
            if margins[side] > -0.5 * BORDER_OVERLAP {
                continue;
            }
            let back = instant.rotations[body].transpose();
            let next = if self.places[side].is_sharp() {
                self.places[side].next_sharp(shapes[side])
            } else {
                self.places[side].recharted(shapes[side], back * touch.over[side])
            };
            let Some(next) = next else { return false };
            self.places[side] = next;
        }
        true
    }

    /// Margins of the contact points on both bodies to the borders of their surface patches. A vertex on a plane stays
    /// the lowest until another one touches.
    pub(crate) fn margins(&self, bodies: &PreparedBodies<'_>) -> [f64; 2] {
        let shapes = self.shapes(bodies);
        [0, 1].map(|side: usize| {
            let (own, other) = (&self.places[side], &self.places[1 - side]);
            if own.is_vertex() && other.is_flat() {
                return f64::INFINITY;
            }
            // Between two edges, another corner touches before the normal leaves its range.
            let cone = if other.is_sharp() { f64::INFINITY } else { own.cone_margin(shapes[side]) };
            own.margin(shapes[side]).min(cone)
        })
    }

    /// The same contact of bodies with other numbers.
    pub(crate) fn renumbered(mut self, number: impl Fn(usize) -> usize) -> Self {
        (self.a, self.b) = (number(self.a), number(self.b));
        self
    }

    fn shapes<'world>(&self, bodies: &PreparedBodies<'world>) -> [&'world Shape; 2] {
        [self.a, self.b].map(|body| bodies.all[body].prepared.shape())
    }

    /// A followed contact from a detected contact between two bodies; `None` if it cannot be followed.
    pub(crate) fn new(
        bodies: &PreparedBodies<'_>,
        instant: &WorldInstant,
        [a, b]: [usize; 2],
        contact: &Contact,
    ) -> Option<Self> {
        let size = bodies.size(a).min(bodies.size(b));
        let place = |body: usize, feature, normal: DVec3| {
            let back = instant.rotations[body].transpose();
            let point = back * (contact.point - instant.origins[body]);
            SurfacePoint::of(bodies.all[body].prepared.shape(), feature, [point, back * normal], size)
        };
        let places = [place(a, contact.feature_a, contact.normal)?, place(b, contact.feature_b, -contact.normal)?];
        if places.iter().any(SurfacePoint::is_sharp) && !bodies.follows_sharp([a, b]) {
            return None;
        }
        let Material { friction, torsion, rolling, .. } = bodies.all[a].material.with(bodies.all[b].material);
        let mut followed = Self {
            a,
            b,
            places,
            mode: ContactMode::Rolls,
            heading: DVec3::ZERO,
            begins: false,
            friction,
            torsion,
            rolling,
            contact: *contact,
            track: 0,
        };
        followed.update(bodies, instant)?;
        (!followed.is_end_of_line(bodies, instant)).then_some(followed)
    }

    /// Whether the contact is at a seam of a surface beyond which the bodies touch along a line, like a capsule that
    /// lies flat. Its ends would alternate.
    fn is_end_of_line(&self, bodies: &PreparedBodies<'_>, instant: &WorldInstant) -> bool {
        let shapes = self.shapes(bodies);
        [0, 1].into_iter().any(|side| {
            let place = &self.places[side];
            if place.is_sharp() || !(place.margin(shapes[side]) < AT_SEAM) {
                return false;
            }
            place.neighbours(shapes[side]).into_iter().any(|neighbour| {
                let mut places = self.places;
                places[side] = neighbour;
                Self { places, ..self.clone() }.update(bodies, instant).is_none()
            })
        })
    }

    /// A characteristic length of the pair, m.
    fn size(&self, bodies: &PreparedBodies<'_>) -> f64 {
        [self.a, self.b].into_iter().map(|body| bodies.size(body)).fold(f64::INFINITY, f64::min)
    }

    /// Locates the contact points at an instant by Newton's method, from those of a nearby instant.
    pub(crate) fn update(&mut self, bodies: &PreparedBodies<'_>, instant: &WorldInstant) -> Option<TouchState> {
        let shapes = self.shapes(bodies);
        let size = self.size(bodies);
        for _ in 0..MOST_NEWTON_STEPS {
            let (a, b) = self.locals(shapes, instant)?;
            let across = tangential(a.normal);
            let apart = across * (b.point - a.point);
            let turned = -(across * (a.normal + b.normal));
            let [on_a, on_b] = if a.is_smooth() && b.is_smooth() {
                let on_b = inverse(a.bend + b.bend, a.normal, size)? * (turned - a.bend * apart);
                [on_b + apart, on_b]
            } else {
                sharp_moves([&a, &b], 0.0, [apart, turned], size)?
            };
            if on_a.length().max(on_b.length()) > LARGEST_NEWTON_STEP * size || !(on_a + on_b).is_finite() {
                return None;
            }
            let back = [self.a, self.b].map(|body| instant.rotations[body].transpose());
            if on_a.length().max(on_b.length()) <= NEWTON_CONVERGED * size {
                return self.touch(instant, a, b, size);
            }
            self.places = [
                self.places[0].stepped(shapes[0], back[0] * on_a)?,
                self.places[1].stepped(shapes[1], back[1] * on_b)?,
            ];
        }
        // Rounding may keep the last Newton steps from vanishing.
        let (a, b) = self.locals(shapes, instant)?;
        let off = (tangential(a.normal) * (b.point - a.point)).length() + size * (a.normal + b.normal).length();
        if off < CONTACT_OFFSET * size { self.touch(instant, a, b, size) } else { None }
    }

    fn locals(&self, shapes: [&Shape; 2], instant: &WorldInstant) -> Option<(LocalSurface, LocalSurface)> {
        let moved = |side: usize, body: usize| {
            let local = self.places[side].local(shapes[side])?;
            Some(local.moved(instant.rotations[body], instant.origins[body]))
        };
        Some((moved(0, self.a)?, moved(1, self.b)?))
    }

    /// The contact with its rates, for contact points that are opposite at a small gap.
    fn touch(&self, instant: &WorldInstant, a: LocalSurface, b: LocalSurface, size: f64) -> Option<TouchState> {
        let normal = a.normal;
        let across = tangential(normal);
        let gap = normal.dot(b.point - a.point);
        let point = 0.5 * (a.point + b.point);
        let spins = [self.a, self.b].map(|body| instant.rates[body].angular);
        let velocity = |body: usize, point: DVec3| instant.movers[body].rate_at(instant.rates[body], point);
        let (of_a, of_b) = (velocity(self.a, a.point), velocity(self.b, b.point));
        let apart = across * (of_b - of_a) - gap * spins[1].cross(normal);
        let turned = (spins[1] - spins[0]).cross(normal);
        let ([over_a, over_b], turned) = if a.is_smooth() && b.is_smooth() {
            let inverse = inverse(a.bend * (DMat3::IDENTITY + b.bend * gap) + b.bend, normal, size)?;
            let over_b = inverse * (turned - a.bend * apart);
            let over_a = over_b + apart + gap * (b.bend * over_b);
            ([over_a, over_b], a.bend * over_a)
        } else {
            let [on_a, on_b] = sharp_moves([&a, &b], gap, [apart, turned], size)?;
            ([a.glide * on_a, b.glide * on_b], a.bend * on_a)
        };
        let turning = spins[0].cross(normal) + turned;
        // The velocities of the contact points, and their contribution to the accelerations of the material
        // points.
        let (place_a, place_b) = (of_a + over_a, of_b + over_b);
        let drift = |side: usize, body: usize, place: DVec3| spins[side].cross(place - instant.rates[body].linear);
        let middle = 0.5 * (place_a + place_b);
        let along = normal.dot(drift(1, self.b, place_b) - drift(0, self.a, place_a)) + turning.dot(of_b - of_a);
        let bias = across * (drift(1, self.b, middle) - drift(0, self.a, middle)) + normal * along;
        let slip = across * instant.slip(self.a, self.b, point);
        let spin = spins[1] - spins[0];
        Some(TouchState { a, b, point, normal, gap, slip, spin, over: [over_a, over_b], bias })
    }

    /// The contact as a constraint on accelerations.
    pub(crate) fn hold(&self, touch: &TouchState) -> SustainedContact {
        let grip = match self.mode {
            ContactMode::Rolls => FrictionMode::Rolls,
            ContactMode::Slides if self.friction == 0.0 => FrictionMode::Slides { slip: DVec3::ZERO },
            ContactMode::Slides => FrictionMode::Slides { slip: self.slipping(touch) },
        };
        let TouchState { point, normal, bias, .. } = *touch;
        let torque = self.resistance(touch);
        SustainedContact { a: self.a, b: self.b, point, normal, friction: self.friction, grip, bias, torque }
    }

    /// Whether torsional or rolling friction acts.
    pub(crate) fn resists(&self) -> bool {
        self.torsion > 0.0 || self.rolling > 0.0
    }

    /// The torque of torsional and rolling friction on `b` per newton of normal force, against the relative rotation.
    fn resistance(&self, touch: &TouchState) -> DVec3 {
        if !self.resists() {
            return DVec3::ZERO;
        }
        let turning = touch.spin.project_onto_normalized(touch.normal);
        let rolling = touch.spin - turning;
        let against = |spin: DVec3| -spin / spin.length().hypot(ONSET_SPIN);
        self.torsion * against(turning) + self.rolling * against(rolling)
    }

    /// The contact as a constraint on velocities, without sliding friction.
    pub(crate) fn hold_velocity(&self, touch: &TouchState) -> SustainedContact {
        let hold = self.hold(touch);
        let grip = if hold.grip == FrictionMode::Rolls {
            FrictionMode::Rolls
        } else {
            FrictionMode::Slides { slip: DVec3::ZERO }
        };
        SustainedContact { grip, bias: DVec3::ZERO, torque: DVec3::ZERO, ..hold }
    }

    /// The direction of the slip. When a contact begins to slide, its slip is zero and has no direction. Below
    /// speeds of about [`ONSET_SPEED`], the direction is blended with the heading, so that the solver integrates
    /// a smooth function. After the instant at which the slip vanishes, the function is continued smoothly; the
    /// step is cut there.
    fn slipping(&self, touch: &TouchState) -> DVec3 {
        let heading = self.heading.reject_from_normalized(touch.normal).normalize_or_zero();
        let along = touch.slip.dot(heading);
        (touch.slip + (along.abs() - along + ONSET_SPEED) * heading).normalize_or_zero()
    }

    /// The contact as reported in events.
    pub(crate) fn reported(&self, touch: &TouchState) -> Contact {
        Contact {
            point: touch.point,
            normal: touch.normal,
            gap: touch.gap,
            proved: false,
            initial: false,
            ..self.contact
        }
    }
}
