//! The names that the folds of one function give. None of them hides another or a word of the
//! user's.

use crate::context::Context;
use crate::loops::body_of;
use crate::loops::taken::taken_words;
use crate::loops::wanted::{Style, Wanted};
use front::LoopPlace;
use front::forms::loop_body::LoopBody;
use front::forms::named::{INT, Named};
use source::{Dialect, Span, Unit};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The indices of a loop get names if at least this many references in inner loops use one of them.
const LEAST_USES: usize = 2;

/// A name in the body of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// The body.
    pub(crate) body: LoopBody,
    /// The name.
    pub(crate) named: Named,
}

/// The names that the folds of one function give.
#[derive(Clone)]
pub struct Names<'a> {
    unit: &'a Unit,
    /// The words of the user, which no name may be.
    taken: OnceCell<HashSet<&'a str>>,
    given: Vec<Given>,
    /// Number of uses of each value in inner loops, in all folds that were written.
    uses: BTreeMap<(Span, String), usize>,
    /// The bodies in which a fold named nothing because its own uses are too few.
    unnamed: BTreeSet<Span>,
    /// Whether all folds were written once, so that all uses are known.
    is_counted: bool,
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

    /// The names for a second pass, if folds use a value often enough only together: they have to
    /// be written again then.
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

    /// Counts the uses of one fold in one loop. Returns whether they are enough for names.
    pub(crate) fn pay(&mut self, wanted: &[Wanted<'_>]) -> bool {
        let mut pays = false;
        for one in wanted {
            let total = self.uses.entry(one.key()).or_default();
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

    /// Gives names to the values of one loop, in the first style in which all names are free there.
    pub(crate) fn give(&mut self, context: &Context, wanted: &[&Wanted<'_>]) -> Vec<Given> {
        let array = context.fold.candidate.spelling.as_str();
        self.find_taken(context);
        let styled = |style: Style| move |w: &Wanted<'_>| vec![w.name(array, style)];
        let numbered = |w: &Wanted<'_>| {
            let numbers = 2..3 + wanted.len() + self.given.len();
            let name = w.name(array, Style::ByLoop);
            let numbered = numbers.map(|k| format!("{name}{k}"));
            std::iter::once(name.clone()).chain(numbered).collect()
        };
        let found =
            { Style::ALL.into_iter() }.find_map(|style| self.in_style(wanted, &styled(style)));
        let found = found.or_else(|| self.in_style(wanted, &numbered));
        let found = found.unwrap_or_default();
        self.given.extend(found.iter().cloned());
        found
    }

    /// A name before the strips of a loop: `at`, `at2`, ... One key has one name.
    pub(crate) fn before_strips(
        &mut self,
        context: &Context,
        place: &LoopPlace,
        word: &str,
        key: &str,
    ) -> Option<String> {
        self.find_taken(context);
        let same = |n: &&Given| n.body.opening == place.opening && n.named.value == key;
        if let Some(known) = self.given.iter().find(same) {
            return Some(known.named.name.clone());
        }
        let numbered = (2..self.given.len() + 3).map(|k| format!("{word}{k}"));
        let by_iterator = format!("{word}_{}", place.iterator);
        let words = std::iter::once(word.to_string());
        let mut words = words.chain(numbered).chain([by_iterator]);
        let name = words.find(|word| self.is_free(word, place, &[]))?;
        let named = Named {
            ty: INT.to_string(),
            name: name.clone(),
            value: key.to_string(),
            of_other: None,
            step: 0,
        };
        self.given.push(Given {
            body: body_of(place),
            named,
        });
        Some(name)
    }

    /// Names for all values; `words` lists the names that may be tried for each.
    fn in_style(
        &self,
        wanted: &[&Wanted<'_>],
        words: &dyn Fn(&Wanted<'_>) -> Vec<String>,
    ) -> Option<Vec<Given>> {
        let mut found: Vec<Given> = Vec::new();
        for wanted in wanted {
            let same = |n: &&Given| {
                n.body.opening == wanted.place.opening && n.named.value == wanted.value
            };
            if let Some(known) = self.given.iter().find(same) {
                found.push(known.clone());
                continue;
            }
            let mut words = words(wanted).into_iter();
            let named = Named {
                name: words.find(|word| self.is_free(word, wanted.place, &found))?,
                ty: wanted.ty.clone(),
                value: wanted.value.clone(),
                of_other: wanted.of_other.clone(),
                step: wanted.step,
            };
            found.push(Given {
                body: body_of(wanted.place),
                named,
            });
        }
        Some(found)
    }

    /// Whether a word is free in a loop: neither the user nor a given name nor one of `more` uses
    /// it.
    fn is_free(&self, word: &str, place: &LoopPlace, more: &[Given]) -> bool {
        let is_taken = self.taken.get().is_some_and(|taken| taken.contains(word));
        let meets = |n: &Given| {
            let (a, b) = (n.body.whole, place.whole);
            a.contains(b) || b.contains(a)
        };
        let mut given = self.given.iter().chain(more);
        !is_taken && !given.any(|n| n.named.name == word && meets(n))
    }

    /// Collects the words that no name may be, once.
    fn find_taken(&self, context: &Context) {
        let body = context.fold.region.body_start;
        self.taken.get_or_init(|| taken_words(self.unit, body));
    }
}
