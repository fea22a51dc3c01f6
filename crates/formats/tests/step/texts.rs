//! STEP texts, written entity by entity.

use tangency_formats::step::{self, StepFile};

/// The entities of a file, numbered from 1.
#[derive(Default)]
pub(crate) struct Text {
    entities: Vec<String>,
}

impl Text {
    /// Adds an entity and returns its reference, such as `#12`.
    pub(crate) fn add(&mut self, entity: impl Into<String>) -> String {
        self.entities.push(entity.into());
        format!("#{}", self.entities.len())
    }

    pub(crate) fn point(&mut self, [x, y, z]: [f64; 3]) -> String {
        self.add(format!("CARTESIAN_POINT('',({x:?},{y:?},{z:?}))"))
    }

    pub(crate) fn direction(&mut self, [x, y, z]: [f64; 3]) -> String {
        self.add(format!("DIRECTION('',({x:?},{y:?},{z:?}))"))
    }

    pub(crate) fn vertex(&mut self, place: [f64; 3]) -> String {
        let point = self.point(place);
        self.add(format!("VERTEX_POINT('',{point})"))
    }

    /// A placement with its axis and its reference direction.
    pub(crate) fn placement(&mut self, origin: [f64; 3], z: [f64; 3], x: [f64; 3]) -> String {
        let (origin, z, x) = (self.point(origin), self.direction(z), self.direction(x));
        self.add(format!("AXIS2_PLACEMENT_3D('',{origin},{z},{x})"))
    }

    /// A line from a point along a direction, with a magnitude.
    pub(crate) fn line(&mut self, from: [f64; 3], along: [f64; 3], magnitude: f64) -> String {
        let (point, direction) = (self.point(from), self.direction(along));
        let vector = self.add(format!("VECTOR('',{direction},{magnitude:?})"));
        self.add(format!("LINE('',{point},{vector})"))
    }

    pub(crate) fn face(&mut self, edges: &[(&str, bool)], surface: &str, same_sense: bool) -> String {
        let bound = self.bound(edges, true);
        self.add(format!("ADVANCED_FACE('',({bound}),{surface},{})", flag(same_sense)))
    }

    pub(crate) fn bound(&mut self, edges: &[(&str, bool)], forward: bool) -> String {
        let mut uses = Vec::new();
        for (edge, forward) in edges {
            uses.push(self.add(format!("ORIENTED_EDGE('',*,*,{edge},{})", flag(*forward))));
        }
        let path = self.add(format!("EDGE_LOOP('',({}))", uses.join(",")));
        self.add(format!("FACE_BOUND('',{path},{})", flag(forward)))
    }

    /// A context in millimetres and radians, accurate to 0.1 micrometres.
    pub(crate) fn millimetres(&mut self) -> String {
        let length = self.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))");
        let angle = self.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))");
        self.context(&length, &angle)
    }

    /// A context in inches and degrees.
    pub(crate) fn inches(&mut self) -> String {
        let millimetre = self.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))");
        let factor = self.add(format!("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),{millimetre})"));
        let dimensions = self.add("DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.)");
        let inch = self.add(format!("(CONVERSION_BASED_UNIT('INCH',{factor})LENGTH_UNIT()NAMED_UNIT({dimensions}))"));
        let radian = self.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))");
        let factor = self.add(format!("PLANE_ANGLE_MEASURE_WITH_UNIT(PLANE_ANGLE_MEASURE(0.01745329252),{radian})"));
        let degree = self.add(format!("(CONVERSION_BASED_UNIT('DEGREE',{factor})NAMED_UNIT(*)PLANE_ANGLE_UNIT())"));
        self.context(&inch, &degree)
    }

    fn context(&mut self, length: &str, angle: &str) -> String {
        let accuracy = self
            .add(format!("UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-4),{length},'distance_accuracy_value','')"));
        self.add(format!(
            "(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({accuracy}))\
             GLOBAL_UNIT_ASSIGNED_CONTEXT(({length},{angle}))REPRESENTATION_CONTEXT('',''))"
        ))
    }

    /// A whole sphere as a solid, with its centre at the origin.
    pub(crate) fn ball(&mut self, radius: f64) -> String {
        let placement = self.placement([0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
        let surface = self.add(format!("SPHERICAL_SURFACE('',{placement},{radius:?})"));
        let vertex = self.vertex([0.0, 0.0, -radius]);
        let path = self.add(format!("VERTEX_LOOP('',{vertex})"));
        let bound = self.add(format!("FACE_BOUND('',{path},.T.)"));
        let face = self.add(format!("ADVANCED_FACE('',({bound}),{surface},.T.)"));
        let shell = self.add(format!("CLOSED_SHELL('',({face}))"));
        self.add(format!("MANIFOLD_SOLID_BREP('ball',{shell})"))
    }

    /// A product definition.
    pub(crate) fn product(&mut self, name: &str) -> String {
        let product = self.add(format!("PRODUCT('id of {name}','{name}','',())"));
        let formation = self.add(format!("PRODUCT_DEFINITION_FORMATION('','',{product})"));
        self.add(format!("PRODUCT_DEFINITION('design','',{formation},$)"))
    }

    /// Makes a representation the shape of a product definition.
    pub(crate) fn shape(&mut self, definition: &str, representation: &str) {
        let shape = self.add(format!("PRODUCT_DEFINITION_SHAPE('','',{definition})"));
        self.add(format!("SHAPE_DEFINITION_REPRESENTATION({shape},{representation})"));
    }

    /// Lists a solid in a representation in millimetres.
    pub(crate) fn list(&mut self, item: &str) {
        let context = self.millimetres();
        self.add(format!("ADVANCED_BREP_SHAPE_REPRESENTATION('shape',({item}),{context})"));
    }

    /// The whole file. Entity `#n` is on line `n + 5`.
    pub(crate) fn file(&self) -> String {
        let mut text = String::from("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n");
        for (index, entity) in self.entities.iter().enumerate() {
            text += &format!("#{}={entity};\n", index + 1);
        }
        text + "ENDSEC;\nEND-ISO-10303-21;\n"
    }

    pub(crate) fn read(&self) -> StepFile {
        step::parse(self.file().as_bytes(), "written.step").unwrap_or_else(|error| panic!("{error}\n{}", self.file()))
    }
}

pub(crate) fn flag(value: bool) -> &'static str {
    if value { ".T." } else { ".F." }
}
