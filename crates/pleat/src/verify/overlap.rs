//! Whether memory that a function reaches in several ways is the same, as far as a proof relies on
//! it: as the language says, as all calls show, or as an assumption. Assumes: a `restrict` pointer
//! is used as the language demands.

use super::verdict::Context;
use crate::options::NoOverlap;
use affine::{Memory, Whole};
use front::Program as Front;
use program::points_to::{Meeting, PointsTo, Root, SeenCall};
use program::{Function, Program, Type};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Functions have fewer parameters.
const FIRST_LOCAL: usize = 1 << 16;

/// Memory that a proof takes for different from other memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reached {
    pub(crate) root: Root,
    /// The name of the parameter, or of the object.
    pub(crate) name: String,
}

/// Two parts of memory that a proof takes for different, although the language does not say so.
pub(crate) type Pair = [Reached; 2];

/// Why pointers do not lead to different memory, or are not known to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// What it passes, as a sentence: ``in the call `f(a, a)`, `in` and `out` lead to the same
    /// memory``.
    pub(crate) message: String,
    /// The call in the first version, if there is one.
    pub(crate) at: Option<source::Span>,
}

/// The pairs that a proof takes for different: of each pair, one is written, and by the language
/// both may be the same.
pub(crate) fn pairs(program: &Program, function: &str, versions: [&Whole; 2]) -> BTreeSet<Pair> {
    let Some(function) = program.functions.iter().find(|f| f.name == function) else {
        return BTreeSet::new();
    };
    let [first, second] = versions.map(|whole| whole.memory.iter());
    let renamed = second.filter_map(|memory| in_first(program, memory));
    let all: Vec<Memory> = first.cloned().chain(renamed).collect();
    let mut found = BTreeSet::new();
    for (at, one) in all.iter().enumerate() {
        for other in &all[..=at] {
            let is_pair = one.root != other.root || one.root.has_rows();
            let is_pair = is_pair && (one.is_written || other.is_written);
            if is_pair && may_be_same(program, function, one, other) {
                let mut pair = [one, other].map(|memory| Reached {
                    root: memory.root,
                    name: memory.name.clone(),
                });
                pair.sort();
                found.insert(pair);
            }
        }
    }
    found
}

/// Memory of the second version, with the objects of the first one; `None` if that lacks it.
fn in_first(program: &Program, memory: &Memory) -> Option<Memory> {
    let root = match memory.root {
        Root::Lasting(_) => {
            let mut named = program.objects.iter().filter(|o| o.name == memory.name);
            Root::Lasting(named.find(|o| o.lifetime.lasts())?.id)
        }
        Root::Foreign { member, levels, .. } => {
            let is_pointer = |ty: &Type| matches!(ty, Type::Pointer(_));
            let mut named = program.objects.iter().filter(|o| o.name == memory.name);
            Root::Foreign {
                pointer: named.find(|o| !o.lifetime.lasts() && is_pointer(&o.ty))?.id,
                member,
                levels,
            }
        }
        root => root,
    };
    Some(Memory {
        root,
        ..memory.clone()
    })
}

/// Whether the language allows that two parts of memory are the same.
fn may_be_same(program: &Program, function: &Function, a: &Memory, b: &Memory) -> bool {
    let object = |memory: &Memory| match memory.root {
        Root::Lasting(id) => program.objects.get(id.0 as usize),
        root => {
            let id = function.parameters.get(root.parameter()?)?;
            program.objects.get(id.0 as usize)
        }
    };
    let is_restricted = |memory: &Memory| {
        let is_pointer = matches!(memory.root, Root::Parameter(_));
        is_pointer && object(memory).is_some_and(|o| o.is_restrict)
    };
    let is_lasting = |memory: &Memory| matches!(memory.root, Root::Lasting(_));
    match (is_lasting(a), is_lasting(b)) {
        (true, true) => false,
        // Pointers and what they lead to have types of their own.
        (false, false) if is_table_of(a, b) || is_table_of(b, a) => are_like(&a.ty, &b.ty),
        _ if is_restricted(a) || is_restricted(b) => false,
        (false, false) => true,
        // The arguments of a program are no objects that it declares.
        (true, false) | (false, true) if function.name == "main" => false,
        // A declared object keeps its type; nobody writes a constant one.
        (true, false) | (false, true) => {
            let lasting = if is_lasting(a) { a } else { b };
            let is_constant = object(lasting).is_some_and(|o| o.is_constant);
            !is_constant && are_like(&a.ty, &b.ty)
        }
    }
}

/// Whether the rows of a table are reached by pointers in other memory.
fn is_table_of(rows: &Memory, table: &Memory) -> bool {
    match rows.root {
        Root::Rows { parameter, .. } => table.root == Root::Parameter(parameter),
        Root::Foreign {
            pointer,
            levels: 1..,
            ..
        } => table.root == Root::foreign(pointer),
        _ => false,
    }
}

/// Whether an object may be accessed as two types: they are the same except for signs, or one of
/// them is a character.
fn are_like(a: &Type, b: &Type) -> bool {
    let is_character = |ty: &Type| matches!(ty, Type::Integer(ty) if ty.bits == 8);
    match (a, b) {
        (Type::Integer(a), Type::Integer(b)) if a.bits == b.bits => true,
        (Type::Floating(a), Type::Floating(b)) => a == b,
        (Type::Complex(part), Type::Floating(a)) | (Type::Floating(a), Type::Complex(part)) => {
            a == part
        }
        (Type::Pointer(_), Type::Pointer(_)) | (Type::Complex(_), Type::Complex(_)) => true,
        (Type::Integer(_) | Type::Floating(_) | Type::Pointer(_) | Type::Complex(_), other)
            if !is_character(a)
                && !is_character(b)
                && matches!(
                    other,
                    Type::Integer(_) | Type::Floating(_) | Type::Pointer(_) | Type::Complex(_)
                ) =>
        {
            false
        }
        _ => true,
    }
}

/// What is known of the calls of one file.
pub(crate) struct Calls<'c, 'p> {
    pub(crate) front: &'c Front<'c>,
    pub(crate) program: &'p Program,
    /// What its pointers lead to, once a pair is open.
    pub(crate) points_to: &'c OnceCell<PointsTo<'p>>,
}

impl<'p> Calls<'_, 'p> {
    /// What pointers of the file lead to.
    pub(crate) fn points_to(&self) -> &PointsTo<'p> {
        self.points_to.get_or_init(|| PointsTo::of(self.program))
    }

    /// Compares pairs with the calls of a function: removes those that are different in every call.
    /// Returns a call that passes the same memory twice, unless the output tests that.
    pub(crate) fn settle(
        &self,
        name: &str,
        pairs: &mut BTreeSet<Pair>,
        apart: &NoOverlap,
    ) -> Option<Broken> {
        let mut functions = self.program.functions.iter();
        let function = functions
            .find(|f| f.name == name)
            .filter(|_| !pairs.is_empty())?;
        let calls = self.points_to().calls(name);
        let are_all = self.are_all(function, &calls);
        let mut open = BTreeSet::new();
        for pair in std::mem::take(pairs) {
            // Rows of one table come from one allocation, or from one place.
            if pair[0].root == pair[1].root {
                open.insert(pair);
                continue;
            }
            let mut is_open = !are_all && self.may_meet_unseen(&pair);
            for call in &calls {
                match self.meeting(function, call, &pair) {
                    Meeting::Never => {}
                    Meeting::Unknown => is_open = true,
                    Meeting::Always if apart.is_tested(name) => is_open = true,
                    Meeting::Always => return Some(self.broken(call, &pair)),
                }
            }
            if is_open {
                open.insert(pair);
            }
        }
        *pairs = open;
        None
    }

    fn meeting(&self, function: &Function, call: &SeenCall<'p>, pair: &Pair) -> Meeting {
        let targets = |at: usize| self.points_to().targets(function, call, pair[at].root);
        match (targets(0), targets(1)) {
            (Some(a), Some(b)) => self.points_to().meeting(&a, &b),
            _ => Meeting::Unknown,
        }
    }

    /// Whether a caller that is not seen may pass the same memory.
    fn may_meet_unseen(&self, pair: &Pair) -> bool {
        let is_known = |reached: &Reached| match reached.root {
            Root::Lasting(id) => self.points_to().is_object_known_outside(id),
            _ => true,
        };
        pair.iter().all(is_known)
    }

    /// Whether these are all calls of the program: the function is static, and the definition and
    /// the calls are all that names it.
    fn are_all(&self, function: &Function, calls: &[SeenCall<'p>]) -> bool {
        let unit = self.front.unit();
        let mentions = unit
            .tokens
            .iter()
            .filter(|t| unit.token_text(t) == function.name);
        let places: BTreeSet<_> = calls.iter().map(|call| call.statement()).collect();
        function.is_static && mentions.count() == places.len() + 1
    }

    fn broken(&self, call: &SeenCall<'p>, pair: &Pair) -> Broken {
        let text = self.front.unit().file.slice(call.at);
        let text = text.trim_end_matches(';').split_whitespace();
        let call_text = text.collect::<Vec<_>>().join(" ");
        let [a, b] = pair;
        let what = match (a.root, b.root) {
            (Root::Lasting(_), _) => format!("`{}` leads to `{}`", b.name, a.name),
            (_, Root::Lasting(_)) => format!("`{}` leads to `{}`", a.name, b.name),
            _ if a.name == b.name => format!("pointers in `{}` lead to the same memory", a.name),
            _ => format!("`{}` and `{}` lead to the same memory", a.name, b.name),
        };
        Broken {
            message: format!("in the call `{call_text}`, {what}"),
            at: Some(call.at),
        }
    }

    /// Why loops of a function may not move, whatever a proof says: a call passes the same memory
    /// twice, or nothing may be assumed. Removes pairs as [`Calls::settle`] does.
    pub(crate) fn obstacle(
        &self,
        name: &str,
        pairs: &mut BTreeSet<Pair>,
        apart: &NoOverlap,
    ) -> Option<Broken> {
        let unsaid = |pairs: &BTreeSet<Pair>| Broken {
            message: unsaid(pairs),
            at: None,
        };
        let is_refused = |pairs: &BTreeSet<Pair>| apart.is_refused(name) && !pairs.is_empty();
        let broken = self.settle(name, pairs, apart);
        broken.or_else(|| is_refused(pairs).then(|| unsaid(pairs)))
    }
}

/// What the pairs of a function assume, one sentence each; with the name of the function, if it is
/// given.
pub(crate) fn sentences(pairs: &BTreeSet<Pair>, function: Option<&str>) -> Vec<String> {
    let of = function.map_or(String::new(), |name| format!(" of `{name}`"));
    let mut parameters = BTreeSet::new();
    let mut inside = BTreeSet::new();
    let mut rows = BTreeSet::new();
    let mut pointers = BTreeSet::new();
    let mut objects = BTreeSet::new();
    for [a, b] in pairs {
        match (position(a.root), position(b.root)) {
            (Some(x), Some(_)) if a.root == b.root => {
                rows.insert((x, a.name.as_str()));
            }
            (Some(x), Some(y)) if x == y => {
                inside.insert((x, a.name.as_str()));
            }
            (Some(x), Some(y)) => {
                parameters.extend([(x, a.name.as_str()), (y, b.name.as_str())]);
            }
            (Some(x), None) => {
                pointers.insert((x, a.name.as_str()));
                objects.insert((0, b.name.as_str()));
            }
            (None, Some(y)) => {
                pointers.insert((y, b.name.as_str()));
                objects.insert((0, a.name.as_str()));
            }
            (None, None) => {}
        }
    }
    let mut found = Vec::new();
    if !parameters.is_empty() {
        found.push(format!("{}{of} do not overlap", list(&parameters)));
    }
    if !inside.is_empty() {
        found.push(format!(
            "the pointers in {}{of} do not overlap",
            list(&inside)
        ));
    }
    if !rows.is_empty() {
        found.push(format!("the rows of {}{of} do not overlap", list(&rows)));
    }
    if !pointers.is_empty() {
        let verb = if pointers.len() == 1 { "does" } else { "do" };
        let text = format!(
            "{}{of} {verb} not point into {}",
            list(&pointers),
            list(&objects)
        );
        found.push(text);
    }
    found
}

/// The position of a pointer in a list: parameters come first.
fn position(root: Root) -> Option<usize> {
    match root {
        Root::Foreign { pointer, .. } => Some(FIRST_LOCAL + pointer.0 as usize),
        root => root.parameter(),
    }
}

/// What would have to be assumed, as a reason.
pub(crate) fn unsaid(pairs: &BTreeSet<Pair>) -> String {
    format!(
        "nothing says that {}",
        sentences(pairs, None).join(", or that ")
    )
}

/// `` `in`, `tmp` and `out` ``
fn list(names: &BTreeSet<(usize, &str)>) -> String {
    let quoted: Vec<String> = names.iter().map(|(_, name)| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        quoted => quoted.concat(),
    }
}

impl Context {
    /// Turns the pairs that are still open into assumptions, as far as these are allowed.
    ///
    /// # Errors
    /// Assumptions are not allowed: what would be assumed.
    pub(super) fn assume_apart(&mut self, function: &str, apart: &NoOverlap) -> Result<(), String> {
        let sentences = sentences(&self.apart, None);
        let is_kept = |assumption: &String| assumption == affine::POINTERS_KEPT;
        if apart.is_refused(function) && self.assumptions.iter().any(is_kept) {
            return Err(format!("nothing says that {}", affine::POINTERS_KEPT));
        }
        if sentences.is_empty() {
            return Ok(());
        }
        match apart {
            _ if apart.is_refused(function) => Err(unsaid(&self.apart)),
            NoOverlap::Tested(_) => {
                self.is_tested = true;
                let tested = sentences
                    .into_iter()
                    .map(|s| format!("{s}: tested at run time"));
                self.assumptions.extend(tested);
                Ok(())
            }
            NoOverlap::Assumed | NoOverlap::Refused => {
                self.assumptions.extend(sentences);
                Ok(())
            }
            NoOverlap::Promised => {
                self.apart.clear();
                let stated = sentences
                    .into_iter()
                    .map(|s| format!("{s}: stated by --assume"));
                self.assumptions.extend(stated);
                Ok(())
            }
        }
    }
}
