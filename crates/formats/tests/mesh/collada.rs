//! COLLADA.

use super::*;
use glam::dvec3;
use samples::{CUBE_QUADS, cube_dae, cube_dae_vertices, dae};
use tangency_geometry::Polyhedron;

const ASSET: &str = "<up_axis>Z_UP</up_axis>";
const PLAIN: &str = "<node><instance_geometry url=\"#part\"/></node>";
const VERTEX: &str = "<input semantic=\"VERTEX\" source=\"#corners\" offset=\"0\"/>";

/// The corners of the cube with these faces, in a node with the identity transform.
fn with_faces(faces: &str) -> String {
    dae(ASSET, &(cube_dae_vertices() + faces), PLAIN)
}

/// The cube, instantiated by these nodes.
fn with_nodes(nodes: &str) -> String {
    dae(ASSET, &(cube_dae_vertices() + &triangles()), nodes)
}

fn triangles() -> String {
    let corners: Vec<String> = samples::cube_triangles().concat().iter().map(usize::to_string).collect();
    format!("<triangles count=\"12\">{VERTEX}<p>{}</p></triangles>\n", corners.join(" "))
}

fn parse(text: &str) -> MeshFile {
    Format::Collada.parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// The transformed corners (0, 0, 0) and (1, 1, 1) of the cube.
fn ends(nodes: &str) -> [DVec3; 2] {
    let file = parse(&with_nodes(nodes));
    assert!((volume_times_six(&file.mesh) - 6.0).abs() < 1e-9, "{nodes}");
    [file.mesh.vertices()[0], file.mesh.vertices()[7]]
}

#[test]
fn faces_of_every_kind_are_the_same_cube() {
    let ring = |quad: &[usize; 4]| quad.map(|corner| corner.to_string()).join(" ");
    let lists: String = CUBE_QUADS.iter().map(|quad| format!("<p>{}</p>", ring(quad))).collect();
    // The corners of a quad in the order of a strip.
    let strips: String = CUBE_QUADS.iter().map(|[a, b, c, d]| format!("<p>{b} {c} {a} {d}</p>")).collect();
    let files = [
        cube_dae(),
        with_faces(&triangles()).into_bytes(),
        with_faces(&format!("<polygons count=\"6\">{VERTEX}{lists}</polygons>")).into_bytes(),
        with_faces(&format!("<trifans count=\"6\">{VERTEX}{lists}</trifans>")).into_bytes(),
    ];
    for bytes in &files {
        let file = Format::Collada.parse(bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_cube(&file);
        assert_eq!(file.warnings, Vec::<String>::new());
    }
    let strips = parse(&with_faces(&format!("<tristrips count=\"6\">{VERTEX}{strips}</tristrips>")));
    assert_eq!((volume_times_six(&strips.mesh), strips.mesh.triangles().len()), (6.0, 12));
    assert!(Polyhedron::new(strips.mesh).is_ok(), "strips of a closed cube are closed");
}

#[test]
fn transforms_apply_in_their_order() {
    let near = |found: [DVec3; 2], expected: [DVec3; 2]| {
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(found.distance(expected) < 1e-15, "{found} but {expected}");
        }
    };
    let part = "<instance_geometry url=\"#part\"/>";
    near(ends(PLAIN), [DVec3::ZERO, DVec3::ONE]);
    // Rotation before translation, and the reverse. Quarter turns are exact.
    let (turn, step) = ("<rotate>0 0 2 90</rotate>", "<translate>10 0 0</translate>");
    assert_eq!(ends(&format!("<node>{step}{turn}{part}</node>")), [dvec3(10.0, 0.0, 0.0), dvec3(9.0, 1.0, 1.0)]);
    assert_eq!(ends(&format!("<node>{turn}{step}{part}</node>")), [dvec3(0.0, 10.0, 0.0), dvec3(-1.0, 11.0, 1.0)]);
    // A row-major matrix in a parent node.
    let above = "<matrix>0 -1 0 5\n1 0 0 6\n0 0 1 7\n0 0 0 1</matrix>";
    near(
        ends(&format!("<node>{above}<node>{step}{part}</node></node>")),
        [dvec3(5.0, 16.0, 7.0), dvec3(4.0, 17.0, 8.0)],
    );
    let turned = ends(&format!("<node><rotate>0 0 1 30</rotate>{part}</node>"));
    let (sine, cosine) = 30.0_f64.to_radians().sin_cos();
    near(turned, [DVec3::ZERO, dvec3(cosine - sine, sine + cosine, 1.0)]);
}

#[test]
fn mirror_images_are_turned_inside_out_again() {
    for scale in ["-1 1 1", "-1 -1 -1", "2 -1 1"] {
        let file =
            parse(&with_nodes(&format!("<node><scale>{scale}</scale><instance_geometry url=\"#part\"/></node>")));
        assert!(volume_times_six(&file.mesh) > 5.9, "{scale}");
    }
}

#[test]
fn nodes_may_be_placed_again() {
    let nodes = "<node id=\"one\"><translate>0 0 5</translate><instance_geometry url=\"#part\"/></node>\n\
        <node><translate>3 0 0</translate><instance_node url=\"#one\"/></node>";
    let file = parse(&with_nodes(nodes));
    assert_eq!((file.mesh.vertices().len(), file.mesh.triangles().len()), (16, 24));
    assert_eq!(file.mesh.vertices()[8], dvec3(3.0, 0.0, 5.0));
    // A node that contains itself, and nodes that exceed the limit on instances.
    let itself = with_nodes("<node id=\"one\"><instance_node url=\"#one\"/></node>");
    let line = 1 + itself[..itself.find("id=\"one\"").unwrap()].matches('\n').count();
    refused(Format::Collada, itself.as_bytes(), ErrorKind::Syntax, MeshFilePlace::Line(line));
    let doubled: String = (0..60)
        .map(|level| {
            let below = format!("<instance_node url=\"#level{}\"/>", level + 1);
            format!("<node id=\"level{level}\">{below}{below}</node>\n")
        })
        .collect();
    let many = with_nodes(&format!("{doubled}<node id=\"level60\"/>"));
    let message = match Format::Collada.parse(many.as_bytes()) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    };
    assert!(message.contains("too many of them"), "{message}");
}

#[test]
fn units_and_directions() {
    let mesh = cube_dae_vertices() + &triangles();
    let inches = parse(&dae("<unit meter=\"0.0254\"/><up_axis>Z_UP</up_axis>", &mesh, PLAIN));
    assert_eq!((inches.mesh.vertices()[7], inches.warnings.len()), (DVec3::splat(0.0254), 0));
    for (asset, up) in [("<up_axis>Y_UP</up_axis>", "y"), ("", "y"), ("<up_axis> X_UP </up_axis>", "x")] {
        let file = parse(&dae(asset, &mesh, PLAIN));
        assert!(has_warning(&file, &format!("takes {up} for up")), "{:?}", file.warnings);
        assert_cube(&file);
    }
    for unit in ["0", "-1", "one", "inf"] {
        let text = dae(&format!("<unit meter=\"{unit}\"/>"), &mesh, PLAIN);
        let error = Format::Collada.parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.place(), &MeshFilePlace::Line(3), "{error}");
    }
}

/// Positions between other numbers. Parameters without a name are skipped.
#[test]
fn accessors_choose_their_numbers() {
    let params = "<param name=\"Z\"/><param/><param name=\"X\"/><param name=\"Y\"/>";
    let source = format!(
        "<source id=\"places\"><float_array id=\"numbers\" count=\"14\">9 9  7 9 1 2  8 9 3 4  9 9 5 6</float_array>\
         <technique_common>\
         <accessor source=\"#numbers\" offset=\"2\" count=\"3\" stride=\"4\">{params}</accessor></technique_common>\
         </source>\
         <vertices id=\"corners\"><input semantic=\"POSITION\" source=\"#places\"/></vertices>\
         <triangles count=\"1\">{VERTEX}<p>0 1 2</p></triangles>"
    );
    let file = parse(&dae(ASSET, &source, PLAIN));
    assert_eq!(file.mesh.vertices(), [dvec3(1.0, 2.0, 7.0), dvec3(3.0, 4.0, 8.0), dvec3(5.0, 6.0, 9.0)]);
}

#[test]
fn recognised_by_content_or_name() {
    use std::path::Path;
    assert_eq!(Format::of(&cube_dae(), Path::new("cube")), Some(Format::Collada));
    assert_eq!(Format::of(b"<COLLADA/>", Path::new("cube.xml")), Some(Format::Collada));
    assert_eq!(Format::of(b"nothing", Path::new("cube.DAE")), Some(Format::Collada));
    assert_eq!(Format::of(b"<svg/>", Path::new("cube.xml")), None);
    // Without a scene, all meshes are read.
    let bare = with_nodes(PLAIN);
    let (start, end) = (bare.find("<library_visual_scenes").unwrap(), bare.find("</COLLADA>").unwrap());
    let file = parse(&[&bare[..start], &bare[end..]].concat());
    assert!(has_warning(&file, "no scene"));
    assert_cube(&file);
    // A byte order mark, and a name in another encoding.
    let mut bytes = b"\xEF\xBB\xBF".to_vec();
    bytes.extend(with_nodes("<node name=\"?\"><instance_geometry url=\"#part\"/></node>").bytes());
    let at = bytes.iter().rposition(|&byte| byte == b'?').unwrap();
    assert_eq!(bytes[at - 1], b'"');
    bytes[at] = 0xE9;
    assert_cube(&Format::Collada.parse(&bytes).unwrap());
}

#[test]
fn lines_are_left_out_with_a_warning() {
    let lines = format!(
        "<lines count=\"1\">{VERTEX}<p>0 1</p></lines>\n<linestrips count=\"1\">{VERTEX}<p>0 1 2</p></linestrips>\n"
    );
    let file = parse(&with_faces(&(lines + &triangles())));
    assert_cube(&file);
    assert!(has_warning(&file, "elements of lines left out: 2 (first: line "), "{:?}", file.warnings);
}

#[test]
fn what_is_not_read_is_refused() {
    let unsupported = |text: String, words: &str| {
        let error = Format::Collada.parse(text.as_bytes()).unwrap_err();
        assert!(error.kind() == ErrorKind::Unsupported && error.to_string().contains(words), "{error}");
        assert!(matches!(error.place(), MeshFilePlace::Line(line) if *line > 4), "{error}");
    };
    unsupported(with_nodes("<node><instance_controller url=\"#skin\"/></node>"), "apply skins and morphs");
    unsupported(with_nodes("<node><skew>1 0 0 0 1 0 0</skew></node>"), "apply the transforms");
    unsupported(with_nodes("<node><lookat>1 0 0 0 1 0 0 0 1</lookat></node>"), "apply the transforms");
    unsupported(with_nodes("<node><instance_geometry url=\"other.dae#part\"/></node>"), "into one file");
    unsupported(
        with_faces(&format!("<polygons count=\"1\">{VERTEX}<ph><p>0 1 3</p><h>0 1 3</h></ph></polygons>")),
        "holes",
    );
    unsupported(with_faces("<brep/>"), "as polygons");
    let curved = with_nodes(PLAIN).replace("<mesh>", "<spline>").replace("</mesh>", "</spline>");
    let error = Format::Collada.parse(curved.as_bytes()).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.to_string().contains("<spline>"), "{error}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let wrong = |text: &str, kind: ErrorKind, words: &str| {
        let error = Format::Collada.parse(text.as_bytes()).unwrap_err();
        assert!(error.kind() == kind && error.to_string().contains(words), "{error}");
    };
    let good = with_nodes(PLAIN);
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1)
    };
    use ErrorKind::{NoTriangles, NotFinite, OutOfRange, Syntax, Truncated};
    wrong("<COLLADA>", Syntax, "XML");
    wrong("<robot/>", Syntax, "expected <COLLADA>");
    wrong("<COLLADA version=\"1.4.1\"/>", NoTriangles, "0 vertices");
    wrong(&with("count=\"12\"", "count=\"11\""), Truncated, "12 elements where 11 are announced");
    wrong(&with("count=\"12\"", ""), Syntax, "with count");
    wrong(&with("<p>0 2 3", "<p>0 2 8"), OutOfRange, "vertex 8, expected 0 to 7");
    wrong(&with("<p>0 2 3", "<p>0 2 -1"), OutOfRange, "vertex -1");
    wrong(&with("<p>0 2 3", "<p>0 2 3 4"), Truncated, "37 corners of triangles");
    wrong(&with("<p>0 2 3", "<p>0 2 x"), Syntax, "`x`, expected a whole number");
    wrong(&with("1.0 1.0 1.0", "1.0 1.0 nan"), NotFinite, "`nan`");
    wrong(&with("1.0 1.0 1.0", "1.0 1.0"), Truncated, "8 positions in 23 numbers");
    wrong(&with("stride=\"3\"", "stride=\"2\""), Syntax, "2 numbers apart");
    wrong(&with("name=\"Z\"", "name=\"W\""), Syntax, "without a coordinate Z");
    wrong(&with("#numbers", "#number"), OutOfRange, "`number`, the id of no element");
    wrong(&with("id=\"numbers\"", "id=\"places\""), OutOfRange, "`places`, the id of two elements");
    wrong(&with("source=\"#corners\"", "source=\"#places\""), Syntax, "the <vertices> of this mesh");
    wrong(&with("semantic=\"VERTEX\"", "semantic=\"NORMAL\""), Syntax, "without vertices");
    wrong(&with_nodes("<node><rotate>0 0 0 90</rotate></node>"), Syntax, "about no axis");
    wrong(
        &with_nodes("<node><translate>1 2</translate></node>"),
        Syntax,
        "2 numbers in `<translate>`, expected 3 numbers",
    );
    let projective = "<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix></node>";
    wrong(&with_nodes(projective), Syntax, "last row");
    let far = "<node><scale>1e300 1 1</scale><scale>1e300 1 1</scale><instance_geometry url=\"#part\"/></node>";
    wrong(&with_nodes(far), NotFinite, "carry to");
    // Very deep nesting.
    let deep = with_nodes(&("<node>".repeat(50_000) + &"</node>".repeat(50_000)));
    assert!(Format::Collada.parse(deep.as_bytes()).is_err());
}
