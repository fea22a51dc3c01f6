//! The Panda's planning problems, proved: the segments of the sampled references, and every straight segment
//! from start to goal.
//!
//! `cargo run --release -p tangency-conformance --example panda_set -- ../shared/data/planning/panda PROBLEMS`,
//! with PROBLEMS the folder that `problems.tar.bz2` unpacks to.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tangency::detect::Verdict;
use tangency::formats::robot::{Request, Robot, RobotOptions, RobotWorld, RobotWorldOptions};
use tangency::geometry::{Interpolation, Trajectory};
use tangency::{Verified, Verifier, VerifyOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, data, problems] = arguments.as_slice() else { return Err("two folders are needed".into()) };
    let (data, problems) = (Path::new(data), Path::new(problems));
    let options = RobotOptions { srdf: Some(data.join("panda.srdf")), ..RobotOptions::default() };
    let panda = Robot::read(data.join("../../meshes/franka_panda/panda.urdf"), &options)?;
    let set = PandaSet { bare: Verifier::new(panda, RobotWorld::default()), problems };
    for file in ["reference.json", "reference_short.json"] {
        set.reference(&data.join(file))?;
    }
    set.straight_segments()
}

struct PandaSet<'a> {
    bare: Verifier,
    problems: &'a Path,
}

/// Times and verdicts of many segments.
#[derive(Default)]
struct Sums {
    seconds: Vec<f64>,
    verdicts: [usize; 3],
    /// Contacts of the samples that we miss or report later.
    missed: usize,
    /// Our contacts that sampling missed.
    new: usize,
    /// Our contacts that are earlier than the sample by more than 1/100 of the segment.
    earlier: usize,
}

impl PandaSet<'_> {
    fn world(&self, problem: &str) -> Result<Verifier, Box<dyn std::error::Error>> {
        let (kind, number) = problem.split_once('/').ok_or("a problem is KIND/NUMBER")?;
        let options = RobotWorldOptions { packages: &[], root: "panda_link0" };
        let world = RobotWorld::read(self.problems.join(kind).join(format!("scene{number}.yaml")), &options)?;
        Ok(self.bare.among(world))
    }

    fn reference(&self, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let document: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
        let mut sums = Sums::default();
        for motion in document["motions"].as_array().ok_or("no motions")? {
            let problem = motion["problem"].as_str().ok_or("no problem")?;
            let verifier = self.world(problem)?;
            let row = |key: &str| (0..8).map(|joint| motion[key][joint].as_f64().unwrap_or(f64::NAN)).collect();
            let rows = vec![row("q_start"), row("q_goal")];
            let mechanism = &verifier.robot().mechanism;
            let segment = Trajectory::new(mechanism, vec![0.0, 1.0], rows, Interpolation::Linear)?;
            let verified = sums.ask(&verifier, segment)?;
            let samples = &motion["first_sample"];
            let sampled = samples["10000"].as_f64().or(samples["1000"].as_f64());
            let time = verified.report.time().map(|[from, _]| from);
            let pair = verified.report.contacts().first().map_or(String::new(), |c| format!("{} - {}", c.a, c.b));
            match (sampled, time) {
                (Some(sampled), _) if time.is_none_or(|from| from > sampled) => {
                    sums.missed += 1;
                    println!("  missed or late: {problem} at {time:?}, sampled {sampled:.5}: {pair}");
                }
                (Some(sampled), Some(from)) if from < sampled - 0.01 => {
                    sums.earlier += 1;
                    println!("  earlier: {problem} at {from:.5}, sampled {sampled:.5}: {pair}");
                }
                (None, Some(from)) => {
                    sums.new += 1;
                    println!("  not sampled: {problem} at {from:.5}: {pair}");
                }
                _ => {}
            }
        }
        sums.print(&file.display().to_string());
        Ok(())
    }

    /// From the start to the goal of every request.
    fn straight_segments(&self) -> Result<(), Box<dyn std::error::Error>> {
        let mut sums = Sums::default();
        let mut kinds: Vec<_> = std::fs::read_dir(self.problems)?.collect::<Result<_, _>>()?;
        kinds.sort_by_key(std::fs::DirEntry::path);
        for kind in kinds {
            for number in 1..=100 {
                let kind = kind.file_name().to_string_lossy().into_owned();
                let verifier = self.world(&format!("{kind}/{number:04}"))?;
                let request = Request::read(self.problems.join(&kind).join(format!("request{number:04}.yaml")))?;
                let segment = request.segment(&verifier.robot().mechanism)?;
                sums.ask(&verifier, segment)?;
            }
        }
        sums.print("start to goal");
        Ok(())
    }
}

impl Sums {
    fn ask(&mut self, verifier: &Verifier, segment: Trajectory) -> Result<Verified, Box<dyn std::error::Error>> {
        let clock = Instant::now();
        let verified = verifier.verify(&Arc::new(segment), &VerifyOptions::default())?;
        self.seconds.push(clock.elapsed().as_secs_f64());
        self.verdicts[match verified.report.verdict {
            Verdict::Clear { .. } => 0,
            Verdict::Touch(_) => 1,
            Verdict::Open { .. } => 2,
        }] += 1;
        Ok(verified)
    }

    fn print(mut self, name: &str) {
        self.seconds.sort_by(f64::total_cmp);
        let count = self.seconds.len();
        let mean = 1e3 * self.seconds.iter().sum::<f64>() / count as f64;
        let [median, most] = [count / 2, count - 1].map(|index| 1e3 * self.seconds[index]);
        let [clear, touch, open] = self.verdicts;
        println!("{name}: {count} segments, {clear} clear, {touch} touch, {open} open");
        println!("  {mean:.2} ms mean, {median:.2} median, {most:.2} most");
        println!("  missed or late {}, earlier by 0.01 {}, not sampled {}", self.missed, self.earlier, self.new);
    }
}
