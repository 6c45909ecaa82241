//! A GTP engine for tests: it plays random moves, the same for the same seed, and misbehaves on demand. `fake
//! [--seed N] [--name NAME] [--fault KIND --at N] [--loud] [--no-dead] [--dead POINTS] [--slow MS]`

use std::io::{BufRead, Write};

use board::{Cell, Colour, Game, Komi, Move, Point, Rules, Size};

struct Fake {
    game: Game,
    random: u64,
    name: String,
    fault: String,
    /// The number of the `genmove` (from 1, over all games) at which the fault occurs.
    at: u32,
    genmoves: u32,
    loud: bool,
    dead: Option<String>,
    slow: u64,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let value = |key: &str| words.iter().position(|w| w == key).and_then(|i| words.get(i + 1)).cloned();
    let flag = |key: &str| words.iter().any(|w| w == key);
    let number = |key: &str, otherwise: u64| value(key).map_or(otherwise, |v| v.parse().unwrap());
    let mut fake = Fake {
        game: Game::new(Size::square(19).unwrap(), Rules::CHINESE, Komi::ZERO),
        random: number("--seed", 1),
        name: value("--name").unwrap_or_else(|| "fake".into()),
        fault: value("--fault").unwrap_or_default(),
        at: number("--at", 1) as u32,
        genmoves: 0,
        loud: flag("--loud"),
        dead: if flag("--no-dead") { None } else { Some(value("--dead").unwrap_or_default()) },
        slow: number("--slow", 0),
    };
    match fake.fault.as_str() {
        "die-at-start" => {
            eprintln!("no weights found");
            std::process::exit(3);
        }
        "babble" => {
            println!("usage: fake FILE");
            hang();
        }
        _ => {}
    }
    fake.serve();
}

fn hang() -> ! {
    loop {
        std::thread::park();
    }
}

impl Fake {
    fn serve(&mut self) {
        for line in std::io::stdin().lock().lines() {
            let line = line.unwrap();
            let mut words = line.split_whitespace();
            let mut command = words.next().unwrap_or_default().to_string();
            let mut id = String::new();
            if command.chars().all(|c| c.is_ascii_digit()) {
                id = std::mem::replace(&mut command, words.next().unwrap_or_default().to_string());
            }
            let arguments: Vec<&str> = words.collect();
            let (mark, text) = match self.answer(&command, &arguments) {
                Ok(text) => ('=', text),
                Err(text) => ('?', text),
            };
            // `--loud` does what real engines do: banners, comments, carriage returns, lower case.
            let answer = match self.loud {
                true => format!("# thinking of {command}\r\n\r\n{mark}{id} {}\r\n\r\n", text.to_lowercase()),
                false => format!("{mark}{id} {text}\n\n"),
            };
            let mut out = std::io::stdout();
            out.write_all(answer.as_bytes()).and_then(|()| out.flush()).unwrap();
            if command == "quit" {
                return;
            }
        }
    }

    fn answer(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        let first = arguments.first().copied().unwrap_or_default();
        match command {
            "protocol_version" => Ok("2".into()),
            "name" => Ok(self.name.clone()),
            "version" => Ok("1.0".into()),
            "list_commands" => Ok(self.commands().join("\n")),
            "known_command" => Ok(self.commands().contains(&first).to_string()),
            "boardsize" => {
                let size = first.parse().ok().and_then(Size::playable).ok_or("unacceptable size")?;
                self.game = Game::new(size, Rules::CHINESE, self.game.position().komi());
                Ok(String::new())
            }
            "clear_board" => {
                self.game = Game::new(self.game.size(), Rules::CHINESE, self.game.position().komi());
                Ok(String::new())
            }
            "komi" => {
                self.game.set_komi(first.parse().map_err(|_| "syntax error")?);
                Ok(String::new())
            }
            "set_random_seed" => {
                self.random = first.parse().map_err(|_| "syntax error")?;
                Ok(String::new())
            }
            "set_free_handicap" => {
                let stones: Vec<Point> =
                    arguments.iter().map(|w| Point::parse(w, self.game.size()).unwrap()).collect();
                self.game.place_handicap(&stones).then(String::new).ok_or("bad handicap".into())
            }
            "time_settings" | "quit" => Ok(String::new()),
            "play" if self.fault == "refuse-play" => Err("illegal move".into()),
            "play" => {
                let colour: Colour = first.parse().map_err(|_| "syntax error")?;
                let m = Move::parse(arguments.get(1).unwrap_or(&""), self.game.size());
                self.game.play(colour, m.map_err(|e| e.to_string())?).map_err(|e| e.to_string())?;
                Ok(String::new())
            }
            "genmove" => self.genmove(first.parse().map_err(|_| "syntax error")?, true),
            "reg_genmove" => self.genmove(first.parse().map_err(|_| "syntax error")?, false),
            "echo" => Ok(arguments.join(" ")),
            "final_status_list" if self.dead.is_some() => Ok(self.dead.clone().unwrap_or_default()),
            "final_score" => Ok(self.game.position().area_score().to_string()),
            _ => Err("unknown command".into()),
        }
    }

    fn commands(&self) -> Vec<&'static str> {
        let mut list = vec![
            "protocol_version",
            "name",
            "version",
            "list_commands",
            "known_command",
            "boardsize",
            "clear_board",
            "komi",
            "set_random_seed",
            "set_free_handicap",
            "time_settings",
            "quit",
            "play",
            "genmove",
            "reg_genmove",
            "echo",
            "final_score",
        ];
        if self.dead.is_some() {
            list.push("final_status_list");
        }
        list
    }

    fn genmove(&mut self, colour: Colour, play: bool) -> Result<String, String> {
        self.genmoves += 1;
        std::thread::sleep(std::time::Duration::from_millis(self.slow));
        if self.genmoves == self.at {
            match self.fault.as_str() {
                "crash" => {
                    eprintln!("assertion failed: the sky is up");
                    std::process::exit(134);
                }
                "hang" => hang(),
                "resign" => return Ok("resign".into()),
                "garbage" => return Ok("Z99".into()),
                "refuse-genmove" => return Err("out of ideas".into()),
                "pass" => {
                    self.at += 1;
                    return self.play_it(colour, Move::Pass, play);
                }
                // From the second move on, there is a stone of either player.
                "occupied" => {
                    let stone = self.game.position().board().all_stones().next();
                    return Ok(stone.map_or("pass".into(), |(_, p)| p.to_string()));
                }
                _ => {}
            }
        }
        let m = self.choose(colour);
        self.play_it(colour, m, play)
    }

    fn play_it(&mut self, colour: Colour, m: Move, play: bool) -> Result<String, String> {
        if play {
            self.game.play(colour, m).map_err(|e| e.to_string())?;
        }
        Ok(m.to_string())
    }

    /// A random legal move that fills no one-point eye; pass if there is none.
    fn choose(&mut self, colour: Colour) -> Move {
        let position = self.game.position();
        let board = position.board();
        let own = |p: Point| {
            p.neighbours()
                .iter()
                .all(|n| matches!(board.cell(*n), Cell::Wall) || board.cell(*n) == colour.into())
        };
        let good: Vec<Move> = (position.size().iter())
            .filter(|p| !own(*p))
            .map(Move::Play)
            .filter(|m| position.check_legal(colour, *m).is_ok())
            .collect();
        if good.is_empty() || position.moves().len() > 3 * position.size().points() {
            return Move::Pass;
        }
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        good[(self.random >> 33) as usize % good.len()]
    }
}
