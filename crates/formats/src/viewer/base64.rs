//! Base64 (RFC 4648, with padding), the form in which a page carries arrays of numbers.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes as base64 text.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word =
            group.iter().enumerate().fold(0_u32, |word, (place, &byte)| word | u32::from(byte) << (16 - 8 * place));
        for place in 0..4 {
            let sextet = (word >> (18 - 6 * place)) & 63;
            text.push(if place <= group.len() { ALPHABET[sextet as usize] as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn rfc_4648_vectors() {
        let vectors =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (plain, text) in vectors {
            assert_eq!(super::encode(plain.as_bytes()), text, "{plain}");
        }
        assert_eq!(super::encode(&[0xff, 0xef, 0xbe]), "/+++");
    }
}
