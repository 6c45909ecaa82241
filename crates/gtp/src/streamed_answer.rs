//! An answer that is written while a search runs.

use std::io::{self, Write};

use crate::answer;
use crate::lines::Lines;

pub(crate) struct StreamedAnswer<'a> {
    pub out: &'a mut dyn Write,
    pub lines: &'a mut Lines,
    pub id: Option<&'a str>,
    pub begun: bool,
    /// The first output error; nothing is written after it.
    pub error: Option<io::Error>,
}

impl StreamedAnswer<'_> {
    /// Writes one line of the answer; false if nobody reads it any more.
    pub fn say(&mut self, line: &str) -> bool {
        self.error = self.error.take().or_else(|| self.try_say(line).err());
        self.error.is_none()
    }

    fn try_say(&mut self, line: &str) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            answer::begin(self.out, self.id)?;
        }
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }
}
