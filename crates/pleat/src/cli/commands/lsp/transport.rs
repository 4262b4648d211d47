//! Messages over standard input and output, one thread for each direction.
//!
//! Assumes nothing of what comes in: a message that says it is too long is refused before it is
//! read.

use lsp_server::{Connection, Message};
use std::io::{self, BufRead, Read};
use std::thread::{self, JoinHandle};

/// The longest message that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// The longest line before a message, in bytes.
const LONGEST_LINE: u64 = 1 << 12;

/// The name of the line that says how long a message is.
const LENGTH: &str = "content-length";

/// The threads of a connection.
pub(super) struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits for the last message in both directions.
    pub(super) fn join(self) -> Result<(), String> {
        [self.reader, self.writer]
            .into_iter()
            .try_for_each(|thread| match thread.join() {
                Ok(done) => done.map_err(|e| format!("the connection ended: {e}")),
                Err(_) => Err("the editor sent a message that cannot be read".to_string()),
            })
    }
}

/// Connects standard input and output.
pub(super) fn stdio() -> Result<(Connection, Threads), String> {
    let (server, editor) = Connection::memory();
    let Connection { sender, receiver } = editor;
    let read = move || {
        let mut input = io::stdin().lock();
        while let Some(message) = message(&mut input)? {
            let is_exit = matches!(&message, Message::Notification(n) if n.method == "exit");
            sender.send(message).map_err(io::Error::other)?;
            if is_exit {
                break;
            }
        }
        Ok(())
    };
    let write = move || {
        let mut output = io::stdout().lock();
        receiver
            .into_iter()
            .try_for_each(|message| message.write(&mut output))
    };
    let cannot = |e: io::Error| format!("cannot start a thread: {e}");
    let threads = Threads {
        reader: thread::Builder::new().spawn(read).map_err(cannot)?,
        writer: thread::Builder::new().spawn(write).map_err(cannot)?,
    };
    Ok((server, threads))
}

/// The next message; `None` at the end of the input.
fn message(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let wrong = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let (mut header, mut length) = (Vec::new(), 0);
    loop {
        let start = header.len();
        input.take(LONGEST_LINE).read_until(b'\n', &mut header)?;
        let line = String::from_utf8_lossy(&header[start..]).into_owned();
        if line.is_empty() {
            return Ok(None);
        }
        if line.trim_end().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case(LENGTH)
        {
            let number: Result<u64, _> = value.trim().parse();
            let number = number.ok().filter(|number| *number <= LONGEST);
            length = number.ok_or_else(|| {
                let value = value.trim();
                wrong(format!(
                    "a message of {value} bytes; at most {LONGEST} are read"
                ))
            })?;
        }
        if !line.ends_with('\n') || header.len() as u64 > LONGEST_LINE {
            return Err(wrong("a header that does not end".to_string()));
        }
    }
    Message::read(&mut header.as_slice().chain(input.take(length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXIT: &str = "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";

    fn read(text: &str) -> io::Result<Option<Message>> {
        message(&mut text.as_bytes())
    }

    #[test]
    fn messages_of_usual_lengths() {
        let text = format!("Content-Length: {}\r\n\r\n{EXIT}", EXIT.len());
        let both = text.clone() + &text;
        let mut input = both.as_bytes();
        for _ in 0..2 {
            let found = message(&mut input).unwrap();
            assert!(matches!(found, Some(Message::Notification(n)) if n.method == "exit"));
        }
        assert!(message(&mut input).unwrap().is_none());
    }

    #[test]
    fn nothing_is_read_of_impossible_messages() {
        for length in ["99999999999999", "18446744073709551616", "-1", "x"] {
            let why = read(&format!("Content-Length: {length}\r\n\r\n{{}}")).unwrap_err();
            assert!(why.to_string().contains(length), "{why}");
        }
        assert!(read(&"x".repeat(1 << 16)).is_err());
        assert!(read(&"a: b\r\n".repeat(1 << 16)).is_err());
        assert!(read("Content-Length: 9\r\n\r\n{}").is_err());
    }
}
