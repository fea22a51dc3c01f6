//! Reads representations, their relations, and the products that they belong to.

use super::attributes::Attributes;
use super::error::{EXPORT_AGAIN, StepErrorKind, StepOutcome};
use super::reader::Reader;
use super::units::Units;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A representation: items in one frame and in one context.
pub(super) struct ShapeRepresentation {
    pub(super) number: u64,
    pub(super) name: String,
    pub(super) items: Vec<u64>,
    pub(super) units: Units,
    /// The items once more, to be searched.
    listed: HashSet<u64>,
}

impl ShapeRepresentation {
    /// Whether it lists an item.
    pub(super) fn lists(&self, item: u64) -> bool {
        self.listed.contains(&item)
    }
}

/// A use of a product within another one: `NEXT_ASSEMBLY_USAGE_OCCURRENCE`.
pub(super) struct Occurrence {
    pub(super) number: u64,
    pub(super) name: String,
    /// The product definition of the assembly.
    pub(super) whole: u64,
    /// The product definition of the component.
    pub(super) part: u64,
}

/// A relation between two representations.
pub(super) struct Relation<'t> {
    pub(super) own: Attributes<'t>,
    pub(super) first: u64,
    pub(super) second: u64,
    /// The entity of the transformation.
    pub(super) transformation: Option<u64>,
    /// The occurrences that the relation places.
    pub(super) occurrences: Vec<usize>,
}

/// The products of a file.
#[derive(Default)]
pub(super) struct Products {
    /// The names of product definitions.
    pub(super) names: BTreeMap<u64, String>,
    /// The product definition and the representation of each shape definition.
    pub(super) shapes: Vec<(u64, u64)>,
    pub(super) occurrences: Vec<Occurrence>,
    /// The occurrences by entity, as indices.
    by_entity: HashMap<u64, usize>,
}

impl<'t> Reader<'t> {
    pub(super) fn products(&mut self) -> StepOutcome<Products> {
        let mut products = Products::default();
        for number in self.exchange.of_types(|keyword| keyword == "SHAPE_DEFINITION_REPRESENTATION") {
            let own = self.listed(number)?.attributes(&["PROPERTY_DEFINITION_REPRESENTATION"]);
            let definition = self.follow(&own, own.reference(0)?)?.attributes(&["PROPERTY_DEFINITION"]);
            let target = self.follow(&definition, definition.reference(2)?)?;
            // Other definitions are those of aspects, which point at parts of a shape that is there anyhow.
            if target.records.iter().any(|record| is_product_definition(record.keyword)) {
                products.shapes.push((target.number, own.reference(1)?));
                self.product_name(&mut products, &definition, target.number)?;
            }
        }
        for number in self.exchange.of_types(|keyword| keyword == "NEXT_ASSEMBLY_USAGE_OCCURRENCE") {
            // id, name, description, whole, part, designator
            let chain = ["PRODUCT_DEFINITION_RELATIONSHIP"];
            let own = self.listed(number)?.attributes(&chain);
            let (whole, part) = (own.reference(3)?, own.reference(4)?);
            self.product_name(&mut products, &own, whole)?;
            self.product_name(&mut products, &own, part)?;
            let (id, name) = (own.text(0)?, own.text(1)?);
            // A placeholder that a common writer gives to occurrences without a name.
            let given = [name, products.names.get(&part).cloned().unwrap_or_default(), id]
                .into_iter()
                .find(|name| !name.is_empty() && !name.starts_with("=>["));
            products.by_entity.insert(number, products.occurrences.len());
            products.occurrences.push(Occurrence { number, name: given.unwrap_or_default(), whole, part });
        }
        Ok(products)
    }

    fn product_name(&self, products: &mut Products, from: &Attributes<'t>, number: u64) -> StepOutcome<()> {
        if products.names.contains_key(&number) {
            return Ok(());
        }
        let definition = self.follow(from, number)?.attributes(&["PRODUCT_DEFINITION"]);
        let formation = self.follow(&definition, definition.reference(2)?)?;
        let formation = formation.attributes(&["PRODUCT_DEFINITION_FORMATION"]);
        let product = self.follow(&formation, formation.reference(2)?)?.attributes(&["PRODUCT"]);
        let (id, name) = (product.text(0)?, product.text(1)?);
        products.names.insert(number, if name.trim().is_empty() { id } else { name });
        Ok(())
    }

    /// All relations between representations of shapes, with the occurrences that they place.
    pub(super) fn relations(&mut self, products: &Products) -> StepOutcome<Vec<Relation<'t>>> {
        let mut placed: HashMap<u64, Vec<usize>> = HashMap::new();
        for number in self.exchange.of_types(|keyword| keyword == "CONTEXT_DEPENDENT_SHAPE_REPRESENTATION") {
            let own = self.listed(number)?.attributes(&[]);
            let definition = self.follow(&own, own.reference(1)?)?.attributes(&["PROPERTY_DEFINITION"]);
            let target = definition.reference(2)?;
            let Some(&occurrence) = products.by_entity.get(&target) else {
                let found = format!("the place of #{target}, which is another kind of use");
                let expected = "the place of a NEXT_ASSEMBLY_USAGE_OCCURRENCE";
                return Err(own.fault(StepErrorKind::Unsupported, found, expected, "export the assembly as one part"));
            };
            placed.entry(own.reference(0)?).or_default().push(occurrence);
        }
        let relates = |keyword: &str| {
            matches!(keyword, "REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION" | "SHAPE_REPRESENTATION_RELATIONSHIP")
        };
        let mut numbers = self.exchange.of_types(relates);
        numbers.extend(placed.keys().copied());
        numbers.sort_unstable();
        numbers.dedup();
        let chain = ["REPRESENTATION_RELATIONSHIP", "REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION"];
        let mut relations = Vec::new();
        for number in numbers {
            let own = self.listed(number)?.attributes(&chain);
            let transformation = if own.count() > 4 { Some(own.reference(4)?) } else { None };
            let occurrences = placed.remove(&number).unwrap_or_default();
            let (first, second) = (own.reference(2)?, own.reference(3)?);
            relations.push(Relation { own, first, second, transformation, occurrences });
        }
        Ok(relations)
    }

    /// Reads a representation, with its units.
    pub(super) fn representation(&mut self, number: u64) -> StepOutcome<ShapeRepresentation> {
        let entity = self.listed(number)?;
        if !entity.records.iter().any(|record| record.keyword.ends_with("REPRESENTATION") || is_shape(record.keyword)) {
            let entity = entity.attributes(&[]);
            let found = "something that is no representation";
            return Err(entity.fault(StepErrorKind::WrongType, found, "a representation of a shape", EXPORT_AGAIN));
        }
        let own = entity.attributes(&["REPRESENTATION"]);
        let context = self.follow(&own, own.reference(2)?)?;
        let units = self.units(context)?;
        let items = own.references(1)?;
        let listed = items.iter().copied().collect();
        Ok(ShapeRepresentation { number, name: own.text(0)?, items, units, listed })
    }
}

fn is_product_definition(keyword: &str) -> bool {
    matches!(keyword, "PRODUCT_DEFINITION" | "PRODUCT_DEFINITION_WITH_ASSOCIATED_DOCUMENTS")
}

/// Whether a type is a representation of a shape, by its name. Relations and annotations have other names.
pub(super) fn is_shape(keyword: &str) -> bool {
    let tessellated = keyword == "TESSELLATED_SHAPE_REPRESENTATION_WITH_ACCURACY_PARAMETERS";
    (keyword.ends_with("SHAPE_REPRESENTATION") || tessellated) && keyword != "CONTEXT_DEPENDENT_SHAPE_REPRESENTATION"
}
