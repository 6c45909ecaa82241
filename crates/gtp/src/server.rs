//! The main loop: reads a line, writes an answer.

use std::io::{self, Read, Write};

use board::Colour;
use partner::Session;

use crate::answer::{answer, begin, end};
use crate::commands::{Run, find};
use crate::engine::{Engine, Identity};
use crate::failure::Failure;
use crate::lines::{Input, LONGEST, Line, Lines, Script};
use crate::request::Request;
use crate::streamed_answer::StreamedAnswer;

/// Answers commands until `quit`, the end of the input, or nobody reads the answers any more.
pub fn serve(input: impl Read + Send + 'static, output: impl Write, session: Session) -> io::Result<()> {
    Server::new(session).serve(input, output)
}

/// Commands that make the engine play a move.
const GENERATES: [&str; 5] =
    ["genmove", "genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze", "cgos-genmove_analyze"];

/// A GTP front end around a session.
pub struct Server {
    engine: Engine,
}

impl Server {
    pub fn new(session: Session) -> Server {
        Server { engine: Engine::new(session) }
    }

    /// Refuses to read or write files, for clients that are not trusted.
    pub fn without_files(mut self) -> Server {
        self.engine.files = false;
        self
    }

    /// Reports another name, for clients that choose features by the name of the engine.
    pub fn with_identity(mut self, identity: Identity) -> Server {
        self.engine.identity = identity;
        self
    }

    /// Comments on each of its moves in KataGo's format for gtp2ogs, which shows it in the chat.
    pub fn with_chat(mut self, chat: impl Write + Send + 'static) -> Server {
        self.engine.chat = Some(Box::new(chat));
        self
    }

    /// The perspective of win rates and leads in an analysis, if not that of the side to move.
    pub fn perspective(mut self, side: Option<Colour>) -> Server {
        self.engine.perspective = side;
        self
    }

    /// Answers commands until `quit`, the end of the input, or nobody reads the answers any more.
    pub fn serve(self, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
        self.serve_client(Script(input), output)
    }

    /// The same for a client that may leave during a search: then the search ends too.
    pub fn serve_client(mut self, input: impl Input, mut output: impl Write) -> io::Result<()> {
        let mut lines = Lines::start(input);
        match self.answer_all(&mut lines, &mut output) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            done => done,
        }
    }

    fn answer_all(&mut self, lines: &mut Lines, out: &mut dyn Write) -> io::Result<()> {
        while let Some(line) = lines.next() {
            match line {
                Line::Whole(text) => {
                    if let Some(request) = Request::parse(&text) {
                        self.answer_one(&request, lines, out)?;
                        self.ponder_after(&request);
                    }
                }
                Line::TooLong(start) => {
                    let id = Request::parse(&start).and_then(|request| request.id);
                    answer(out, id.as_deref(), &Err(Failure::LineTooLong(LONGEST)))?;
                }
            }
            if self.engine.quits {
                break;
            }
        }
        Ok(())
    }

    /// After the engine's move, the opponent thinks.
    fn ponder_after(&mut self, request: &Request) {
        let session = &mut self.engine.session;
        if session.settings().ponder && GENERATES.contains(&request.name.as_str()) {
            session.ponder();
        }
    }

    fn answer_one(&mut self, request: &Request, lines: &mut Lines, out: &mut dyn Write) -> io::Result<()> {
        let id = request.id.as_deref();
        let Some(command) = find(&request.name) else {
            return answer(out, id, &Err(Failure::UnknownCommand));
        };
        match command.run {
            Run::Answer(run) => {
                let result = run(&mut self.engine, request, &lines.until_interrupted());
                answer(out, id, &result)
            }
            Run::Cancellable(run) => {
                let result = run(&mut self.engine, request, &lines.until_next());
                answer(out, id, &result)
            }
            Run::Streamed(run) => {
                let mut stream = StreamedAnswer { out, lines, id, begun: false, error: None };
                let result = run(&mut self.engine, request, &mut stream);
                let (begun, error) = (stream.begun, stream.error);
                match (result, error) {
                    (_, Some(error)) => Err(error),
                    (Err(failure), None) if !begun => answer(out, id, &Err(failure)),
                    (_, None) => {
                        if !begun {
                            begin(out, id)?;
                        }
                        end(out)
                    }
                }
            }
        }
    }
}
