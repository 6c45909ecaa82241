//! `shidogo page` as it is started: who may read what, and who comes second.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A server, killed with the test.
struct Page {
    child: Child,
    line: String,
}

impl Page {
    /// Starts one and waits for its first line. `opener` is what it finds as xdg-open.
    fn start(arguments: &[&str], data: &Path, opener: &Path) -> Page {
        let mut child = Command::new(env!("CARGO_BIN_EXE_shidogo"))
            .arg("page")
            .args(arguments)
            .arg("--data")
            .arg(data)
            .env("PATH", format!("{}:/usr/bin:/bin", opener.display()))
            .env("DISPLAY", ":77")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Page { child, line }
    }

    fn address(&self) -> &str {
        let start = self.line.find("http://").expect("an address");
        self.line[start..].split_whitespace().next().unwrap()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder with an xdg-open that says what it was given through a pipe.
fn opener(folder: &Path) -> (PathBuf, PathBuf) {
    let (program, pipe) = (folder.join("xdg-open"), folder.join("given"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::fs::write(&program, format!("#!/bin/sh\necho \"$@\" > '{}'\n", pipe.display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    (folder.into(), pipe)
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn get(address: &str) -> String {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_token_is_not_among_the_openers_arguments() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (opener, pipe) = opener(folder.path());
    let page = Page::start(&["--listen", "127.0.0.1:0"], data.path(), &opener);
    let token = page.address().split_once("token=").unwrap().1;
    let given = std::fs::read_to_string(&pipe).unwrap();
    assert!(!given.contains(token), "everybody reads it with ps: {given}");
    let file = Path::new(given.trim());
    assert_eq!((mode(file), mode(file.parent().unwrap())), (0o600, 0o700), "{given}");
    let text = std::fs::read_to_string(file).unwrap();
    let start = text.find("url=").unwrap() + 4;
    let address = &text[start..start + text[start..].find('"').unwrap()];
    let answer = get(address);
    assert!(answer.starts_with("HTTP/1.1 303") && answer.contains("set-cookie"), "{answer}");
}

#[test]
fn who_comes_second_is_led_to_the_first() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (opener, pipe) = opener(folder.path());
    let mut first = Page::start(&["--no-open"], data.path(), &opener);
    // Ends by itself, once the opener is done.
    let mut second = Page::start(&[], data.path(), &opener);
    assert!(second.line.contains("already") && second.address() == first.address(), "{}", second.line);
    let given = std::fs::read_to_string(&pipe).unwrap();
    assert!(std::fs::read_to_string(given.trim()).unwrap().contains(first.address()));
    assert!(second.child.wait().unwrap().success());
    // Who wants another address cannot have it.
    let mut third = Page::start(&["--no-open", "--listen", "127.0.0.1:0"], data.path(), &opener);
    let mut words = String::new();
    third.child.stderr.take().unwrap().read_to_string(&mut words).unwrap();
    assert!(words.contains(first.address()) && words.lines().count() == 1, "{words}");
    assert_eq!((third.child.wait().unwrap().code(), third.line.as_str()), (Some(2), ""));
    // The right to serve dies with the process, however that ends.
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let next = Page::start(&["--no-open"], data.path(), &opener);
    assert!(next.line.starts_with("Shidogo is at") && next.address() != first.address(), "{}", next.line);
}
