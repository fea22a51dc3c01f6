//! What is refused, and with which words: kind, line, entity, what was found.

use crate::block::block;
use crate::texts::Text;
use tangency_formats::step::{self, StepErrorKind};

fn refused(text: &str) -> step::StepFileError {
    match step::parse(text.as_bytes(), "part.step") {
        Err(error) => error,
        Ok(_) => panic!("accepted: {text}"),
    }
}

/// The block with a part of its text replaced, and the error that follows.
#[track_caller]
fn broken(from: &str, to: &str, kind: StepErrorKind, message: &str) {
    let text = block().file();
    assert!(text.contains(from), "{from} is not in the text");
    let error = refused(&text.replacen(from, to, 1));
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn errors_name_line_entity_and_advice() {
    let text = block().file().replacen("CIRCLE('',", "HYPERBOLA('',", 1);
    let error = refused(&text);
    let line = 1 + text.lines().position(|line| line.contains("HYPERBOLA")).unwrap();
    assert_eq!((error.kind(), error.line()), (StepErrorKind::Unsupported, Some(line)));
    let number = line - 5;
    assert_eq!(error.entity(), format!("#{number} HYPERBOLA"));
    let expected = format!(
        "part.step, line {line}, #{number} HYPERBOLA: found HYPERBOLA, which is not read, expected LINE, CIRCLE, \
         ELLIPSE, B_SPLINE_CURVE, POLYLINE, TRIMMED_CURVE or COMPOSITE_CURVE; let the CAD system write it as one of \
         these, or leave the part out of the export"
    );
    assert_eq!(error.to_string(), expected);
}

#[test]
fn geometry_that_is_not_understood_is_named() {
    use StepErrorKind::Unsupported;
    broken("CIRCLE('',", "PARABOLA('',", Unsupported, "found PARABOLA, which is not read");
    broken("CYLINDRICAL_SURFACE('',", "OFFSET_SURFACE('',", Unsupported, "OFFSET_SURFACE: found OFFSET_SURFACE");
    broken("PLANE('',", "CURVE_BOUNDED_SURFACE('',", Unsupported, "found CURVE_BOUNDED_SURFACE");
    broken("MANIFOLD_SOLID_BREP(", "EXTRUDED_AREA_SOLID(", Unsupported, "found EXTRUDED_AREA_SOLID");
    broken("EDGE_LOOP(", "PATH(", Unsupported, "expected EDGE_LOOP, VERTEX_LOOP or POLY_LOOP");
    broken("ADVANCED_FACE(", "SUBFACE(", Unsupported, "expected ADVANCED_FACE or FACE_SURFACE");
    broken("ADVANCED_BREP_SHAPE_REPRESENTATION(", "DRAUGHTING_MODEL(", Unsupported, "no shape of the file contains");
}

#[test]
fn wrong_types_and_values_are_named() {
    use StepErrorKind::{NotFinite, OutOfRange, Truncated, WrongType};
    broken("VERTEX_POINT('',", "DIRECTION('',", WrongType, "expected VERTEX_POINT");
    broken("CARTESIAN_POINT('',(0.0,0.0,0.0))", "CARTESIAN_POINT('',(0.0,0.0))", OutOfRange, "2 coordinates");
    broken("DIRECTION('',(1.0,0.0,0.0))", "DIRECTION('',(0.,0.,0.))", OutOfRange, "a direction of length zero");
    broken(",5.)", ",-5.)", OutOfRange, "found -5 as value 3, expected a number greater than zero");
    broken(",5.)", ",$)", WrongType, "found `$` as value 3, expected a number");
    broken(",5.)", ",1E999)", NotFinite, "found \"1E999\"");
    broken(",.T.)", ",.X.)", WrongType, "found `.X.` as value 5, expected `.T.` or `.F.`");
    broken("CLOSED_SHELL(", "OPEN_SHELL(", WrongType, "which may be open, expected CLOSED_SHELL");
    broken("SI_UNIT(.MILLI.,.METRE.)", "SI_UNIT(.MILLI.,.GRAM.)", WrongType, "expected `.METRE.`");
    broken("SI_UNIT(.MILLI.,.METRE.)", "SI_UNIT(.MANY.,.METRE.)", WrongType, "an SI prefix");
    broken("(LENGTH_UNIT()NAMED_UNIT(*)", "(MASS_UNIT()NAMED_UNIT(*)", WrongType, "does not say what its lengths are");
    broken("LINE('',#", "LINE('',#9", Truncated, "which the file does not hold");
    broken("1.E-4", "'x'", WrongType, "expected a number");
    let mut text = Text::default();
    let context = text.millimetres();
    let point = text.point([0.0; 3]);
    text.add(format!("SHAPE_REPRESENTATION('',({point}),{context})"));
    assert_eq!(refused(&text.file()).kind(), StepErrorKind::NoBodies);
}

#[test]
fn parallel_axes_and_repeated_faces_are_refused() {
    use StepErrorKind::OutOfRange;
    let text = block().file();
    let shell = text.lines().find(|line| line.contains("CLOSED_SHELL")).unwrap();
    let faces = shell.split("('',(").nth(1).unwrap().split(',').next().unwrap();
    broken("CLOSED_SHELL('',(", &format!("CLOSED_SHELL('',({faces},"), OutOfRange, "a second time in one body");
    let (z, x) = ("DIRECTION('',(-1.0,0.0,0.0))", "DIRECTION('',(0.,1.,0.))");
    broken(z, x, OutOfRange, "a reference direction along the axis");
}

/// An edge of this curve in the block, in place of the first line.
#[track_caller]
fn spline(parts: &str, kind: StepErrorKind, message: &str) {
    let text = block().file();
    let line = text.lines().find(|line| line.contains("=LINE(")).unwrap();
    let curve = format!("{}={parts};", line.split('=').next().unwrap());
    let error = refused(&text.replacen(line, &curve, 1));
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn broken_splines_are_refused() {
    use StepErrorKind::{OutOfRange, Unsupported, WrongType};
    // The first three corners of the block are the points #1, #3 and #5.
    let curve = |degree: &str, multiplicities: &str, knots: &str| {
        format!(
            "B_SPLINE_CURVE_WITH_KNOTS('',{degree},(#1,#3,#5),.UNSPECIFIED.,.F.,.F.,{multiplicities},{knots},\
             .UNSPECIFIED.)"
        )
    };
    spline(&curve("2", "(3,3)", "(1.,0.)"), OutOfRange, "found the knot 0 after 1, expected ascending knots");
    spline(&curve("2", "(3,3)", "(1.,1.)"), OutOfRange, "found the knot 1 after 1");
    spline(&curve("2", "(3,4)", "(0.,1.)"), OutOfRange, "the multiplicity 4 for the degree 2");
    spline(&curve("2", "(3,0)", "(0.,1.)"), OutOfRange, "the multiplicity 0");
    spline(&curve("2", "(3,2.5)", "(0.,1.)"), OutOfRange, "the multiplicity 2.5");
    spline(&curve("2", "(3,2)", "(0.,1.)"), OutOfRange, "found 5 knots for 3 control points of degree 2");
    spline(&curve("2", "(3,3,1)", "(0.,1.)"), OutOfRange, "3 multiplicities for 2 knots");
    spline(&curve("3", "(4,4)", "(0.,1.)"), OutOfRange, "3 control points for the degree 3");
    spline(&curve("0", "(1,1)", "(0.,1.)"), OutOfRange, "the degree 0");
    spline(&curve("1E9", "(1,1)", "(0.,1.)"), OutOfRange, "the degree 1000000000");
    spline(&curve("2", "(3,3)", "$"), OutOfRange, "2 multiplicities for 0 knots");
    spline(&curve("2", "(3,3)", "('a','b')"), WrongType, "a list of numbers");
    spline("BEZIER_CURVE('',2,(#1,#3,#5,#1),.UNSPECIFIED.,.F.,.F.)", OutOfRange, "4 control points for Bézier pieces");
    spline("B_SPLINE_CURVE('',2,(#1,#3,#5),.UNSPECIFIED.,.F.,.F.)", Unsupported, "a spline without knots");
    let rational = |weights: &str| {
        format!(
            "(BOUNDED_CURVE()B_SPLINE_CURVE(2,(#1,#3,#5),.UNSPECIFIED.,.F.,.F.)B_SPLINE_CURVE_WITH_KNOTS((3,3),(0.,1.),\
             .UNSPECIFIED.)CURVE()RATIONAL_B_SPLINE_CURVE({weights})REPRESENTATION_ITEM(''))"
        )
    };
    spline(&rational("(1.,0.,1.)"), OutOfRange, "found the weight 0, expected a weight greater than zero");
    spline(&rational("(1.,-1.,1.)"), OutOfRange, "found the weight -1");
    spline(&rational("(1.,1.)"), OutOfRange, "2 weights for 3 control points");
    spline(&rational(""), OutOfRange, "9 values");
    let knots = rational("(1.,1.,1.)").replace("(0.,1.)", "(1.,0.)");
    spline(&knots, OutOfRange, "B_SPLINE_CURVE_WITH_KNOTS: found the knot 0 after 1");
    spline(&rational("(1.,0.,1.)"), OutOfRange, "RATIONAL_B_SPLINE_CURVE: found the weight 0");
    // The same of a surface.
    let text = block().file();
    let plane = text.lines().find(|line| line.contains("=PLANE(")).unwrap();
    let surface = "(BOUNDED_SURFACE()B_SPLINE_SURFACE(1,1,((#1,#3),(#5,#1)),.UNSPECIFIED.,.F.,.F.,.F.)\
                   B_SPLINE_SURFACE_WITH_KNOTS((2,2),(2,2),(0.,1.),(1.,0.),.UNSPECIFIED.)\
                   GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_SURFACE(((1.,1.),(1.,1.)))\
                   REPRESENTATION_ITEM('')SURFACE());";
    let number = plane.split('=').next().unwrap();
    let error = refused(&text.replace(plane, &format!("{number}={surface}")));
    let expected = format!("{number} B_SPLINE_SURFACE_WITH_KNOTS: found the knot 0 after 1");
    assert!(error.to_string().contains(&expected), "{error}");
}

#[test]
fn circles_of_references_are_refused() {
    use StepErrorKind::{Cycle, TooLarge};
    let own =
        block().file().lines().find(|line| line.contains("=LINE(")).unwrap().split('=').next().unwrap().to_owned();
    spline(&format!("SURFACE_CURVE('',{own},(),.CURVE_3D.)"), Cycle, "references that lead back here");
    let trimmed = format!("TRIMMED_CURVE('',{own},(PARAMETER_VALUE(0.)),(PARAMETER_VALUE(1.)),.T.,.PARAMETER.)");
    spline(&trimmed, Cycle, "references that lead back here");
    // A composite of two copies of itself would double at each level.
    let text = block().file();
    let line = text.lines().find(|line| line.contains("=LINE(")).unwrap();
    let segments =
        format!("{own}=COMPOSITE_CURVE('',(#9001,#9001),.F.);\n#9001=COMPOSITE_CURVE_SEGMENT(.CONTINUOUS.,.T.,{own});");
    let error = refused(&text.replacen(line, &segments, 1));
    assert!(matches!(error.kind(), Cycle | TooLarge), "{error}");
}

/// One face of many control points, used by many bodies: the points are shared, and the bodies are few.
#[test]
fn a_shell_in_very_many_bodies_is_refused() {
    let text = block().file();
    let shell = text.lines().find(|line| line.contains("CLOSED_SHELL")).unwrap().split('=').next().unwrap().to_owned();
    let mut more = String::new();
    let mut items = Vec::new();
    for number in 10_000..14_000 {
        more += &format!("#{number}=MANIFOLD_SOLID_BREP('',{shell});\n");
        items.push(format!("#{number}"));
    }
    let listed = format!("REPRESENTATION('shape',({},", items.join(","));
    let text =
        text.replacen("REPRESENTATION('shape',(", &listed, 1).replacen("ENDSEC;\nEND", &(more + "ENDSEC;\nEND"), 1);
    assert_eq!(refused(&text).kind(), StepErrorKind::TooLarge);
}

#[test]
fn files_that_are_cut_off_are_refused_at_every_byte() {
    let text = block().file();
    let last = text.find("END-ISO-10303-21;").unwrap() + "END-ISO-10303-21".len();
    let data = text.find("#1=").unwrap();
    let end = text.rfind("ENDSEC;").unwrap();
    let (mut truncated, mut named) = (0, 0);
    for length in (0..last).step_by(7) {
        let cut = &text[..length];
        let error = refused(cut);
        truncated += usize::from(error.kind() == StepErrorKind::Truncated);
        // The end of the file is on its last line.
        let line = 1 + cut.matches('\n').count();
        assert!(length < 20 || error.line() == Some(line), "{length}: {error}");
        // The entity that is cut off is the last one that begins.
        let statement = cut.rsplit('\n').next().unwrap();
        if let Some((number, _)) = statement.split_once('=')
            && (data..end).contains(&length)
            && !cut.ends_with(';')
        {
            assert!(error.entity().starts_with(number), "{length}: {error}");
            named += 1;
        }
    }
    // Only within the first line and within keywords is the end seen as something else.
    assert!(truncated * 10 > (last / 7) * 9, "{truncated} of {}", last / 7);
    assert!(named * 10 > (last / 7) * 7, "{named} of {}", last / 7);
}

/// What is wrong with the geometry of a body is found when its faces are made, and named by line as well.
#[test]
fn faces_that_make_no_body_are_named_by_line_and_entity() {
    let text = block().file();
    let refused = |text: &str| step::parse(text.as_bytes(), "part.step").unwrap().bodies[0].brep().unwrap_err();
    assert!(step::parse(text.as_bytes(), "part.step").unwrap().bodies[0].brep().is_ok());
    // The entity `#n` is on line n + 5.
    let place = |text: &str, what: &str| {
        let line = text.lines().position(|line| line.contains(what)).unwrap() + 1;
        format!("line {line}, #{} ", line - 5)
    };
    // The first rim gets wider than the bore: the edge of that circle is named.
    let wide = text.replacen(",5.)", ",5.01)", 1);
    let circle = wide.lines().find(|line| line.contains(",5.01)")).unwrap().split('=').next().unwrap();
    let error = refused(&wide).to_string();
    assert!(error.starts_with(&place(&wide, &format!(",{circle},.T.)"))), "{error}");
    assert!(error.contains(" EDGE_CURVE: the faces along the edge are 0.00001 m apart, expected them to"), "{error}");
    // One use of an edge is left out of the loop of the first face.
    let uses = text.lines().find(|line| line.contains("EDGE_LOOP('',(")).unwrap();
    let first = uses.split("('',(").nth(1).unwrap().split(',').next().unwrap();
    let open = text.replacen(&format!("EDGE_LOOP('',({first},"), "EDGE_LOOP('',(", 1);
    let error = refused(&open).to_string();
    assert!(error.contains("does not close") && error.starts_with(&place(&open, "ADVANCED_FACE(")), "{error}");
    // A shell that lacks a face is no solid.
    let shell = text.lines().find(|line| line.contains("CLOSED_SHELL('',(")).unwrap();
    let first = shell.split("('',(").nth(1).unwrap().split(',').next().unwrap();
    let lacking = text.replacen(&format!("CLOSED_SHELL('',({first},"), "CLOSED_SHELL('',(", 1);
    let error = refused(&lacking).to_string();
    assert!(error.contains("not closed") && error.starts_with(&place(&lacking, "MANIFOLD_SOLID_BREP(")), "{error}");
}

#[test]
fn files_that_are_none_are_refused() {
    assert!(refused("").to_string().contains("found \"\", expected `ISO-10303-21;`"));
    assert_eq!(step::read("/no/such/part.step").unwrap_err().kind(), StepErrorKind::Unreadable);
    let error = step::read(env!("CARGO_MANIFEST_DIR")).unwrap_err();
    assert!(error.to_string().contains("no ordinary file"), "{error}");
}
