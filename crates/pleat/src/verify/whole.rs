//! Judges whole functions: those that are not folds of themselves, together with what they call.

use super::general;
use super::heads::same_interface;
use super::outside::words;
use super::overlap::Calls;
use super::pair::{Pairs, Reasons, Round};
use super::search::search;
use super::start::same_objects;
use super::verdict::{Context, FunctionVerdict, Reason, Side, Verdict, Witness};
use crate::budget::VERDICTS;
use front::Program;
use program::Program as ProgramIr;
use program::points_to::PointsTo;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The verdicts on all functions.
pub(super) fn judge(pairs: &Pairs<'_>, round: Round) -> Vec<FunctionVerdict> {
    let lowered = Default::default();
    let mut judge = Judge {
        pairs,
        lowered: &lowered,
        points_to: OnceCell::new(),
        alone: BTreeSet::new(),
    };
    let mut functions = round.functions;
    judge.whole(&mut functions, &round.open);
    let fallen = judge.fallen(&functions, round.copied);
    judge.whole(&mut functions, &fallen);
    judge.callers(&mut functions);
    judge.forget_helpers(&mut functions);
    judge.distrust_callers(&mut functions);
    judge.execute_main(&mut functions);
    functions
}

/// The two files, while their functions are judged.
struct Judge<'j> {
    pairs: &'j Pairs<'j>,
    /// Both files as programs over memory, once they are needed.
    lowered: &'j [OnceCell<ProgramIr>; 2],
    /// What pointers of the first one lead to, once it is needed.
    points_to: OnceCell<PointsTo<'j>>,
    /// Functions whose verdicts do not rely on those of the functions that they call.
    alone: BTreeSet<String>,
}

impl<'j> Judge<'j> {
    /// Judges these functions, which are no folds for these reasons.
    fn whole(&mut self, all: &mut [FunctionVerdict], open: &Reasons) {
        for function in all {
            if let Some(reason) = open.get(&function.name) {
                function.verdict = self.verdict(&function.name, reason);
                self.alone.insert(function.name.clone());
            }
        }
    }

    /// Those of these functions whose proofs rely on functions that are not proved.
    fn fallen(&self, all: &[FunctionVerdict], copied: Reasons) -> Reasons {
        let mut rest = all.to_vec();
        self.forget_helpers(&mut rest);
        self.distrust_callers(&mut rest);
        let is_proved = |name: &str| {
            let mut proved = rest.iter().filter(|f| f.verdict.is_proved());
            proved.any(|f| f.name == name)
        };
        let all = copied.into_iter();
        all.filter(|(name, _)| !is_proved(name)).collect()
    }

    /// The verdict on a function that is not proved as a fold of itself.
    fn verdict(&self, name: &str, fold: &Reason) -> Verdict {
        let note = format!("as a fold of itself: {}", fold.message);
        let mut reason = fold.clone();
        let [little, much] = VERDICTS;
        let budgets = match self.pairs.options.operations {
            Some(operations) => vec![operations],
            None => vec![little, much],
        };
        let searches = budgets.len() > 1;
        for budget in budgets {
            match self.prove(name, budget) {
                Ok(context) => return Verdict::Proved(context),
                Err(found) => reason = found,
            }
            if searches
                && budget == little
                && let Err(witness) = self.search(name)
            {
                return Verdict::Refuted(witness);
            }
        }
        if reason.message != fold.message {
            reason.notes.push(note);
        }
        Verdict::Unknown(reason)
    }

    /// The proof of a function, without assumptions that its callers show to hold.
    fn prove(&self, name: &str, budget: u64) -> Result<Context, Reason> {
        let heads = self.pairs.heads;
        if let Some(reason) = heads.objection_to_whole(name) {
            return Err(reason);
        }
        let programs = self.programs();
        let objects = heads.objects(name);
        same_interface(programs, name, &objects)?;
        same_objects(programs, self.pairs.outside(), &objects)?;
        let asserted = self.pairs.options.asserted.get(name);
        let request = general::Request {
            budget,
            allowance: &self.pairs.options.allowance(name, budget),
            asserted: asserted.map_or(&[], Vec::as_slice),
            has_tiles: self.pairs.options.has_tiles,
            is_moved: self.pairs.options.is_moved,
        };
        let mut context = general::prove(programs, name, request)?;
        let calls = Calls {
            front: self.pairs.before(),
            program: programs.0,
            points_to: &self.points_to,
        };
        let apart = &self.pairs.options.assume.apart;
        if let Some(broken) = calls.settle(name, &mut context.apart, apart) {
            return Err(Reason::new(broken.message).at(Side::Before, broken.at, "here"));
        }
        let refused = |why| Reason::new(why);
        context.assume_apart(name, apart).map_err(refused)?;
        Ok(context)
    }

    /// Judges the callers of open static functions with what they call: what a static function does
    /// may differ if its callers do not see it.
    fn callers(&mut self, all: &mut [FunctionVerdict]) {
        loop {
            let mut rest = all.to_vec();
            self.forget_helpers(&mut rest);
            self.distrust_callers(&mut rest);
            if rest
                .iter()
                .any(|f| matches!(f.verdict, Verdict::Refuted(_)))
            {
                return;
            }
            let Some(caller) = rest.iter().find(|f| self.is_caller_of_static(f, &rest)) else {
                return;
            };
            let verdict = self.verdict_of_caller(caller);
            self.alone.insert(caller.name.clone());
            let own = all.iter_mut().find(|f| f.name == caller.name);
            if let (Some(own), Some(verdict)) = (own, verdict) {
                own.verdict = verdict;
            }
        }
    }

    /// Whether a function is open because of a static function that it calls. `main` is executed
    /// later.
    fn is_caller_of_static(&self, function: &FunctionVerdict, all: &[FunctionVerdict]) -> bool {
        let is_static = |name: &str| {
            let file = &self.pairs.after.contents().file;
            let at = file.definition(name);
            at.is_some_and(|at| file.functions[at].is_static)
        };
        let open = all.iter().filter(|f| !f.verdict.is_proved());
        let open: BTreeSet<String> = open.map(|f| f.name.clone()).collect();
        let is_open = open.contains(&function.name) && function.name != "main";
        let callee = || self.callee(&function.name, &open);
        is_open
            && function.after.is_some()
            && !self.alone.contains(&function.name)
            && callee().is_some_and(|callee| is_static(&callee))
    }

    /// The verdict on a caller with what it calls, if that is found quickly.
    fn verdict_of_caller(&self, caller: &FunctionVerdict) -> Option<Verdict> {
        let budget = VERDICTS[0];
        let name = caller.name.as_str();
        if let Ok(context) = self.prove(name, budget) {
            return Some(Verdict::Proved(context));
        }
        match self.search(name) {
            Err(witness) => Some(Verdict::Refuted(witness)),
            Ok(_) => Some(caller.verdict.clone()),
        }
    }

    /// Executes both programs if `main` calls a function that is not proved. What a function does
    /// to memory that only its file sees may differ without a difference to anybody else.
    fn execute_main(&self, all: &mut [FunctionVerdict]) {
        // A `main` that was judged by itself has been executed.
        let is_executed = self.alone.contains("main");
        let is_open = |f: &&mut FunctionVerdict| {
            f.name == "main"
                && !is_executed
                && f.after.is_some()
                && matches!(f.verdict, Verdict::Unknown(_))
        };
        let is_refuted = all.iter().any(|f| matches!(f.verdict, Verdict::Refuted(_)));
        let Some(main) = all.iter_mut().find(is_open).filter(|_| !is_refuted) else {
            return;
        };
        if let Err(witness) = self.search(&main.name) {
            main.verdict = Verdict::Refuted(witness);
        }
    }

    /// Executes both versions of a function.
    fn search(&self, name: &str) -> Result<Option<Reason>, Witness> {
        let (before, after) = self.programs();
        let units = (self.pairs.before().unit(), self.pairs.after.unit());
        let contents = self.pairs.before().contents();
        let promised = contents.file.definition(name).map(|function| {
            let temporaries = &contents.facts.temporaries;
            temporaries.promised(&contents.file, function)
        });
        let promised = promised.into_iter().flatten().map(str::to_string);
        let limits = interpret::Limits {
            temporaries: promised.collect(),
            checks_simd: self.pairs.has_openmp,
            ..interpret::Limits::default()
        };
        search((before, units.0), (after, units.1), name, limits)
    }

    /// Both files as programs over memory.
    fn programs(&self) -> (&'j ProgramIr, &'j ProgramIr) {
        let [before, after] = self.lowered;
        (
            before.get_or_init(|| program::lower(self.pairs.before().contents())),
            after.get_or_init(|| program::lower(self.pairs.after.contents())),
        )
    }

    /// Removes the verdicts on static functions that only functions proved as a whole call: what
    /// they do is a part of those proofs.
    fn forget_helpers(&self, all: &mut Vec<FunctionVerdict>) {
        let proved = all.iter().filter(|f| f.verdict.is_proved());
        let alone = &self.alone;
        let whole: BTreeSet<String> = { proved.map(|f| f.name.clone()) }
            .filter(|name| alone.contains(name))
            .collect();
        let is_helper = |name: &str| {
            [self.pairs.before(), self.pairs.after].iter().all(|text| {
                let file = &text.contents().file;
                let own = file.definition(name).map(|at| &file.functions[at]);
                own.is_none_or(|f| f.is_static)
                    && !text.contents().facts.calls.is_open(name)
                    && callers(text, name).all(|f| whole.contains(f))
            })
        };
        all.retain(|f| f.verdict.is_proved() || !is_helper(&f.name));
    }

    /// A function computes the same only if all functions that it calls do.
    fn distrust_callers(&self, all: &mut [FunctionVerdict]) {
        loop {
            let is_open = |f: &&FunctionVerdict| !f.verdict.is_proved();
            let open: BTreeSet<String> =
                all.iter().filter(is_open).map(|f| f.name.clone()).collect();
            let mut changed = false;
            for function in all.iter_mut().filter(|f| f.verdict.is_proved()) {
                let is_alone = self.alone.contains(&function.name);
                let callee = self.callee(&function.name, &open).filter(|_| !is_alone);
                let starter = || {
                    let all = self.pairs.heads.starters(&function.name);
                    let starter = all.into_iter().find(|starter| open.contains(*starter))?;
                    Some(format!(
                        "it uses an object of `{starter}`, which is not proved"
                    ))
                };
                let called =
                    callee.map(|callee| format!("it calls `{callee}`, which is not proved"));
                if let Some(message) = called.or_else(starter) {
                    function.verdict = Verdict::Unknown(Reason::new(message));
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// One of these functions that a function of the second file names.
    fn callee(&self, name: &str, open: &BTreeSet<String>) -> Option<String> {
        let index = self.pairs.after.functions().position(|f| f == name)?;
        let words = words(self.pairs.after.unit(), self.pairs.after.range(index)?);
        let mut others = words.filter(|word| *word != name);
        others.find(|word| open.contains(*word)).map(str::to_string)
    }
}

/// The other functions of a file that name a function.
fn callers<'p>(text: &'p Program<'_>, name: &str) -> impl Iterator<Item = &'p str> {
    let functions = text.functions().enumerate();
    functions.filter_map(move |(index, caller)| {
        let mut words = words(text.unit(), text.range(index)?);
        (caller != name && words.any(|word| word == name)).then_some(caller)
    })
}
