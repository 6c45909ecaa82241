//! Misbehaving clients, and answers that are written while the client continues.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::thread;

use partner::{EvaluatorKind, Session, Settings};

fn session() -> Session {
    let counting = partner::CountingSettings { visits: 4, ..Default::default() };
    Session::new(Settings {
        visits: Some(20),
        seed: Some(1),
        evaluator: EvaluatorKind::Area,
        counting,
        ..Settings::default()
    })
    .unwrap()
}

fn answers(input: &[u8]) -> String {
    let mut output = Vec::new();
    gtp::serve(io::Cursor::new(input.to_vec()), &mut output, session()).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_line_that_is_too_long_gets_one_error_with_its_id() {
    let mut input = b"12 play b ".to_vec();
    input.extend(b"D4 ".repeat(100_000));
    input.extend(b"\n13 name\n");
    assert_eq!(answers(&input), "?12 line too long: at most 16384 bytes\n\n=13 Shidogo\n\n");
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    assert_eq!(
        answers(b"1 \xff\xfe\n2 name\xc3\n\0\0\n3 name\n"),
        "?1 unknown command\n\n?2 unknown command\n\n=3 Shidogo\n\n"
    );
}

#[test]
fn the_last_line_needs_no_end() {
    assert_eq!(answers(b"name"), "= Shidogo\n\n");
    assert_eq!(answers(b""), "");
}

#[test]
fn nothing_is_answered_after_quit() {
    assert_eq!(answers(b"1 quit\n2 name\n"), "=1\n\n");
}

#[test]
fn the_end_of_the_input_ends_an_analysis() {
    let said = answers(b"boardsize 3\n5 lz-analyze 1\n");
    assert!(said.starts_with("=\n\n=5\ninfo move") && said.ends_with("\n\n"), "{said}");
}

#[test]
fn files_can_be_refused() {
    let mut output = Vec::new();
    let input = &b"loadsgf /dev/null\nprintsgf nowhere.sgf\nprintsgf\n"[..];
    gtp::Server::new(session()).without_files().serve(input, &mut output).unwrap();
    let said = String::from_utf8(output).unwrap();
    assert!(
        said.starts_with("? access to files is not supported\n\n? access to files is not supported\n\n= (;"),
        "{said}"
    );
}

/// An output that breaks after a number of bytes.
struct Breaking {
    left: usize,
    kind: io::ErrorKind,
}

impl Write for Breaking {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(self.kind.into());
        }
        let n = bytes.len().min(self.left);
        self.left -= n;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An input whose client stays silent and never leaves.
struct Silent;

impl Read for Silent {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        loop {
            thread::park();
        }
    }
}

#[test]
fn a_client_that_has_gone_ends_everything_quietly() {
    let commands = &b"boardsize 3\nkata-analyze 1 ownership true\n"[..];
    let input = || BufReader::new(commands.chain(Silent));
    gtp::serve(input(), Breaking { left: 30, kind: io::ErrorKind::BrokenPipe }, session()).unwrap();
    gtp::serve(input(), Breaking { left: 300, kind: io::ErrorKind::Other }, session()).unwrap_err();
}

#[test]
fn an_analysis_runs_until_the_client_speaks() {
    let ((input, mut client), (answers, output)) = (io::pipe().unwrap(), io::pipe().unwrap());
    let server = thread::spawn(move || gtp::serve(BufReader::new(input), output, session()));
    let mut said = BufReader::new(answers).lines().map(Result::unwrap);
    let mut line = || said.next().unwrap();
    client.write_all(b"boardsize 5\n1 lz-analyze b 1\n").unwrap();
    assert_eq!([line(), line(), line()], ["=", "", "=1"]);
    for _ in 0..3 {
        assert!(line().starts_with("info move "));
    }
    client.write_all(b"\n").unwrap();
    while !line().is_empty() {}
    client.write_all(b"2 kata-analyze 1\n").unwrap();
    assert_eq!(line(), "=2");
    assert!(line().starts_with("info move "));
    client.write_all(b"3 genmove b\n4 stop\n").unwrap();
    while !line().is_empty() {}
    assert!(line().starts_with("=3 "));
    assert_eq!([line(), line(), line()], ["", "=4", ""]);
    drop(client);
    server.join().unwrap().unwrap();
}
