//! Assembles the lines of an engine's output into answers.

/// The longest answer kept; the rest is dropped, so that no engine can use up the memory.
const MAX_RESPONSE: usize = 4 << 20;

/// A complete answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Response {
    pub id: Option<u64>,
    /// Whether it starts with `=`.
    pub success: bool,
    pub text: String,
}

/// Collects lines until an answer is complete.
///
/// Lines before `=` or `?` belong to no answer. Engines print banners and comments there; these and empty
/// lines are skipped.
#[derive(Default)]
pub struct ResponseReader {
    open: Option<Response>,
    /// The last line that was not part of an answer.
    stray_line: Option<String>,
}

impl ResponseReader {
    /// Takes a line without its line ending, and returns the answer if the line completes it.
    pub fn line(&mut self, line: &str) -> Option<Response> {
        let line = line.trim_end_matches(['\r', '\n']);
        if let Some(answer) = &mut self.open {
            if line.trim().is_empty() {
                let mut answer = self.open.take()?;
                answer.text.truncate(answer.text.trim_end().len());
                return Some(answer);
            }
            if answer.text.len() + line.len() < MAX_RESPONSE {
                answer.text.push('\n');
                answer.text.push_str(line);
            }
            return None;
        }
        match first_line(line) {
            Some(answer) => self.open = Some(answer),
            None if line.trim().is_empty() => {}
            None => self.stray_line = Some(line.chars().take(200).collect()),
        }
        None
    }

    pub fn take_stray_line(&mut self) -> Option<String> {
        self.stray_line.take()
    }
}

/// Reads `=` or `?`, an id if there is one, and the text after it.
fn first_line(line: &str) -> Option<Response> {
    let success = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (id, text) = rest.split_at(digits);
    // `=7` is an id without text; `=C3`, which some engines write, is text without an id.
    Some(Response { id: id.parse().ok(), success, text: text.trim().to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Option<u64>, bool, String)> {
        let mut reader = ResponseReader::default();
        let lines = text.lines();
        lines.filter_map(|l| reader.line(l)).map(|a| (a.id, a.success, a.text)).collect()
    }

    #[test]
    fn answers_end_with_an_empty_line() {
        let one = |id, text: &str| vec![(id, true, text.to_string())];
        assert_eq!(read("= C3\n\n"), one(None, "C3"));
        assert_eq!(read("=12 C3\n\n"), one(Some(12), "C3"));
        assert_eq!(read("=12\n\n"), one(Some(12), ""));
        assert_eq!(read("=C3\n\n"), one(None, "C3"));
        assert_eq!(read("=1 A1 A2\r\nB1\r\n\r\n"), one(Some(1), "A1 A2\nB1"));
        assert_eq!(read("=1\nname\nkomi  \n \n"), one(Some(1), "\nname\nkomi"));
        assert_eq!(read("?3 illegal move\n\n"), vec![(Some(3), false, "illegal move".into())]);
        assert!(read("=1 unfinished\n").is_empty());
    }

    #[test]
    fn what_stands_before_an_answer_is_skipped() {
        let text = "Welcome!\n# thinking\n\n=4 pass\n\n\n\nbabble\n=5\n\n";
        assert_eq!(read(text), vec![(Some(4), true, "pass".into()), (Some(5), true, String::new())]);
        let mut reader = ResponseReader::default();
        reader.line("usage: engine FILE");
        assert_eq!(reader.take_stray_line().as_deref(), Some("usage: engine FILE"));
    }
}
