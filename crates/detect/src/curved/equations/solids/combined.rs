//! Two functions of two solids, combined so that their gradients cancel.
//!
//! **Question.** The boundaries of two solids follow each other at a small distance. Do the functions vanish together
//! somewhere in a box?
//!
//! **Idea.** Where both vanish, every combination f + λg vanishes. With λ from the gradients at the centre of the box,
//! the gradient of the combination is almost zero there. Where the boundaries bend alike, the second derivatives
//! cancel too ([`QuadraticExpansion`]).
//!
//! A function that is at most zero on a part of the boundary takes part with a positive factor: the combination is then
//! at most zero at every common point.
//!
//! **Guarantee.** Encloses the combination, for any λ.

use super::dependency::split;
use super::field::{FieldJet, FieldSlope, PlaceFromA, field, field_jet};
use crate::curved::equations::frame::RelativeMotion;
use crate::curved::equations::quadratic::QuadraticExpansion;
use tangency_geometry::Solid;
use tangency_geometry::solid::SolidWork;
use tangency_interval::{Interval, Matrix, Vector3};

/// Combinations of a function of `a` and one of `b`, expanded over a box. No contact is where one of them is positive,
/// or not zero if both functions vanish. `leaves`: the functions of each body, and whether they vanish at a contact.
/// `None` where a function that vanishes is not smooth.
pub(super) fn combinations(
    solids: [&Solid; 2],
    leaves: [Vec<(usize, bool)>; 2],
    frame: &RelativeMotion<'_>,
    region: &[Interval],
    work: &mut SolidWork,
) -> Option<Vec<Combination>> {
    let (place, time) = split(region);
    let middle = Interval::from(time.mid());
    let [relative, at_middle] = [time, middle].map(|span| frame.during(span));
    let point = Vector3::point(place.mid());
    let from_a = [PlaceFromA::new(&relative, place), PlaceFromA::new(&at_middle, point)];
    let during = PlaceFromA::new(&relative, point);
    // A point at rest in `b` accelerates as much in `a` as `b` does there.
    let most = frame.acceleration_of_b(time, place.length().upper(), from_a[0].place, from_a[0].rate());
    let mut expanded: [Vec<ExpandedField>; 2] = [Vec::new(), Vec::new()];
    for (body, leaves) in leaves.into_iter().enumerate() {
        for (leaf, vanishes) in leaves {
            let leaf = &solids[body].leaves()[leaf];
            let own = |of| if body == 0 { Some(of) } else { None };
            let over_box = field_jet(leaf, own(&from_a[0]), place, time, work);
            let at_centre = field(leaf, own(&from_a[1]), point, middle, work);
            let (Some(over_box), Some(at_centre)) = (over_box, at_centre) else {
                if vanishes {
                    return None;
                }
                continue;
            };
            let second_by_time = match (leaf.deforms(), body) {
                (true, _) => None,
                (false, 1) => Some(Interval::ZERO),
                (false, _) => leaf.jet(from_a[0].place, time, work).map(|jet| from_a[0].second_by_time(&jet, most)),
            };
            let rate = match second_by_time {
                Some(_) => at_centre.by_time,
                None => field(leaf, own(&during), point, time, work)?.by_time,
            };
            expanded[body].push(ExpandedField { vanishes, over_box, at_centre, rate, second_by_time });
        }
    }
    let [of_a, of_b] = &expanded;
    Some(of_a.iter().flat_map(|f| of_b.iter().filter_map(move |g| combined(f, g))).collect())
}

/// A function over a box and at its centre.
struct ExpandedField {
    /// Whether the function vanishes at a contact. Otherwise it is at most zero there.
    vanishes: bool,
    over_box: FieldJet,
    at_centre: FieldSlope,
    /// The derivative by time: at the centre of the box and of the span, if the second derivative is known, otherwise
    /// at the centre of the box during the whole span.
    rate: Interval,
    /// The second derivative by time over the box, if it is known.
    second_by_time: Option<Interval>,
}

/// A combination of two functions.
pub(super) struct Combination {
    expansion: QuadraticExpansion<4>,
    /// Whether both functions vanish at a contact, so that the combination does. Otherwise it is at most zero there.
    vanishes: bool,
}

impl Combination {
    /// `true` proves that there is no contact in the box of the expansion.
    pub(super) fn excludes_contact(&self, region: &[Interval]) -> bool {
        let radii = std::array::from_fn(|index| region[index].radius());
        if !self.expansion.may_exclude_zero(radii) {
            return false;
        }
        let range = self.expansion.range(radii);
        range.lower() > 0.0 || (self.vanishes && range.upper() < 0.0)
    }
}

/// Expands `f + λ·g` over a box of points and time, with λ such that the gradients cancel at the centre, or, where one
/// of them is zero there, the second derivatives. `None` if the sign of λ is of no use.
fn combined(f: &ExpandedField, g: &ExpandedField) -> Option<Combination> {
    let [of_f, of_g] = [f, g].map(|field| Vector3::point(field.at_centre.gradient.mid()));
    let vanishes = f.vanishes && g.vanishes;
    let useful = |weight: &f64| weight.is_finite() && if vanishes { *weight != 0.0 } else { *weight > 0.0 };
    let steep = -(of_f.dot(of_g) / of_g.length_sq()).mid();
    let product =
        |first: &Matrix<3, 3>, second: &Matrix<3, 3>| (0..3).map(|row| first[row].dot(second[row]).mid()).sum::<f64>();
    let bent = || -product(&f.over_box.second, &g.over_box.second) / product(&g.over_box.second, &g.over_box.second);
    let weight = Some(steep).filter(useful).or_else(|| Some(bent()).filter(useful))?;
    let sum = |of_f: Interval, of_g: Interval| of_f + of_g * weight;
    let vector = |of_f: Vector3, of_g: Vector3| of_f + of_g * weight;
    let with_time = |space: Vector3, time: Interval| [space[0], space[1], space[2], time];
    let mixed = vector(f.over_box.gradient_by_time, g.over_box.gradient_by_time);
    // Without one of the second derivatives by time, the rates hold during the whole span.
    let by_time = f.second_by_time.unwrap_or(Interval::ZERO) + g.second_by_time.unwrap_or(Interval::ZERO) * weight;
    let rows =
        [0, 1, 2].map(|row: usize| with_time(vector(f.over_box.second[row], g.over_box.second[row]), mixed[row]));
    let expansion = QuadraticExpansion {
        value: sum(f.at_centre.value, g.at_centre.value),
        gradient: with_time(vector(f.at_centre.gradient, g.at_centre.gradient), sum(f.rate, g.rate)),
        second: [rows[0], rows[1], rows[2], with_time(mixed, by_time)],
    };
    Some(Combination { expansion, vanishes })
}
