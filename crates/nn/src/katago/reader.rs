//! Reads words and weights from an untrusted stream, which may end early, lie or never end.

use std::io::{self, BufRead};

use super::FormatError;

/// Longer words are neither names nor numbers.
const MAX_WORD: usize = 1000;
/// Floats are read in pieces of this many bytes, so that a count in the file takes no memory before its data
/// is there.
const PIECE: usize = 1 << 16;

pub struct Reader<'a> {
    data: &'a mut dyn BufRead,
    left: u64,
    limit: u64,
    /// The layer being read, for errors.
    place: String,
}

impl<'a> Reader<'a> {
    pub fn new(data: &'a mut dyn BufRead, limit: u64) -> Reader<'a> {
        Reader { data, left: limit, limit, place: "the header".into() }
    }

    /// Sets the layer that is read from here on.
    pub fn enter(&mut self, place: &str) {
        self.place = place.into();
    }

    pub fn wrong(&self, what: impl Into<String>) -> FormatError {
        FormatError::Wrong { place: self.place.clone(), what: what.into() }
    }

    /// The next word.
    pub fn word(&mut self) -> Result<String, FormatError> {
        self.skip_space()?;
        let mut word = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace()) {
            if word.len() == MAX_WORD || !byte.is_ascii_graphic() {
                return Err(self.wrong("a word was expected, and there are other bytes"));
            }
            word.push(byte);
            self.consume(1)?;
        }
        match word.is_empty() {
            true => Err(self.truncated()),
            false => String::from_utf8(word).map_err(|_| self.wrong("a word was expected")),
        }
    }

    /// Reads a layer's name; what follows belongs to this layer.
    pub fn name(&mut self) -> Result<String, FormatError> {
        let name = self.word()?;
        self.enter(&name);
        Ok(name)
    }

    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, FormatError> {
        let word = self.word()?;
        word.parse().map_err(|_| self.wrong(format!("{word:?} is not {what}")))
    }

    /// A count of at least one.
    pub fn size(&mut self) -> Result<usize, FormatError> {
        match self.number("a number of things")? {
            0 => Err(self.wrong("0 is too few")),
            size => Ok(size),
        }
    }

    pub fn flag(&mut self, what: &str) -> Result<bool, FormatError> {
        match self.word()?.as_str() {
            "0" => Ok(false),
            "1" => Ok(true),
            other => Err(self.wrong(format!("{what}: {other:?} is unknown"))),
        }
    }

    /// Reserved options: a network that sets them would not be understood.
    pub fn unused(&mut self, count: usize) -> Result<(), FormatError> {
        (0..count).try_for_each(|_| match self.word()?.as_str() {
            "0" => Ok(()),
            other => Err(self.wrong(format!("an option that is not known has the value {other:?}"))),
        })
    }

    /// A finite number above 0.
    pub fn positive(&mut self) -> Result<f32, FormatError> {
        let number: f32 = self.number("a number")?;
        match number.is_finite() && number > 0.0 {
            true => Ok(number),
            false => Err(self.wrong(format!("{number} where a number above 0 is needed"))),
        }
    }

    /// Reads this many weights. Subnormal numbers become 0: they slow every processor down and change
    /// nothing.
    pub fn weights(&mut self, count: usize) -> Result<Vec<f32>, FormatError> {
        self.skip_space()?;
        let mut weights = match self.peek()? {
            Some(b'@') => self.binary_weights(count)?,
            _ => self.text_weights(count)?,
        };
        if !weights.iter().all(|x| x.is_finite()) {
            return Err(FormatError::NotFinite { place: self.place.clone() });
        }
        flush(&mut weights);
        Ok(weights)
    }

    fn text_weights(&mut self, count: usize) -> Result<Vec<f32>, FormatError> {
        let mut weights = Vec::new();
        while weights.len() < count {
            grow(&mut weights, count);
            weights.push(self.number("a weight")?);
        }
        Ok(weights)
    }

    fn binary_weights(&mut self, count: usize) -> Result<Vec<f32>, FormatError> {
        for expected in b"@BIN@" {
            if self.peek()?.ok_or_else(|| self.truncated())? != *expected {
                return Err(self.wrong("weights start with neither a number nor @BIN@"));
            }
            self.consume(1)?;
        }
        let mut weights = Vec::new();
        let mut piece = [0; PIECE];
        while weights.len() < count {
            let bytes = (count - weights.len()).min(PIECE / 4) * 4;
            self.fill(&mut piece[..bytes])?;
            grow(&mut weights, count);
            weights
                .extend(piece[..bytes].chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])));
        }
        Ok(weights)
    }

    fn fill(&mut self, mut bytes: &mut [u8]) -> Result<(), FormatError> {
        while !bytes.is_empty() {
            let available = self.data.fill_buf().map_err(|error| failed(&self.place, error))?;
            if available.is_empty() {
                return Err(self.truncated());
            }
            let count = available.len().min(bytes.len());
            bytes[..count].copy_from_slice(&available[..count]);
            bytes = &mut bytes[count..];
            self.consume(count)?;
        }
        Ok(())
    }

    fn skip_space(&mut self) -> Result<(), FormatError> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.consume(1)?;
        }
        Ok(())
    }

    /// Only white space may follow. This also verifies the checksum of compressed data.
    pub fn end(&mut self) -> Result<(), FormatError> {
        self.enter("its last bytes");
        self.skip_space()?;
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(FormatError::Trailing),
        }
    }

    fn peek(&mut self) -> Result<Option<u8>, FormatError> {
        let bytes = self.data.fill_buf().map_err(|error| failed(&self.place, error))?;
        Ok(bytes.first().copied())
    }

    fn consume(&mut self, count: usize) -> Result<(), FormatError> {
        self.data.consume(count);
        let left = self.left.checked_sub(count as u64);
        self.left = left.ok_or(FormatError::TooLarge { limit: self.limit })?;
        Ok(())
    }

    fn truncated(&self) -> FormatError {
        FormatError::Truncated { place: self.place.clone() }
    }
}

fn failed(place: &str, error: io::Error) -> FormatError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => FormatError::Truncated { place: place.into() },
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => FormatError::Compression(error),
        _ => FormatError::Io(error),
    }
}

/// Reserves space for one more piece: at most twice the current size, and never more than needed in the end.
fn grow(weights: &mut Vec<f32>, count: usize) {
    if weights.len() == weights.capacity() {
        weights.reserve_exact((count - weights.len()).min(weights.len().max(PIECE / 4)));
    }
}

/// Subnormal numbers become 0.
pub fn flush(numbers: &mut [f32]) {
    for x in numbers {
        if x.is_subnormal() {
            *x = 0.0;
        }
    }
}
