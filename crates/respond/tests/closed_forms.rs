//! Contact problems with known solutions.
//!
//! References: closed forms of mechanics, each named at its test.

use glam::{DMat3, DVec3, dvec3};
use tangency_respond::{
    ContactProblem, Ending, Grip, Inertia, Joint, JointFrame, JointRow, JointStage, JointType, Method, Motor,
    ProblemError, Rate, ResponseBody, ResponseContact, RowLimit, Solution, SolveOptions,
};

const GRAVITY: f64 = 9.81;

fn floor() -> ResponseBody {
    ResponseBody::fixed(DVec3::ZERO)
}

fn ball(mass: f64, radius: f64, centre: DVec3) -> ResponseBody {
    ResponseBody::new(&Inertia::sphere(mass, radius).expect("a ball"), DMat3::IDENTITY, centre)
}

fn cube(mass: f64, side: f64, centre: DVec3) -> ResponseBody {
    ResponseBody::new(&Inertia::cuboid(mass, DVec3::splat(side)).expect("a box"), DMat3::IDENTITY, centre)
}

fn linear(rate: DVec3) -> Rate {
    Rate { linear: rate, angular: DVec3::ZERO }
}

fn solve(problem: &ContactProblem, method: Method) -> Solution {
    problem.solve(&SolveOptions { method, ..SolveOptions::default() }).expect("the method knows the problem")
}

fn close(found: f64, wanted: f64, error: f64) {
    assert!((found - wanted).abs() <= error, "{found} is not {wanted}");
}

/// Contacts at the four lower corners of a cube, between two bodies.
fn corners(a: usize, b: usize, side: f64, height: f64, friction: f64) -> Vec<ResponseContact> {
    let half = 0.5 * side;
    [(-half, -half), (-half, half), (half, -half), (half, half)]
        .map(|(x, y)| ResponseContact { friction, ..ResponseContact::new(a, b, dvec3(x, y, height), DVec3::Z) })
        .to_vec()
}

/// With equal masses and e = 1, as many balls leave a row as have arrived.
#[test]
fn newtons_cradle_of_five_balls() {
    let bodies: Vec<ResponseBody> = (0..5).map(|place| ball(1.0, 0.5, f64::from(place) * DVec3::X)).collect();
    let touch = |a: usize| ResponseContact {
        restitution: 1.0,
        ..ResponseContact::new(a, a + 1, (a as f64 + 0.5) * DVec3::X, DVec3::X)
    };
    let touches: Vec<ResponseContact> = (0..4).map(touch).collect();
    for arriving in 1..5 {
        let before: Vec<Rate> =
            (0..5).map(|place| linear(if place < arriving { 2.0 * DVec3::X } else { DVec3::ZERO })).collect();
        let impact =
            ContactProblem::new(&bodies, &before, &touches, &[]).unwrap().impact(&SolveOptions::default()).unwrap();
        for (place, rate) in impact.rates.iter().enumerate() {
            close(rate.linear.x, if place >= 5 - arriving { 2.0 } else { 0.0 }, 1e-12);
        }
        assert!(impact.certificate.converged);
    }
}

/// A chain of two balls on a floor, the upper one light: e = 1 gives the upper one (3M − m)/(M + m) times the speed.
#[test]
fn a_light_ball_on_a_heavy_one_rebounds_faster() {
    let (heavy, light) = (3.0, 1.0);
    let bodies = [floor(), ball(heavy, 0.5, 0.5 * DVec3::Z), ball(light, 0.25, 1.25 * DVec3::Z)];
    let before = [Rate::default(), linear(-DVec3::Z), linear(-DVec3::Z)];
    let touch = |a: usize, height: f64| ResponseContact {
        restitution: 1.0,
        ..ResponseContact::new(a, a + 1, height * DVec3::Z, DVec3::Z)
    };
    let problem = ContactProblem::new(&bodies, &before, &[touch(0, 0.0), touch(1, 1.0)], &[]).unwrap();
    let impact = problem.impact(&SolveOptions::default()).unwrap();
    close(impact.rates[2].linear.z, (3.0 * heavy - light) / (heavy + light), 1e-12);
    close(problem.energy(&impact.rates), problem.energy(&before), 1e-12);
}

/// A box dropped flat rebounds with e and does not turn, although its corners are redundant.
#[test]
fn a_box_falls_flat() {
    let bodies = [floor(), cube(2.0, 1.0, 0.5 * DVec3::Z)];
    let contacts: Vec<_> =
        corners(0, 1, 1.0, 0.0, 0.3).into_iter().map(|each| ResponseContact { restitution: 0.6, ..each }).collect();
    let before = [Rate::default(), linear(-3.0 * DVec3::Z)];
    let impact =
        ContactProblem::new(&bodies, &before, &contacts, &[]).unwrap().impact(&SolveOptions::default()).unwrap();
    assert!(impact.rates[1].linear.distance(1.8 * DVec3::Z) < 1e-11 && impact.rates[1].angular.length() < 1e-10);
    assert_eq!(impact.rounds, 1);
}

/// A block on a slope, as a problem with gravity tilted.
fn slope(angle: f64, friction: f64, method: Method) -> Solution {
    let bodies = [floor(), cube(2.0, 0.2, 0.1 * DVec3::Z)];
    let pull = GRAVITY * dvec3(angle.sin(), 0.0, -angle.cos());
    let free = [Rate::default(), linear(pull)];
    solve(&ContactProblem::new(&bodies, &free, &corners(0, 1, 0.2, 0.0, friction), &[]).expect("a block"), method)
}

/// It sticks below arctan µ and slides above with g·(sin − µ·cos), on both sides to 1e-6 rad.
#[test]
fn a_block_on_a_slope_sticks_and_slides() {
    for method in [Method::Proximal, Method::Automatic] {
        for friction in [0.1, 0.5, 1.0_f64] {
            let limit = friction.atan();
            for (angle, slides) in
                [(0.5 * limit, false), (limit - 1e-6, false), (limit + 1e-6, true), (1.2 * limit, true)]
            {
                let solution = slope(angle, friction, method);
                assert!(solution.certificate.converged, "{method:?} {friction} {angle}: {:?}", solution.certificate);
                let wanted = if slides { GRAVITY * (angle.sin() - friction * angle.cos()) } else { 0.0 };
                // The residual is 1e-10 m/s²; four redundant contacts near their limit amplify it.
                close(solution.rates[1].linear.x, wanted, 1e-7);
                close(solution.rates[1].linear.z, 0.0, 1e-7);
                let normal: f64 = solution.impulses.contacts.iter().map(|each| each.force.z).sum();
                close(normal, 2.0 * GRAVITY * angle.cos(), 1e-6);
            }
        }
    }
}

/// The force between two boxes of a stack is the weight above.
#[test]
fn a_stack_carries_its_weight() {
    let count = 10;
    let mut bodies = vec![floor()];
    let mut contacts = Vec::new();
    for level in 0..count {
        bodies.push(cube(1.5, 1.0, (level as f64 + 0.5) * DVec3::Z));
        contacts.extend(corners(level, level + 1, 1.0, level as f64, 0.0));
    }
    let free: Vec<Rate> = bodies
        .iter()
        .map(|body| linear(if body.inverse_mass > 0.0 { -GRAVITY * DVec3::Z } else { DVec3::ZERO }))
        .collect();
    for (friction, methods) in [
        (0.0, vec![Method::ContactSpace, Method::MotionSpace, Method::Proximal, Method::Automatic]),
        (0.5, vec![Method::Proximal, Method::Automatic]),
    ] {
        contacts.iter_mut().for_each(|each| each.friction = friction);
        let problem = ContactProblem::new(&bodies, &free, &contacts, &[]).unwrap();
        for method in methods {
            let solution = solve(&problem, method);
            assert!(solution.certificate.converged, "{method:?} {:?}", solution.certificate);
            for level in 0..count {
                let force: f64 =
                    solution.impulses.contacts[4 * level..4 * level + 4].iter().map(|each| each.force.z).sum();
                close(force, (count - level) as f64 * 1.5 * GRAVITY, 1e-7);
                assert!(solution.rates[level + 1].linear.length() < 1e-8, "{method:?}");
            }
            // A warm start is a solution at once.
            let warm =
                SolveOptions { method: Method::Sweeps, warm: Some(&solution.impulses), ..SolveOptions::default() };
            let again = problem.solve(&warm).unwrap();
            assert_eq!(again.certificate.iterations, 0, "{method:?}");
        }
    }
}

/// A ladder of uniform mass leans at a smooth wall: it stands if tan(angle to the floor) ≥ 1/(2·µ).
#[test]
fn a_ladder_leans_at_a_wall() {
    let (length, friction, mass) = (4.0, 0.4, 10.0);
    let limit = (0.5_f64 / friction).atan();
    for (angle, stands) in [(limit + 0.1, true), (limit + 1e-6, true), (limit - 1e-6, false), (limit - 0.1, false)] {
        let (foot, top) = (dvec3(length * f64::cos(angle), 0.0, 0.0), dvec3(0.0, 0.0, length * f64::sin(angle)));
        let rod =
            Inertia::new(mass, DVec3::ZERO, DMat3::from_diagonal(DVec3::splat(mass * length * length / 12.0))).unwrap();
        let bodies = [floor(), ResponseBody::new(&rod, DMat3::IDENTITY, 0.5 * (foot + top))];
        let contacts = [
            ResponseContact { friction, ..ResponseContact::new(0, 1, foot, DVec3::Z) },
            ResponseContact::new(0, 1, top, DVec3::X),
        ];
        let free = [Rate::default(), linear(-GRAVITY * DVec3::Z)];
        let solution = solve(&ContactProblem::new(&bodies, &free, &contacts, &[]).unwrap(), Method::Automatic);
        assert!(solution.certificate.converged, "{angle}");
        if stands {
            assert!(solution.rates[1].linear.length() < 1e-9, "{angle}: {:?}", solution.rates[1]);
            close(solution.impulses.contacts[1].force.x, 0.5 * mass * GRAVITY / angle.tan(), 1e-7);
        } else {
            assert!(solution.rates[1].linear.z < -1e-9, "{angle}: {:?}", solution.rates[1]);
        }
    }
}

/// A ball with backspin slides with friction µ·m·g against the slip, until it rolls with 5/7·v − 2/7·r·ω.
#[test]
fn a_ball_with_backspin_slides_then_rolls() {
    let (mass, radius, friction, speed, spin) = (2.0, 0.3, 0.2, 3.0, -5.0);
    let bodies = [floor(), ball(mass, radius, radius * DVec3::Z)];
    // Accelerations while it slides: the slip v − r·ω of the contact point is forward.
    let sliding = Grip::Slides { force: -friction * DVec3::X, torque: DVec3::ZERO };
    let contact = ResponseContact { friction, grip: sliding, ..ResponseContact::new(0, 1, DVec3::ZERO, DVec3::Z) };
    let free = [Rate::default(), linear(-GRAVITY * DVec3::Z)];
    for method in [Method::ContactSpace, Method::Sweeps, Method::Automatic] {
        let solution = solve(&ContactProblem::new(&bodies, &free, &[contact], &[]).unwrap(), method);
        close(solution.rates[1].linear.x, -friction * GRAVITY, 1e-12);
        close(solution.rates[1].angular.y, 2.5 * friction * GRAVITY / radius, 1e-11);
    }
    // One step that is long enough for it to roll: the law of the implicit step gives the velocity of rolling.
    let step = 10.0;
    let end = Rate { linear: dvec3(speed, 0.0, -GRAVITY * step), angular: spin * DVec3::Y };
    let contact = ResponseContact { grip: Grip::Cone, ..contact };
    let rolling =
        solve(&ContactProblem::new(&bodies, &[Rate::default(), end], &[contact], &[]).unwrap(), Method::Automatic);
    close(rolling.rates[1].linear.x, 5.0 / 7.0 * speed + 2.0 / 7.0 * radius * spin, 1e-11);
    close(rolling.rates[1].linear.x, radius * rolling.rates[1].angular.y, 1e-11);
}

/// A spinning ball is slowed by torsion·m·g/I, a rolling one by rolling·m·g·(5/7)/(m·r); both stop.
#[test]
fn torsional_and_rolling_friction_stop_a_ball() {
    let (mass, radius, step) = (2.0, 0.3, 0.01);
    let bodies = [floor(), ball(mass, radius, radius * DVec3::Z)];
    let moment = 0.4 * mass * radius * radius;
    let contact = ResponseContact {
        friction: 0.5,
        torsion: 0.02,
        rolling: 0.004,
        ..ResponseContact::new(0, 1, DVec3::ZERO, DVec3::Z)
    };
    let end = |speed: f64, spin: f64| Rate {
        linear: dvec3(speed, 0.0, -GRAVITY * step),
        angular: dvec3(0.0, speed / radius, spin),
    };
    for method in [Method::Sweeps, Method::Proximal, Method::Automatic] {
        let after = |rate: Rate| {
            let solution =
                solve(&ContactProblem::new(&bodies, &[Rate::default(), rate], &[contact], &[]).unwrap(), method);
            assert!(solution.certificate.converged, "{method:?} {:?}", solution.certificate);
            solution.rates[1]
        };
        close(after(end(0.0, 3.0)).angular.z, 3.0 - 0.02 * mass * GRAVITY * step / moment, 1e-10);
        close(after(end(2.0, 0.0)).linear.x, 2.0 - 5.0 / 7.0 * 0.004 * GRAVITY * step / radius, 1e-10);
        let stopped = after(end(1e-5, 1e-5));
        assert!(stopped.linear.length() < 1e-11 && stopped.angular.length() < 1e-10, "{stopped:?}");
    }
}

/// A motor turns a flywheel with its largest torque, and holds its speed as soon as the torque suffices.
#[test]
fn a_motor_drives_a_flywheel() {
    let bodies = [floor(), cube(6.0, 1.0, DVec3::ZERO)];
    let frame = JointFrame { origin: DVec3::ZERO, axes: DMat3::IDENTITY };
    for (most, wanted) in [(3.0, 0.3), (1e3, 7.0)] {
        let hinge = Joint { motor: Some(Motor { speed: 7.0, most }), ..Joint::new(0, 1, JointType::Hinge, [frame; 2]) };
        let rows = hinge.rows(&bodies, JointStage::Velocity { step: 0.1 });
        let problem = ContactProblem::new(&bodies, &[Rate::default(); 2], &[], &rows).unwrap();
        for method in [Method::ContactSpace, Method::MotionSpace, Method::Sweeps, Method::Proximal, Method::Automatic] {
            let solution = solve(&problem, method);
            close(solution.rates[1].angular.z, wanted, 1e-9);
            assert!(solution.certificate.converged, "{method:?}");
        }
    }
}

/// Walls that close in on a ball, and joints that pull a body apart, have no solution, and the answer says so.
#[test]
fn contradictions_are_reported() {
    let ball = ball(1.0, 0.5, DVec3::ZERO);
    let bodies = [ResponseBody::fixed(-DVec3::X), ball, ResponseBody::fixed(DVec3::X)];
    let rates = [linear(DVec3::X), Rate::default(), linear(-DVec3::X)];
    let walls =
        [ResponseContact::new(0, 1, -0.5 * DVec3::X, DVec3::X), ResponseContact::new(1, 2, 0.5 * DVec3::X, DVec3::X)];
    let problem = ContactProblem::new(&bodies, &rates, &walls, &[]).unwrap();
    for method in [Method::ContactSpace, Method::MotionSpace, Method::Automatic] {
        let certificate = solve(&problem, method).certificate;
        assert!(!certificate.converged && certificate.ending == Ending::Contradiction, "{method:?} {certificate:?}");
    }
    let pulled = |a: usize| JointRow {
        a,
        b: 1,
        on_a: linear(DVec3::X),
        on_b: linear(DVec3::X),
        bias: 0.0,
        limit: RowLimit::Bilateral,
    };
    let problem = ContactProblem::new(&bodies, &rates, &[], &[pulled(0), pulled(2)]).unwrap();
    for method in [Method::ContactSpace, Method::MotionSpace, Method::Automatic] {
        let certificate = solve(&problem, method).certificate;
        assert!(!certificate.converged && certificate.ending == Ending::Contradiction, "{method:?} {certificate:?}");
    }
}

/// Painlevé 1895: a rod slides on its tip, friction so large that pushing at the tip accelerates it into the floor.
/// There is no force; the answer must not pretend otherwise.
#[test]
fn painleves_rod_is_not_silently_wrong() {
    let (mass, length, angle, friction) = (1.0, 2.0, 1.0_f64, 3.0);
    let tip = dvec3(0.5 * length * angle.cos(), 0.0, -0.5 * length * angle.sin());
    let rod =
        Inertia::new(mass, DVec3::ZERO, DMat3::from_diagonal(DVec3::splat(mass * length * length / 12.0))).unwrap();
    let bodies = [floor(), ResponseBody::new(&rod, DMat3::IDENTITY, DVec3::ZERO)];
    // The rod leans so that friction against the slip turns the tip into the floor.
    let (x, z) = (tip.x, tip.z);
    let mut seen = 0;
    for slip in [DVec3::X, -DVec3::X] {
        let grip = Grip::Slides { force: -friction * slip, torque: DVec3::ZERO };
        let contact = ResponseContact { friction, grip, ..ResponseContact::new(0, 1, tip, DVec3::Z) };
        // The rate of the tip along the normal for a unit of normal force: 1/m + (x² + µ·slip·x·z)/I.
        let response = 1.0 / mass + (x * x + friction * slip.x * x * z) / (mass * length * length / 12.0);
        let free = [Rate::default(), linear(-GRAVITY * DVec3::Z)];
        let problem = ContactProblem::new(&bodies, &free, &[contact], &[]).unwrap();
        let solution = solve(&problem, Method::Automatic);
        let force = solution.impulses.contacts[0].force.z;
        if solution.certificate.converged {
            close(solution.rates[1].linear.z - x * solution.rates[1].angular.y, 0.0, 1e-9);
            assert!(force > 0.0 && response > 0.0, "{response}");
        } else {
            seen += 1;
            assert!(response < 0.0, "{response}");
        }
    }
    assert_eq!(seen, 1, "one of the two directions jams");
}

/// A ball above a floor may close its gap in a step, and not more; one that is too deep is lifted by what is missing.
#[test]
fn gaps_are_closed_and_overlaps_undone() {
    let bodies = [floor(), ball(1.0, 0.5, 0.501 * DVec3::Z)];
    let (gap, step) = (0.001, 0.01);
    let contact = ResponseContact::new(0, 1, DVec3::ZERO, DVec3::Z);
    let fast = [Rate::default(), linear(-3.0 * DVec3::Z)];
    let falling = ResponseContact { bias: gap / step * DVec3::Z, ..contact };
    let solution = solve(&ContactProblem::new(&bodies, &fast, &[falling], &[]).unwrap(), Method::Automatic);
    close(solution.rates[1].linear.z, -gap / step, 1e-12);
    let slow = [Rate::default(), linear(-0.05 * DVec3::Z)];
    let solution = solve(&ContactProblem::new(&bodies, &slow, &[falling], &[]).unwrap(), Method::Automatic);
    assert_eq!(solution.impulses.contacts[0].force, DVec3::ZERO, "it does not reach the floor");
    let deep = ResponseContact { bias: -0.002 * DVec3::Z, ..contact };
    let solution =
        solve(&ContactProblem::new(&bodies, &[Rate::default(); 2], &[deep], &[]).unwrap(), Method::Automatic);
    close(solution.rates[1].linear.z, 0.002, 1e-15);
}

#[test]
fn bad_input_is_refused_by_name() {
    let bodies = [floor(), cube(1.0, 1.0, DVec3::Z)];
    let still = [Rate::default(); 2];
    let contact = ResponseContact::new(0, 1, DVec3::ZERO, DVec3::Z);
    let refused =
        |contact: ResponseContact| ContactProblem::new(&bodies, &still, &[contact], &[]).unwrap_err().to_string();
    assert!(refused(ResponseContact { normal: 2.0 * DVec3::Z, ..contact }).contains("contact 0: normal"));
    assert!(refused(ResponseContact { friction: -1.0, ..contact }).contains("friction -1"));
    assert!(refused(ResponseContact { restitution: 1.5, ..contact }).contains("restitution 1.5"));
    assert!(refused(ResponseContact { b: 7, ..contact }).contains("bodies 0 and 7 of 2"));
    assert!(refused(ResponseContact { point: DVec3::NAN, ..contact }).contains("point"));
    let heavy = [cube(1e10, 1.0, DVec3::ZERO), cube(1.0, 1.0, DVec3::Z)];
    let error = ContactProblem::new(&heavy, &still, &[contact], &[]).unwrap_err();
    assert!(matches!(error, ProblemError::MassRatio { a: 0, b: 1, .. }), "{error}");
    let broken = [floor(), ResponseBody { inverse_inertia: DMat3::ZERO, ..bodies[1] }];
    let error = ContactProblem::new(&broken, &still, &[], &[]).unwrap_err();
    assert!(matches!(error, ProblemError::Body { body: 1, .. }), "{error}");
    let rough = ContactProblem::new(&bodies, &still, &[ResponseContact { friction: 0.5, ..contact }], &[]).unwrap();
    let error = rough.solve(&SolveOptions { method: Method::ContactSpace, ..SolveOptions::default() }).unwrap_err();
    assert!(error.to_string().contains("friction cones"), "{error}");
}
