//! Grayscale PNG pictures of 8 or 16 bits, without interlacing.
//!
//! The compression is undone by `flate2`, which NRRD volumes need already. The rest of the format is the four chunks
//! and five filters below: less than what another dependency would bring.
//! Source: W3C, *Portable Network Graphics (PNG) Specification (Third Edition)*, 2025: sections 5 (chunks), 9
//! (filters), 11.2 (critical chunks).

use super::{HeightFault, HeightFile, checked_count, from_south};
use flate2::Crc;
use flate2::read::ZlibDecoder;
use std::io::Read;

pub(super) const MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The header chunk, as far as it differs between the pictures that are read.
struct PictureHeader {
    columns: usize,
    rows: usize,
    /// Bytes of a shade: 1 or 2.
    depth: usize,
}

pub(super) fn parse(bytes: &[u8]) -> Result<HeightFile, HeightFault> {
    let mut chunks = ChunkReader { rest: &bytes[MAGIC.len()..] };
    let header = match chunks.next_chunk()? {
        Some((b"IHDR", data)) => header(data)?,
        Some(_) | None => return Err("found no header in the picture".into()),
    };
    let mut packed = Vec::new();
    while let Some((kind, data)) = chunks.next_chunk()? {
        match kind {
            b"IDAT" => packed.extend_from_slice(data),
            b"IEND" => break,
            // Chunks whose name starts with a small letter may be skipped: color spaces, times, comments.
            _ if kind[0].is_ascii_lowercase() => {}
            _ => return Err(format!("found a chunk {}, expected a grayscale picture", kind.escape_ascii())),
        }
    }
    let heights = shades(&header, &packed)?;
    let PictureHeader { columns, rows, .. } = header;
    Ok(HeightFile { columns, rows, heights: from_south(columns, &heights), cell: None, levels: true })
}

/// The name and the data of a chunk.
type PictureChunk<'a> = (&'a [u8; 4], &'a [u8]);

struct ChunkReader<'a> {
    rest: &'a [u8],
}

impl<'a> ChunkReader<'a> {
    /// The next chunk; `None` at the end of the file.
    fn next_chunk(&mut self) -> Result<Option<PictureChunk<'a>>, HeightFault> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let cut = || "found the end of the file within a chunk of the picture".to_owned();
        let (length, rest) = self.rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let length = u32::from_be_bytes(*length) as usize;
        let (kind, _) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let (named, rest) = rest.split_at_checked(length.saturating_add(4)).ok_or_else(cut)?;
        let (sum, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let mut crc = Crc::new();
        crc.update(named);
        if crc.sum() != u32::from_be_bytes(*sum) {
            return Err(format!("found a damaged chunk {}: its checksum is wrong", kind.escape_ascii()));
        }
        self.rest = rest;
        Ok(Some((kind, &named[4..])))
    }
}

fn header(data: &[u8]) -> Result<PictureHeader, HeightFault> {
    let Ok([a, b, c, d, e, f, g, h, bits, color, _, _, interlaced]) = <[u8; 13]>::try_from(data) else {
        return Err(format!("found a header of {} bytes, expected 13", data.len()));
    };
    let [columns, rows] = [[a, b, c, d], [e, f, g, h]].map(|bytes| u32::from_be_bytes(bytes) as usize);
    let colors = match color {
        0 => None,
        2 => Some("colors"),
        3 => Some("a palette of colors"),
        4 | 6 => Some("transparency"),
        _ => Some("an unknown kind of color"),
    };
    if let Some(found) = colors {
        return Err(format!("found a picture with {found}, expected shades of grey: save it as grayscale"));
    }
    if bits != 8 && bits != 16 {
        return Err(format!("found {bits} bits a shade, expected 8 or 16"));
    }
    if interlaced != 0 {
        return Err("found an interlaced picture, expected plain rows: save it without interlacing".into());
    }
    if columns == 0 || rows == 0 {
        return Err(format!("found a picture of {columns} × {rows} shades, expected at least one"));
    }
    checked_count(columns, rows)?;
    Ok(PictureHeader { columns, rows, depth: usize::from(bits / 8) })
}

/// The shades of all rows, from the compressed and filtered bytes.
fn shades(header: &PictureHeader, packed: &[u8]) -> Result<Vec<f64>, HeightFault> {
    let PictureHeader { columns, rows, depth } = *header;
    let width = columns * depth;
    let mut unpacked = ZlibDecoder::new(packed);
    let mut heights = Vec::new();
    let (mut before, mut row) = (vec![0; width], vec![0; width]);
    for number in 0..rows {
        let mut filter = [0];
        let read = unpacked.read_exact(&mut filter).and_then(|()| unpacked.read_exact(&mut row));
        read.map_err(|error| format!("found {number} rows of shades, expected {rows}: {error}"))?;
        unfilter(filter[0], depth, &before, &mut row)
            .ok_or_else(|| format!("found the filter {} in row {}, expected 0 to 4", filter[0], number + 1))?;
        heights.extend(
            row.chunks_exact(depth).map(|shade| shade.iter().fold(0.0, |sum, &byte| 256.0 * sum + f64::from(byte))),
        );
        std::mem::swap(&mut before, &mut row);
    }
    Ok(heights)
}

/// Undoes the filter of a row in place; `None` if there is no such filter.
fn unfilter(filter: u8, depth: usize, before: &[u8], row: &mut [u8]) -> Option<()> {
    let predict: fn(u8, u8, u8) -> u8 = match filter {
        0 => |_, _, _| 0,
        1 => |left, _, _| left,
        2 => |_, above, _| above,
        3 => |left, above, _| u8::midpoint(left, above),
        4 => paeth,
        _ => return None,
    };
    for at in 0..row.len() {
        let (left, corner) = if at < depth { (0, 0) } else { (row[at - depth], before[at - depth]) };
        row[at] = row[at].wrapping_add(predict(left, before[at], corner));
    }
    Some(())
}

/// The neighbour that is nearest to `left + above − corner`.
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, above, corner].map(i16::from);
    let [to_left, to_above, to_corner] = [a, b, c].map(|neighbour| (a + b - c - neighbour).abs());
    if to_left <= to_above && to_left <= to_corner {
        left
    } else if to_above <= to_corner {
        above
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use std::io::Write;

    fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let named = [kind, data].concat();
        let mut crc = Crc::new();
        crc.update(&named);
        [&(data.len() as u32).to_be_bytes(), &named[..], &crc.sum().to_be_bytes()].concat()
    }

    /// A picture of these filtered rows. `format` are the bits of a shade, the kind of color, and the interlacing.
    fn picture([columns, rows]: [u32; 2], [bits, color, interlaced]: [u8; 3], filtered: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(filtered).unwrap();
        let packed = encoder.finish().unwrap();
        let size = [columns.to_be_bytes(), rows.to_be_bytes()].concat();
        let header = [&size[..], &[bits, color, 0, 0, interlaced]].concat();
        let (first, second) = packed.split_at(packed.len() / 2);
        let text = chunk(b"tEXt", b"Title\0hill");
        [MAGIC, &chunk(b"IHDR", &header), &text, &chunk(b"IDAT", first), &chunk(b"IDAT", second), &chunk(b"IEND", b"")]
            .concat()
    }

    /// The same row, 10 20 30, after the row 1 2 3, in all filters of the specification.
    #[test]
    fn every_filter_gives_the_same_row() {
        let filtered: [[u8; 4]; 5] = [
            [0, 10, 20, 30],
            [1, 10, 10, 10],
            [2, 9, 18, 27],
            // Half of 0 + 1, of 10 + 2, of 20 + 3.
            [3, 10, 14, 19],
            // Paeth predicts 1 (above), 10 (left, nearest to 11), 20 (left, nearest to 21).
            [4, 9, 10, 10],
        ];
        for row in filtered {
            let file = parse(&picture([3, 2], [8, 0, 0], &[&[0, 1, 2, 3], &row[..]].concat())).unwrap();
            assert_eq!((file.columns, file.rows, file.levels), (3, 2, true));
            assert_eq!(file.heights, [10.0, 20.0, 30.0, 1.0, 2.0, 3.0], "filter {}", row[0]);
        }
    }

    /// Shades of 16 bits have the high byte first, and filters look two bytes back: 0x02 + 0xff and 0x03 + 0xfe.
    #[test]
    fn sixteen_bits() {
        let file = parse(&picture([2, 1], [16, 0, 0], &[1, 0xff, 0xfe, 0x02, 0x03])).unwrap();
        assert_eq!(file.heights, [65534.0, f64::from(0x0101)]);
    }

    #[test]
    fn faults_are_named() {
        let fault = |size, format, rows: &[u8]| parse(&picture(size, format, rows)).unwrap_err();
        let shades = [0, 1, 0, 2];
        assert!(fault([1, 2], [8, 2, 0], &shades).contains("with colors, expected shades of grey"));
        assert!(fault([1, 2], [8, 3, 0], &shades).contains("with a palette"));
        assert!(fault([1, 2], [8, 4, 0], &shades).contains("with transparency"));
        assert_eq!(fault([1, 2], [4, 0, 0], &shades), "found 4 bits a shade, expected 8 or 16");
        assert!(fault([1, 2], [8, 0, 1], &shades).contains("interlaced"));
        assert!(fault([0, 2], [8, 0, 0], &shades).contains("0 × 2"));
        assert!(fault([1, 3], [8, 0, 0], &shades).starts_with("found 2 rows of shades, expected 3"));
        assert_eq!(fault([1, 2], [8, 0, 0], &[0, 1, 7, 2]), "found the filter 7 in row 2, expected 0 to 4");
        assert!(fault([1 << 20, 1 << 20], [16, 0, 0], &shades).contains("expected at most"));
        let whole = picture([1, 2], [8, 0, 0], &shades);
        assert!(parse(&whole).is_ok());
        for cut in MAGIC.len()..whole.len() - 12 {
            assert!(parse(&whole[..cut]).is_err(), "cut at {cut}");
        }
        let mut damaged = whole;
        damaged[20] ^= 1;
        assert!(parse(&damaged).unwrap_err().contains("checksum"));
    }
}
