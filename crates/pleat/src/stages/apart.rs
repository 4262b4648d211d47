//! Loops that stay apart although one reads what the other writes, and why.

use affine::{Unknown, Whole};
use fuse::{KeptCall, Obstacle, Parted, Sequence};
use poly::Expr;
use report::{ArrayEntry, Report, Status};
use schedule::Barrier;
use scop::{Access, AccessId, Array};
use source::{SourceFile, Span, TokenKind, Unit};
use std::collections::{BTreeMap, BTreeSet};

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
    /// Iterations of both without bound touch the same element: here and here. The counters of
    /// the loops, and the array, if it is not the one that they share.
    Unbounded(Span, Span, Vec<String>, Option<String>),
    /// This is no loop over rows that can be fused.
    NoRows(Span),
    /// The bounds of both loops differ by something else than a number.
    Bounds(Difference),
    /// This access may be to any element of an array, as far as is known: for lack of what is not
    /// understood around it, or by a subscript.
    AnyElement(Span, String, Option<Unknown>),
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
    /// Compilers vectorise both, and they pass nothing but single elements to each other, from
    /// iterations at another pace.
    Points,
    /// One of them runs ahead of the other, and no loop over the elements of both is proved.
    Ahead,
    /// Threads share their iterations, and one would need what others compute.
    Threads,
    /// No loop with one of them is proved, for this reason.
    Unproved(String),
    /// They would not save anything, or another group of loops saves more.
    Other,
}

/// How the bounds of two loops differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Their counters have different types.
    Types,
    /// By these names.
    By(Vec<String>),
    /// By something else: how they start, `int y = r`, or how long they run, `y < h`.
    At(&'static str, [String; 2]),
    /// By something that is no sum of names.
    Other,
}

impl Apart {
    /// What keeps two loops apart; `None` if one of both is no loop, or what is between them is
    /// none.
    pub(super) fn of(
        (unit, function): (&Unit, &str),
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
            array: Some(whole.array_name(barrier.array).to_string()),
            cause: match barrier.cause {
                schedule::Cause::Unbounded(a, b) => unbounded(whole, sequence, barrier, [a, b]),
                schedule::Cause::Order => Cause::Other,
                schedule::Cause::NoRows(item) => Cause::NoRows(place(item)),
                schedule::Cause::Bounds => Cause::Bounds(Difference::of(
                    unit,
                    sequence,
                    barrier.first,
                    barrier.second,
                )),
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

    /// If one of both is no nest as it is written, takes what keeps it apart in another form.
    pub(super) fn explain_by(&mut self, in_other_form: &[Apart]) {
        let Cause::NoRows(place) = self.cause else {
            return;
        };
        let is_same = |other: &&Apart| {
            (other.first == place || other.second == place)
                && other.array == self.array
                && !matches!(other.cause, Cause::NoRows(_) | Cause::Other)
        };
        if let Some(other) = in_other_form.iter().find(is_same) {
            self.cause.clone_from(&other.cause);
        }
    }

    /// Whether a directive of OpenMP is what parts them.
    pub(super) fn is_threaded(&self, file: &SourceFile) -> bool {
        matches!(self.cause, Cause::Parted(span) if source::has_name(&file.slice(span), "omp"))
    }

    /// Why they stay apart, in one sentence; `None` if nothing is to be said.
    pub(super) fn reason(&self, file: &SourceFile) -> Option<String> {
        Some(match &self.cause {
            Cause::Unbounded(a, b, counters, other) => {
                let iterations = match counters.as_slice() {
                    [first, second] if first != second => {
                        format!("iterations of `{first}` and `{second}`")
                    }
                    _ => "iterations".to_string(),
                };
                let is_at = |at: &Span, name: &str| source::has_name(&file.slice(*at), name);
                let is_named = |name: &str| is_at(a, name) || is_at(b, name);
                match other {
                    None => {
                        format!("{iterations} that are any number apart touch the same elements")
                    }
                    Some(name) if is_named(name) => {
                        format!("{iterations} that are any number apart use the same `{name}`")
                    }
                    Some(_) => "both have effects that must keep their order".to_string(),
                }
            }
            Cause::AnyElement(.., Some(why)) => format!("the function contains {}", why.reason),
            Cause::AnyElement(span, array, None) => {
                let access = file.slice(*span);
                let name = access.split('[').next().unwrap_or_default();
                let is_own = self.is_of(name.trim());
                if access.ends_with(']') && is_own {
                    return Some(format!(
                        "`{access}` may be any element, as far as is known: not all of its \
                         subscripts are sums of counters and sizes"
                    ));
                }
                match source::has_name(&access, array) {
                    true => format!("which elements of `{array}` one of them uses is not known"),
                    false => "one of them uses memory of which nothing is known".to_string(),
                }
            }
            Cause::NoRows(_) => {
                "only `for` loops are fused whose counter grows by a number, between sums \
                                 of numbers and integer objects"
                    .to_string()
            }
            Cause::Budget => "the set computations for them exceeded their budget".to_string(),
            Cause::Bounds(difference) => difference.sentence(),
            Cause::Points => {
                "compilers vectorise each of them, but not one loop over the elements \
                              of both"
                    .to_string()
            }
            Cause::Ahead => {
                "one of them would run some elements ahead of the other, and such a loop is not \
                 proved"
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
            Cause::Unproved(why) => format!("a loop of both is not proved: {why}"),
            Cause::Other => return None,
        })
    }

    /// The same with the reason if one of both stays alone.
    pub(super) fn with_proofs(mut self, alone: &BTreeMap<Span, String>) -> Self {
        if let Cause::NoRows(place) = self.cause
            && let Some(why) = alone.get(&place)
        {
            self.cause = Cause::Unproved(why.clone());
        }
        self
    }

    /// Whether the array is an object or a member of it.
    fn is_of(&self, object: &str) -> bool {
        let rest = self
            .array
            .as_ref()
            .and_then(|array| array.strip_prefix(object));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
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
    pub(super) fn too_costly(function: &str, sequence: &Sequence) -> impl Iterator<Item = Self> {
        let all = sequence.shared.iter().cloned();
        all.map(|(first, second, array)| Apart {
            function: function.to_string(),
            first,
            second,
            array: Some(array),
            is_temporary: false,
            cause: Cause::Budget,
        })
    }

    pub(super) fn parted(function: &str, parted: &Parted) -> impl Iterator<Item = Self> {
        parted.arrays.iter().map(move |array| Apart {
            function: function.to_string(),
            first: parted.first,
            second: parted.second,
            array: Some(array.clone()),
            is_temporary: false,
            cause: match parted.is_other {
                true => Cause::NoRows(parted.by),
                false => Cause::Parted(parted.by),
            },
        })
    }

    /// Of several arrays that the same two loops share, and that stay for the same reason, keeps
    /// the first temporary, else the first.
    pub(super) fn of_one_array(all: Vec<Apart>) -> Vec<Apart> {
        let mut kept: Vec<Apart> = Vec::new();
        for apart in all {
            let is_same = |known: &&mut Apart| {
                (known.first, known.second) == (apart.first, apart.second)
                    && known.cause == apart.cause
            };
            match kept.iter_mut().find(is_same) {
                None => kept.push(apart),
                Some(known) if apart.is_temporary && !known.is_temporary => *known = apart,
                Some(_) => {}
            }
        }
        kept
    }

    /// Places as those of another text.
    pub(super) fn map(&mut self, place: impl Fn(Span) -> Span) {
        self.first = place(self.first);
        self.second = place(self.second);
        match &mut self.cause {
            Cause::NoRows(span)
            | Cause::AnyElement(span, _, None)
            | Cause::Through(span)
            | Cause::Parted(span) => {
                *span = place(*span);
            }
            Cause::Unknown(why) | Cause::AnyElement(.., Some(why)) => why.at = place(why.at),
            Cause::Unbounded(first, second, ..) => {
                (*first, *second) = (place(*first), place(*second));
            }
            Cause::Call(_, obstacle) => obstacle.at = obstacle.at.map(place),
            Cause::SameMemory(_, call) => *call = call.map(place),
            Cause::Bounds(_)
            | Cause::Budget
            | Cause::Points
            | Cause::Ahead
            | Cause::Threads
            | Cause::Unproved(_)
            | Cause::Other => {}
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

/// The names that bound the iterations of some accesses to an array or say which elements these
/// are, and not those of the others: the lengths of windows.
pub(super) fn windows(whole: &Whole) -> BTreeSet<String> {
    let scop = &whole.system.scop;
    let bounds = |access: &Access| -> BTreeSet<String> {
        let domain = &scop.statement(access.statement).domain;
        let mut used = domain.used_params().unwrap_or_default();
        used.extend(access.relation.used_params().unwrap_or_default());
        let params = scop.params.iter().filter(|p| used.contains(&p.name));
        params.map(|p| p.spelling.clone()).collect()
    };
    let of_array = |array: &Array| {
        let all: Vec<BTreeSet<String>> = scop.accesses_to(array.id).map(bounds).collect();
        let is_in_all = |name: &String| all.iter().all(|own| own.contains(name));
        let mut names: BTreeSet<String> = all.iter().flatten().cloned().collect();
        names.retain(|name| !is_in_all(name));
        names
    };
    scop.arrays.iter().flat_map(of_array).collect()
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

/// Why nothing bounds how far apart the iterations are in which two accesses touch one element.
fn unbounded(
    whole: &Whole,
    sequence: &Sequence,
    barrier: &Barrier,
    accesses: [AccessId; 2],
) -> Cause {
    let place = |id: AccessId| whole.access_places.get(id.0 as usize).copied();
    let mut any = accesses.iter().filter(|id| whole.any_element.contains(id));
    let any = any.find_map(|id| Some((whole.system.scop.access(*id).array, place(*id)?)));
    if let Some((array, place)) = any {
        let items = [barrier.first, barrier.second].map(|item| sequence.items[item].span);
        let is_inside = |span: Span| items.iter().any(|item| item.contains(span));
        let around = { whole.opaque.iter() }.find(|(span, _)| span.contains(place));
        // What such a statement may touch is not known of the others either.
        let inside = || { whole.opaque.iter() }.find(|(span, _)| is_inside(**span));
        let opaque = around.or_else(inside);
        let array = whole.array_name(array).to_string();
        return Cause::AnyElement(place, array, opaque.map(|(_, why)| why.clone()));
    }
    let array = whole.system.scop.access(accesses[0]).array;
    let other = (array != barrier.array).then(|| whole.array_name(array).to_string());
    let nests = [barrier.first, barrier.second].map(|item| sequence.items[item].nest.as_ref());
    let counters = nests.into_iter().flatten().map(|nest| nest.counter.clone());
    match accesses.map(place) {
        [Some(a), Some(b)] => Cause::Unbounded(a, b, counters.collect(), other),
        _ => Cause::Other,
    }
}

impl Difference {
    fn of(unit: &Unit, sequence: &Sequence, first: usize, second: usize) -> Self {
        let rows = |item: usize| sequence.items[item].nest.as_ref().map(|nest| &nest.rows);
        let Some((a, b)) = rows(first).zip(rows(second)) else {
            return Difference::Other;
        };
        if a.class != b.class {
            return Difference::Types;
        }
        let names = differing(sequence, first, second);
        if !names.is_empty() {
            return Difference::By(names);
        }
        let is_fixed = |a: &Expr, b: &Expr| (a.clone() - b.clone()).as_constant().is_some();
        let (how, part) = match is_fixed(&a.first, &b.first) {
            false => ("starts with", 0),
            true => ("runs while", 1),
        };
        let header = |item: usize| {
            let nest = sequence.items[item].nest.as_ref()?;
            nest.written_header(unit)?.get(part).cloned()
        };
        match header(first).zip(header(second)) {
            Some((a, b)) if a != b => Difference::At(how, [a, b]),
            _ => Difference::Other,
        }
    }

    /// The difference, in one sentence.
    fn sentence(&self) -> String {
        match self {
            Difference::Types => "their counters have different types".to_string(),
            Difference::By(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let value = match names.len() {
                    1 => "value is",
                    _ => "values are",
                };
                format!(
                    "their bounds differ by {}, whose {value} not known",
                    names.join(" and ")
                )
            }
            Difference::At(how, [a, b]) => format!(
                "one {how} `{a}` and the other {how} `{b}`, and by how many iterations that differs \
                 depends on sizes"
            ),
            Difference::Other => {
                "how many iterations one has more than the other depends on sizes".to_string()
            }
        }
    }
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
