//! The elements of a body of Bézier patches, by the parts of its faces that they are on.
//!
//! **Question.** Which faces, edges and vertices are on a part of a face, and over which parameters?
//!
//! **Idea.** Every edge and every vertex belongs to one face: the face whose side or corner it follows. It is on the
//! parts of that face that reach this side or corner.
//!
//! **Guarantee.** Every point of every element is on a part of its face, so parts that are apart have no elements that
//! touch.

use super::body::BodyGeometry;
use super::element::SharedElement;
use tangency_geometry::spline::{BezierPatch, NetTree};
use tangency_geometry::surface::DomainSide;
use tangency_interval::Interval;

/// A body of Bézier patches: its tree of control nets, and its elements by face.
pub(in crate::curved) struct SplineElements<'body> {
    pub(in crate::curved) tree: NetTree,
    /// Charts, then edges, then vertices. The chart of a face has its index.
    pub(in crate::curved) elements: Vec<SharedElement<'body>>,
    /// The edges and vertices of every face.
    borders: Vec<Vec<(usize, BorderPlace)>>,
}

/// Where an edge or a vertex is on its face.
#[derive(Clone, Copy)]
enum BorderPlace {
    /// A parameter is fixed at this value, the other runs.
    Side {
        fixed: usize,
        value: f64,
    },
    Corner([f64; 2]),
}

impl<'body> SplineElements<'body> {
    /// `None` unless every face is an untrimmed Bézier patch with one chart.
    pub(in crate::curved) fn of(body: &BodyGeometry<'body>) -> Option<Self> {
        let BodyGeometry::Curved(brep) = *body else { return None };
        let (faces, charts) = (brep.faces(), brep.charts());
        let mut patches: Vec<(&BezierPatch, [Interval; 2])> = Vec::with_capacity(faces.len());
        for (index, face) in faces.iter().enumerate() {
            let domain = face.patch().domain();
            let chart = charts.get(index)?;
            let same = chart.domain() == domain && chart.face_parameters(domain.map(Interval::mid)).0 == index as u32;
            if !(same && chart.disc().is_none() && face.inside(domain) && chart.inside(domain)) {
                return None;
            }
            patches.push((face.patch().spline()?, domain));
        }
        if charts.len() != faces.len() {
            return None;
        }
        let mut borders = vec![Vec::new(); faces.len()];
        for (index, edge) in brep.edges().iter().enumerate() {
            let (face, side) = edge.first_side()?;
            let place = BorderPlace::Side {
                fixed: side.fixed_parameter(),
                value: DomainSide::fixed_value(side, faces[face].patch()),
            };
            borders[face].push((faces.len() + index, place));
        }
        for (index, vertex) in brep.vertices().iter().enumerate() {
            let (face, parameters) = vertex.first_corner();
            borders[face].push((faces.len() + brep.edges().len() + index, BorderPlace::Corner(parameters)));
        }
        Some(Self { tree: NetTree::new(&patches)?, elements: body.elements(), borders })
    }

    /// The elements on a part of a face, each with the ranges of its parameters. Without `borders` only the face. Empty
    /// for several faces.
    pub(in crate::curved) fn on_part(&self, node: u32, borders: bool) -> Vec<(usize, Vec<Interval>)> {
        let Some((face, cell)) = self.tree.cell(node) else { return Vec::new() };
        let mut elements = vec![(face as usize, cell.to_vec())];
        for &(element, place) in self.borders[face as usize].iter().filter(|_| borders) {
            match place {
                BorderPlace::Side { fixed, value } if cell[fixed].contains(value) => {
                    elements.push((element, vec![cell[1 - fixed]]));
                }
                BorderPlace::Corner([u, v]) if cell[0].contains(u) && cell[1].contains(v) => {
                    elements.push((element, Vec::new()));
                }
                BorderPlace::Side { .. } | BorderPlace::Corner(_) => {}
            }
        }
        elements
    }
}
