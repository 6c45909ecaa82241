//! Regression suites in the format that GNU Go, Fuego and GoGui share.
//!
//! A suite is a file of GTP commands. A comment `#? [pattern]` after a command gives its expected answer: a
//! regular expression for the whole answer, with `!` in front for anything else. A `*` after it marks a test
//! that is expected to fail, and a `&` one that does not count. Commands without such a comment are just
//! sent.

mod run;
mod suite;

pub use run::{Counts, Outcome, Report, TestReport, run};
pub use suite::{Expectation, Step, Suite, SuiteError};
