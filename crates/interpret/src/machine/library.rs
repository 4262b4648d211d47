//! Library functions with effects or memory.

use crate::arithmetic::{Scalar, mix};
use crate::code::{Argument, Result};
use crate::machine::{Machine, Value};
use crate::undefined::{Done, Halt, Undefined, unsupported};
use crate::word::{Tag, Word};
use integer::IntType;

/// Functions that bring something into the program that is not known.
const INPUT: [&str; 24] = [
    "fopen",
    "fread",
    "fgets",
    "fgetc",
    "getc",
    "getchar",
    "scanf",
    "fscanf",
    "sscanf",
    "gets",
    "getline",
    "read",
    "open",
    "mmap",
    "setjmp",
    "_setjmp",
    "longjmp",
    "signal",
    "sigaction",
    "qsort",
    "bsearch",
    "sprintf",
    "snprintf",
    "vprintf",
];

impl<const REC: bool> Machine<'_, REC> {
    /// Calls a function without a body.
    pub(super) fn external(
        &mut self,
        name: &str,
        result: &Result,
        arguments: &[Argument],
        words: &[Word],
    ) -> Done<Word> {
        if INPUT.contains(&name) || name.starts_with("pthread_") || name.starts_with("va_") {
            return unsupported(format!("a call of `{name}`"));
        }
        if let Some(word) = self.allocation(name, words)? {
            return Ok(word);
        }
        if let Some(word) = self.memory_function(name, words)? {
            return Ok(word);
        }
        if let Some(word) = self.process_function(name, words)? {
            self.asked_outside += 1;
            return Ok(word);
        }
        match name {
            "printf" | "fprintf" | "puts" | "fputs" | "putchar" | "putc" | "fputc" | "perror"
            | "putchar_unlocked" | "__builtin_printf" | "__builtin_puts" | "__builtin_putchar" => {
                self.print(name, arguments, words)
            }
            "fwrite" => self.write_bytes(words),
            _ => self.ask(name, result, arguments, words),
        }
    }

    /// Functions of `<string.h>`.
    fn memory_function(&mut self, name: &str, words: &[Word]) -> Done<Option<Word>> {
        let word = |n: usize| words.get(n).copied().unwrap_or_default();
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let result = match name {
            "memmove" => {
                self.copy_bytes(word(0), word(1), word(2))?;
                word(0)
            }
            "memcpy" => {
                must_be_apart(word(0), word(1), word(2))?;
                self.copy_bytes(word(0), word(1), word(2))?;
                word(0)
            }
            "mempcpy" => {
                must_be_apart(word(0), word(1), word(2))?;
                self.copy_bytes(word(0), word(1), word(2))?;
                self.moved_by(word(0), word(2).bits)
            }
            "bcopy" => {
                self.copy_bytes(word(1), word(0), word(2))?;
                word(0)
            }
            "memset" => {
                self.set_bytes(word(0), word(1), word(2))?;
                word(0)
            }
            "bzero" => {
                self.set_bytes(word(0), Word::number(0), word(1))?;
                word(0)
            }
            "strlen" => Word::number(self.memory.text_at(word(0))?.len() as u64),
            "strcmp" => {
                let (a, b) = (self.memory.text_at(word(0))?, self.memory.text_at(word(1))?);
                Word::number(a.cmp(&b) as i64 as u64)
            }
            "strcpy" => {
                let length = self.memory.text_at(word(1))?.len() as u64 + 1;
                self.copy_bytes(word(0), word(1), Word::number(length))?;
                word(0)
            }
            "memcmp" => self.compare_bytes(word(0), word(1), word(2))?,
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    fn copy_bytes(&mut self, to: Word, from: Word, bytes: Word) -> Done<()> {
        self.value_must_be_known(bytes)?;
        self.memory.copy(to, from, bytes.bits)?;
        self.charge(bytes.bits / 8)
    }

    fn set_bytes(&mut self, to: Word, value: Word, bytes: Word) -> Done<()> {
        self.value_must_be_known(bytes)?;
        let number = Word::number(value.bits & 255);
        let event = match REC {
            true => self.event_of_store(to, bytes.bits as u32, number, self.at),
            false => crate::word::EventId(0),
        };
        self.memory.fill(to, value.bits as u8, bytes.bits, event)?;
        self.charge(bytes.bits / 8)
    }

    fn moved_by(&self, address: Word, bytes: u64) -> Word {
        Word {
            bits: address.bits.wrapping_add(bytes),
            ..address
        }
    }

    fn compare_bytes(&mut self, a: Word, b: Word, bytes: Word) -> Done<Word> {
        self.charge(bytes.bits)?;
        for n in 0..bytes.bits {
            let a = self.byte_at(self.moved_by(a, n))?;
            let b = self.byte_at(self.moved_by(b, n))?;
            if a != b {
                return Ok(Word::number((a.cmp(&b) as i64) as u64));
            }
        }
        Ok(Word::number(0))
    }

    fn byte_at(&mut self, address: Word) -> Done<u64> {
        let byte = Scalar::Int(IntType {
            bits: 8,
            signed: false,
        });
        let word = self.memory.load(address, byte)?.word;
        self.value_must_be_known(word)?;
        Ok(word.bits)
    }

    fn write_bytes(&mut self, words: &[Word]) -> Done<Word> {
        let word = |n: usize| words.get(n).copied().unwrap_or_default();
        let bytes = word(1).bits.saturating_mul(word(2).bits);
        self.charge(bytes)?;
        let mut text = Vec::new();
        for n in 0..bytes {
            text.push(self.byte_at(self.moved_by(word(0), n))? as u8);
        }
        let (stream, offset) = self.name_of(word(3));
        let values = vec![Value::Text(text), Value::Address(stream, offset)];
        self.enter_log("fwrite".to_string(), values);
        Ok(word(2))
    }

    /// Functions that ask or change the process.
    fn process_function(&mut self, name: &str, words: &[Word]) -> Done<Option<Word>> {
        let argument = words.first().copied().unwrap_or_default();
        let result = match name {
            "exit" | "_Exit" | "_exit" => {
                return Err(Box::new(Halt::Exit(argument.bits as i32)));
            }
            "abort" | "__builtin_trap" | "__builtin_unreachable" => {
                return Err(Undefined::Abort.into());
            }
            "__assert_fail" | "__assert_rtn" | "__assert" => {
                return Err(Undefined::Assertion.into());
            }
            "rand" | "random" | "lrand48" => {
                self.random = mix(self.random);
                Word::number(self.random >> 33)
            }
            "drand48" => {
                self.random = mix(self.random);
                let unit = (self.random >> 11) as f64 / (1_u64 << 53) as f64;
                Word::number(unit.to_bits())
            }
            "srand" | "srandom" | "srand48" => {
                self.random = mix(argument.bits);
                Word::number(0)
            }
            "getenv"
            | "clock"
            | "time"
            | "omp_get_thread_num"
            | "fflush"
            | "fclose"
            | "omp_set_num_threads"
            | "setvbuf"
            | "setbuf"
            | "sched_yield" => Word::number(0),
            "omp_get_num_threads" | "omp_get_max_threads" | "omp_get_num_procs" => Word::number(1),
            "omp_get_wtime" => Word::number(0_f64.to_bits()),
            "atoi" | "atol" | "atoll" => self.parsed(argument)?,
            "__builtin_expect" | "__builtin_assume_aligned" => argument,
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    fn parsed(&mut self, text: Word) -> Done<Word> {
        let text = self.memory.text_at(text)?;
        let text = String::from_utf8_lossy(&text);
        let number = text.trim().parse::<i64>().unwrap_or(0);
        Ok(Word {
            tag: Tag::PLAIN,
            ..Word::number(number as u64)
        })
    }
}

/// Checks that memory is not copied onto other bytes of itself.
fn must_be_apart(to: Word, from: Word, bytes: Word) -> Done<()> {
    let distance = to.bits.abs_diff(from.bits);
    match to.tag == from.tag && distance > 0 && distance < bytes.bits {
        true => Err(Undefined::Overlap.into()),
        false => Ok(()),
    }
}
