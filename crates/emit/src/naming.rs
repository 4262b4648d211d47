//! Names for what stays the same of indices in inner loops: `const int cur = t % 2;`, and `const int row = N - 2 * t;`
//! for `a[row + i]`. Of `a[i + N - 2 * t]` and its neighbours compilers hand on elements from one iteration to the
//! next, and then do not vectorise the loop.

mod near;

use crate::bodies::{Added, Addition};
use crate::cexpr::{Tightness, joined};
use crate::plan::{Context, EmitError, Plan};
use crate::reference::{Index, index};
use crate::sums::Sum;
use crate::types::c_type;
use front::{LoopPlace, Reference};
use poly::Expr;
use scop::IntType;
use source::{Declaration, Dialect, Span, Unit};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The indices of a loop are named if so many references in inner loops use one of them.
const LEAST_USES: usize = 2;

/// The type of most names.
pub(crate) const INT: &str = "int";

/// Ways to make a name of a word, the shortest first.
const STYLES: usize = 3;

/// The names that the folds of one function give.
#[derive(Clone)]
pub struct Names<'a> {
    unit: &'a Unit,
    /// All words of the function, and of the file's macros.
    taken: OnceCell<HashSet<&'a str>>,
    given: Vec<Named>,
    /// How often inner loops use each value, in all folds that were written.
    uses: BTreeMap<(Span, String), usize>,
    /// Where a fold named nothing because it alone uses no value often enough.
    unnamed: BTreeSet<Span>,
    /// All folds were written once: uses are known.
    is_counted: bool,
}

/// A name at the start of a loop's body.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Named {
    place: LoopPlace,
    name: Name,
}

/// A name and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) ty: String,
    text: String,
    value: String,
    /// Its value where another one has a name.
    of_other: Option<OfOther>,
    /// How far what is divided lies from the iterator.
    pub(crate) step: i64,
}

impl Name {
    /// `prev = (cur + 2) % 3`, with the names beside it.
    pub(crate) fn set(&self, beside: &[&Name]) -> String {
        let of_other = self.of_other.as_ref().and_then(|of| {
            let other = beside.iter().find(|name| name.value == of.other)?;
            Some(format!("({} + {}) % {}", other.text, of.shift, of.modulus))
        });
        let value = of_other.as_ref().unwrap_or(&self.value);
        format!("{} = {value}", self.text)
    }
}

/// `(cur + 2) % 3` for `(t + 2) % 3`, where `cur` is the name of `t % 3`: nothing that is added may overflow.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OfOther {
    /// `t % 3`
    other: String,
    /// `2`
    shift: i64,
    /// `3`
    modulus: String,
}

/// An index of one fold that is to be named.
struct Wanted<'r> {
    place: &'r LoopPlace,
    /// `int`
    ty: String,
    value: String,
    of_other: Option<OfOther>,
    step: i64,
    /// `cur`, `prev2`
    word: String,
    /// What is added to it: a number, and what else.
    moves: Option<(i64, String)>,
    /// How often inner loops use it.
    uses: usize,
    /// The modulus is no number.
    by_parameter: bool,
}

impl Wanted<'_> {
    /// Whether it is named for its own sake: a sum that no inner loop moves only uses the name that others have.
    fn is_reason(&self) -> bool {
        self.moves.is_none() || self.uses > 0
    }

    /// `cur`, `cur_t`, `a_cur`
    fn name(&self, array: &str, style: usize) -> String {
        match style {
            0 => self.word.clone(),
            1 => format!("{}_{}", self.word, self.place.iterator),
            _ => format!("{array}_{}", self.word),
        }
    }
}

impl<'a> Names<'a> {
    /// No names yet, for a function of this file.
    pub fn new(unit: &'a Unit) -> Self {
        Names {
            unit,
            taken: OnceCell::new(),
            given: Vec::new(),
            uses: BTreeMap::new(),
            unnamed: BTreeSet::new(),
            is_counted: false,
        }
    }

    /// The version of C that the file is compiled as.
    pub(crate) fn dialect(&self) -> Dialect {
        self.unit.dialect
    }

    /// Where folds use a value often enough only together, they have to be written again: the names for that.
    pub fn for_all(mut self) -> Option<Self> {
        let often = self.uses.iter().filter(|(_, uses)| **uses >= LEAST_USES);
        let mut openings = often.map(|((opening, _), _)| opening);
        if !openings.any(|opening| self.unnamed.contains(opening)) {
            return None;
        }
        self.given.clear();
        self.is_counted = true;
        Some(self)
    }

    /// Counts the uses of one fold in one loop; whether they are enough for names.
    fn pay(&mut self, wanted: &[Wanted<'_>]) -> bool {
        let mut pays = false;
        for one in wanted {
            let key = (one.place.opening, one.value.clone());
            let total = self.uses.entry(key).or_default();
            match self.is_counted {
                true => pays |= *total >= LEAST_USES,
                false => *total += one.uses,
            }
            pays |= one.uses >= LEAST_USES;
        }
        if let Some(first) = wanted.first().filter(|_| !pays) {
            self.unnamed.insert(first.place.opening);
        }
        pays
    }

    /// Names for values in one loop, in the first style in which they mean nothing else there.
    fn give(&mut self, context: &Context, wanted: &[&Wanted<'_>]) -> Vec<Named> {
        let array = context.fold.candidate.spelling.as_str();
        self.taken
            .get_or_init(|| words_of(self.unit, context.fold.region.body_start));
        let styled = |style: usize| move |w: &Wanted<'_>| vec![w.name(array, style)];
        let numbered = |w: &Wanted<'_>| {
            let numbers = 2..3 + wanted.len() + self.given.len();
            let name = w.name(array, 1);
            let numbered = numbers.map(|k| format!("{name}{k}"));
            std::iter::once(name.clone()).chain(numbered).collect()
        };
        let found = (0..STYLES).find_map(|style| self.in_style(wanted, &styled(style)));
        let found = found.or_else(|| self.in_style(wanted, &numbered));
        let found = found.unwrap_or_default();
        self.given.extend(found.iter().cloned());
        found
    }

    /// A name in front of the strips of a loop: `at`, `at2`, ... Those with one key are one name.
    pub(crate) fn in_front(
        &mut self,
        context: &Context,
        place: &LoopPlace,
        word: &str,
        key: &str,
    ) -> Option<String> {
        self.taken
            .get_or_init(|| words_of(self.unit, context.fold.region.body_start));
        let same = |n: &&Named| n.place.opening == place.opening && n.name.value == key;
        if let Some(known) = self.given.iter().find(same) {
            return Some(known.name.text.clone());
        }
        let numbered = (2..self.given.len() + 3).map(|k| format!("{word}{k}"));
        let by_iterator = format!("{word}_{}", place.iterator);
        let words = std::iter::once(word.to_string());
        let mut words = words.chain(numbered).chain([by_iterator]);
        let text = words.find(|word| self.is_free(word, place, &[]))?;
        let name = Name {
            ty: INT.to_string(),
            text: text.clone(),
            value: key.to_string(),
            of_other: None,
            step: 0,
        };
        self.given.push(Named {
            place: place.clone(),
            name,
        });
        Some(text)
    }

    fn in_style(
        &self,
        wanted: &[&Wanted<'_>],
        words: &dyn Fn(&Wanted<'_>) -> Vec<String>,
    ) -> Option<Vec<Named>> {
        let mut found: Vec<Named> = Vec::new();
        for wanted in wanted {
            let same = |n: &&Named| {
                n.place.opening == wanted.place.opening && n.name.value == wanted.value
            };
            if let Some(known) = self.given.iter().find(same) {
                found.push(known.clone());
                continue;
            }
            let mut words = words(wanted).into_iter();
            let name = Name {
                text: words.find(|word| self.is_free(word, wanted.place, &found))?,
                ty: wanted.ty.clone(),
                value: wanted.value.clone(),
                of_other: wanted.of_other.clone(),
                step: wanted.step,
            };
            found.push(Named {
                place: wanted.place.clone(),
                name,
            });
        }
        Some(found)
    }

    fn is_free(&self, word: &str, place: &LoopPlace, more: &[Named]) -> bool {
        let is_taken = self.taken.get().is_some_and(|taken| taken.contains(word));
        let meets = |n: &Named| {
            let (a, b) = (n.place.whole, place.whole);
            a.contains(b) || b.contains(a)
        };
        let mut given = self.given.iter().chain(more);
        !is_taken && !given.any(|n| n.name.text == word && meets(n))
    }
}

/// All that may be a name in the function with this body, and the objects at file scope: a new name hides nothing.
fn words_of(unit: &Unit, body: Span) -> HashSet<&str> {
    let functions = unit.declarations.iter().filter(|d| d.is_function);
    let mut places =
        functions.filter_map(|d| unit.nearest_span(d.at.start as usize..d.at.end as usize));
    let place = places.find(|place| place.contains(body));
    let all = unit.file.text();
    let text = place.and_then(|place| all.get(place.range()));
    let text = text.unwrap_or(all);
    let mut taken: HashSet<&str> = words(text).collect();
    let others = unit.declarations.iter().filter(|d| !d.is_function);
    for declaration in others {
        taken.extend(declared_words(unit, declaration));
    }
    for text in &unit.macro_texts {
        taken.insert(&text.name);
        taken.extend(text.body.iter().map(String::as_str));
    }
    taken
}

/// The words of a declaration outside of brackets; of an enumeration its constants, too.
fn declared_words<'u>(unit: &'u Unit, declaration: &Declaration) -> Vec<&'u str> {
    let range = declaration.at.start as usize..declaration.at.end as usize;
    let tokens = unit.tokens[unit.tokens_in(range)].iter();
    let mut texts = tokens.map(|token| unit.token_text(token));
    let is_enum = texts.clone().any(|text| text == "enum");
    let mut depth = 0_i32;
    texts
        .by_ref()
        .filter(|text| {
            match *text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "{" if !is_enum => depth += 1,
                "}" if !is_enum => depth -= 1,
                _ => {}
            }
            depth == 0
        })
        .collect()
}

/// Names and numbers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
}

/// The names that one fold uses: of indices that inner loops leave alone, where folds use one of them several times.
#[derive(Default)]
pub(crate) struct Naming {
    /// By the opening of the loop's body and the value.
    names: BTreeMap<(Span, String), Named>,
    /// One of them is a remainder by a parameter.
    by_parameter: bool,
}

impl Naming {
    /// Finds out what is to be named, and names it.
    pub(crate) fn new(
        context: &Context,
        plan: &Plan,
        names: &mut Names<'_>,
    ) -> Result<Self, EmitError> {
        let mut wanted: BTreeMap<(Span, String), Wanted<'_>> = BTreeMap::new();
        let references = context.fold.candidate.references.iter();
        for reference in references.filter(|r| r.block.is_none()) {
            for row in &plan.rows {
                let index = index(context, row, reference)?;
                let found = match plan.strips.text(reference, &index) {
                    Some(_) => None,
                    None => wanted_of(context, reference, &index),
                };
                let Some(found) = found.filter(Wanted::is_reason) else {
                    continue;
                };
                let key = (found.place.opening, found.value.clone());
                let uses = found.uses;
                wanted
                    .entry(key)
                    .and_modify(|w| w.uses += uses)
                    .or_insert(found);
            }
        }
        let wanted: Vec<Wanted<'_>> = wanted.into_values().collect();
        let mut naming = Naming::default();
        for here in wanted.chunk_by(|a, b| a.place.opening == b.place.opening) {
            if !names.pay(here) {
                continue;
            }
            let mut here: Vec<&Wanted<'_>> = here.iter().collect();
            here.sort_by_key(|w| (w.step.abs(), -w.step));
            let given = names.give(context, &here).into_iter();
            naming.by_parameter |= here.iter().any(|w| w.by_parameter);
            let keyed = given.map(|n| ((n.place.opening, n.name.value.clone()), n));
            naming.names.extend(keyed);
        }
        Ok(naming)
    }

    /// The text of an index: its name, if it has one, and what is added to it.
    pub(crate) fn text(&self, context: &Context, reference: &Reference, index: Index) -> String {
        let Some(wanted) = wanted_of(context, reference, &index) else {
            return index.text;
        };
        let named = self.names.get(&(wanted.place.opening, wanted.value));
        let Some(Named { name, .. }) = named else {
            return index.text;
        };
        let name = &name.text;
        match wanted.moves {
            None => name.clone(),
            Some((constant, moves)) => {
                let moves = [constant.to_string(), moves];
                let moves = moves.iter().filter(|text| *text != "0");
                moves.fold(name.clone(), |sum, more| joined(&sum, more))
            }
        }
    }

    /// Whether one of them is a remainder by a parameter.
    pub(crate) fn names_remainders(&self) -> bool {
        self.by_parameter
    }

    /// Their declarations.
    pub(crate) fn all(&self) -> impl Iterator<Item = Addition> {
        self.names.values().map(|named| Addition {
            place: named.place.clone(),
            what: Added::Name(named.name.clone()),
        })
    }
}

/// The index, or the part of it, that keeps its value in the body of a loop, where it can be declared.
fn wanted_of<'r>(context: &Context, reference: &'r Reference, index: &Index) -> Option<Wanted<'r>> {
    if (context.may_be_shared)(reference.whole) {
        return None;
    }
    match &index.sum {
        Some(sum) => wanted_of_sum(context, reference, sum),
        None if context.fold.is_careful() => near::wanted(context, reference, index),
        None => wanted_of_modulo(context, reference, index),
    }
}

/// The innermost loop around a reference whose iterator an expression depends on.
pub(crate) fn loop_of<'r>(reference: &'r Reference, expr: &Expr) -> Option<(usize, &'r LoopPlace)> {
    let used = |at: &Option<LoopPlace>| at.as_ref().is_some_and(|l| expr.mentions(&l.iterator));
    let depth = reference.loops.iter().rposition(used)?;
    Some((depth, reference.loops[depth].as_ref()?))
}

/// `N - 2 * t` of `i + N - 2 * t + 1`, where `i` counts a loop inside of the one over `t`.
fn wanted_of_sum<'r>(context: &Context, reference: &'r Reference, sum: &Sum) -> Option<Wanted<'r>> {
    let (_, inner) = loop_of(reference, &sum.value())?;
    let split = sum.split(reference, inner)?;
    let (_, place) = loop_of(reference, &split.base)?;
    let are_ints = is_int(reference, place, &split.base) && is_int(reference, inner, &split.moves);
    if split.is_plain(&place.iterator) || !are_ints {
        return None;
    }
    let print = |e: &Expr, unusable| context.print(e, unusable).ok().map(|text| text.text);
    let moves = print(&split.moves, &reference.unusable_params)?;
    let (word, step) = match &split.subscript {
        Some(subscript) => (
            word_for(subscript, &place.iterator),
            subscript.constant_part(),
        ),
        None => ("row".to_string(), 0),
    };
    Some(Wanted {
        ty: INT.to_string(),
        word,
        step,
        value: print(&split.base, &place.unusable_params)?,
        of_other: None,
        moves: Some((split.constant, moves)),
        uses: usize::from(place.whole != inner.whole),
        place,
        by_parameter: false,
    })
}

/// Whether C computes an expression as an `int` in the body of a loop around a reference.
fn is_int(reference: &Reference, place: &LoopPlace, expr: &Expr) -> bool {
    let loops = reference.loops.iter().flatten();
    let counters: Vec<&LoopPlace> = loops.filter(|l| l.whole.contains(place.whole)).collect();
    let mut all = true;
    expr.each_var(&mut |name| {
        let counter = counters.iter().rev().find(|l| l.iterator == name);
        all &= match counter {
            Some(counter) => counter.counts_ints(),
            None => place.int_params.iter().any(|param| param == name),
        };
    });
    all
}

/// The type in which C computes what counters, sizes and numbers make: `int`, or that of a counter among them.
fn type_of(context: &Context, reference: &Reference, parts: &[&Expr]) -> Option<String> {
    let ty = c_type(context, reference, parts)?;
    if ty == IntType::INT {
        return Some(INT.to_string());
    }
    let loops = reference.loops.iter().flatten();
    let mut counters = loops.filter(|l| parts.iter().any(|e| e.mentions(&l.iterator)));
    let is_it = |l: &&LoopPlace| c_type(context, reference, &[&Expr::var(&l.iterator)]) == Some(ty);
    counters.find(is_it)?.counter_type.clone()
}

/// `k % 3`
fn wanted_of_modulo<'r>(
    context: &Context,
    reference: &'r Reference,
    index: &Index,
) -> Option<Wanted<'r>> {
    let (dividend, modulus) = index.modulo.as_ref().filter(|_| index.walk.is_none())?;
    let fits = match modulus.as_constant() {
        Some(modulus) => i32::try_from(modulus).is_ok(),
        None => context.fold.may_name,
    };
    let (depth, place) = loop_of(reference, dividend).filter(|_| fits)?;
    // Not as the user spells it at one of its places: others may spell it otherwise.
    let printed = |e: &Expr| {
        let text = context.print(e, &place.unusable_params).ok()?;
        Some(text.at_least(Tightness::Primary))
    };
    let divided = |shown: &Expr| Some(format!("{} % {}", printed(shown)?, printed(modulus)?));
    let shift = from_zero(dividend, modulus, place);
    let counter = Expr::var(&place.iterator);
    let shown = shift.map(|shift| counter.clone() + Expr::constant(shift));
    let shift = shift.filter(|shift| *shift > 0);
    Some(Wanted {
        ty: type_of(context, reference, &[dividend, modulus])?,
        word: word_for(dividend, &place.iterator),
        step: dividend.constant_part(),
        place,
        value: divided(shown.as_ref().unwrap_or(dividend))?,
        of_other: shift.zip(divided(&counter)).zip(printed(modulus)).map(
            |((shift, other), modulus)| OfOther {
                other,
                shift,
                modulus,
            },
        ),
        moves: None,
        uses: usize::from(depth + 1 < reference.loops.len()),
        by_parameter: modulus.as_constant().is_none(),
    })
}

/// The 2 of `t + 2` for `t - 1` under the modulus 3, in a loop that starts with `t = 0`: the remainder is nowhere
/// negative, not even where nothing uses it. All remainders of a loop by one modulus look alike.
fn from_zero(dividend: &Expr, modulus: &Expr, place: &LoopPlace) -> Option<i64> {
    let step = dividend.clone() - Expr::var(&place.iterator);
    let (step, least, modulus) = (step.as_constant()?, place.least?, modulus.as_constant()?);
    (step < 0 && least < modulus - 1).then(|| step.rem_euclid(modulus))
}

/// What `t % 2` is called in a loop over `t`: `cur`; `(t - 2) % 3` is `prev2`.
fn word_for(dividend: &Expr, iterator: &str) -> String {
    let step = dividend.constant_part();
    let is_near = *dividend == Expr::var(iterator) + Expr::constant(step);
    let far = |word: &str| match step.unsigned_abs() {
        1 => word.to_string(),
        n => format!("{word}{n}"),
    };
    match step {
        _ if !is_near => "row".to_string(),
        0 => "cur".to_string(),
        1.. => far("next"),
        _ => far("prev"),
    }
}
