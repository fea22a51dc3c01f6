//! STL.

use super::*;
use tangency_formats::mesh::write_stl;

fn facet(corners: &str) -> String {
    format!("solid\nfacet normal 0 0 1\nouter loop\n{corners}endloop\nendfacet\nendsolid\n")
}

#[test]
fn text_and_binary_are_the_same_cube() {
    let text = Format::Stl.parse(&samples::cube_stl_text()).unwrap();
    let binary = Format::Stl.parse(&samples::cube_stl_binary()).unwrap();
    for file in [&text, &binary] {
        assert_cube(file);
        assert_eq!(file.warnings, Vec::<String>::new());
    }
    assert_eq!(text.mesh, binary.mesh);
}

#[test]
fn welding_joins_zeros_of_either_sign_and_nothing_else() {
    let nearly = 1.0_f64.next_up();
    let text = facet("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n").replace("endsolid\n", "")
        + &facet(&format!("vertex -0 -0.0 0\nvertex {nearly:?} 0 0\nvertex 0 1 -0\n")).replace("solid\nfacet", "facet");
    let file = Format::Stl.parse(text.as_bytes()).unwrap();
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [0, 3, 2]]);
}

#[test]
fn several_solids_any_case_any_normal() {
    let one = facet("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n");
    let other = facet("vertex 0 0 1\nvertex 1 0 1\nvertex 0 1 1\n").replace("0 0 1\nouter", "nan -nan(ind) inf\nouter");
    let text = format!("{one}{}", other.to_uppercase());
    assert_eq!(Format::Stl.parse(text.as_bytes()).unwrap().mesh.triangles().len(), 2);
    let in_one_line = one.replacen('\n', "\r", 1).replace('\n', " ");
    assert_eq!(Format::Stl.parse(in_one_line.as_bytes()).unwrap().mesh.triangles().len(), 1);
}

#[test]
fn bad_text_is_refused_with_its_line() {
    let good = facet("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n");
    let cases = [
        (good.replace("vertex 1 0 0", "vertex 1 nan 0"), ErrorKind::NotFinite, 5),
        (good.replace("vertex 1 0 0", "vertex 1 0"), ErrorKind::Syntax, 6),
        (good.replace("vertex 1 0 0\n", ""), ErrorKind::Syntax, 6),
        (good.replace("endloop", "vertex 5 5 5\nendloop"), ErrorKind::Syntax, 7),
        (good.replace("outer loop", "inner loop"), ErrorKind::Syntax, 3),
        (good.replace("facet normal", "facets normal"), ErrorKind::Syntax, 2),
        (format!("{good}trailing\n"), ErrorKind::Syntax, 10),
        (good.replace("endsolid\n", ""), ErrorKind::Truncated, 9),
        (good[..good.find("1 0 0").unwrap()].to_string(), ErrorKind::Truncated, 5),
    ];
    for (text, kind, line) in cases {
        refused(Format::Stl, text.as_bytes(), kind, MeshFilePlace::Line(line));
    }
    refused(Format::Stl, b"solid\nendsolid\n", ErrorKind::NoTriangles, MeshFilePlace::Whole);
}

#[test]
fn bad_binary_is_refused_with_its_byte() {
    let good = samples::cube_stl_binary();
    let length = good.len();
    assert_eq!(length, 84 + 12 * 50);
    refused(Format::Stl, &good[..length - 1], ErrorKind::Truncated, MeshFilePlace::Byte(length - 1));
    refused(Format::Stl, &[1; 83], ErrorKind::Truncated, MeshFilePlace::Byte(83));
    let mut absurd = good.clone();
    absurd[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let message = refused(Format::Stl, &absurd, ErrorKind::Truncated, MeshFilePlace::Byte(length));
    assert!(message.contains("4294967295 triangles"), "{message}");
    let mut fewer = good.clone();
    fewer[80..84].copy_from_slice(&11_u32.to_le_bytes());
    refused(Format::Stl, &fewer, ErrorKind::Trailing, MeshFilePlace::Byte(84 + 11 * 50));
    let mut infinite = good.clone();
    infinite[84 + 50 + 12 + 12..][..4].copy_from_slice(&f32::INFINITY.to_le_bytes());
    refused(Format::Stl, &infinite, ErrorKind::NotFinite, MeshFilePlace::Byte(84 + 50 + 24));
    let mut none = good[..84].to_vec();
    none[80..84].fill(0);
    refused(Format::Stl, &none, ErrorKind::NoTriangles, MeshFilePlace::Whole);
    // Fewer bytes than a triangle at the end are padding.
    let padded = [&good[..], &[0; 10]].concat();
    assert!(has_warning(&Format::Stl.parse(&padded).unwrap(), "bytes after the last triangle, left out: 10"));
}

#[test]
fn what_is_written_is_read_again() {
    let bytes = write_stl(&cube()).unwrap();
    assert!(!bytes.starts_with(b"solid"));
    assert_cube(&Format::Stl.parse(&bytes).unwrap());
    // The first triangle lies in the plane z = 0 and faces down.
    let normal: Vec<f32> = bytes[84..96].chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect();
    assert_eq!(normal, [0.0, 0.0, -1.0]);
}

#[test]
fn coordinates_beyond_f32_are_not_written() {
    let mesh = Mesh::new(vec![DVec3::ZERO, DVec3::X * 1e39, DVec3::Y], vec![[0, 1, 2]]).unwrap();
    assert_eq!(write_stl(&mesh).unwrap_err().kind(), ErrorKind::NotFinite);
}
