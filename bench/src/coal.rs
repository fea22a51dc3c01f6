//! coal's C++ library, asked by a small program that is compiled on first use (`peers/coal/pairs.cpp`).

use crate::python;
use glam::DVec3;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tangency::geometry::{Convex, ConvexCore, ConvexHull, Pose};

/// Two bodies, by index, at their poses.
pub(crate) struct CoalPair {
    pub(crate) bodies: [usize; 2],
    pub(crate) poses: [Pose; 2],
    /// The velocities of both bodies and their angular velocities, for first contacts.
    pub(crate) rates: Option<[DVec3; 4]>,
}

/// Bodies and pairs in a file.
pub(crate) struct CoalQuestions {
    program: PathBuf,
    file: PathBuf,
}

impl CoalQuestions {
    /// Writes the file. Builds the program if needed.
    pub(crate) fn new(name: &str, bodies: &[Convex], pairs: &[CoalPair]) -> Result<Self, String> {
        let program = program()?;
        let mut text = format!("bodies {}\n", bodies.len());
        bodies.iter().for_each(|body| write_body(&mut text, body));
        for CoalPair { bodies: [a, b], poses, rates } in pairs {
            let _ = write!(text, "{a} {b}");
            for pose in poses {
                numbers(&mut text, &pose.rotation().to_array());
                numbers(&mut text, &pose.translation().to_array());
            }
            rates.iter().flatten().for_each(|rate| numbers(&mut text, &rate.to_array()));
            text.push('\n');
        }
        let file = python::folder("coal")?.join(format!("{name}.txt"));
        python::write(&file, text.as_bytes())?;
        Ok(Self { program, file })
    }

    /// Nanoseconds a pair for every `count` pairs.
    pub(crate) fn times(&self, question: &str, count: usize) -> Result<Vec<f64>, String> {
        let mut command = Command::new(&self.program);
        let printed = python::output(command.args(["time", question, &count.to_string()]).arg(&self.file))?;
        printed.lines().map(|line| line.parse().map_err(|_| format!("coal printed: {line}"))).collect()
    }

    /// One line a pair.
    pub(crate) fn answers(&self, question: &str) -> Result<Vec<String>, String> {
        let printed = python::output(Command::new(&self.program).args(["answer", question]).arg(&self.file))?;
        Ok(printed.lines().map(str::to_owned).collect())
    }
}

fn numbers(text: &mut String, values: &[f64]) {
    for value in values {
        let _ = write!(text, " {value}");
    }
}

/// One line: the radius about the core, the kind, its lengths. coal's balls and capsules have the radius themselves.
fn write_body(text: &mut String, body: &Convex) {
    let radius = body.radius();
    let mut line = |grown: f64, kind: &str, lengths: &[f64]| {
        let _ = write!(text, "{grown} {kind}");
        numbers(text, lengths);
        text.push('\n');
    };
    match body.core() {
        ConvexCore::Point => line(0.0, "sphere", &[radius]),
        ConvexCore::Segment { half } => line(0.0, "capsule", &[radius, 2.0 * half]),
        ConvexCore::Cuboid { half } => line(radius, "box", &(2.0 * *half).to_array()),
        ConvexCore::Cylinder { radius: across, half } => line(radius, "cylinder", &[*across, 2.0 * half]),
        ConvexCore::Cone { radius: across, height } => line(radius, "cone", &[*across, *height]),
        ConvexCore::Ellipsoid { radii } => line(radius, "ellipsoid", &radii.to_array()),
        ConvexCore::Hull { points } => {
            let hull = ConvexHull::of(points).expect("the points were accepted as a body");
            let (vertices, triangles) = (hull.mesh().vertices(), hull.mesh().triangles());
            let mut lengths = vec![vertices.len() as f64, triangles.len() as f64];
            lengths.extend(vertices.iter().flat_map(|vertex| vertex.to_array()));
            lengths.extend(triangles.iter().flatten().map(|&corner| f64::from(corner)));
            line(radius, "hull", &lengths);
        }
    }
}

/// The program, compiled with the headers of the wheels, without flags of this processor: the library has none either.
fn program() -> Result<PathBuf, String> {
    let python = python::with("coal", &["coal==3.0.3", "numpy"])?;
    let place = "import coal, pathlib; print(pathlib.Path(coal.__file__).parents[4])";
    let prefix = PathBuf::from(python::output(Command::new(&python).args(["-c", place]))?.trim());
    let include = prefix.join("include");
    if !include.join("eigen3").exists() {
        python::output(Command::new(&python).args(["-m", "pip", "install", "--quiet", "cmeel-eigen"]))?;
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/coal/pairs.cpp");
    let program = python::folder("coal")?.join("pairs");
    let changed = |file: &Path| std::fs::metadata(file).and_then(|data| data.modified()).ok();
    if changed(&program).is_none_or(|built| changed(&source).is_some_and(|edited| edited > built)) {
        let library = prefix.join("lib");
        let mut compiler = Command::new("g++");
        compiler.args(["-O2", "-std=c++17", "-w", "-I"]).arg(&include).arg("-I").arg(include.join("eigen3"));
        compiler.arg(&source).arg("-o").arg(&program).arg("-L").arg(&library);
        python::output(compiler.arg("-lcoal").arg(format!("-Wl,-rpath,{}", library.display())))?;
    }
    Ok(program)
}
