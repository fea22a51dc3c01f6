//! The `chain` suite: one step of a chain of links of 20,000 triangles each, every link against every other, including
//! neighbours.
//!
//! The links are bumpy (`robots::bumpy_chain`) or rings. The joints turn towards random targets, each by at most 0.02
//! rad per step. If a step touches, the chain stays and gets new targets. The peer is the published figure of Zhang,
//! Redon, Lee and Kim 2007 (CATCH): 1.22 ms per step on average for a model of fifteen links, on a machine of that
//! year, not measured here. One thread; trees are built before; the fastest of several runs of each step counts.

use crate::table::Row;
use std::sync::Arc;
use std::time::Instant;
use tangency::detect::Verdict;
use tangency::formats::ContactReport;
use tangency::formats::robot::{Robot, RobotWorld};
use tangency::geometry::{Interpolation, Trajectory};
use tangency::interval::laws::Random;
use tangency::{Verifier, VerifyOptions, robots};

/// The numbers of links.
const LINKS: [usize; 5] = [5, 10, 15, 20, 30];
/// Subdivisions along and around a link: 20,000 triangles.
const STEPS_AROUND: u32 = 100;
const STEPS: usize = 1000;
/// Runs of each step, of which the fastest counts.
const RUNS: usize = 5;
/// Largest turn of a joint per step, in radians.
const PACE: f64 = 0.02;
/// The published time of CATCH for fifteen links, in nanoseconds.
const CATCH: f64 = 1.22e6;

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let models = [ChainLinks::Bumpy, ChainLinks::Rings];
    models.iter().flat_map(|&model| LINKS.iter().map(move |&links| chain(model, links))).collect()
}

fn chain(model: ChainLinks, links: usize) -> Row {
    let verifier = Verifier::new(model.robot(links), RobotWorld::default());
    let mut walk = Walk::new(links - 1, model.widest());
    let (mut ns, mut touching) = (Vec::new(), 0);
    for _ in 0..STEPS {
        let step = walk.step(&verifier);
        let (fastest, verdict) = ask(&verifier, &step);
        touching += usize::from(verdict.is_touch());
        if verdict.is_clear() {
            walk.go()
        } else {
            walk.turn()
        }
        ns.push(fastest);
    }
    ns.sort_by(f64::total_cmp);
    let ms = |share: f64| 1e-6 * ns[(share * (STEPS - 1) as f64) as usize];
    eprintln!(
        "{model:?}, {links} links: {touching} of {STEPS} steps touch; median {:.2} ms, nine of ten {:.2}, most {:.2}",
        ms(0.5),
        ms(0.9),
        ms(1.0)
    );
    Row {
        name: format!("{model:?}, a step of {links} links of 20,000 triangles"),
        ours: ns.iter().sum::<f64>() / STEPS as f64,
        peer_name: "CATCH 2007, its own machine and model".into(),
        peer: (links == 15).then_some(CATCH),
    }
}

/// The fastest of several runs, in nanoseconds, and the verdict.
fn ask(verifier: &Verifier, step: &Arc<Trajectory>) -> (f64, Verdict<ContactReport>) {
    let mut fastest = f64::INFINITY;
    let mut verdict = Verdict::Open { from: 0.0 };
    for _ in 0..RUNS {
        let clock = Instant::now();
        let verified = verifier.verify(step, &VerifyOptions::default()).expect("a chain of solids");
        fastest = fastest.min(clock.elapsed().as_nanos() as f64);
        verdict = verified.report.verdict;
    }
    (fastest, verdict)
}

/// The kind of links.
#[derive(Clone, Copy, Debug)]
enum ChainLinks {
    /// Thick dented links that fold onto each other.
    Bumpy,
    /// Interlocked rings.
    Rings,
}

impl ChainLinks {
    fn robot(self, links: usize) -> Robot {
        match self {
            Self::Bumpy => robots::bumpy_chain(links, STEPS_AROUND),
            Self::Rings => robots::ring_chain(links, STEPS_AROUND as usize),
        }
    }

    /// The range of the joints in each direction, in radians.
    fn widest(self) -> f64 {
        match self {
            Self::Bumpy => 2.4,
            Self::Rings => 1.1,
        }
    }
}

/// Joint values that move towards random targets.
struct Walk {
    random: Random,
    /// The largest target angle, in radians.
    widest: f64,
    values: Vec<f64>,
    next: Vec<f64>,
    targets: Vec<f64>,
}

impl Walk {
    fn new(joints: usize, widest: f64) -> Self {
        let mut walk = Self {
            random: Random::new(15),
            widest,
            values: vec![0.0; joints],
            next: vec![0.0; joints],
            targets: vec![0.0; joints],
        };
        walk.turn();
        walk
    }

    /// The trajectory of one step from the current joint values.
    fn step(&mut self, verifier: &Verifier) -> Arc<Trajectory> {
        let farthest = self.values.iter().zip(&self.targets).map(|(value, target)| (target - value).abs());
        if farthest.fold(0.0, f64::max) < PACE {
            self.turn();
        }
        for ((next, value), target) in self.next.iter_mut().zip(&self.values).zip(&self.targets) {
            *next = value + (target - value).clamp(-PACE, PACE);
        }
        let rows = vec![self.values.clone(), self.next.clone()];
        let mechanism = &verifier.robot().mechanism;
        Arc::new(Trajectory::new(mechanism, vec![0.0, 1.0], rows, Interpolation::Linear).expect("finite values"))
    }

    fn go(&mut self) {
        self.values.clone_from(&self.next);
    }

    /// Chooses new targets.
    fn turn(&mut self) {
        let Self { random, widest, targets, .. } = self;
        targets.iter_mut().for_each(|target| *target = random.between(-*widest, *widest));
    }
}
