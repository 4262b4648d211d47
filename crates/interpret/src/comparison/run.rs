//! Executions at all settings, in ascending order, until one shows a difference.

use crate::arithmetic::Fill;
use crate::comparison::case::{Case, cases};
use crate::comparison::interface;
use crate::comparison::trial::Trial;
use crate::comparison::verdict::{Verdict, internal, is_before, is_rather, reason, root};
use crate::comparison::{Limits, Outcome, Side};
use crate::observation::{Difference, Place, Run, differences};
use crate::undefined::Halt;
use crate::version::Version;
use crate::witness::{Explained, endless, explain, unexplained};
use source::Span;

/// The stack of the thread that executes: calls of the programs are nested on it.
const STACK: usize = 256 << 20;

/// Parameters may be accessed so many bytes before their pointers, if the original does it.
const MARGIN: u64 = 1 << 12;

/// Compares two versions of a function at small sizes. Pointer parameters are distinct objects.
pub fn compare(
    before: Version<'_>,
    after: Version<'_>,
    function: &str,
    limits: &Limits,
) -> Outcome {
    on_own_stack(|| match interface::of(before, after, function) {
        Ok(interface) => {
            Comparison::new(Trial::new([before, after], interface, limits, false)).outcome()
        }
        Err(outcome) => outcome,
    })
}

/// Compares the output and the exit status of two programs.
pub fn compare_main(before: Version<'_>, after: Version<'_>, limits: &Limits) -> Outcome {
    on_own_stack(|| programs(before, after, limits))
}

fn programs(before: Version<'_>, after: Version<'_>, limits: &Limits) -> Outcome {
    match interface::of(before, after, "main") {
        Ok(interface) => {
            let interface = interface.of_program();
            Comparison::new(Trial::new([before, after], interface, limits, true)).outcome()
        }
        Err(outcome) => outcome,
    }
}

fn on_own_stack(work: impl FnOnce() -> Outcome + Send) -> Outcome {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        match builder.spawn_scoped(scope, work) {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|_| Outcome::unknown("the interpreter failed")),
            Err(error) => Outcome::unknown(format!("no thread: {error}")),
        }
    })
}

/// A comparison of two versions.
struct Comparison<'a> {
    trial: Trial<'a>,
    /// The number of settings at which nothing differs.
    same: usize,
    /// Why a setting said nothing.
    skipped: Option<(Side, Box<Halt>, Span)>,
    /// Why a difference said nothing.
    doubtful: Option<Outcome>,
    /// Whether the whole programs differ, if that was asked.
    programs_differ: Option<bool>,
}

impl<'a> Comparison<'a> {
    fn new(trial: Trial<'a>) -> Comparison<'a> {
        Comparison {
            trial,
            same: 0,
            skipped: None,
            doubtful: None,
            programs_differ: None,
        }
    }

    fn outcome(mut self) -> Outcome {
        let Trial {
            versions,
            interface,
            limits,
            is_main,
            ..
        } = &self.trial;
        let (limits, is_main) = (*limits, *is_main);
        let cases = cases(*versions, interface, limits, is_main);
        for (number, case) in cases.into_iter().enumerate() {
            if number > 0 && self.trial.spent > limits.total_steps {
                break;
            }
            for case in case.scripts(&self.trial.interface, is_main) {
                if let Some(outcome) = self.consider(case) {
                    return outcome;
                }
            }
        }
        if let Some(doubtful) = self.doubtful {
            return doubtful;
        }
        match (self.same, self.skipped) {
            (0, Some((side, halt, at))) => Outcome::Inconclusive {
                reason: reason(side, &halt),
                at: Some((side, at)),
            },
            (settings, _) => Outcome::Same { settings },
        }
    }

    /// Executes both versions at a setting. Returns the outcome if it is decided.
    fn consider(&mut self, mut case: Case) -> Option<Outcome> {
        match self.verdict_or_tiny(&mut case) {
            Verdict::Same => self.same += 1,
            Verdict::Differ(found) if self.decides(&found) => {
                return Some(self.explained(&case, &found));
            }
            Verdict::Endless(found) => {
                let calls = case.fills.len() as u32;
                let version = self.trial.versions[1];
                let witness = endless(version, case.named.clone(), calls, &found);
                return Some(Outcome::Differ(Box::new(witness)));
            }
            Verdict::Differ(found) => {
                self.doubtful.get_or_insert(internal(&found));
            }
            Verdict::Doubtful(side, reason, at) => {
                let at = Some((side, at));
                let outcome = Outcome::Inconclusive { reason, at };
                self.doubtful.get_or_insert(outcome);
            }
            Verdict::Skipped(side, halt, at) => {
                let old = self.skipped.as_ref();
                if old.is_none_or(|(_, old, _)| is_rather(&halt, old)) {
                    self.skipped = Some((side, halt, at));
                }
            }
        }
        None
    }

    /// If the original has no meaning for these inputs, perhaps it has one for tamer inputs.
    fn verdict_or_tiny(&mut self, case: &mut Case) -> Verdict {
        let verdict = self.verdict(case);
        match &verdict {
            Verdict::Skipped(Side::Before, halt, _) if matches!(**halt, Halt::Undefined(_)) => {
                case.fills.fill(Fill::Tiny);
                match self.verdict(case) {
                    Verdict::Skipped(..) => verdict,
                    other => other,
                }
            }
            _ => verdict,
        }
    }

    fn verdict(&mut self, case: &Case) -> Verdict {
        let verdict = self.trial_at(case);
        match &verdict {
            Verdict::Skipped(Side::Before, halt, _)
                if self.trial.margin == 0 && is_before(halt) =>
            {
                self.trial.margin = MARGIN;
                let again = self.trial_at(case);
                if matches!(again, Verdict::Skipped(..)) {
                    self.trial.margin = 0;
                }
                again
            }
            _ => verdict,
        }
    }

    fn trial_at(&mut self, case: &Case) -> Verdict {
        match self.trial.verdict(case) {
            Verdict::Differ(mut found) => {
                self.drop_temporaries(&mut found);
                match found.is_empty() {
                    true => Verdict::Same,
                    false => Verdict::Differ(found),
                }
            }
            verdict => verdict,
        }
    }

    /// Whether differences refute. Memory that only code of the file sees may differ if that code
    /// does not use it: then the whole program decides.
    fn decides(&mut self, found: &[Difference]) -> bool {
        if !found.iter().all(|difference| self.is_internal(difference)) {
            return true;
        }
        match self.programs_differ {
            Some(differ) => differ,
            None => {
                let differ = self.program_differs();
                self.programs_differ = Some(differ);
                differ
            }
        }
    }

    /// Nobody needs the contents of temporaries afterwards.
    fn drop_temporaries(&self, found: &mut Vec<Difference>) {
        let temporaries = &self.trial.limits.temporaries;
        found.retain(|difference| match &difference.place {
            Place::Element(path, ..) => !temporaries.iter().any(|name| name == root(path)),
            _ => true,
        });
    }

    /// Whether a difference is one in memory that only this file sees, and may set again.
    fn is_internal(&self, difference: &Difference) -> bool {
        let [before, _] = self.trial.versions;
        let is_static = before.program.functions[self.trial.interface.functions[0]].is_static;
        match &difference.place {
            Place::Element(path, ..) => {
                let root = root(path);
                let parameters = &self.trial.interface.parameters;
                let is_parameter = parameters.iter().any(|parameter| parameter.name == root);
                is_static && is_parameter || self.trial.interface.scratch.contains(root)
            }
            _ => false,
        }
    }

    /// Whether the whole programs differ, and not because of a statement of a function that this
    /// one does not call.
    fn program_differs(&self) -> bool {
        let [before, after] = self.trial.versions;
        let Outcome::Differ(witness) = programs(before, after, self.trial.limits) else {
            return false;
        };
        let others = after.program.functions.iter().filter(|function| {
            function.name != "main" && !self.trial.interface.spans.contains(&function.at)
        });
        let mut others = others.map(|function| function.at);
        let at = witness.finding.at();
        at.is_none_or(|at| !others.any(|other| other.contains(at)))
    }

    /// The difference that a setting shows, explained.
    fn explained(&self, case: &Case, found: &[Difference]) -> Outcome {
        let [mut before, mut after] = self.trial.recorded(case);
        if is_cut(&before) || is_cut(&after) {
            let calls = case.fills.len() as u32;
            let name = found[0].name.clone();
            let witness = unexplained(case.named.clone(), calls, name);
            return Outcome::Differ(Box::new(witness));
        }
        let mut differences = differences(&mut before, &mut after).unwrap_or_default();
        self.drop_temporaries(&mut differences);
        if !differences
            .iter()
            .all(|difference| self.is_internal(difference))
        {
            differences.retain(|difference| !self.is_internal(difference));
        }
        let witness = explain(Explained {
            versions: self.trial.versions,
            parameters: case.named.clone(),
            calls: case.fills.len() as u32,
            before: &before,
            after: &after,
            differences,
        });
        Outcome::Differ(Box::new(witness))
    }
}

/// Whether the record of an execution became too long.
fn is_cut(run: &Run<'_, true>) -> bool {
    matches!(&run.result, Err(halt) if matches!(**halt, Halt::Budget(_)))
}
