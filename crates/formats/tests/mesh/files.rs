//! Access to files: missing, not a file, empty, misnamed.

use super::*;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tangency_formats::mesh::{parse, read, write_obj};

/// A folder for one test; removed on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tangency-formats-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_content_decides_before_the_name() {
    let (document, buffer) = samples::cube_gltf_parts();
    let cases = [
        (samples::cube_stl_binary(), Format::Stl),
        (samples::cube_ply_text(), Format::Ply),
        (samples::binary(&document, &buffer), Format::Gltf),
    ];
    for (bytes, format) in cases {
        for name in ["part.obj", "part", "part.stl", "PART.PLY"] {
            assert_eq!(parse(&bytes, name).unwrap().format, format);
        }
    }
    let by_name = [(samples::cube_obj(), "CUBE.OBJ", Format::Obj), (samples::cube_stl_text(), "a.stl", Format::Stl)];
    for (bytes, name, format) in by_name {
        assert_eq!(parse(&bytes, name).unwrap().format, format);
    }
    assert_eq!(parse(&samples::cube_stl_text(), "nameless").unwrap().format, Format::Stl);
    assert_eq!(parse(&samples::embed(document, &buffer), "nameless").unwrap().format, Format::Gltf);
    assert_eq!(parse(&samples::cube_obj(), "nameless").unwrap_err().kind(), ErrorKind::UnknownFormat);
}

#[test]
fn an_unknown_format_is_told_all_formats_and_extensions() {
    let message = parse(b"nothing", "nameless").unwrap_err().to_string().to_lowercase();
    for format in Format::all() {
        assert!(message.contains(format.name()), "{format:?} is missing: {message}");
        for extension in format.extensions() {
            assert_eq!(Format::of(b"nothing", Path::new(&format!("part.{extension}"))), Some(format));
            assert!(message.contains(&format!(".{extension}")), ".{extension} is missing: {message}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = Folder::new("unreadable");
    let empty = folder.write("empty.obj", b"");
    for (path, kind, word) in [
        (folder.0.clone(), ErrorKind::Unreadable, "a directory"),
        (folder.0.join("missing.obj"), ErrorKind::Unreadable, "missing.obj"),
        (empty.clone(), ErrorKind::Truncated, "an empty file"),
        (empty.join("below"), ErrorKind::Unreadable, "below"),
        (PathBuf::new(), ErrorKind::Unreadable, "found"),
    ] {
        let error = read(&path).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert_eq!(error.file(), path);
        assert!(error.to_string().contains(word), "{error}");
    }
    assert_eq!(parse(b"", "nameless").unwrap_err().kind(), ErrorKind::Truncated);
}

#[cfg(unix)]
#[test]
fn devices_are_not_read() {
    for device in ["/dev/zero", "/dev/null"] {
        assert_eq!(read(device).unwrap_err().kind(), ErrorKind::Unreadable);
    }
}

#[test]
fn other_encodings_of_text_are_named() {
    let text = String::from_utf8(samples::cube_obj()).unwrap();
    let utf16: Vec<u8> = std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert!(refused(Format::Obj, &utf16, ErrorKind::Syntax, MeshFilePlace::Byte(0)).contains("UTF-16"));
    refused(Format::Obj, b"v 0 0 0\n\xff\xfe 1\n", ErrorKind::Syntax, MeshFilePlace::Line(2));
    let (document, buffer) = samples::cube_gltf_parts();
    for text in [samples::cube_stl_text(), samples::embed(document, &buffer)] {
        let marked = [b"\xEF\xBB\xBF", &text[..]].concat();
        assert_cube(&parse(&marked, "marked").unwrap());
    }
}

#[test]
fn errors_name_the_file() {
    let folder = Folder::new("errors");
    let path = folder.write("broken.obj", b"v 0 0 0\nv 0 0\n");
    let message = read(&path).unwrap_err().to_string();
    assert!(message.starts_with(&*path.to_string_lossy()) && message.contains("line 2"), "{message}");
}

#[test]
fn a_written_file_is_read() {
    let folder = Folder::new("written");
    assert_cube(&read(folder.write("cube.obj", &write_obj(&cube()))).unwrap());
}

#[test]
fn messages_stay_short() {
    let long = format!("v {} 0 0\n", "9".repeat(100_000));
    let message = refused(Format::Obj, long.as_bytes(), ErrorKind::NotFinite, MeshFilePlace::Line(1));
    assert!(message.len() < 400, "{message}");
}
