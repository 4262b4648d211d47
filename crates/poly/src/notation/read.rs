//! Reads the words of a text as constraints over its columns.

use super::words::{Word, words};
use crate::constraints::Row as Affine;

/// Texts that multiply out to more pieces than this are left to isl.
const MOST_PIECES: usize = 64;
/// Texts that are nested deeper than this are left to isl.
const DEEPEST: usize = 50;
/// Words that are not the names of variables.
const KEYWORDS: [&str; 24] = [
    "and", "or", "not", "implies", "exists", "all", "rat", "true", "false", "infty", "infinity",
    "NaN", "nan", "min", "max", "mod", "floor", "ceil", "floord", "ceild", "int", "is", "if",
    "else",
];

/// Constraints that all hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Conjunction {
    /// Each is 0.
    pub(super) equal: Vec<Affine>,
    /// Each is not negative.
    pub(super) nonnegative: Vec<Affine>,
}

/// One side of a relation, or the only one.
#[derive(Debug, Default)]
pub(super) struct Tuple {
    pub(super) name: Option<String>,
    /// The names of its coordinates, where they have one.
    pub(super) coordinates: Vec<Option<String>>,
}

/// The content of a text. Columns: parameters, coordinates of the input, those of the output,
/// existentially quantified variables.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) params: Vec<String>,
    pub(super) input: Option<Tuple>,
    /// `None` for conditions on parameters only.
    pub(super) output: Option<Tuple>,
    pub(super) exist: usize,
    pub(super) pieces: Vec<Conjunction>,
}

/// Reads a text; `None` if it is left to isl.
pub(super) fn read(text: &str) -> Option<Reading> {
    let words = words(text)?;
    let mut reader = Reader {
        words: &words,
        at: 0,
        depth: 0,
        columns: Vec::new(),
        coordinates: 0,
        exist: 0,
    };
    let reading = reader.whole()?;
    (reader.at == words.len() && is_small(&reading)).then_some(reading)
}

/// Whether all coefficients are in the range that isl's matrices accept.
fn is_small(reading: &Reading) -> bool {
    let rows = |piece: &Conjunction| {
        piece
            .equal
            .iter()
            .chain(&piece.nonnegative)
            .flatten()
            .cloned()
            .collect::<Vec<i64>>()
    };
    reading
        .pieces
        .iter()
        .flat_map(rows)
        .all(|c| i32::try_from(c).is_ok())
}

struct Reader<'t> {
    words: &'t [Word<'t>],
    at: usize,
    depth: usize,
    /// Names of the columns so far; empty for a column without a name.
    columns: Vec<&'t str>,
    /// Number of columns that are parameters or coordinates.
    coordinates: usize,
    exist: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<Word<'t>> {
        self.words.get(self.at).copied()
    }

    /// Skips a sign or keyword. Returns whether it was next.
    fn skip(&mut self, text: &str) -> bool {
        let found = matches!(self.peek(), Some(Word::Sign(t) | Word::Name(t)) if t == text);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Option<()> {
        self.skip(text).then_some(())
    }

    /// Reads a name that may be a variable's.
    fn name(&mut self) -> Option<&'t str> {
        match self.peek() {
            Some(Word::Name(name)) if !KEYWORDS.iter().any(|k| k.eq_ignore_ascii_case(name)) => {
                self.at += 1;
                Some(name)
            }
            _ => None,
        }
    }

    fn whole(&mut self) -> Option<Reading> {
        let mut reading = Reading::default();
        if self.skip("[") {
            reading.params = self.params()?;
            self.expect("->")?;
        }
        self.expect("{")?;
        let mut fixed = Vec::new();
        if matches!(self.peek(), Some(Word::Sign("}"))) {
            return None;
        }
        if !matches!(self.peek(), Some(Word::Sign(":"))) {
            let first = self.tuple(&mut fixed)?;
            match self.skip("->") {
                true => {
                    reading.input = Some(first);
                    reading.output = Some(self.tuple(&mut fixed)?);
                }
                false => reading.output = Some(first),
            }
        }
        self.coordinates = self.columns.len();
        let mut pieces = vec![Conjunction::default()];
        if self.skip(":") && !matches!(self.peek(), Some(Word::Sign("}"))) {
            pieces = self.any()?;
        }
        self.expect("}")?;
        for piece in &mut pieces {
            piece.equal.extend(fixed.iter().cloned());
        }
        reading.exist = self.exist;
        reading.pieces = pieces;
        Some(reading)
    }

    fn params(&mut self) -> Option<Vec<String>> {
        let mut names = Vec::new();
        if self.skip("]") {
            return Some(names);
        }
        loop {
            let name = self.name()?;
            if self.columns.contains(&name) {
                return None;
            }
            self.columns.push(name);
            names.push(name.to_string());
            if !self.skip(",") {
                self.expect("]")?;
                return Some(names);
            }
        }
    }

    /// `S[i, j]`; a coordinate that is an expression of earlier names gives an equality.
    fn tuple(&mut self, fixed: &mut Vec<Affine>) -> Option<Tuple> {
        let name = self.name().map(str::to_string);
        self.expect("[")?;
        let mut coordinates = Vec::new();
        if !self.skip("]") {
            loop {
                coordinates.push(self.coordinate(fixed)?);
                if !self.skip(",") {
                    self.expect("]")?;
                    break;
                }
            }
        }
        Some(Tuple { name, coordinates })
    }

    fn coordinate(&mut self, fixed: &mut Vec<Affine>) -> Option<Option<String>> {
        let start = self.at;
        if let Some(name) = self.name() {
            let alone = matches!(self.peek(), Some(Word::Sign("," | "]")));
            if alone && !self.columns.contains(&name) {
                self.columns.push(name);
                return Some(Some(name.to_string()));
            }
            self.at = start;
        }
        let value = self.sum()?;
        self.columns.push("");
        fixed.push(minus(&value, &variable(self.columns.len() - 1))?);
        Some(None)
    }

    /// `... or ...`
    fn any(&mut self) -> Option<Vec<Conjunction>> {
        self.depth += 1;
        let mut pieces = (self.depth < DEEPEST).then(|| self.all())??;
        while self.skip("or") {
            pieces.extend(self.all()?);
        }
        self.depth -= 1;
        (pieces.len() <= MOST_PIECES).then_some(pieces)
    }

    /// `... and ...`
    fn all(&mut self) -> Option<Vec<Conjunction>> {
        let mut pieces = self.condition()?;
        while self.skip("and") {
            pieces = both(&pieces, &self.condition()?)?;
        }
        Some(pieces)
    }

    fn condition(&mut self) -> Option<Vec<Conjunction>> {
        if self.skip("true") {
            return Some(vec![Conjunction::default()]);
        }
        if self.skip("false") {
            return Some(Vec::new());
        }
        if self.skip("exists") {
            return self.exists();
        }
        let start = self.at;
        if self.skip("(") {
            let inside = self.any();
            let closed = inside.is_some() && self.skip(")");
            let whole = matches!(
                self.peek(),
                None | Some(Word::Sign(")" | "}") | Word::Name("and" | "or"))
            );
            if closed && whole {
                return inside;
            }
            self.at = start;
        }
        self.comparisons()
    }

    /// `exists k' : ...`
    fn exists(&mut self) -> Option<Vec<Conjunction>> {
        let name = self.name()?;
        if self.columns.contains(&name) {
            return None;
        }
        self.expect(":")?;
        self.columns.push(name);
        self.exist += 1;
        let pieces = self.any();
        let column = self.columns.iter().rposition(|n| *n == name)?;
        self.columns[column] = "";
        pieces
    }

    /// `0 <= i < N`
    fn comparisons(&mut self) -> Option<Vec<Conjunction>> {
        let mut left = self.sum()?;
        if self.skip("mod") {
            return self.multiple(&left);
        }
        let mut pieces = vec![Conjunction::default()];
        let mut any = false;
        while let Some(Word::Sign(sign @ ("<" | "<=" | ">" | ">=" | "=" | "!="))) = self.peek() {
            self.at += 1;
            let right = self.sum()?;
            pieces = both(&pieces, &compared(sign, &left, &right)?)?;
            left = right;
            any = true;
        }
        any.then_some(pieces)
    }

    /// `(e) mod 4 = 0`
    fn multiple(&mut self, left: &Affine) -> Option<Vec<Conjunction>> {
        let Some(Word::Number(factor)) = self.peek().filter(|w| *w != Word::Number(0)) else {
            return None;
        };
        self.at += 1;
        self.expect("=")?;
        if self.peek() != Some(Word::Number(0)) {
            return None;
        }
        self.at += 1;
        self.columns.push("");
        self.exist += 1;
        let times = scaled(&variable(self.columns.len() - 1), factor)?;
        Some(vec![Conjunction {
            equal: vec![minus(left, &times)?],
            nonnegative: Vec::new(),
        }])
    }

    fn sum(&mut self) -> Option<Affine> {
        let mut total = self.product()?;
        loop {
            total = match (self.skip("+"), self.skip("-")) {
                (true, _) => plus(&total, &self.product()?)?,
                (_, true) => minus(&total, &self.product()?)?,
                _ => return Some(total),
            };
        }
    }

    fn product(&mut self) -> Option<Affine> {
        let mut total = self.factor()?;
        while self.skip("*") {
            let next = self.factor()?;
            total = match (number(&total), number(&next)) {
                (Some(factor), _) => scaled(&next, factor)?,
                (_, Some(factor)) => scaled(&total, factor)?,
                _ => return None,
            };
        }
        Some(total)
    }

    fn factor(&mut self) -> Option<Affine> {
        self.depth += 1;
        let found = (self.depth < DEEPEST)
            .then(|| self.nested_factor())
            .flatten();
        self.depth -= 1;
        found
    }

    fn nested_factor(&mut self) -> Option<Affine> {
        if self.skip("-") {
            return scaled(&self.factor()?, -1);
        }
        if self.skip("(") {
            let inside = self.sum()?;
            return self.skip(")").then_some(inside);
        }
        if let Some(Word::Number(value)) = self.peek() {
            self.at += 1;
            // `2i` is a product too, but isl's grammar for it is richer.
            let glued = matches!(self.peek(), Some(Word::Name(n)) if !KEYWORDS.contains(&n));
            return (!glued).then(|| vec![value]);
        }
        let name = self.name()?;
        let column = self.columns.iter().position(|c| *c == name)?;
        Some(variable(column))
    }
}

fn variable(column: usize) -> Affine {
    let mut affine = vec![0; column + 2];
    affine[column + 1] = 1;
    affine
}

fn number(affine: &Affine) -> Option<i64> {
    let constant = affine.iter().skip(1).all(|c| *c == 0);
    constant.then(|| affine.first().copied().unwrap_or(0))
}

fn scaled(affine: &Affine, factor: i64) -> Option<Affine> {
    affine.iter().map(|c| c.checked_mul(factor)).collect()
}

fn plus(a: &Affine, b: &Affine) -> Option<Affine> {
    let at = |affine: &Affine, k: usize| affine.get(k).copied().unwrap_or(0);
    (0..a.len().max(b.len()))
        .map(|k| at(a, k).checked_add(at(b, k)))
        .collect()
}

fn minus(a: &Affine, b: &Affine) -> Option<Affine> {
    plus(a, &scaled(b, -1)?)
}

/// `left sign right`, with `left < right` as `right - left - 1 >= 0`.
fn compared(sign: &str, left: &Affine, right: &Affine) -> Option<Vec<Conjunction>> {
    let (up, down) = (minus(right, left)?, minus(left, right)?);
    let one = vec![1];
    let nonnegative = |affine: Affine| Conjunction {
        nonnegative: vec![affine],
        ..Conjunction::default()
    };
    Some(match sign {
        "<=" => vec![nonnegative(up)],
        ">=" => vec![nonnegative(down)],
        "<" => vec![nonnegative(minus(&up, &one)?)],
        ">" => vec![nonnegative(minus(&down, &one)?)],
        "!=" => vec![
            nonnegative(minus(&up, &one)?),
            nonnegative(minus(&down, &one)?),
        ],
        _ => vec![Conjunction {
            equal: vec![up],
            nonnegative: Vec::new(),
        }],
    })
}

fn both(left: &[Conjunction], right: &[Conjunction]) -> Option<Vec<Conjunction>> {
    if left.len() * right.len() > MOST_PIECES {
        return None;
    }
    let join = |a: &Conjunction, b: &Conjunction| Conjunction {
        equal: [a.equal.as_slice(), &b.equal].concat(),
        nonnegative: [a.nonnegative.as_slice(), &b.nonnegative].concat(),
    };
    let pairs = left
        .iter()
        .flat_map(|a| right.iter().map(move |b| join(a, b)));
    Some(pairs.collect())
}
