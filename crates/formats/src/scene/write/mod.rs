//! Writes a scene as a scene file.
//!
//! **Question.** Which text, read again, gives the same bodies, motions and settings?
//!
//! **Idea.** A body that was read from a file keeps the text of its shape and of its motion ([`BodySource`]), with the
//! formulas, the counts of primitives and the names of files. What was made in code is written as numbers: vertices
//! and triangles, measures of exact bodies, formulas. Every body is read back before it is written.
//!
//! **Guarantee.** The bodies that the file describes are equal to the given ones, number for number. A body that no
//! text describes is an error.
//!
//! **Cost.** That of reading the bodies once or twice.

mod motion;
mod numbers;
mod shape;
mod source;

pub(super) use source::KeptSource;

use super::dynamics::{BodyMatter, Heft, Weight};
use super::forces::{SceneForces, SceneThrust};
use super::{Scene, SceneBody, SceneSpan};
use crate::kind::KindKey;
use crate::tolerance::MAXIMUM_SCENE_BYTES;
use glam::DVec3;
use numbers::{number, pose_keys, text, vector};
use source::BodySource;
use std::fmt::Write;
use std::path::Path;
use tangency_geometry::{Motion, Pose};

/// Why a scene cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneWriteError {
    /// No scene file describes the body.
    #[error("body {body:?} cannot be written to a scene file: {reason}")]
    Body {
        /// Its name.
        body: String,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// The settings of the scene are not those of a scene file.
    #[error("the scene cannot be written: {reason}")]
    Settings {
        /// What is wrong.
        reason: String,
    },
    /// The file cannot be written.
    #[error("the scene file {path} cannot be written: {source}")]
    File {
        /// Its path.
        path: String,
        /// The cause.
        source: std::io::Error,
    },
}

impl Scene {
    /// Writes the scene to a file that [`Scene::read`] reads again: the same bodies, motions and settings, number for
    /// number. See [`Scene::to_toml`].
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), SceneWriteError> {
        let path = path.as_ref();
        let failed = |source| SceneWriteError::File { path: path.display().to_string(), source };
        std::fs::write(path, self.to_toml(path)?).map_err(failed)
    }

    /// The text of a scene file at `path` that describes the scene.
    ///
    /// A body that was read from a scene file in metres is written as it stood there, with its formulas and the names
    /// of its files, if they are found from the folder of `path`. Anything else is written as numbers. Bodies that no
    /// scene file describes are errors: links of robots, and most implicit solids that were made in code. Warnings are not written: reading gives them again.
    ///
    /// ```
    /// use tangency_formats::{Scene, SceneBody, SceneSpan};
    /// use tangency_geometry::{Convex, Motion, Pose};
    ///
    /// let ball = SceneBody::new("ball", Convex::sphere(0.5)?, Motion::Still(Pose::IDENTITY));
    /// let scene = Scene::new("one ball", SceneSpan { start: 0.0, end: 1.0 }, vec![ball]);
    /// let text = scene.to_toml("ball.toml")?;
    /// assert!(text.contains("shape = { sphere = { radius = 0.5 } }"));
    /// assert_eq!(Scene::parse(&text, "ball.toml")?.bodies[0].shape, scene.bodies[0].shape);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_toml(&self, path: impl AsRef<Path>) -> Result<String, SceneWriteError> {
        let path = path.as_ref();
        let mut out = self.settings()?;
        for (index, body) in self.bodies.iter().enumerate() {
            let matter = self.dynamics.as_ref().and_then(|dynamics| dynamics.matter.get(index).copied());
            let failed = |reason| SceneWriteError::Body { body: body.name.clone(), reason };
            let forces = self.dynamics.as_ref().map(|dynamics| dynamics.forces_on(index)).unwrap_or_default();
            let writer = BodyWriter { body, matter: matter.unwrap_or_default(), forces, span: self.span, path };
            out.push_str(&writer.text().map_err(failed)?);
        }
        if out.len() > MAXIMUM_SCENE_BYTES {
            let reason = format!("its text has {} bytes, more than the {MAXIMUM_SCENE_BYTES} that are read", out.len());
            return Err(SceneWriteError::Settings { reason });
        }
        Ok(out)
    }

    /// Everything before the bodies.
    fn settings(&self) -> Result<String, SceneWriteError> {
        let mut out = format!("name = {}\n", text(&self.name));
        if !self.description.is_empty() {
            let _ = writeln!(out, "description = {}", text(&self.description));
        }
        let SceneSpan { start, end } = self.span;
        let _ = writeln!(out, "\n[span]\nstart = {}\nend = {}", number(start), number(end));
        let query = &self.query;
        let settings = [
            ("tolerance", query.tolerance),
            ("separation", query.separation),
            ("simultaneity", query.simultaneity),
            ("spacing", query.spacing),
        ];
        let mut lines: Vec<String> = settings
            .iter()
            .filter_map(|(key, value)| value.map(|value| format!("{key} = {}\n", number(value))))
            .collect();
        if !query.may_touch.is_empty() {
            let pairs: Vec<String> =
                query.may_touch.iter().map(|[a, b]| format!("[{}, {}]", text(a), text(b))).collect();
            lines.push(format!("may_touch = [{}]\n", pairs.join(", ")));
        }
        if !lines.is_empty() {
            let _ = write!(out, "\n[query]\n{}", lines.concat());
        }
        if let Some(dynamics) = &self.dynamics {
            if self.first_free().is_none() {
                let reason = "it has dynamics, but no body is free: set `dynamics` to `None`".into();
                return Err(SceneWriteError::Settings { reason });
            }
            let _ = writeln!(out, "\n[dynamics]\ngravity = {}", vector(dynamics.gravity));
            if dynamics.wind != DVec3::ZERO {
                let _ = writeln!(out, "wind = {}", vector(dynamics.wind));
            }
            for (key, value) in [("step", dynamics.step), ("accuracy", dynamics.accuracy)] {
                if let Some(value) = value {
                    let _ = writeln!(out, "{key} = {}", number(value));
                }
            }
            if let Some(response) = dynamics.response {
                let _ = writeln!(out, "response = {}", text(response.key()));
            }
        }
        Ok(out)
    }
}

/// Writes one body.
struct BodyWriter<'scene> {
    body: &'scene SceneBody,
    matter: BodyMatter,
    forces: SceneForces,
    span: SceneSpan,
    /// Where the text will be.
    path: &'scene Path,
}

impl BodyWriter<'_> {
    /// The text that gives the body when it is read, or why there is none.
    fn text(&self) -> Result<String, String> {
        let mut reason = None;
        let source = self.body.source.known();
        let mut shapes: Vec<String> = source.map(BodySource::shape).into_iter().collect();
        match shape::written(&self.body.shape) {
            Ok(written) => shapes.extend(written),
            Err(why) => reason = Some(why),
        }
        let mut motions: Vec<String> = source.and_then(BodySource::motion).into_iter().collect();
        if self.matter.free.is_some() {
            motions = vec![self.free()?];
        } else {
            match motion::written(&self.body.motion) {
                Ok(Some(written)) => motions.push(format!("motion = {written}\n")),
                Ok(None) => motions.push(String::new()),
                Err(why) => reason = reason.or(Some(why)),
            }
        }
        for shape in &shapes {
            for motion in &motions {
                let text = self.with(shape, motion);
                if self.gives_the_body(&text) {
                    return Ok(text);
                }
            }
        }
        Err(reason.unwrap_or_else(|| "read again, it would not have the same numbers".into()))
    }

    /// The text with this shape and this motion.
    fn with(&self, shape: &str, motion: &str) -> String {
        let SceneBody { name, self_contact, color, .. } = self.body;
        let mut out = format!("\n[[body]]\nname = {}\n{shape}{motion}", text(name));
        if self.matter.material != Default::default() {
            let material = self.matter.material;
            let (restitution, friction) = (number(material.restitution), number(material.friction));
            let lengths = [("torsion", material.torsion), ("rolling", material.rolling)];
            let told = lengths.iter().filter(|(_, length)| *length != 0.0);
            let more: String = told.map(|(key, length)| format!(", {key} = {}", number(*length))).collect();
            let _ = writeln!(out, "material = {{ restitution = {restitution}, friction = {friction}{more} }}");
        }
        if *self_contact {
            out.push_str("self_contact = true\n");
        }
        if let Some([red, green, blue]) = color {
            let _ = writeln!(out, "color = \"#{red:02x}{green:02x}{blue:02x}\"");
        }
        out
    }

    /// `dynamics = { free = { ... } }` of a free body.
    fn free(&self) -> Result<String, String> {
        let (Some(Heft { weight, centre, inertia }), Motion::Rigid(motion)) = (self.matter.free, &self.body.motion)
        else {
            return Err("a free body starts with a place and velocities, a rigid motion".into());
        };
        let mut keys = pose_keys(motion.start());
        keys.push(format!("velocity = {}", vector(motion.velocity())));
        keys.push(format!("angular_velocity = {}", vector(motion.angular_velocity())));
        keys.push(match weight {
            Weight::Mass(mass) => format!("mass = {}", number(mass)),
            Weight::Density(density) => format!("density = {}", number(density)),
        });
        keys.extend(centre.map(|centre| format!("centre = {}", vector(centre))));
        keys.extend(inertia.map(|matrix| {
            let rows = matrix.transpose();
            format!("inertia = [{}, {}, {}]", vector(rows.x_axis), vector(rows.y_axis), vector(rows.z_axis))
        }));
        keys.extend(self.force_keys());
        Ok(format!("dynamics = {{ free = {{ {} }} }}\n", keys.join(", ")))
    }

    /// `thrust` and `drag` of a free body.
    fn force_keys(&self) -> Vec<String> {
        let SceneForces { thrusts, linear_drag, quadratic_drag } = &self.forces;
        let thrust = |one: &SceneThrust| {
            let until = one.until.map(|until| format!(", until = {}", number(until))).unwrap_or_default();
            let (force, axes, from) = (vector(one.force), text(one.axes.key()), number(one.from));
            format!("{{ force = {force}, axes = {axes}, from = {from}{until} }}")
        };
        let mut keys = Vec::new();
        if !thrusts.is_empty() {
            let all: Vec<String> = thrusts.iter().map(thrust).collect();
            keys.push(format!("thrust = [{}]", all.join(", ")));
        }
        if *linear_drag != 0.0 || *quadratic_drag != 0.0 {
            let (linear, quadratic) = (number(*linear_drag), number(*quadratic_drag));
            keys.push(format!("drag = {{ linear = {linear}, quadratic = {quadratic} }}"));
        }
        keys
    }

    /// Whether the text, read as a scene with this body alone, gives the body.
    fn gives_the_body(&self, text: &str) -> bool {
        let SceneSpan { start, end } = self.span;
        let whole = format!("[span]\nstart = {}\nend = {}\n{text}", number(start), number(end));
        let Ok(Scene { bodies, dynamics, .. }) = Scene::parse(&whole, self.path) else { return false };
        let [read] = &bodies[..] else { return false };
        let matter = dynamics.as_ref().and_then(|dynamics| dynamics.matter.first().copied());
        let forces = dynamics.as_ref().map(|dynamics| dynamics.forces_on(0)).unwrap_or_default();
        read.describes(self.body) && matter.is_none_or(|matter| matter == self.matter) && forces == self.forces
    }
}

impl SceneBody {
    /// Whether another body has the same name, shape, motion and settings.
    fn describes(&self, other: &Self) -> bool {
        // What a body was made from is not part of what it is.
        let Self { name, shape, motion, self_contact, color, source: _ } = self;
        *name == other.name
            && *shape == other.shape
            && *motion == other.motion
            && *self_contact == other.self_contact
            && *color == other.color
    }
}

/// The keys of a pose that is not the identity.
fn placement(pose: Pose) -> Vec<String> {
    if pose == Pose::IDENTITY { Vec::new() } else { pose_keys(pose) }
}
