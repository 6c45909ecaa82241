//! A fleet through a real S3 server on this machine, with everything that can happen to it.

mod processes;
mod refusals;
mod survival;
