//! An S3 server on this machine, to try a fleet by hand. It tells what programs need in their environment, and what it has
//! done when its standard input ends.
//!
//!     cargo run --example server --manifest-path tests/s3/Cargo.toml -- FOLDER 127.0.0.1:9000

use std::path::Path;

use s3_tests::{BUCKET, Server};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, address] = arguments.as_slice() else {
        eprintln!("usage: server FOLDER IP:PORT");
        std::process::exit(2);
    };
    let Ok(address) = address.parse() else {
        eprintln!("{address} is no address such as 127.0.0.1:9000");
        std::process::exit(2);
    };
    let server = Server::start_at(Path::new(folder), address);
    for (name, value) in server.environment() {
        println!("export {name}={value}");
    }
    println!("# a run: s3://{BUCKET}/tiny");
    let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
    println!("# {}", server.traffic());
}
