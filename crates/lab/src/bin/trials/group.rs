//! The trials of one corpus file: its folds, their mutants, a record of each.

use crate::corpus::CorpusFile;
use crate::experiment::{Experiment, Truth};
use crate::judge::{Judgement, Pleat, Verdict};
use crate::record::{Class, Record};
use lab::mutate::{Kind, Mutant, Role, mutants};
use lab::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The objectives of the folds.
pub(crate) const OBJECTIVES: [&str; 3] = ["size", "balanced", "speed"];

/// The commands that fuse loops.
const FUSED: [(&str, &[&str]); 3] = [
    ("fused", &["fuse", "--depth=auto"]),
    ("fused-folded", &["fold", "--fuse=auto"]),
    ("fully-fused", &["fold", "--fuse=full"]),
];

/// The commands that write loops in tiles.
const TILED: [(&str, &[&str]); 5] = [
    ("tiled", &["tile", "--sizes=4,6,8"]),
    ("tiled-folded", &["fold", "--tile=4,6,8"]),
    ("hexagons", &["tile", "--sizes=4,20,6", "--shape=hexagon"]),
    ("buffers", &["tile", "--sizes=4,8,8", "--buffers"]),
    ("overlapped", &["tile", "--sizes=4,16", "--overlap=steps"]),
];

/// Which mutants are tried.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub seed: u64,
    /// One in this many.
    pub every: u64,
    /// The most of one kind in one text.
    pub most: usize,
    pub kinds: Vec<Kind>,
    /// Whether only the experiment runs.
    pub experiment_only: bool,
}

/// Tries the mutants of a file.
pub(crate) fn trials(
    file: &CorpusFile,
    pleat: &Pleat,
    choice: &Choice,
    findings: &Path,
) -> Result<Vec<Record>, String> {
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut records = Vec::new();
    for version in versions(file, pleat)? {
        let mut experiment = Experiment::new(file.subject(), work.path());
        let differing = experiment.keep_runs_of(&version.text)?;
        if differing > 0 {
            let objective = &version.objective;
            return Err(format!(
                "{} {objective}: the fold behaves differently",
                file.name
            ));
        }
        let mut group = Group {
            file,
            pleat,
            choice,
            work: work.path(),
            findings,
            version: &version,
            experiment,
        };
        for mutant in group.chosen() {
            records.extend(group.trial(&mutant)?);
        }
    }
    Ok(records)
}

/// A text from which mutants are made.
struct Version {
    objective: String,
    text: String,
    /// The lines that the fold changed; none in the original.
    changed: BTreeSet<usize>,
    folded: Vec<String>,
}

/// What Pleat makes of a file, each with a name: folds for several objectives; loops that are fused
/// or in tiles, with and without their fold.
fn made(file: &CorpusFile, pleat: &Pleat) -> Result<Vec<(&'static str, String)>, String> {
    let commands: &[(&str, &[&str])] = match (file.has_stages(), file.has_tiles()) {
        (true, _) => &FUSED,
        (_, true) => &TILED,
        _ => {
            let fold = |objective| Ok((objective, pleat.fold(&file.path, objective, &[])?.0));
            return OBJECTIVES.into_iter().map(fold).collect();
        }
    };
    let text = |(name, words): &(&'static str, &[&str])| {
        let (made, _) = pleat.text(words, &file.path)?;
        Ok((*name, made?.text))
    };
    commands.iter().map(text).collect()
}

/// The distinct texts that Pleat makes of a file; the file itself if it makes none.
fn versions(file: &CorpusFile, pleat: &Pleat) -> Result<Vec<Version>, String> {
    let mut known = BTreeSet::from([file.text.clone()]);
    let mut all = Vec::new();
    for (objective, text) in made(file, pleat)? {
        if known.insert(text.clone()) {
            let changed = changed_lines(&file.text, &text);
            let folded = changed_names(&file.text, &text, &changed);
            all.push(Version {
                objective: objective.to_string(),
                text,
                changed,
                folded,
            });
        }
    }
    if all.is_empty() {
        all.push(Version {
            objective: "none".to_string(),
            text: file.text.clone(),
            changed: BTreeSet::new(),
            folded: Vec::new(),
        });
    }
    Ok(all)
}

/// The lines of a text that do not exist in another.
fn changed_lines(before: &str, after: &str) -> BTreeSet<usize> {
    let known: BTreeSet<&str> = before.lines().map(str::trim).collect();
    let lines = after.lines().enumerate();
    let new = lines.filter(|(_, line)| !known.contains(line.trim()));
    new.map(|(k, _)| k + 1).collect()
}

/// The names whose number of subscripts or their text differs on changed lines.
fn changed_names(before: &str, after: &str, changed: &BTreeSet<usize>) -> Vec<String> {
    let subscripted = |text: &str| -> BTreeSet<String> {
        let words = source::words(text);
        let pairs = words.windows(2).filter(|pair| pair[1].text == "[");
        pairs.map(|pair| pair[0].text.clone()).collect()
    };
    let lines = after.lines().enumerate();
    let lines = lines.filter(|(k, _)| changed.contains(&(k + 1)));
    let new: BTreeSet<String> = lines.flat_map(|(_, line)| subscripted(line)).collect();
    // Inputs are declared alike in both texts, with their sizes.
    let declared = |text: &str, name: &str| -> BTreeSet<String> {
        let lines = text.lines().filter(|l| l.contains(&format!("{name}[")));
        lines.map(|l| l.split_whitespace().collect()).collect()
    };
    let differs = |name: &String| {
        let (old, new) = (declared(before, name), declared(after, name));
        new.difference(&old).count() * 2 > new.len()
    };
    new.into_iter().filter(differs).collect()
}

struct Group<'a> {
    file: &'a CorpusFile,
    pleat: &'a Pleat,
    choice: &'a Choice,
    work: &'a Path,
    findings: &'a Path,
    version: &'a Version,
    experiment: Experiment<'a>,
}

/// Three of four mutants are on lines that the fold changed, if there are any.
const UNCHANGED_ONE_IN: u64 = 4;
/// One in this many mutants of `main` and its helpers is tried.
const FRAME_ONE_IN: u64 = 12;
/// The kinds tried in a text that no fold changed.
const KINDS_UNFOLDED: usize = 4;

impl Group<'_> {
    /// The mutants that are tried.
    fn chosen(&self) -> Vec<Mutant> {
        let choice = self.choice;
        let name = &self.file.name;
        let bytes = name.bytes().chain(self.version.objective.bytes());
        let hash = |h: u64, b: u8| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        let mut random = Rng::new(bytes.fold(choice.seed ^ 0xcbf2_9ce4, hash));
        let mut kinds: BTreeMap<Kind, Vec<Mutant>> = BTreeMap::new();
        for mutant in mutants(&self.version.text, &self.version.folded) {
            let is_wanted = choice.kinds.is_empty() || choice.kinds.contains(&mutant.kind);
            let is_frame = mutant.role == Role::Frame && !random.one_in(FRAME_ONE_IN);
            if is_wanted && !is_frame {
                kinds.entry(mutant.kind).or_default().push(mutant);
            }
        }
        let mut lists: Vec<Vec<Mutant>> = kinds.into_values().collect();
        if self.version.objective == "none" {
            while lists.len() > KINDS_UNFOLDED {
                lists.remove(random.below(lists.len() as u64) as usize);
            }
        }
        let mut chosen = Vec::new();
        for list in lists {
            let of_kind = self.some(list, &mut random);
            chosen.extend(of_kind.into_iter().filter(|_| random.one_in(choice.every)));
        }
        chosen
    }

    /// Some mutants of one kind.
    fn some(&self, list: Vec<Mutant>, random: &mut Rng) -> Vec<Mutant> {
        let is_changed = |m: &Mutant| self.version.changed.contains(&m.line);
        let (mut changed, mut others): (Vec<_>, Vec<_>) = list.into_iter().partition(is_changed);
        let mut chosen = Vec::new();
        while chosen.len() < self.choice.most && !(changed.is_empty() && others.is_empty()) {
            let from_others = changed.is_empty() || random.one_in(UNCHANGED_ONE_IN);
            let list = match from_others && !others.is_empty() {
                true => &mut others,
                false if changed.is_empty() => &mut others,
                false => &mut changed,
            };
            chosen.push(list.swap_remove(random.below(list.len() as u64) as usize));
        }
        chosen
    }

    /// The record of a mutant; none if it is not C.
    fn trial(&mut self, mutant: &Mutant) -> Result<Option<Record>, String> {
        let text = mutant.text(&self.version.text);
        let judgement = self.judged(&text)?;
        let truth = match judgement.is_for_present_values() {
            true => self.experiment.truth_of_first(&text)?,
            false => self.experiment.truth_at(&text, &judgement.at)?,
        };
        if truth == Truth::Rejected {
            return Ok(None);
        }
        let record = Record {
            file: self.file.name.clone(),
            objective: self.version.objective.clone(),
            kind: mutant.kind.name().to_string(),
            function: mutant.function.clone(),
            line: mutant.line,
            what: mutant.what.clone(),
            verdict: judgement.verdict,
            reason: judgement.reason,
            truth,
            seconds: judgement.seconds,
        };
        self.keep(&record, &text)?;
        Ok(Some(record))
    }

    fn judged(&self, text: &str) -> Result<Judgement, String> {
        if self.choice.experiment_only {
            return Ok(Judgement::new(Verdict::Unknown, "not asked".to_string()));
        }
        let after = self.work.join("mutant.c");
        std::fs::write(&after, text).map_err(|e| e.to_string())?;
        let flags = [self.file.include()];
        Ok(self.pleat.verify(&self.file.path, &after, &flags))
    }

    /// Keeps the text of a mutant that somebody must look at.
    fn keep(&self, record: &Record, text: &str) -> Result<(), String> {
        let class = record.class();
        if !matches!(
            class,
            Class::Missed | Class::Witnessed | Class::Broken | Class::Unknown
        ) {
            return Ok(());
        }
        let place = format!(
            "{class:?}-{}-{}-{}-{}.c",
            self.file.name.replace('/', "-"),
            record.objective,
            record.kind,
            record.line
        );
        let truth = match &record.truth {
            Truth::Differ(how) => how.as_str(),
            Truth::Agree => "all runs agree",
            _ => "no run",
        };
        // Lines keep their numbers.
        let note = format!("\n// {}; {}; {truth}\n", record.what, record.reason);
        let written = std::fs::write(self.findings.join(place), format!("{text}{note}"));
        written.map_err(|e| e.to_string())
    }
}
