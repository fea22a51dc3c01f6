//! OBJ.

use super::*;
use tangency_formats::mesh::{parse, write_obj};

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

fn read(text: &str) -> MeshFile {
    Format::Obj.parse(text.as_bytes()).unwrap()
}

fn refused_at(text: &str, kind: ErrorKind, line: usize) -> String {
    refused(Format::Obj, text.as_bytes(), kind, MeshFilePlace::Line(line))
}

#[test]
fn every_way_to_write_a_face() {
    let file = Format::Obj.parse(&samples::cube_obj()).unwrap();
    assert_cube(&file);
    assert_eq!(file.warnings, Vec::<String>::new());
}

#[test]
fn relative_indices_count_from_the_vertices_so_far() {
    let file = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 5\nf -4 -3 -1\n");
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [0, 1, 3]]);
}

#[test]
fn faces_may_come_before_their_vertices() {
    assert_eq!(read(&format!("f 1 2 3\n{TRIANGLE}")).mesh.triangles(), [[0, 1, 2]]);
}

#[test]
fn lines_end_and_continue_in_every_way() {
    let expected = read(&format!("{TRIANGLE}f 1 2 3\n")).mesh;
    assert_eq!(read("v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3").mesh, expected);
    assert_eq!(read("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r").mesh, expected);
    assert_eq!(read("\u{feff}v 0 0 \\\n 0\nv 1 \\\r\n0 0\nv 0 1 0\nf 1 \\\n2 \\\n3 \\").mesh, expected);
    // A backslash at the end of a comment or name does not continue the line.
    assert_eq!(read("# C:\\meshes\\\nv 0 0 0 # C:\\\nv 1 0 0\no C:\\\nv 0 1 0\nf 1 2 3\n").mesh, expected);
}

#[test]
fn names_and_comments_may_be_in_any_encoding() {
    let mut bytes = b"# caf\xe9\no caf\xe9\ng \xff\xfe\n".to_vec();
    bytes.extend(format!("{TRIANGLE}f 1 2 3 # \u{e9} 4\n").bytes());
    assert_eq!(Format::Obj.parse(&bytes).unwrap().mesh.triangles(), [[0, 1, 2]]);
}

#[test]
fn decimals_become_the_nearest_f64() {
    let file = read("v 0.1 1e-7 -3.402823466e+38\nv 1 0 0\nv 9007199254740993 1 0\nf 1 2 3\n");
    assert_eq!(file.mesh.vertices()[0], DVec3::new(0.1, 1e-7, -3.402823466e38));
    assert_eq!(file.mesh.vertices()[2].x, 9007199254740992.0);
}

#[test]
fn colours_and_weights_of_vertices() {
    let file = read("v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 2\nf 1 2 3\n");
    assert_eq!(file.mesh.vertices()[1], DVec3::X);
    assert!(has_warning(&file, "vertices with a weight other than 1: 1"), "{:?}", file.warnings);
    assert!(has_warning(&file, "line 3"));
}

#[test]
fn a_concave_face_is_cut_inside() {
    let file = read("v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nf 1 2 3 4\n");
    assert!(file.mesh.triangles().iter().all(|triangle| triangle.contains(&0) && triangle.contains(&2)));
    assert!(file.warnings.is_empty());
}

#[test]
fn odd_faces_are_named() {
    let bow_tie = read("v 0 0 0\nv 4 4 0\nv 4 0 0\nv 0 5 0\nv 2 9 1\nf 1 2 3 4 5\n");
    assert!(
        has_warning(&bow_tie, "faces that are not flat") && has_warning(&bow_tie, "line 6"),
        "{:?}",
        bow_tie.warnings
    );
    let degenerate = read(&format!("{TRIANGLE}v 5 5 5\nv 0 0 0\nf 1 2 3\nf 1 1 2\nf 1 2 5\n"));
    assert_eq!(degenerate.mesh.triangles().len(), 3, "kept");
    assert!(has_warning(&degenerate, "triangles without area: 2"), "{:?}", degenerate.warnings);
    assert!(has_warning(&degenerate, "vertices of no triangle: 1"));
    assert!(has_warning(&degenerate, "vertices exactly on another one: 1"));
}

#[test]
fn other_elements_are_named() {
    let file = read(&format!("3 1\n{TRIANGLE}f 1 2 3\nl 1 2\nl 2 3\np 1\n"));
    assert!(has_warning(&file, "line elements (`l`) left out: 2"));
    assert!(has_warning(&file, "point elements (`p`) left out: 1"));
    assert!(has_warning(&file, "taken for counts"));
}

#[test]
fn curved_and_unknown_statements_are_refused() {
    for statement in ["cstype bspline", "surf 0 1 0 1 1 2 3 4", "curv 0 1 1 2", "call other.obj"] {
        let text = format!("{TRIANGLE}f 1 2 3\n{statement}\n");
        assert!(refused_at(&text, ErrorKind::Unsupported, 5).contains("export"));
    }
    refused_at(&format!("{TRIANGLE}ff 1 2 3\n"), ErrorKind::Syntax, 4);
    refused_at("hello world\n", ErrorKind::Syntax, 1);
}

#[test]
fn bad_numbers_are_refused_with_their_line() {
    for (number, kind) in [
        ("nan", ErrorKind::NotFinite),
        ("-inf", ErrorKind::NotFinite),
        ("1e400", ErrorKind::NotFinite),
        ("1,5", ErrorKind::Syntax),
        ("0x10", ErrorKind::Syntax),
        ("\u{ff11}", ErrorKind::Syntax),
    ] {
        let message = refused_at(&format!("# one\nv 0 {number} 0\n"), kind, 2);
        assert!(message.contains(number), "{message}");
    }
    refused_at("v 0 0\n", ErrorKind::Syntax, 1);
    refused_at("v 0 0 0 0 0\n", ErrorKind::Syntax, 1);
    refused_at("v\n", ErrorKind::Syntax, 1);
}

#[test]
fn bad_corners_are_refused_with_their_line() {
    for corners in ["1 2 4", "0 1 2", "1 2 -4", "1 2 4294967296", "1 2 4294967295", "1 2 -9223372036854775808"] {
        let message = refused_at(&format!("{TRIANGLE}\nf {corners}\n"), ErrorKind::OutOfRange, 5);
        assert!(message.contains("1 to 3"), "{message}");
    }
    for corners in ["1 2 3.0", "1 2 x", "1/ 2/a 3", "1/1/1/1 2 3", "1 2 99999999999999999999", "/1 2 3", "1 2", ""] {
        refused_at(&format!("{TRIANGLE}f {corners}\n"), ErrorKind::Syntax, 4);
    }
}

#[test]
fn a_file_without_faces_is_refused() {
    refused(Format::Obj, TRIANGLE.as_bytes(), ErrorKind::NoTriangles, MeshFilePlace::Whole);
    refused(Format::Obj, b"# nothing\n", ErrorKind::NoTriangles, MeshFilePlace::Whole);
}

#[test]
fn what_is_written_is_read_again_exactly() {
    let vertices = [5e-324, -1.5e308, 0.1, 1.0 / 3.0, -0.0, 1e22, 123_456_789.123_456_78, 7.0, -1e-9];
    let points = vertices.chunks(3).map(DVec3::from_slice).collect();
    let mesh = Mesh::new(points, vec![[0, 1, 2], [2, 1, 0]]).unwrap();
    let again = parse(&write_obj(&mesh), "again.obj").unwrap().mesh;
    assert_eq!(again, mesh);
    assert!(again.vertices()[1].y.is_sign_negative(), "-0 stays -0");
}
