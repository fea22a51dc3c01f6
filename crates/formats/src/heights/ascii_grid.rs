//! ESRI ASCII grids: a header of names and numbers, then the heights as words, the northern row first.
//!
//! Source: Esri, *Esri ASCII raster format* (ArcGIS documentation). Deviation: `dx` and `dy` for cells that are not
//! square, as GDAL writes them.

use super::{HeightFault, HeightFile, checked_count, from_south, shown};

/// The number that marks a height as missing, if the header does not say otherwise.
const USUAL_NO_DATA: f64 = -9999.0;

/// The numbers of the header.
#[derive(Default)]
struct GridHeader {
    columns: Option<f64>,
    rows: Option<f64>,
    cell: [Option<f64>; 2],
    no_data: Option<f64>,
}

/// Whether the text starts like a grid: with the number of columns or rows.
pub(super) fn recognised(bytes: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(64)]).to_ascii_lowercase();
    let start = start.trim_start_matches('\u{feff}').trim_start();
    start.starts_with("ncols") || start.starts_with("nrows")
}

pub(super) fn parse(bytes: &[u8]) -> Result<HeightFile, HeightFault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        format!("found a byte that is no text at byte {}, expected an ASCII grid", error.valid_up_to())
    })?;
    let mut words = text.trim_start_matches('\u{feff}').split_ascii_whitespace().peekable();
    let mut header = GridHeader::default();
    while let Some(key) = words.next_if(|word| word.starts_with(|letter: char| letter.is_ascii_alphabetic())) {
        // Words such as `nan` are heights that are no numbers.
        if key.parse::<f64>().is_ok() {
            return Err(format!("found {} among the names of the header, expected a name", shown(key)));
        }
        let word = words.next().unwrap_or_default();
        let value = word.parse::<f64>().ok().filter(|value| value.is_finite());
        let value = value.ok_or_else(|| format!("found {} for {}, expected a number", shown(word), shown(key)))?;
        header.set(key, value)?;
    }
    let columns = count(header.columns, "ncols")?;
    let rows = count(header.rows, "nrows")?;
    let expected = checked_count(columns, rows)?;
    let no_data = header.no_data.unwrap_or(USUAL_NO_DATA);
    let mut heights = Vec::new();
    for word in words {
        if heights.len() == expected {
            return Err(format!("found more heights than the header says, expected {expected} ({columns} × {rows})"));
        }
        let place =
            || format!("line {}, column {} of the heights", heights.len() / columns + 1, heights.len() % columns + 1);
        let height = word.parse::<f64>().ok().filter(|height| height.is_finite());
        let height = height.ok_or_else(|| format!("found {} in {}, expected a finite number", shown(word), place()))?;
        if height == no_data {
            let way_out = "fill the gaps before, or cut out a part without gaps";
            return Err(format!("found no data ({word}) in {}, expected a height: {way_out}", place()));
        }
        heights.push(height);
    }
    if heights.len() < expected {
        return Err(format!("found {} heights, expected {expected} ({columns} × {rows})", heights.len()));
    }
    let cell = match header.cell {
        [Some(x), Some(y)] => Some([x, y]),
        [Some(_), None] | [None, Some(_)] | [None, None] => None,
    };
    Ok(HeightFile { columns, rows, heights: from_south(columns, &heights), cell, levels: false })
}

impl GridHeader {
    fn set(&mut self, key: &str, value: f64) -> Result<(), HeightFault> {
        match key.to_ascii_lowercase().as_str() {
            "ncols" => self.columns = Some(value),
            "nrows" => self.rows = Some(value),
            "cellsize" => self.cell = [Some(value); 2],
            "dx" => self.cell[0] = Some(value),
            "dy" => self.cell[1] = Some(value),
            "nodata_value" => self.no_data = Some(value),
            // The map is centred on the origin of its body.
            "xllcorner" | "yllcorner" | "xllcenter" | "yllcenter" => {}
            _ => return Err(format!("found the name {} in the header, expected `ncols` and so on", shown(key))),
        }
        Ok(())
    }
}

fn count(value: Option<f64>, key: &str) -> Result<usize, HeightFault> {
    let value = value.ok_or_else(|| format!("found no `{key}` in the header"))?;
    let whole = value.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&value);
    if whole { Ok(value as usize) } else { Err(format!("found {value} for `{key}`, expected a whole number from 1")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HILL: &str =
        "NCOLS 2\r\nNROWS 3\r\nXLLCENTER 7.5\r\nYLLCENTER -2\r\nDX 2\r\nDY 3.5\r\n1 2\r\n3 -4e1\r\n5 6\r\n";

    #[test]
    fn a_grid_with_oblong_cells() {
        let file = parse(HILL.as_bytes()).unwrap();
        assert_eq!((file.columns, file.rows, file.cell, file.levels), (2, 3, Some([2.0, 3.5]), false));
        assert_eq!(file.heights, [5.0, 6.0, 3.0, -40.0, 1.0, 2.0]);
        // Heights may be wrapped in any way, and the size of the cells may be missing.
        let wrapped = parse(b"nrows 1 ncols 3 9\n8 7").unwrap();
        assert_eq!((wrapped.heights, wrapped.cell), (vec![9.0, 8.0, 7.0], None));
    }

    #[test]
    fn faults_are_named() {
        let fault = |from: &str, to: &str| parse(HILL.replace(from, to).as_bytes()).unwrap_err();
        assert_eq!(fault("5 6", "5"), "found 5 heights, expected 6 (2 × 3)");
        assert_eq!(fault("5 6", "5 6 7"), "found more heights than the header says, expected 6 (2 × 3)");
        assert!(fault("-4e1", "-9999").starts_with("found no data (-9999) in line 2, column 2 of the heights"));
        let other = HILL.replace("DY 3.5", "DY 3.5 NODATA_value 0").replace("-4e1", "0.0");
        assert!(parse(other.as_bytes()).unwrap_err().starts_with("found no data (0.0) in line 2, column 2"));
        assert_eq!(fault("-4e1", "x"), "found `x` in line 2, column 2 of the heights, expected a finite number");
        assert_eq!(fault("-4e1", "inf"), "found `inf` in line 2, column 2 of the heights, expected a finite number");
        assert_eq!(fault("NROWS 3", ""), "found no `nrows` in the header");
        assert_eq!(fault("NROWS 3", "NROWS 2.5"), "found 2.5 for `nrows`, expected a whole number from 1");
        assert_eq!(fault("NROWS 3", "NROWS many"), "found `many` for `NROWS`, expected a number");
        assert!(fault("DX 2", "CELLS 2").starts_with("found the name `CELLS` in the header"));
        assert!(fault("NROWS 3", "NROWS 4294967295").contains("expected at most"));
        assert!(parse(b"ncols 2\xff").unwrap_err().contains("at byte 7"));
    }
}
