//! Bodies with the same mesh hold it once, so that a page of many equal bodies stays small and is drawn quickly.
//!
//! *Question.* Which bodies have the mesh of an earlier one?
//! *Idea.* Two meshes are the same if their embedded arrays are. A sum of both arrays finds the candidates.
//! *Guarantee.* A body refers to an earlier one only if all of both arrays are equal.
//! *Cost.* One pass over the arrays.

use super::drawn::Drawn;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The fields that a body has in common with the one that it refers to.
const MESH: [&str; 2] = ["vertices", "triangles"];
/// Fields that decide how a mesh is drawn. They must agree, too.
const LOOKS: [&str; 3] = ["closed", "creased", "vertexCount"];

/// Replaces the mesh of a rigid body that has the mesh of an earlier one by the number of that body, as `like`.
pub(super) fn share_meshes(bodies: &mut [Value]) {
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    for index in 0..bodies.len() {
        let body = &bodies[index];
        // A deforming body has no mesh of its own, and the picture of an endless one depends on its place.
        if body["motion"] != "poses" || !body["fades"].is_null() {
            continue;
        }
        let mut sum = DefaultHasher::new();
        MESH.iter().for_each(|field| body[*field].to_string().hash(&mut sum));
        let alike = holders.entry(sum.finish()).or_default();
        let same = |other: &&usize| MESH.iter().chain(&LOOKS).all(|field| bodies[**other][*field] == body[*field]);
        match alike.iter().find(same).copied() {
            None => alike.push(index),
            Some(holder) => {
                for field in MESH {
                    bodies[index][field] = Value::Null;
                }
                bodies[index]["like"] = json!(holder);
            }
        }
    }
}

/// For each body the first one with the same triangles, drawn alike, which may be itself. Deforming and endless bodies
/// have their own.
pub(super) fn holders(drawn: &[Drawn<'_>]) -> Vec<usize> {
    let mut found: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut holders = Vec::with_capacity(drawn.len());
    for (index, body) in drawn.iter().enumerate() {
        if body.deforms() || body.fade.is_some() {
            holders.push(index);
            continue;
        }
        let mut sum = DefaultHasher::new();
        body.triangles().hash(&mut sum);
        body.corners().iter().for_each(|corner| corner.to_array().map(f64::to_bits).hash(&mut sum));
        let alike = found.entry(sum.finish()).or_default();
        let looks = |body: &Drawn<'_>| (body.curved, body.creased);
        let same = |other: &&usize| {
            let other = &drawn[**other];
            looks(other) == looks(body) && other.triangles() == body.triangles() && other.corners() == body.corners()
        };
        let holder = alike.iter().find(same).copied();
        if holder.is_none() {
            alike.push(index);
        }
        holders.push(holder.unwrap_or(index));
    }
    holders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SceneBody;
    use glam::DVec3;
    use tangency_geometry::{Convex, HalfSpace, Motion, Pose, Shape, primitive};

    /// Equal shapes share, whatever their poses; others do not.
    #[test]
    fn bodies_with_one_shape_have_one_holder() {
        let ball = |radius: f64| Shape::Convex(Convex::sphere(radius).unwrap());
        let cube = || Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap());
        let shapes = [ball(1.0), cube(), ball(1.0), ball(2.0), cube(), HalfSpace::BELOW.into(), ball(2.0)];
        let bodies: Vec<SceneBody> =
            shapes.into_iter().map(|shape| SceneBody::new("b", shape, Motion::Still(Pose::IDENTITY))).collect();
        let drawn: Vec<Drawn<'_>> = bodies.iter().map(|body| Drawn::new(body, 1).unwrap()).collect();
        assert_eq!(holders(&drawn), [0, 1, 0, 3, 1, 5, 3]);
    }

    fn body(vertices: &str, triangles: &str) -> Value {
        let looks = json!({ "closed": true, "creased": true, "vertexCount": 3, "fades": null, "motion": "poses" });
        let mut body = looks;
        body["vertices"] = json!(vertices);
        body["triangles"] = json!(triangles);
        body
    }

    /// Only bodies that agree in everything share, always with the first of their kind.
    #[test]
    fn equal_meshes_are_held_once() {
        let mut bodies =
            [body("a", "x"), body("b", "x"), body("a", "x"), body("a", "y"), body("a", "x"), body("b", "x")];
        bodies[4]["closed"] = json!(false);
        share_meshes(&mut bodies);
        let likes: Vec<Option<u64>> = bodies.iter().map(|body| body["like"].as_u64()).collect();
        assert_eq!(likes, [None, None, Some(0), None, None, Some(1)]);
        for body in &bodies {
            assert_eq!(body["vertices"].is_null(), body["like"].is_u64(), "{body}");
            assert_eq!(body["triangles"].is_null(), body["like"].is_u64(), "{body}");
        }
    }

    #[test]
    fn deforming_and_endless_bodies_keep_their_meshes() {
        let mut bodies = [body("a", "x"), body("a", "x"), body("a", "x")];
        bodies[1]["motion"] = json!("frames");
        bodies[2]["fades"] = json!(3.0);
        share_meshes(&mut bodies);
        assert!(bodies.iter().all(|body| body["like"].is_null() && body["vertices"] == "a"));
    }
}
