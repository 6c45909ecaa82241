//! Regression suites in the format that GNU Go, Fuego and GoGui share.
//!
//! A suite is a file of GTP commands. A comment `#? [pattern]` after a command says what its answer must be: a
//! regular expression for the whole answer, `!` in front for anything else; a `*` behind marks what is known to
//! fail, a `&` what is not to be counted. Commands without such a comment are just sent.

mod run;
mod suite;

pub use run::{Counts, Outcome, Report, TestReport, run};
pub use suite::{Expectation, Step, Suite, SuiteError};
