//! The proofs by balls and boxes for a small arm. Reference: its sampled vertices.

use super::apart::{LinkBall, RelativeLink, RowStretch, StaticBox, WorldLinks};
use crate::Prepared;
use glam::{DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_geometry::{
    Interpolation, Joint, JointKind, LinkMotion, LinkTree, Mechanism, Mesh, Motion, Pose, Trajectory, primitive,
};
use tangency_interval::Interval;

/// Five links on hinges about z, y, y and x, each with a box beside its origin.
fn arm() -> (Mechanism, Vec<Mesh>) {
    let axes = [DVec3::Z, DVec3::Y, DVec3::Y, DVec3::X];
    let joint = |index: usize, axis: DVec3| Joint {
        name: format!("joint{index}"),
        kind: JointKind::Continuous { axis },
        parent: index,
        child: index + 1,
        origin: Pose::translated(dvec3(0.0, 0.02, if index == 0 { 0.1 } else { 0.4 })).expect("finite"),
        limits: None,
        mimic: None,
    };
    let joints = axes.into_iter().enumerate().map(|(index, axis)| joint(index, axis)).collect();
    let links = (0..5).map(|link| format!("link{link}")).collect();
    let boxed = primitive::cuboid(dvec3(0.12, 0.1, 0.3)).expect("a box");
    let boxed = boxed.mesh().mapped(|vertex| vertex + dvec3(0.03, 0.0, 0.2)).expect("finite");
    (Mechanism::new(links, joints).expect("a chain"), vec![boxed; 5])
}

fn path(mechanism: &Mechanism) -> Arc<Trajectory> {
    let rows = [[-1.0, 0.3, 0.2, 0.4], [1.4, -0.5, 0.9, -0.6], [0.2, 0.6, -0.8, 0.0]];
    let rows = rows.map(|row| row.to_vec()).to_vec();
    Arc::new(Trajectory::new(mechanism, vec![0.0, 1.0, 2.5], rows, Interpolation::Cubic).expect("sound rows"))
}

/// The instant until which consecutive stretches are proved apart. Bisects a stretch that is not.
fn proved_until(path: &Trajectory, mut apart: impl FnMut(RowStretch, Interval) -> bool) -> f64 {
    let mut stretch = RowStretch::of_row(0);
    while let Some(span) = stretch.span(path.times()) {
        if apart(stretch, span) {
            stretch = stretch.next();
        } else if let Some(half) = stretch.first_half() {
            stretch = half;
        } else {
            return span.lower();
        }
    }
    path.span().upper()
}

fn instants(until: f64) -> impl Iterator<Item = f64> {
    (0..250).map(|sample| 0.01 * f64::from(sample)).filter(move |&time| time < until)
}

fn prepared(mesh: &Mesh) -> Prepared {
    Prepared::new(tangency_geometry::Shape::Mesh(mesh.clone()))
}

/// Stretches follow each other without gap or overlap, whichever are bisected.
#[test]
fn stretches_fill_the_time() {
    let times = [0.1, 0.4, 1.7];
    for seed in 0..64_u32 {
        let (mut stretch, mut at, mut steps) = (RowStretch::of_row(0), times[0], seed);
        while let Some(span) = stretch.span(&times) {
            assert_eq!(span.lower(), at);
            steps = steps.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match stretch.first_half() {
                Some(half) if steps >> 31 == 0 => stretch = half,
                Some(_) | None => (stretch, at) = (stretch.next(), span.upper()),
            }
        }
        assert_eq!(at, times[2]);
    }
}

/// Before the proved instant, no sampled vertex of the part is within the separation of the box. Pairs are proved
/// apart for the whole time, for part of it, and not at all.
#[test]
fn nothing_comes_near_before_the_proved_instant() {
    let (mechanism, meshes) = arm();
    let path = path(&mechanism);
    let boxed = primitive::cuboid(dvec3(0.2, 0.1, 0.3)).expect("a box");
    let [lower, upper] = boxed.mesh().bounding_box();
    let (separation, mut whole, mut part, mut none) = (0.02, 0, 0, 0);
    for step in 0..40 {
        let turn = DQuat::from_rotation_z(f64::from(step));
        let place = turn * dvec3(0.2 + 0.01 * f64::from(step), 0.1, 0.4 + 0.03 * f64::from(step));
        let pose = Pose::new(turn, place).expect("a pose");
        let other = StaticBox::around(&prepared(boxed.mesh()), &pose).expect("bounded");
        for (link, mesh) in meshes.iter().enumerate() {
            let ball = LinkBall::around(&prepared(mesh)).expect("bounded");
            let mut watch = RelativeLink::new(LinkMotion::in_world(&mechanism, &path, link));
            let until =
                proved_until(&path, |stretch, span| watch.during(stretch, span).apart_from(&ball, &other, separation));
            let motion = Motion::Articulated(watch.motion().clone());
            for time in instants(until) {
                let placed = motion.at(time);
                for (index, &vertex) in mesh.vertices().iter().enumerate() {
                    let seen = pose.inverse().apply(placed.point(index, vertex));
                    let gap = seen.distance(seen.clamp(lower, upper));
                    assert!(gap > separation, "link {link} at {time}, proved until {until}");
                }
            }
            match until {
                2.5.. => whole += 1,
                0.0 => none += 1,
                _ => part += 1,
            }
        }
    }
    assert!(whole > 20 && part > 10 && none > 10, "{whole} whole, {part} part, {none} none");
}

/// Balls of two moving links: before the proved instant, no two sampled vertices are within the separation.
#[test]
fn balls_of_two_links_do_not_meet_before_the_proved_instant() {
    let (mechanism, meshes) = arm();
    let (path, tree) = (path(&mechanism), LinkTree::new(&mechanism));
    let (mut some, mut none) = (0, 0);
    for (separation, a, b) in (0..5).flat_map(|a| (a + 1..5).flat_map(move |b| [0.0, 0.2].map(|s| (s, a, b)))) {
        let balls = [a, b].map(|link: usize| LinkBall::around(&prepared(&meshes[link])).expect("bounded"));
        let motions = [a, b].map(|link| LinkMotion::in_world(&mechanism, &path, link));
        let mut world_links = WorldLinks::new(&tree, &path);
        let until = proved_until(&path, |stretch, span| {
            let seen = world_links.during(stretch, span);
            seen[a].apart_from_ball(&balls[0], (&seen[b], &balls[1]), separation)
        });
        for time in instants(until) {
            let vertices = |side: usize, link: usize| {
                let pose = motions[side].locate(time).pose;
                meshes[link].vertices().iter().map(move |&vertex| pose.apply(vertex)).collect::<Vec<_>>()
            };
            let [of_a, of_b] = [vertices(0, a), vertices(1, b)];
            let near = of_a.iter().any(|one| of_b.iter().any(|other| one.distance(*other) <= separation));
            assert!(!near, "links {a} and {b} at {time}, proved until {until}");
        }
        some += usize::from(until > 0.0);
        none += usize::from(until == 0.0);
    }
    assert!(some > 5 && none > 5, "{some} some, {none} none");
}
