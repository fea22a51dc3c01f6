//! Objects that a robot carries.
//!
//! An attached object becomes a link that a fixed joint joins to the link that carries it. So it is checked as links
//! are: against the world, and against every link that a joint moves against it.

use super::solid::CollisionSolid;
use super::{Robot, RobotPart};
use crate::Scene;
use crate::suggest::suggest;
use tangency_geometry::{Joint, JointKind, Mechanism, MechanismError, Motion, Pose, RateLimits, Shape};

/// An object that a robot carries.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachedObject {
    /// Its name, which no link may have.
    pub name: String,
    /// The link that carries it.
    pub link: String,
    /// Its pose in the frame of that link.
    pub pose: Pose,
    /// Its shapes, in its own frame.
    pub solids: Vec<CollisionSolid>,
    /// Links that it may touch, beside the one that carries it.
    pub touch_links: Vec<String>,
}

/// An object cannot be attached.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AttachError {
    /// The robot has no such link.
    #[error("the attached object {object:?} names link {link:?}, which the robot does not have{near}")]
    NoLink {
        /// The object.
        object: String,
        /// The link.
        link: String,
        /// A suggestion, or nothing.
        near: String,
    },
    /// Its name is taken, or its pose cannot be used.
    #[error("the object {object:?} cannot be attached: {source}")]
    Mechanism {
        /// The object.
        object: String,
        /// Why not.
        source: MechanismError,
    },
    /// A body of a scene does not stand still in the frame of the link.
    #[error("the body {object:?} moves by itself and cannot be attached: give it `motion = {{ still = … }}`")]
    Moves {
        /// The body.
        object: String,
    },
    /// The shape of a body of a scene cannot be carried.
    #[error("the body {object:?} is a {kind}, which cannot be attached: use a mesh or a convex body")]
    Kind {
        /// The body.
        object: String,
        /// What it is.
        kind: &'static str,
    },
}

impl AttachedObject {
    /// The bodies of a scene as objects on a link. The scene gives their poses in the frame of the link.
    pub fn of_scene(scene: &Scene, link: &str, touch_links: &[String]) -> Result<Vec<Self>, AttachError> {
        let attached = |body: &crate::SceneBody| {
            let object = body.name.clone();
            let Motion::Still(pose) = &body.motion else { return Err(AttachError::Moves { object }) };
            let kind = match &body.shape {
                Shape::Polyhedron(_) | Shape::Mesh(_) | Shape::Convex(_) | Shape::Rounded(_) => None,
                Shape::Parametric(_) => Some("curved surface"),
                Shape::Implicit(_) => Some("implicit solid"),
                Shape::HalfSpace(_) => Some("half-space"),
                Shape::HeightMap(_) => Some("height map"),
                Shape::Compound(_) => Some("compound"),
            };
            if let Some(kind) = kind {
                return Err(AttachError::Kind { object, kind });
            }
            Ok(Self {
                name: object,
                link: link.to_owned(),
                pose: *pose,
                solids: vec![CollisionSolid { shape: body.shape.clone(), radius: 0.0, excess: 0.0 }],
                touch_links: touch_links.to_vec(),
            })
        };
        match scene.first_free() {
            Some(body) => Err(AttachError::Moves { object: body.name.clone() }),
            None => scene.bodies.iter().map(attached).collect(),
        }
    }
}

impl Robot {
    /// Attaches an object: it moves with its link from now on.
    pub fn attach(&mut self, object: &AttachedObject) -> Result<(), AttachError> {
        let link = self.carrier(object, &object.link)?;
        let touched =
            object.touch_links.iter().map(|name| self.carrier(object, name)).collect::<Result<Vec<_>, _>>()?;
        let (mut links, mut joints) = (self.mechanism.links().to_vec(), self.mechanism.joints().to_vec());
        let own = links.len();
        links.push(object.name.clone());
        joints.push(Joint {
            name: format!("{} (attached)", object.name),
            kind: JointKind::Fixed,
            parent: link,
            child: own,
            origin: object.pose,
            limits: None,
            mimic: None,
        });
        self.mechanism = Mechanism::new(links, joints)
            .map_err(|source| AttachError::Mechanism { object: object.name.clone(), source })?;
        self.rate_limits.push(RateLimits::default());
        for (number, solid) in object.solids.iter().enumerate() {
            let several = object.solids.len() > 1;
            let name = if several { format!("{}/#{}", object.name, number + 1) } else { object.name.clone() };
            self.parts.push(RobotPart { link: own, name, solid: solid.clone() });
        }
        // The new link has the greatest index, so that the pairs are in order.
        self.disabled.extend(touched.into_iter().map(|other| [other, own]));
        self.disabled.sort_unstable();
        self.disabled.dedup();
        Ok(())
    }

    fn carrier(&self, object: &AttachedObject, link: &str) -> Result<usize, AttachError> {
        self.mechanism.link(link).ok_or_else(|| {
            let names: Vec<&str> = self.mechanism.links().iter().map(String::as_str).collect();
            let near = suggest(link, &names).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
            AttachError::NoLink { object: object.name.clone(), link: link.to_owned(), near }
        })
    }
}
