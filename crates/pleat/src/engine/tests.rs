//! Passes that judge and go back, and proposals that become smaller.

use super::*;
use source::SourceFile;
use std::cell::RefCell;

thread_local! {
    /// What the passes of a test did, in order.
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn log(what: &str, state: &State<'_>) {
    let text = state.text.unit().file.text().trim().to_string();
    LOG.with_borrow_mut(|log| log.push(format!("{what} {text}")));
}

/// Writes another text, and demands to run again once.
#[derive(Default)]
struct Outer {
    rounds: usize,
}

impl Pass for Outer {
    fn name(&self) -> Name {
        Name::Fuse
    }

    fn last(&self) -> Name {
        Name::Contract
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        log("outer", state);
        self.rounds += 1;
        let text = format!("int x{};\n", self.rounds);
        state.text = state.text.again(text.into_bytes(), state.flags)?;
        state.options.share = true;
        Ok(Next::Continue)
    }

    fn judge(
        &mut self,
        state: &mut State<'_>,
        before: &Arc<Version>,
    ) -> Result<Judgement, PreprocessError> {
        log("judge", state);
        assert_eq!(before.unit().file.text(), "int x;\n");
        match self.rounds {
            1 => Ok(Judgement::Again),
            _ => Ok(Judgement::Accepted),
        }
    }
}

/// Counts its runs in the result.
#[derive(Default)]
struct Inner {
    runs: usize,
}

impl Pass for Inner {
    fn name(&self) -> Name {
        Name::Contract
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        log("inner", state);
        assert!(state.options.share);
        self.runs += 1;
        state.folded.regions += self.runs;
        Ok(Next::Continue)
    }
}

/// Runs after the others, and ends.
struct Last;

impl Pass for Last {
    fn name(&self) -> Name {
        Name::Share
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        log("last", state);
        assert!(!state.options.share);
        Ok(Next::Stop)
    }
}

const PASSES: [New; 4] = [
    || Box::new(Outer::default()),
    || Box::new(Inner::default()),
    || Box::new(Last),
    || Box::new(Inner::default()),
];

fn run_until(until: Option<Name>) -> (Folded, Vec<String>) {
    let file = SourceFile::new("x.c", "int x;\n");
    let flags = Flags::default();
    let text = Version::read(file, &flags).unwrap();
    LOG.take();
    let folded = run(&PASSES, until, &text, &flags, &Options::default()).unwrap();
    (folded, LOG.take())
}

#[test]
fn passes_judge_what_came_of_their_texts() {
    let (folded, log) = run_until(None);
    let expected = [
        "outer int x;",
        "inner int x1;",
        "judge int x1;",
        "outer int x;",
        "inner int x2;",
        "judge int x2;",
        "last int x;",
    ];
    assert_eq!(log, expected);
    // The result of the first round is gone, and so is the inner pass that made it.
    assert_eq!(folded.regions, 1);
}

#[test]
fn a_run_ends_after_the_pass_that_is_asked_for() {
    let (_, log) = run_until(Some(Name::Contract));
    assert_eq!(log.last().unwrap(), "judge int x2;");
}

/// Proposes numbers until one is accepted.
struct Countdown {
    next: u32,
    accepted: Option<u32>,
}

impl Proposer for Countdown {
    type Proposal = u32;
    type Fault = &'static str;

    fn propose(&mut self) -> Result<Option<u32>, PreprocessError> {
        let is_over = self.accepted.is_some() || self.next == 0;
        Ok((!is_over).then_some(self.next))
    }

    fn faults(&mut self, proposal: &mut u32) -> Vec<&'static str> {
        match *proposal > 3 {
            true => vec!["too large"],
            false => Vec::new(),
        }
    }

    fn accept(&mut self, proposal: u32) -> Result<(), PreprocessError> {
        self.accepted = Some(proposal);
        Ok(())
    }

    fn retreat(&mut self, _: u32, faults: Vec<&'static str>) -> Result<(), PreprocessError> {
        assert_eq!(faults, ["too large"]);
        self.next -= 2;
        Ok(())
    }
}

#[test]
fn less_is_proposed_until_it_is_proved() {
    let mut countdown = Countdown {
        next: 8,
        accepted: None,
    };
    settle(&mut countdown).unwrap();
    assert_eq!(countdown.accepted, Some(2));
}
