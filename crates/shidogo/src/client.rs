//! The client that writes to our stdin.

use std::io::{self, Read};

use ::gtp::Input;

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::os::fd::AsFd;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    use super::*;

    /// Scripts send everything within this time, even with delays by the shell; people and programs that wait
    /// for an answer take longer.
    const AT_ONCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

    /// Stdin without a buffer, so that pending input can be detected.
    pub struct Client(File);

    impl Client {
        pub fn new() -> io::Result<Client> {
            Ok(Client(io::stdin().as_fd().try_clone_to_owned()?.into()))
        }
    }

    impl Read for Client {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(buffer)
        }
    }

    impl Input for Client {
        fn comes_at_once(&self) -> bool {
            !matches!(poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&AT_ONCE)), Ok(0))
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use super::*;

    /// Stdin; on this system we cannot tell how long it will keep us waiting.
    pub struct Client(io::Stdin);

    impl Client {
        pub fn new() -> io::Result<Client> {
            Ok(Client(io::stdin()))
        }
    }

    impl Read for Client {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(buffer)
        }
    }

    impl Input for Client {
        fn comes_at_once(&self) -> bool {
            true
        }
    }
}

#[cfg(not(unix))]
pub use elsewhere::Client;
#[cfg(unix)]
pub use unix::Client;
