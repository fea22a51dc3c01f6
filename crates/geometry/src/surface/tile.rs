//! Faces cut into tiles: pieces with formulas of their own and parameters from 0 to 1.
//!
//! *Question.* How can one method treat a Bézier patch, a sheet of many patches and a face by formulas alike, trimmed or
//! not?
//! *Idea.* A tile is the image of the unit square. The cells of a sheet are one tile each, with the Bézier patch of the
//! cell, which has all derivatives up to its border and beyond. Any other face is one tile. A straight map leads from
//! the unit square to the parameters of the face, in which the trim is given.
//! *Guarantee.* The tiles of a face cover it. Points and derivatives are enclosed, rounding of the map included.
//! `outside` and `inside` are proofs.
//! *Cost.* That of the patch, and a product for each coordinate.
//! *Source.* Krishnan et al. 1998, section 5, decomposes models into Bézier patches.

use super::{Face, Patch, PatchWork, SurfaceJet, Trim};
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// A piece of a face, by parameters from 0 to 1.
///
/// ```
/// use tangency_geometry::surface::Brep;
/// use tangency_interval::Interval;
///
/// let ball = Brep::sphere(0.5)?;
/// let tile = &ball.faces()[0].tiles(0)[0];
/// let [u, v] = tile.on_face([0.25, 0.5]);
/// assert!(tile.values([0.25, 0.5], &mut Default::default()).distance(ball.faces()[0].patch().at(u, v, 0.0)) < 1e-15);
/// assert!(tile.inside([Interval::between(0.0, 1.0); 2]), "it is not trimmed");
/// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FaceTile {
    face: usize,
    patch: Patch,
    /// Where the unit square is in the parameters of `patch`; `None` if they are the same.
    placed: Option<TileMap>,
    /// Where it is in the parameters of the face; `None` if they are the same.
    on_face: Option<TileMap>,
    /// The trim of the face and its domain.
    trim: Option<(Trim, [Interval; 2])>,
}

/// The map from the unit square to a rectangle.
#[derive(Clone, Copy, Debug)]
struct TileMap {
    from: [f64; 2],
    width: [Interval; 2],
}

impl TileMap {
    /// The map to the rectangle between two corners. The exact differences are meant, and enclosed.
    fn between(from: [f64; 2], to: [f64; 2]) -> Self {
        Self { from, width: [0, 1].map(|k| Interval::from(to[k]) - Interval::from(from[k])) }
    }

    fn region(&self, sides: [Interval; 2]) -> [Interval; 2] {
        [0, 1].map(|k| Interval::from(self.from[k]) + self.width[k] * sides[k])
    }

    fn at(&self, at: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|k| self.from[k] + self.width[k].mid() * at[k])
    }

    /// The derivatives by the parameters of the unit square.
    fn scaled(&self, jet: &SurfaceJet) -> SurfaceJet {
        let [a, b] = self.width;
        SurfaceJet {
            point: jet.point,
            du: jet.du * a,
            dv: jet.dv * b,
            dt: jet.dt,
            duu: jet.duu * a.sqr(),
            duv: jet.duv * (a * b),
            dvv: jet.dvv * b.sqr(),
            dut: jet.dut * a,
            dvt: jet.dvt * b,
        }
    }
}

impl Face {
    /// The tiles of the face, which has this index in its body. Tiles that are proved to lie outside of the trim are
    /// left out.
    #[must_use]
    pub fn tiles(&self, index: usize) -> Vec<FaceTile> {
        let domain = self.patch.domain();
        let trim = self.trim.clone().map(|trim| (trim, domain));
        let whole = |placed: Option<TileMap>| FaceTile {
            face: index,
            patch: self.patch.clone(),
            placed,
            on_face: placed,
            trim: trim.clone(),
        };
        if self.patch.spline().is_some() {
            return vec![whole(None)];
        }
        let Some(sheet) = self.patch.sheet() else {
            let [from, to] = [domain.map(Interval::lower), domain.map(Interval::upper)];
            return vec![whole(Some(TileMap::between(from, to)))];
        };
        let [columns, rows] = sheet.breaks();
        let mut tiles = Vec::new();
        for (i, u) in columns.windows(2).enumerate() {
            for (j, v) in rows.windows(2).enumerate() {
                let map = TileMap::between([u[0], v[0]], [u[1], v[1]]);
                let patch = Patch::of_spline(sheet.patch([i, j]).clone());
                let tile = FaceTile { patch, placed: None, on_face: Some(map), ..whole(None) };
                if !tile.outside([Interval::between(0.0, 1.0); 2]) {
                    tiles.push(tile);
                }
            }
        }
        tiles
    }
}

impl FaceTile {
    /// The index of its face.
    #[must_use]
    pub fn face(&self) -> usize {
        self.face
    }

    /// The surface that it is a piece of, if that is a Bézier patch over the unit square: the parameters are the same.
    #[must_use]
    pub fn whole_patch(&self) -> Option<&Patch> {
        self.placed.is_none().then_some(&self.patch)
    }

    /// Whether its face is trimmed.
    #[must_use]
    pub fn is_trimmed(&self) -> bool {
        self.trim.is_some()
    }

    /// The parameters of the face at a point of the tile, in floating point.
    #[must_use]
    pub fn on_face(&self, at: [f64; 2]) -> [f64; 2] {
        self.on_face.as_ref().map_or(at, |map| map.at(at))
    }

    /// Encloses the parameters of the face over a box.
    #[must_use]
    pub fn region_on_face(&self, sides: [Interval; 2]) -> [Interval; 2] {
        self.on_face.as_ref().map_or(sides, |map| map.region(sides))
    }

    /// `true` proves that no point of the box belongs to the face.
    #[must_use]
    pub fn outside(&self, sides: [Interval; 2]) -> bool {
        self.trim.as_ref().is_some_and(|(trim, domain)| {
            let region = self.region_on_face(sides);
            (0..2).any(|k| region[k].disjoint(domain[k])) || trim.outside(region)
        })
    }

    /// `true` proves that every point of the box belongs to the face, as far as it is within the unit square.
    #[must_use]
    pub fn inside(&self, sides: [Interval; 2]) -> bool {
        self.trim.as_ref().is_none_or(|(trim, domain)| {
            let region = self.region_on_face(sides);
            (0..2).all(|k| region[k].subset(domain[k])) && trim.inside(region)
        })
    }

    /// A point in floating point.
    #[must_use]
    pub fn values(&self, at: [f64; 2], work: &mut PatchWork) -> DVec3 {
        let [u, v] = self.placed.as_ref().map_or(at, |map| map.at(at));
        self.patch.values(u, v, 0.0, work)
    }

    /// Holds every point over a box.
    pub fn point(&self, sides: [Interval; 2], work: &mut PatchWork) -> Vector3 {
        self.patch.point(self.placed_region(sides), work)
    }

    /// Encloses points and derivatives over a box, as [`Patch::jet`].
    pub fn jet(&self, sides: [Interval; 2], work: &mut PatchWork) -> Option<SurfaceJet> {
        let jet = self.patch.jet(self.placed_region(sides), work)?;
        Some(self.placed.as_ref().map_or(jet, |map| map.scaled(&jet)))
    }

    /// The jets over a box and at its centre, up to rounding of the centre, as [`Patch::jets`].
    pub fn jets(&self, sides: [Interval; 2], work: &mut PatchWork) -> Option<[SurfaceJet; 2]> {
        let jets = self.patch.jets(self.placed_region(sides), work)?;
        Some(self.placed.as_ref().map_or(jets, |map| jets.map(|jet| map.scaled(&jet))))
    }

    fn placed_region(&self, sides: [Interval; 2]) -> [Interval; 3] {
        let [u, v] = self.placed.as_ref().map_or(sides, |map| map.region(sides));
        [u, v, Interval::ZERO]
    }
}
