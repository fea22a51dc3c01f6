//! Letters of strings in ISO 10303-21.

/// The text of a string: doubled quotes, and letters by number (`\X2\00E9\X0\`, `\X\E9`, `\S\i`).
///
/// What is not an escape stays as it is.
pub(super) fn decoded(raw: &[u8]) -> String {
    let raw = String::from_utf8_lossy(raw);
    let mut text = String::with_capacity(raw.len());
    let mut rest: &str = &raw;
    while let Some(place) = rest.find(['\\', '\'']) {
        text.push_str(&rest[..place]);
        let (letters, used) = escape(&rest[place..]);
        text.push_str(&letters);
        rest = &rest[place + used..];
    }
    text + rest
}

/// The letters that an escape at the start of the text stands for, and its length.
fn escape(text: &str) -> (String, usize) {
    for (start, width) in [("\\X2\\", 4), ("\\X4\\", 8)] {
        if let Some(coded) = text.strip_prefix(start)
            && let Some(length) = coded.find("\\X0\\")
        {
            let digits = &coded.as_bytes()[..length];
            let codes = digits.chunks(width).map(|code| {
                std::str::from_utf8(code).ok().and_then(|code| u32::from_str_radix(code, 16).ok()).unwrap_or(0xFFFD)
            });
            let letters = if width == 4 {
                let units: Vec<u16> = codes.map(|code| code as u16).collect();
                String::from_utf16_lossy(&units)
            } else {
                codes.map(|code| char::from_u32(code).unwrap_or('\u{FFFD}')).collect()
            };
            return (letters, start.len() + length + 4);
        }
    }
    if let Some(code) = text.strip_prefix("\\X\\").and_then(|code| code.get(..2))
        && let Ok(code) = u8::from_str_radix(code, 16)
    {
        return (char::from(code).to_string(), 5);
    }
    // The upper half of the page of letters in use: ISO 8859-1 unless a file says otherwise, which none here needs.
    if let Some(letter) = text.strip_prefix("\\S\\").and_then(|rest| rest.chars().next())
        && letter.is_ascii()
    {
        return (char::from(letter as u8 + 128).to_string(), 4);
    }
    if text.starts_with("''") || text.starts_with("\\\\") {
        return (text[..1].to_owned(), 2);
    }
    (text[..1].to_owned(), 1)
}

/// The text as a string with its quotes: letters beyond ASCII by number.
pub(super) fn encoded(text: &str) -> String {
    let mut string = String::from("'");
    for letter in text.chars() {
        match letter {
            '\'' => string.push_str("''"),
            '\\' => string.push_str("\\\\"),
            ' '..='~' => string.push(letter),
            _ => {
                string.push_str("\\X2\\");
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    string.push_str(&format!("{unit:04X}"));
                }
                string.push_str("\\X0\\");
            }
        }
    }
    string + "'"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_by_number_are_decoded() {
        let cases = [
            ("plain", "plain"),
            ("it''s", "it's"),
            ("\\X2\\00E90142\\X0\\!", "él!"),
            ("\\X2\\D83DDE00\\X0\\", "😀"),
            ("\\X4\\0001F600\\X0\\", "😀"),
            ("caf\\X\\E9", "café"),
            ("\\S\\i", "é"),
            ("C:\\\\x", "C:\\x"),
            ("\\X2\\00E9", "\\X2\\00E9"),
            ("\\", "\\"),
        ];
        for (raw, text) in cases {
            let text = text.replace("él", "éł");
            assert_eq!(decoded(raw.as_bytes()), text);
        }
        assert_eq!(decoded(b"\xE9"), "\u{FFFD}");
    }

    #[test]
    fn encoded_texts_are_decoded() {
        for text in ["", "it's", "C:\\parts", "Größe 😀 \n", "\\X2\\00E9\\X0\\"] {
            let string = encoded(text);
            assert!(string.is_ascii(), "{string}");
            assert_eq!(decoded(&string.as_bytes()[1..string.len() - 1]), text);
        }
    }
}
