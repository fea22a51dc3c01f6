//! Random implicit solids: given by one formula, combined, time-dependent, and sampled.

use super::shapes::{DrawnShape, SOUND, extents};
use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::solid::{Metaball, SampledVolume as Volume};
use tangency_geometry::{Pose, Solid};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, expr::Expr};

pub(super) fn formula(random: &mut Random, size: f64) -> DrawnShape {
    let half = extents(random, size);
    let radius = 0.5 * size;
    match random.below(5) {
        0 => DrawnShape::new(Solid::sphere(radius).expect(SOUND), format!("implicit sphere {radius}")),
        1 => DrawnShape::new(Solid::ellipsoid(half).expect(SOUND), format!("implicit ellipsoid {:?}", half.to_array())),
        2 => DrawnShape::new(Solid::torus(radius, 0.4 * radius).expect(SOUND), format!("implicit torus {radius}")),
        3 => DrawnShape::new(
            Solid::superquadric(half, [2, 4]).expect(SOUND),
            format!("superquadric {:?} [2, 4]", half.to_array()),
        ),
        _ => {
            let ball = |x: f64| Metaball { centre: DVec3::X * x * size, radius: 0.35 * size, strength: 1.0 };
            DrawnShape::new(Solid::metaballs(&[ball(-0.3), ball(0.3)]).expect(SOUND), format!("metaballs {size}"))
        }
    }
}

fn ball(radius: f64, centre: DVec3) -> Solid {
    let pose = Pose::new(DQuat::IDENTITY, centre).expect("finite");
    Solid::sphere(radius).expect(SOUND).placed(&pose)
}

pub(super) fn combined(random: &mut Random, size: f64) -> DrawnShape {
    let half = extents(random, size);
    let radius = 0.5 * size;
    let aside = dvec3(0.8 * size, 0.1 * size, 0.0);
    let (solid, text) = match random.below(6) {
        0 => (Solid::cuboid(2.0 * half), format!("implicit box {:?}", (2.0 * half).to_array())),
        1 => (Solid::cylinder(radius, 2.0 * half.z), format!("implicit cylinder {radius} {}", 2.0 * half.z)),
        2 => {
            let drill = Solid::cylinder(0.2 * size, 2.0 * size).expect(SOUND);
            (Solid::difference(&ball(radius, DVec3::ZERO), &[drill]), format!("drilled ball {size}"))
        }
        3 => (Solid::union(&[ball(radius, DVec3::ZERO), ball(0.2 * size, aside)]), format!("two balls {size}")),
        4 => (
            Solid::intersection(&[ball(radius, 0.2 * size * DVec3::X), ball(radius, -0.2 * size * DVec3::X)]),
            format!("lens {size}"),
        ),
        _ => (
            Solid::difference(&ball(radius, DVec3::ZERO), &[ball(0.7 * radius, DVec3::ZERO)]),
            format!("hollow ball {size}"),
        ),
    };
    DrawnShape::new(solid.expect(SOUND), text)
}

/// Time-dependent solids: a component that appears, one that appears beside another, a growing ball, a travelling
/// ball, a shrinking cavity.
pub(super) fn timed(random: &mut Random, size: f64, span: Interval) -> DrawnShape {
    let birth = span.lower() + span.width() * [0.0, 0.25, 0.5, random.between(0.05, 0.95)][random.below(4)];
    let rate = size * size * random.between(0.1, 0.4) / span.width();
    let grown = |x: f64| format!("(x-({x}))^2+y^2+z^2-({rate})*(t-({birth}))");
    let (text, births) = match random.below(5) {
        0 => (grown(0.0), vec![birth]),
        1 => (format!("min({}, x^2+y^2+z^2-({}))", grown(1.2 * size), 0.09 * size * size), vec![birth]),
        2 => (format!("x^2+y^2+z^2-({size}*(0.3+0.3*t/({})))^2", span.upper()), Vec::new()),
        3 => (format!("x^2+y^2+(z-({size})+({})*t)^2-({})", 1.5 * size / span.upper(), 0.12 * size * size), Vec::new()),
        _ => {
            let hole = format!("({size}*(0.6-0.4*t/({})))^2-x^2-y^2-z^2", span.upper());
            (format!("max({hole}, x^2+y^2+z^2-({}))", 0.64 * size * size), Vec::new())
        }
    };
    let formula = Expr::parse(&text).expect(SOUND);
    let reach = 2.2 * size;
    let solid = Solid::formula(&formula, [DVec3::splat(-reach), DVec3::splat(reach)], span).expect(SOUND);
    DrawnShape { births, ..DrawnShape::new(solid, format!("implicit {text} within {reach}")) }
}

pub(super) fn sampled(random: &mut Random, size: f64) -> DrawnShape {
    let half = extents(random, size).max(DVec3::splat(0.3 * size));
    let ring = random.below(3) == 0;
    let radius = 0.5 * size;
    let function = |point: DVec3| {
        if ring {
            dvec3(point.x.hypot(point.y) - radius, point.z, 0.0).length() - 0.5 * radius
        } else {
            radius * ((point / half).length_squared() - 1.0)
        }
    };
    let spacing = DVec3::splat(0.2 * size);
    let volume = Volume::sample([10, 10, 10], DVec3::splat(-0.9 * size), spacing, function).expect(SOUND);
    let text = if ring { format!("sampled ring {size}") } else { format!("sampled ellipsoid {:?}", half.to_array()) };
    DrawnShape::new(Solid::volume(volume).expect(SOUND), text)
}
