//! Spherical shells.
//!
//! References: points drawn in both shells. Invariants without a reference: `disjoint` is symmetric, and shells with a
//! planted common point are never disjoint.

use glam::{DVec3, dvec3};
use tangency_bound::SphericalShell;
use tangency_interval::laws::Random;

fn direction(random: &mut Random) -> DVec3 {
    loop {
        let point = dvec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
        if (0.01..1.0).contains(&point.length_squared()) {
            return point.normalize();
        }
    }
}

/// A random shell. Half of them are thin and narrow, as the patches of a fine tree have them.
fn shell(random: &mut Random, centre: DVec3) -> SphericalShell {
    let (outer, thickness, angle) = if random.below(2) == 0 {
        (random.between(0.5, 2.0), random.between(0.0, 1.0), random.between(0.0, 3.0))
    } else {
        (10_f64.powf(random.between(-1.0, 2.0)), 10_f64.powf(random.between(-6.0, -1.0)), random.between(0.01, 0.5))
    };
    SphericalShell::new(centre, direction(random), [outer * (1.0 - thickness), outer], angle.cos())
}

/// A point of the shell, often on its rims.
fn member(shell: &SphericalShell, random: &mut Random) -> DVec3 {
    let [inner, outer] = shell.radii();
    let radius = match random.below(4) {
        0 => inner,
        1 => outer,
        _ => random.between(inner, outer),
    };
    let angle = shell.cosine().clamp(-1.0, 1.0).acos();
    let angle = if random.below(3) == 0 { angle } else { angle * random.between(0.0, 1.0).sqrt() };
    let across = shell.axis().any_orthonormal_vector();
    let other = shell.axis().cross(across);
    let (sine, cosine) = random.between(0.0, std::f64::consts::TAU).sin_cos();
    let direction = angle.cos() * shell.axis() + angle.sin() * (cosine * across + sine * other);
    shell.centre() + radius * direction
}

/// Two shells. A third of the pairs have a planted common point, a third are nearly tangent, as surfaces close to one
/// another have them.
fn pair(random: &mut Random) -> ([SphericalShell; 2], Option<DVec3>) {
    let one = shell(random, DVec3::ZERO);
    let point = member(&one, random);
    let other = shell(random, DVec3::ZERO);
    let there = member(&other, random);
    let place = |gap: f64| {
        let centre = point - there + gap * (point - one.centre()).normalize_or_zero();
        SphericalShell::new(centre, other.axis(), other.radii(), other.cosine())
    };
    match random.below(3) {
        0 => ([one, place(0.0)], Some(point)),
        1 => {
            let gap = 10_f64.powf(random.between(-6.0, 0.0));
            ([one, place(gap)], None)
        }
        _ => {
            let centre = dvec3(random.between(-3.0, 3.0), random.between(-3.0, 3.0), 0.0);
            ([one, shell(random, centre)], None)
        }
    }
}

#[test]
fn shells_with_a_common_point_are_never_apart() {
    let mut random = Random::new(81);
    let (mut planted, mut apart, mut drawn) = (0, 0, 0);
    for _ in 0..60_000 {
        let ([a, b], common) = pair(&mut random);
        let disjoint = a.disjoint(&b);
        assert_eq!(disjoint, b.disjoint(&a));
        planted += usize::from(common.is_some());
        assert!(!(disjoint && common.is_some()), "{common:?} is in {a:?} and {b:?}");
        if disjoint {
            apart += 1;
            for _ in 0..40 {
                for (from, to) in [(&a, &b), (&b, &a)] {
                    let point = member(from, &mut random);
                    drawn += 1;
                    assert!(!to.contains(point), "{point} is in {a:?} and {b:?}");
                }
            }
        }
    }
    assert!(planted > 10_000 && apart > 10_000 && drawn > 800_000, "{planted} {apart} {drawn}");
}

/// How often shells are not separated although no drawn point is common: an upper bound on the failures.
#[test]
fn few_shells_that_are_apart_are_not_separated() {
    let mut random = Random::new(82);
    let (mut apart, mut open) = (0, 0);
    for _ in 0..20_000 {
        let ([a, b], common) = pair(&mut random);
        if common.is_some() {
            continue;
        }
        if a.disjoint(&b) {
            apart += 1;
        } else {
            let met = (0..200).any(|_| b.contains(member(&a, &mut random)) || a.contains(member(&b, &mut random)));
            open += usize::from(!met);
        }
    }
    println!("{apart} separated, {open} neither separated nor seen to meet");
    assert!(open * 4 < apart, "{apart} {open}");
}

/// Two concentric caps a small distance apart: the closer they are, the better shells are than boxes. The inner sphere
/// of the outer one separates them.
#[test]
fn parallel_caps_are_separated_down_to_rounding() {
    for gap in [1e-2, 1e-6, 1e-10, 1e-13] {
        let cap = |radius: f64| {
            SphericalShell::new(dvec3(0.3, -0.2, 0.9), DVec3::Z, [radius - 0.1 * gap, radius], 0.3_f64.cos())
        };
        assert!(cap(1.0).disjoint(&cap(1.0 + 2.0 * gap)), "{gap}");
        assert!(!cap(1.0).disjoint(&cap(1.0 + 0.05 * gap)), "{gap}");
    }
}
