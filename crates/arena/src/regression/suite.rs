//! Reads a suite.

use std::path::{Path, PathBuf};

use regex::Regex;

/// A suite from a file.
#[derive(Debug)]
pub struct Suite {
    /// The file name without its extension.
    pub name: String,
    /// The folder of the games it loads.
    pub folder: PathBuf,
    pub steps: Vec<Step>,
}

/// A command and its expected answer.
#[derive(Debug)]
pub struct Step {
    /// The number before the command, or else its line number.
    pub id: u64,
    pub command: String,
    pub expected: Option<Expectation>,
}

#[derive(Debug)]
pub struct Expectation {
    /// As written in the suite, without brackets.
    pub text: String,
    pattern: Regex,
    negated: bool,
    /// Marked with `*`.
    pub known_to_fail: bool,
    /// Marked with `&`.
    pub ignored: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    #[error("{file}: {1}", file = path(.0))]
    Io(PathBuf, #[source] std::io::Error),
    #[error("{file} line {1}: {2}", file = path(.0))]
    Line(PathBuf, usize, String),
    #[error("{file} has no tests: no command is followed by #? [pattern]", file = path(.0))]
    NoTests(PathBuf),
}

fn path(path: &Path) -> String {
    path.display().to_string()
}

impl Suite {
    pub fn load(file: &Path) -> Result<Suite, SuiteError> {
        let bytes = std::fs::read(file).map_err(|e| SuiteError::Io(file.to_path_buf(), e))?;
        let steps = parse(&String::from_utf8_lossy(&bytes))
            .map_err(|(line, what)| SuiteError::Line(file.to_path_buf(), line, what))?;
        if steps.iter().all(|s| s.expected.is_none()) {
            return Err(SuiteError::NoTests(file.to_path_buf()));
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
        Ok(Suite { name, folder, steps })
    }

    pub fn tests(&self) -> usize {
        self.steps.iter().filter(|s| s.expected.is_some()).count()
    }
}

fn parse(text: &str) -> Result<Vec<Step>, (usize, String)> {
    let mut steps: Vec<Step> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(comment) = line.strip_prefix("#?") {
            let expected = expectation(comment.trim()).map_err(|e| (i + 1, e))?;
            match steps.last_mut() {
                Some(step) if step.expected.is_none() => step.expected = Some(expected),
                Some(_) => return Err((i + 1, "the command above has its answer already".into())),
                None => return Err((i + 1, "there is no command above".into())),
            }
            continue;
        }
        let command = line.split('#').next().unwrap_or_default().trim();
        if command.is_empty() {
            continue;
        }
        let (first, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        steps.push(match first.parse() {
            Ok(id) => Step { id, command: rest.trim().to_string(), expected: None },
            Err(_) => Step { id: i as u64 + 1, command: command.to_string(), expected: None },
        });
    }
    Ok(steps)
}

/// Reads `[pattern]` and the marks after it.
fn expectation(text: &str) -> Result<Expectation, String> {
    let wrong = || format!("'{text}' is not [pattern], with * or & behind it at most");
    let (inside, marks) = text.strip_prefix('[').and_then(|rest| rest.rsplit_once(']')).ok_or_else(wrong)?;
    let marks = marks.trim();
    if !marks.chars().all(|c| c == '*' || c == '&') {
        return Err(wrong());
    }
    let inside = inside.trim();
    let (negated, body) = match inside.strip_prefix('!') {
        Some(body) => (true, body),
        None => (false, inside),
    };
    // Engines write PASS or pass, and some write vertices in lower case.
    let pattern = Regex::new(&format!("(?is)^(?:{})$", body.trim()))
        .map_err(|_| format!("'{body}' is not a regular expression"))?;
    let (known_to_fail, ignored) = (marks.contains('*'), marks.contains('&'));
    Ok(Expectation { text: inside.to_string(), pattern, negated, known_to_fail, ignored })
}

impl Expectation {
    /// Whether an answer is correct.
    pub fn accepts(&self, answer: &str) -> bool {
        self.pattern.is_match(answer.trim()) != self.negated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_answers_belong_together() {
        let text = "# a suite\nboardsize 9\r\n\nloadsgf sgf/a.sgf 5 # early\n10 reg_genmove b\n# hm\n#? [A1|B2]*\n# good\n20  reg_genmove w\n#? [!pass]\n";
        let steps = parse(text).unwrap();
        let show = |s: &Step| format!("{} {} {:?}", s.id, s.command, s.expected.as_ref().map(|e| &e.text));
        let shown: Vec<String> = steps.iter().map(show).collect();
        let expected = [
            "2 boardsize 9 None",
            "4 loadsgf sgf/a.sgf 5 None",
            "10 reg_genmove b Some(\"A1|B2\")",
            "20 reg_genmove w Some(\"!pass\")",
        ];
        assert_eq!(shown, expected);
        assert!(steps[2].expected.as_ref().unwrap().known_to_fail);
    }

    #[test]
    fn patterns_mean_the_whole_answer() {
        let accepts = |pattern: &str, answer: &str| expectation(pattern).unwrap().accepts(answer);
        assert!(accepts("[A1|B2]", "B2") && accepts("[A1|B2]", "a1\n") && !accepts("[A1|B2]", "B21"));
        assert!(!accepts("[A1]", "A10") && !accepts("[A1|B2]", "xA1"));
        assert!(accepts("[!A1|B2]", "C3") && !accepts("[!A1|B2]", "B2") && !accepts("[!(G6|H6)]", "G6"));
        assert!(accepts("[PASS]", "pass") && accepts("[1 .*]", "1 C3") && accepts("[]", ""));
        assert!(accepts("[[0-3] D4]", "2 D4") && accepts("[ A1 ]", "A1"));
        let marked = |text: &str| expectation(text).map(|e| (e.known_to_fail, e.ignored)).unwrap();
        assert_eq!(
            ["[A1]", "[A1]*", "[A1]&", "[A1] *&"].map(marked),
            [(false, false), (true, false), (false, true), (true, true)]
        );
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let error = |text: &str| parse(text).unwrap_err();
        assert_eq!(error("#? [A1]").0, 1);
        assert!(error("1 name\n#? A1").1.contains("is not [pattern]"));
        assert!(error("1 name\n#? [A(]").1.contains("regular expression"));
        assert!(error("1 name\n#? [A]+").1.contains("is not [pattern]"));
        assert_eq!(error("1 name\n#? [A]\n#? [B]").0, 3);
    }
}
