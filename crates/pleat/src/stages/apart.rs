//! Loops that stay apart although one reads what the other writes, and why.

use affine::{Unknown, Whole};
use fuse::{KeptCall, Obstacle, Parted, Sequence};
use poly::Expr;
use report::{ArrayEntry, Report, Status};
use schedule::Barrier;
use source::{SourceFile, Span, TokenKind, Unit};
use std::collections::BTreeSet;

/// The signs of products.
const PRODUCTS: [&str; 3] = ["*", "/", "%"];

/// Two loops that stay apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The function.
    pub function: String,
    /// The earlier loop.
    pub first: Span,
    /// The later loop.
    pub second: Span,
    /// The array that the first one writes and the second one reads, if it is known.
    pub array: Option<String>,
    /// The reason.
    pub cause: Cause,
    /// The array is a temporary of the function, as far as its text shows, and has not become
    /// small.
    pub is_temporary: bool,
}

/// Why two loops stay apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Rows of both without bound touch the same element: here and here.
    Unbounded(Span, Span),
    /// This is no loop over rows that can be fused.
    NoRows(Span),
    /// The bounds of both loops differ by something else than a number: by these names, if there
    /// are any.
    Bounds(Vec<String>),
    /// This needs all of the first one, and the second one needs all of this.
    Through(Span),
    /// This is not understood, so nothing is known of the whole function.
    Unknown(Unknown),
    /// This stands between both and has to stay there.
    Parted(Span),
    /// The set computations for them exceeded their budget.
    Budget,
    /// One of them is in a function whose calls stay.
    Call(String, Obstacle),
    /// They may touch the same memory in another order: a call passes it twice, or nothing says
    /// that it is different. A sentence, and the call.
    SameMemory(String, Option<Span>),
    /// They pass nothing but single elements to each other, from iterations at another pace.
    Points,
    /// Threads share their iterations, and one would need what others compute.
    Threads,
    /// They would not save anything, or another group of loops saves more.
    Other,
}

impl Apart {
    /// What keeps two loops apart; `None` if one of both is no loop, or what is between them is
    /// none.
    pub(super) fn of(
        function: &str,
        whole: &Whole,
        sequence: &Sequence,
        barrier: &Barrier,
    ) -> Option<Self> {
        let is_loop = |item: usize| sequence.items[item].is_loop;
        if !is_loop(barrier.first) || !is_loop(barrier.second) {
            return None;
        }
        if matches!(barrier.cause, schedule::Cause::Through(item) if !is_loop(item)) {
            return None;
        }
        let place = |item: usize| sequence.items[item].nest_span();
        Some(Apart {
            function: function.to_string(),
            first: place(barrier.first),
            second: place(barrier.second),
            is_temporary: false,
            array: Some(whole.system.scop.array(barrier.array).name.clone()),
            cause: match barrier.cause {
                schedule::Cause::Unbounded(a, b) => {
                    let access = |id: scop::AccessId| whole.access_places.get(id.0 as usize);
                    match (access(a), access(b)) {
                        (Some(a), Some(b)) => Cause::Unbounded(*a, *b),
                        _ => Cause::Other,
                    }
                }
                schedule::Cause::Order => Cause::Other,
                schedule::Cause::NoRows(item) => Cause::NoRows(place(item)),
                schedule::Cause::Bounds => {
                    Cause::Bounds(differing(sequence, barrier.first, barrier.second))
                }
                schedule::Cause::Through(item) => Cause::Through(place(item)),
                schedule::Cause::Other => Cause::Other,
            },
        })
    }

    /// Whether the array is much smaller in a fold: what is alive between the loops is little.
    pub(super) fn is_solved(&self, folded: &Report) -> bool {
        let is_own =
            |a: &&ArrayEntry| a.function == self.function && Some(&a.name) == self.array.as_ref();
        let own = folded.arrays.iter().find(is_own);
        let own = own.filter(|array| array.status == Status::Folded);
        let sizes = own.and_then(|array| array.elements_before.zip(array.elements_after));
        sizes.is_some_and(|(before, after)| after <= before / 2)
    }

    /// Whether a directive of OpenMP is what parts them.
    pub(super) fn is_threaded(&self, file: &SourceFile) -> bool {
        matches!(self.cause, Cause::Parted(span) if file.slice(span).contains("omp"))
    }

    /// Why they stay apart, in one sentence; `None` if nothing is to be said.
    pub(super) fn reason(&self, file: &SourceFile) -> Option<String> {
        Some(match &self.cause {
            Cause::Unbounded(..) => {
                "rows that are any distance apart touch the same elements".to_string()
            }
            Cause::NoRows(_) => {
                "only `for` loops are fused whose counter grows by a number, between sums \
                                 of numbers and integer objects"
                    .to_string()
            }
            Cause::Budget => "the set computations for them exceeded their budget".to_string(),
            Cause::Bounds(names) => match names.as_slice() {
                [only] => format!("their bounds differ by `{only}`, whose value is not known"),
                _ => "their bounds differ by something else than a number".to_string(),
            },
            Cause::Points => {
                "compilers vectorise each of them, but not one loop over the elements \
                              of both"
                    .to_string()
            }
            Cause::Threads => {
                "threads share their iterations, and other threads would need their elements"
                    .to_string()
            }
            Cause::Through(_) => "something between them needs the first as a whole".to_string(),
            Cause::Parted(_) if self.is_threaded(file) => {
                "threads share their iterations".to_string()
            }
            Cause::Parted(_) => "something between them has to stay there".to_string(),
            Cause::Unknown(why) => format!("the function contains {}", why.reason),
            Cause::Call(function, obstacle) => format!("`{function}` {}", obstacle.what),
            Cause::SameMemory(sentence, _) => sentence.clone(),
            Cause::Other => return None,
        })
    }

    pub(super) fn call(function: &str, call: KeptCall) -> Self {
        Apart {
            function: function.to_string(),
            first: call.first,
            second: call.second,
            array: Some(call.array),
            is_temporary: false,
            cause: Cause::Call(call.function, call.obstacle),
        }
    }

    /// Nothing is known of the loops of a sequence.
    pub(super) fn too_costly(function: &str, sequence: &Sequence) -> Option<Self> {
        let (first, second, array) = sequence.shared.clone()?;
        Some(Apart {
            function: function.to_string(),
            first,
            second,
            array: Some(array),
            is_temporary: false,
            cause: Cause::Budget,
        })
    }

    pub(super) fn parted(function: &str, parted: &Parted) -> Self {
        Apart {
            function: function.to_string(),
            first: parted.first,
            second: parted.second,
            array: Some(parted.array.clone()),
            is_temporary: false,
            cause: match parted.is_other {
                true => Cause::NoRows(parted.by),
                false => Cause::Parted(parted.by),
            },
        }
    }

    /// Places as those of another text.
    pub(super) fn map(&mut self, place: impl Fn(Span) -> Span) {
        self.first = place(self.first);
        self.second = place(self.second);
        match &mut self.cause {
            Cause::NoRows(span) | Cause::Through(span) | Cause::Parted(span) => {
                *span = place(*span);
            }
            Cause::Unknown(why) => why.at = place(why.at),
            Cause::Unbounded(first, second) => {
                (*first, *second) = (place(*first), place(*second));
            }
            Cause::Call(_, obstacle) => obstacle.at = obstacle.at.map(place),
            Cause::SameMemory(_, call) => *call = call.map(place),
            Cause::Bounds(_) | Cause::Budget | Cause::Points | Cause::Threads | Cause::Other => {}
        }
    }
}

/// The names that say how far apart the rows of two nests are that nothing but their value keeps
/// apart.
pub(super) fn distances(
    unit: &Unit,
    whole: &Whole,
    sequence: &Sequence,
    barrier: &Barrier,
) -> Vec<String> {
    match barrier.cause {
        schedule::Cause::Bounds => differing(sequence, barrier.first, barrier.second),
        schedule::Cause::Unbounded(first, second) => {
            let places = [first, second].map(|id| whole.access_places.get(id.0 as usize));
            let places = places.into_iter().flatten();
            places
                .flat_map(|at| summands(&unit.file.slice(*at)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The names in the bounds of the nests of a barrier, if these bounds are the obstacle.
pub(super) fn lengths(sequence: &Sequence, barrier: &Barrier) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    if barrier.cause == schedule::Cause::Bounds {
        let items = [barrier.first, barrier.second].map(|item| &sequence.items[item]);
        for nest in items.into_iter().filter_map(|item| item.nest.as_ref()) {
            for bound in [&nest.rows.first, &nest.rows.end] {
                bound.each_var(&mut |name| names.extend([name.to_string()]));
            }
        }
    }
    names
}

/// The names in a text that are added or subtracted as they are: an offset, not the length of a
/// row.
fn summands(text: &str) -> Vec<String> {
    let words = source::words(text);
    let is = |at: Option<usize>, signs: &[&str]| {
        let word = at.and_then(|at| words.get(at));
        word.is_some_and(|word| signs.contains(&word.text.as_str()))
    };
    let is_summand = |at: &usize| {
        let (before, after) = (at.checked_sub(1), Some(at + 1));
        let is_in_product = is(before, &PRODUCTS) || is(after, &PRODUCTS);
        let is_in_sum = is(before, &["+", "-"]) || is(after, &["+", "-"]);
        words[*at].kind == TokenKind::Identifier && is_in_sum && !is_in_product
    };
    let found = (0..words.len()).filter(is_summand);
    found.map(|at| words[at].text.to_string()).collect()
}

/// The names by which the bounds of two loops differ, if both end at the same name but for them:
/// `r` for `h` and `h - r`.
fn differing(sequence: &Sequence, first: usize, second: usize) -> Vec<String> {
    let rows = |item: usize| sequence.items[item].nest.as_ref().map(|nest| &nest.rows);
    let Some((a, b)) = rows(first).zip(rows(second)) else {
        return Vec::new();
    };
    let names = |of: &Expr| {
        let mut names = BTreeSet::new();
        of.each_var(&mut |name| {
            names.insert(name.to_string());
        });
        names
    };
    let mut differing = names(&(a.first.clone() - b.first.clone()));
    differing.extend(names(&(a.end.clone() - b.end.clone())));
    let (a, b) = (names(&a.end), names(&b.end));
    let mut same = a.intersection(&b);
    match same.any(|name| !differing.contains(name)) {
        true => differing.into_iter().collect(),
        false => Vec::new(),
    }
}
