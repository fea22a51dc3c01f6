//! Writes a STEP file (AP214): the same data that the reader gives.
//!
//! *Question.* Which text describes these bodies and their places?
//!
//! *Idea.* One product for each body, one assembly for each first name of a path, and an occurrence for each instance.
//! Lengths are in metres, angles in radians, and every number has the digits that give the same number again.
//!
//! *Guarantee.* Reading the text gives the same points, radii, knots and weights to the last bit; directions, vectors
//! and rotations up to rounding; entity numbers and the order of edges are others. Numbers that are not finite and
//! indices that are out of range are errors. Assemblies of several levels become one level: the names of the levels are
//! joined by `/`. Bodies without an instance are left out.
//!
//! *Cost.* Proportional to the text.

mod geometry;

use super::letters::encoded;
use super::{StepBody, StepBodyKind, StepCurve, StepFile, StepInstance, StepLoop, StepPlacement, StepSurface};
use geometry::flag;
use glam::DVec3;
use std::collections::{HashMap, HashSet, hash_map::Entry};
use std::sync::Arc;
use tangency_geometry::Pose;

/// A STEP file that cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepWriteError {
    /// A number is NaN or infinite.
    #[error("{place} has a number that is not finite: give finite numbers")]
    NotFinite {
        /// The body.
        place: String,
    },
    /// An index is out of range.
    #[error("{place} names {what} {index}: there are {count}, from 0")]
    Index {
        /// The body or instance.
        place: String,
        /// What the index means.
        what: &'static str,
        /// The index.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A solid without a shell, or with several outer ones.
    #[error("the solid {name} has {count} outer shells: give one, and mark the others as voids")]
    OuterShells {
        /// The name of the body.
        name: String,
        /// How many shells are not voids.
        count: usize,
    },
}

/// The text of the file.
///
/// ```
/// # use tangency_formats::step;
/// let empty = step::StepFile { schema: String::new(), bodies: vec![], instances: vec![], notes: vec![] };
/// assert!(step::write(&empty)?.starts_with("ISO-10303-21;"));
/// # Ok::<(), step::StepWriteError>(())
/// ```
pub fn write(file: &StepFile) -> Result<String, StepWriteError> {
    let mut text = EntityText::default();
    let context = text.head();
    let mut parts: HashMap<usize, Part> = HashMap::new();
    let assembled: HashSet<usize> =
        file.instances.iter().filter(|instance| !stands_alone(instance)).map(|instance| instance.body).collect();
    let mut wholes: Vec<(&str, Vec<&StepInstance>)> = Vec::new();
    for instance in &file.instances {
        let place = format!("the instance {:?}", instance.name());
        let body = item(&file.bodies, instance.body, "body", &place)?;
        if let Entry::Vacant(part) = parts.entry(instance.body) {
            part.insert(text.body(body, &context)?);
        }
        if assembled.contains(&instance.body) {
            let root = instance.path.first().map_or("", |name| name);
            match wholes.iter_mut().find(|(name, _)| *name == root) {
                Some((_, inner)) => inner.push(instance),
                None => wholes.push((root, vec![instance])),
            }
        }
    }
    for (name, inner) in wholes {
        let places: Vec<String> = inner.iter().map(|instance| text.pose(&instance.pose)).collect();
        let whole = text.product(name, &places, &context, "SHAPE_REPRESENTATION");
        for (instance, place) in inner.into_iter().zip(&places) {
            let name = match instance.path.len() {
                0 | 1 => file.bodies[instance.body].name.clone(),
                _ => instance.path[1..].join("/"),
            };
            text.occurrence(&whole, &parts[&instance.body], &name, place);
        }
    }
    Ok(text.finish())
}

/// Whether an instance needs no assembly.
fn stands_alone(instance: &StepInstance) -> bool {
    instance.path.len() <= 1 && instance.pose == Pose::IDENTITY
}

fn item<'a, T>(list: &'a [T], index: usize, what: &'static str, place: &str) -> Result<&'a T, StepWriteError> {
    let count = list.len();
    list.get(index).ok_or_else(|| StepWriteError::Index { place: place.to_owned(), what, index, count })
}

/// A product with its shape: references to the definition, the representation, and the frame that it lists.
struct Part {
    definition: String,
    representation: String,
    origin: String,
}

/// The entities written so far.
#[derive(Default)]
struct EntityText {
    text: String,
    count: usize,
    /// Whether a number was NaN or infinite.
    not_finite: bool,
    /// References to the contexts of products.
    product_context: String,
    definition_context: String,
}

impl EntityText {
    /// Adds an entity and returns its reference.
    fn add(&mut self, entity: &str) -> String {
        self.count += 1;
        let reference = format!("#{}", self.count);
        self.text += &format!("{reference}={entity};\n");
        reference
    }

    /// The contexts; returns the one of representations.
    fn head(&mut self) -> String {
        let application = self.add("APPLICATION_CONTEXT('core data for automotive mechanical design processes')");
        self.add(&format!(
            "APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,{application})"
        ));
        self.product_context = self.add(&format!("PRODUCT_CONTEXT('',{application},'mechanical')"));
        self.definition_context =
            self.add(&format!("PRODUCT_DEFINITION_CONTEXT('part definition',{application},'design')"));
        self.context(None)
    }

    fn context(&mut self, tolerance: Option<f64>) -> String {
        let length = self.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.))");
        let angle = self.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))");
        let solid_angle = self.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())");
        let accuracy = tolerance.map(|tolerance| {
            let tolerance = self.number(tolerance);
            let accuracy = format!(
                "UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE({tolerance}),{length},'distance_accuracy_value','')"
            );
            format!("GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({}))", self.add(&accuracy))
        });
        self.add(&format!(
            "(GEOMETRIC_REPRESENTATION_CONTEXT(3){}GLOBAL_UNIT_ASSIGNED_CONTEXT(({length},{angle},{solid_angle}))\
             REPRESENTATION_CONTEXT('',''))",
            accuracy.unwrap_or_default()
        ))
    }

    fn finish(self) -> String {
        let head = "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\n\
                    FILE_NAME('','1970-01-01T00:00:00',(''),(''),'','tangency','');\n\
                    FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));\nENDSEC;\nDATA;\n";
        format!("{head}{}ENDSEC;\nEND-ISO-10303-21;\n", self.text)
    }

    /// A product whose shape lists these items, behind a frame at the origin.
    fn product(&mut self, name: &str, items: &[String], context: &str, kind: &str) -> Part {
        let name = encoded(name);
        let origin = self.placement(&StepPlacement::IDENTITY);
        let items: Vec<&str> = std::iter::once(&origin).chain(items).map(String::as_str).collect();
        let representation = self.add(&format!("{kind}({name},({}),{context})", items.join(",")));
        let product = self.add(&format!("PRODUCT({name},{name},'',({}))", self.product_context));
        self.add(&format!("PRODUCT_RELATED_PRODUCT_CATEGORY('part',$,({product}))"));
        let formation = self.add(&format!("PRODUCT_DEFINITION_FORMATION('','',{product})"));
        let definition = self.add(&format!("PRODUCT_DEFINITION('design','',{formation},{})", self.definition_context));
        let shape = self.add(&format!("PRODUCT_DEFINITION_SHAPE('','',{definition})"));
        self.add(&format!("SHAPE_DEFINITION_REPRESENTATION({shape},{representation})"));
        Part { definition, representation, origin }
    }

    /// The frame at a pose, whose numbers are finite.
    fn pose(&mut self, pose: &Pose) -> String {
        let (rotation, origin) = (pose.rotation(), pose.translation());
        let [x, y, z] = DVec3::AXES.map(|axis| rotation * axis);
        self.placement(&StepPlacement { origin, x, y, z })
    }

    /// Puts a part at a frame that the whole lists.
    fn occurrence(&mut self, whole: &Part, part: &Part, name: &str, place: &str) {
        let name = encoded(name);
        let transformation = self.add(&format!("ITEM_DEFINED_TRANSFORMATION('','',{},{place})", part.origin));
        let relation = self.add(&format!(
            "(REPRESENTATION_RELATIONSHIP('','',{},{})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(\
             {transformation})SHAPE_REPRESENTATION_RELATIONSHIP())",
            part.representation, whole.representation
        ));
        let id = self.count;
        let occurrence = self.add(&format!(
            "NEXT_ASSEMBLY_USAGE_OCCURRENCE('{id}',{name},'',{},{},$)",
            whole.definition, part.definition
        ));
        let shape = self.add(&format!("PRODUCT_DEFINITION_SHAPE('','',{occurrence})"));
        self.add(&format!("CONTEXT_DEPENDENT_SHAPE_REPRESENTATION({relation},{shape})"));
    }

    fn body(&mut self, body: &StepBody, context: &str) -> Result<Part, StepWriteError> {
        let place = format!("the body {:?}", body.name);
        let context = body.tolerance.map_or_else(|| context.to_owned(), |tolerance| self.context(Some(tolerance)));
        let vertices: Vec<String> = (body.vertices.iter())
            .map(|&vertex| {
                let point = self.point(vertex);
                self.add(&format!("VERTEX_POINT('',{point})"))
            })
            .collect();
        let edges = self.edges(body, &vertices, &place)?;
        let faces = self.faces(body, &vertices, &edges, &place)?;
        let mut shells = Vec::new();
        let mut voids = Vec::new();
        for shell in &body.shells {
            let listed: Vec<&str> = (shell.faces.iter())
                .map(|&face| item(&faces, face, "face", &place).map(String::as_str))
                .collect::<Result<_, _>>()?;
            let kind = if shell.closed { "CLOSED_SHELL" } else { "OPEN_SHELL" };
            let written = self.add(&format!("{kind}('',({}))", listed.join(",")));
            if shell.void {
                voids.push(self.add(&format!("ORIENTED_CLOSED_SHELL('',*,{written},.T.)")));
            } else {
                shells.push(written);
            }
        }
        let name = encoded(&body.item_name);
        let (whole, kind) = match body.kind {
            StepBodyKind::Surface => {
                shells.append(&mut voids);
                let model = format!("SHELL_BASED_SURFACE_MODEL({name},({}))", shells.join(","));
                (model, "MANIFOLD_SURFACE_SHAPE_REPRESENTATION")
            }
            StepBodyKind::Solid => {
                let [outer] = &shells[..] else {
                    return Err(StepWriteError::OuterShells { name: body.name.clone(), count: shells.len() });
                };
                let solid = if voids.is_empty() {
                    format!("MANIFOLD_SOLID_BREP({name},{outer})")
                } else {
                    format!("BREP_WITH_VOIDS({name},{outer},({}))", voids.join(","))
                };
                (solid, "ADVANCED_BREP_SHAPE_REPRESENTATION")
            }
        };
        let whole = self.add(&whole);
        if self.not_finite {
            return Err(StepWriteError::NotFinite { place });
        }
        Ok(self.product(&body.name, &[whole], &context, kind))
    }

    fn edges(&mut self, body: &StepBody, vertices: &[String], place: &str) -> Result<Vec<String>, StepWriteError> {
        let mut shared: HashMap<*const StepCurve, String> = HashMap::new();
        let mut edges = Vec::new();
        for edge in &body.edges {
            let known = shared.get(&Arc::as_ptr(&edge.curve)).cloned();
            let curve = known.unwrap_or_else(|| self.curve(&edge.curve));
            shared.insert(Arc::as_ptr(&edge.curve), curve.clone());
            let start = item(vertices, edge.start, "vertex", place)?;
            let end = item(vertices, edge.end, "vertex", place)?;
            edges.push(self.add(&format!("EDGE_CURVE('',{start},{end},{curve},{})", flag(edge.same_sense))));
        }
        Ok(edges)
    }

    fn faces(
        &mut self,
        body: &StepBody,
        vertices: &[String],
        edges: &[String],
        place: &str,
    ) -> Result<Vec<String>, StepWriteError> {
        let mut shared: HashMap<*const StepSurface, String> = HashMap::new();
        let mut faces = Vec::new();
        for face in &body.faces {
            let known = shared.get(&Arc::as_ptr(&face.surface)).cloned();
            let surface = known.unwrap_or_else(|| self.surface(&face.surface));
            shared.insert(Arc::as_ptr(&face.surface), surface.clone());
            let mut bounds = Vec::new();
            for bound in &face.bounds {
                let path = match &bound.path {
                    StepLoop::Vertex(vertex) => {
                        let vertex = item(vertices, *vertex, "vertex", place)?;
                        format!("VERTEX_LOOP('',{vertex})")
                    }
                    StepLoop::Edges(uses) => {
                        let mut written = Vec::new();
                        for used in uses {
                            let edge = item(edges, used.edge, "edge", place)?;
                            let forward = flag(used.forward);
                            written.push(self.add(&format!("ORIENTED_EDGE('',*,*,{edge},{forward})")));
                        }
                        format!("EDGE_LOOP('',({}))", written.join(","))
                    }
                };
                let path = self.add(&path);
                let kind = if bound.outer { "FACE_OUTER_BOUND" } else { "FACE_BOUND" };
                bounds.push(self.add(&format!("{kind}('',{path},.T.)")));
            }
            let sense = flag(face.same_sense);
            faces.push(self.add(&format!("ADVANCED_FACE('',({}),{surface},{sense})", bounds.join(","))));
        }
        Ok(faces)
    }
}
