//! The values of flags, read from their text. Knows nothing of the flags that take them.

use clap::ValueEnum;
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use lifetime::Mode;
use pleat::{Assumptions, Depth, Fact, NoOverlap, TileOverlap, TileShape};
use scop::Order;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use storage::{Objective, Strategy};

/// The definition of a lifetime.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Lifetime {
    Value,
    Element,
}

impl From<Lifetime> for Mode {
    fn from(lifetime: Lifetime) -> Mode {
        match lifetime {
            Lifetime::Value => Mode::Value,
            Lifetime::Element => Mode::Element,
        }
    }
}

/// What threads share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Threads {
    /// Strips of fused loops.
    Strips,
    /// Tiles.
    Tiles,
}

/// Whether tiles have a shape for which dependences ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum IfNeeded {
    Auto,
    None,
}

/// The shape of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shape {
    Parallelogram,
    Hexagon,
    Diamond,
}

impl From<Shape> for TileShape {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Parallelogram => TileShape::Parallelogram,
            Shape::Hexagon => TileShape::Hexagon,
            Shape::Diamond => TileShape::Diamond,
        }
    }
}

/// Whether tiles compute iterations beside them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Overlap {
    Auto,
    Steps,
    None,
}

impl From<Overlap> for TileOverlap {
    fn from(overlap: Overlap) -> Self {
        match overlap {
            Overlap::Auto => TileOverlap::Auto,
            Overlap::Steps => TileOverlap::Steps,
            Overlap::None => TileOverlap::None,
        }
    }
}

/// Which loops are fused before a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fuse {
    /// None.
    No,
    /// Those of stages, this deep.
    Stages(Depth),
}

impl Fuse {
    /// How deep, if any loops are fused.
    pub(crate) fn depth(self) -> Option<Depth> {
        match self {
            Fuse::No => None,
            Fuse::Stages(depth) => Some(depth),
        }
    }
}

/// What the user guarantees.
#[derive(Clone, Debug)]
pub(crate) enum Assumption {
    SingleThread,
    NoOverlap,
    Fact(Fact),
}

impl Assumption {
    /// The name whose value it states: `N` of `N=100`.
    pub(crate) fn named(&self) -> Option<&str> {
        match self {
            Assumption::SingleThread | Assumption::NoOverlap => None,
            Assumption::Fact(fact) => fact.value().map(|(name, _)| name),
        }
    }
}

/// The assumptions of flags and those of a pleat.toml, in which a name has no other value.
pub(crate) fn assumptions(flags: &[Assumption], file: &[Assumption]) -> Vec<Assumption> {
    let given: BTreeSet<&str> = flags.iter().filter_map(Assumption::named).collect();
    let is_replaced = |a: &&Assumption| a.named().is_some_and(|name| given.contains(name));
    let kept = file.iter().filter(|a| !is_replaced(a));
    kept.chain(flags).cloned().collect()
}

/// The word for [`Assumption::SingleThread`].
const SINGLE_THREAD: &str = "single-thread";
/// The word for [`Assumption::NoOverlap`].
const NO_OVERLAP: &str = "no-overlap";

impl FromIterator<Assumption> for Assumptions {
    fn from_iter<I: IntoIterator<Item = Assumption>>(all: I) -> Assumptions {
        let mut assumed = Assumptions::default();
        for one in all {
            match one {
                Assumption::SingleThread => assumed.single_thread = true,
                Assumption::NoOverlap => assumed.apart = NoOverlap::Promised,
                Assumption::Fact(fact) => assumed.facts.push(fact),
            }
        }
        assumed
    }
}

/// An assumption, with blanks around it.
pub(crate) fn assumption(text: &str) -> Result<Assumption, String> {
    match text.trim() {
        SINGLE_THREAD => return Ok(Assumption::SingleThread),
        NO_OVERLAP => return Ok(Assumption::NoOverlap),
        _ => {}
    }
    text.parse().map(Assumption::Fact).map_err(|why| {
        format!(
            "must be {SINGLE_THREAD}, {NO_OVERLAP}, a value such as N=100, or a fact such as 'stride >= w': {why}"
        )
    })
}

/// The strategies of `pleat map`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strategies {
    /// All, compared.
    All,
    Only(Strategy),
}

/// Reads one of the values that a list names.
fn one_of<T: Clone + Send + Sync + 'static>(
    named: Vec<(&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(named.iter().map(|(name, _)| *name));
    names.try_map(move |word| {
        let found = named.iter().find(|(name, _)| *name == word);
        found.map(|(_, value)| value.clone()).ok_or("no such name")
    })
}

pub(crate) fn strategy() -> impl TypedValueParser<Value = Strategy> {
    one_of(Strategy::ALL.map(|s| (s.name(), s)).to_vec())
}

pub(crate) fn strategies() -> impl TypedValueParser<Value = Strategies> {
    let each = Strategy::ALL.map(|s| (s.name(), Strategies::Only(s)));
    one_of([&each[..], &[("all", Strategies::All)]].concat())
}

pub(crate) fn objective() -> impl TypedValueParser<Value = Objective> {
    one_of(Objective::ALL.map(|o| (o.name(), o)).to_vec())
}

pub(crate) fn order() -> impl TypedValueParser<Value = Order> {
    one_of(Order::ALL.map(|o| (o.name(), o)).to_vec())
}

pub(crate) fn depth() -> impl TypedValueParser<Value = Depth> {
    one_of(Depth::ALL.map(|d| (d.name(), d)).to_vec())
}

pub(crate) fn fuse() -> impl TypedValueParser<Value = Fuse> {
    let each = Depth::ALL.map(|d| (d.name(), Fuse::Stages(d)));
    one_of([&each[..], &[("none", Fuse::No)]].concat())
}

/// `NAME=VALUE`: a parameter and its value.
pub(crate) fn param(text: &str) -> Result<(String, i64), String> {
    let parsed = text.split_once('=').and_then(|(name, value)| {
        let value = value.trim().parse().ok()?;
        Some((name.trim().to_string(), value))
    });
    parsed.ok_or_else(|| "must be NAME=VALUE with an integer value".to_string())
}

/// A budget in seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    const LONGEST: f64 = 86_400.0;
    let seconds: f64 = text.parse().map_err(|e| format!("{e}"))?;
    match seconds > 0.0 && seconds <= LONGEST {
        true => Ok(seconds),
        false => Err(format!("must be more than 0 and at most {LONGEST} seconds")),
    }
}

/// The file of a report, whose format is known by its ending.
#[derive(Clone, Debug)]
pub(crate) struct ReportFile {
    pub(crate) path: PathBuf,
    pub(crate) format: ReportFormat,
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    Json,
    Html,
    Sarif,
    OptYaml,
}

impl ReportFormat {
    /// The endings of the files.
    const ENDINGS: [(&str, ReportFormat); 4] = [
        (".json", ReportFormat::Json),
        (".html", ReportFormat::Html),
        (".sarif", ReportFormat::Sarif),
        (".opt.yaml", ReportFormat::OptYaml),
    ];

    fn of(path: &Path) -> Option<ReportFormat> {
        let name = path.file_name()?.to_string_lossy();
        let mut endings = ReportFormat::ENDINGS.into_iter();
        endings
            .find(|(ending, _)| name.ends_with(ending))
            .map(|(_, format)| format)
    }
}

pub(crate) fn report_file() -> impl TypedValueParser<Value = ReportFile> {
    PathBufValueParser::new().try_map(|path| match ReportFormat::of(&path) {
        Some(format) => Ok(ReportFile { path, format }),
        None => {
            let endings = ReportFormat::ENDINGS.map(|(ending, _)| ending);
            Err(format!("the ending must be one of {}", endings.join(", ")))
        }
    })
}

/// The form of the messages on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    Text,
    Github,
}
