//! Writes protocol buffers: numbered fields, one after the other.

/// A message under construction.
#[derive(Clone, Default)]
pub(super) struct Message {
    bytes: Vec<u8>,
}

/// The encoding of a field's value.
const VARINT: u64 = 0;
const LENGTH_DELIMITED: u64 = 2;

impl Message {
    pub fn new() -> Message {
        Message::default()
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn key(&mut self, field: u32, layout: u64) {
        self.varint(u64::from(field) << 3 | layout);
    }

    /// Negative numbers take ten bytes, as the format requires.
    pub fn int(&mut self, field: u32, value: i64) {
        self.key(field, VARINT);
        self.varint(value as u64);
    }

    pub fn text(&mut self, field: u32, text: &str) {
        self.raw(field, text.bytes());
    }

    pub fn raw(&mut self, field: u32, bytes: impl ExactSizeIterator<Item = u8>) {
        self.key(field, LENGTH_DELIMITED);
        self.varint(bytes.len() as u64);
        self.bytes.extend(bytes);
    }

    pub fn floats(&mut self, field: u32, values: &[f32]) {
        self.key(field, LENGTH_DELIMITED);
        self.varint(4 * values.len() as u64);
        self.bytes.reserve(4 * values.len());
        values.iter().for_each(|value| self.bytes.extend(value.to_le_bytes()));
    }

    pub fn message(&mut self, field: u32, message: &Message) {
        self.key(field, LENGTH_DELIMITED);
        self.varint(message.len() as u64);
        self.bytes.extend(&message.bytes);
    }

    /// The fields of another message after those of this one.
    pub fn append(&mut self, message: &Message) {
        self.bytes.extend(&message.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_written_as_the_format_says() {
        // The examples from the format's documentation.
        let mut message = Message::new();
        message.int(1, 150);
        assert_eq!(message.clone().into_bytes(), [0x08, 0x96, 0x01]);
        let mut text = Message::new();
        text.text(2, "testing");
        assert_eq!(text.into_bytes(), [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67]);
        let mut outer = Message::new();
        outer.message(3, &message);
        assert_eq!(outer.into_bytes(), [0x1a, 0x03, 0x08, 0x96, 0x01]);
        let mut negative = Message::new();
        negative.int(1, -1);
        assert_eq!(negative.into_bytes(), [0x08, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]);
    }
}
