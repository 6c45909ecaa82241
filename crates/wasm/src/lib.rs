//! Networks in WebAssembly: reads a network and evaluates positions, for Node and browsers.
//!
//! The host speaks in numbers only, so this is what it calls: [`exports`]. `node/network.mjs` makes an object of it.
//! There is one network at a time and one thread.

mod exports;
mod session;
