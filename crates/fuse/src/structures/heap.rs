//! Structures that a function allocates, uses and frees as locals:
//!
//! ```c
//! Image *t = malloc(sizeof *t);      Image t;
//! if (!t) exit(1);
//! t->w = w;                          t.w = w;
//! free(t);
//! ```
//!
//! The pointer may be null first: `Image *t = NULL;`.

use super::definition::{Member, are_null, begins_statement, is_null, members, word};
use super::locals::{has_static_arrays, split};
use super::parameters::is_named_once;
use super::uses::{Use, body, uses, written, written_range};
use crate::inline::Inlined;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::Origin;
use c::names::types::{Storage, Type};
use print::{Sheet, with_line};
use source::{Edit, SourceFile, Span, TokenKind, Unit};
use std::ops::Range;

/// The edits that make structures on the heap locals of one function.
pub fn structures_as_locals(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    if !super::has_loop(&function.definition.statement) {
        return inlined;
    }
    let unit = contents.unit;
    let all = body(unit, function);
    for start in all.clone().skip(1) {
        let found = Allocated::at(contents, &all, start)
            .or_else(|| Allocated::later(contents, function, &all, start));
        let found = found.filter(|found| is_named_once(function, &found.name));
        let found = found.filter(|_| contents.facts.calls.is_library("free"));
        let may_have_arrays = has_static_arrays(unit, function, start);
        let found = found.filter(|f| !f.has_arrays || may_have_arrays && f.are_known);
        let own = found.and_then(|found| found.edits(unit));
        let _ = inlined.edits.insert_all(own.unwrap_or_default());
    }
    inlined
}

/// `T *t = malloc(sizeof *t);`, `T t;` or `T t = { 0 };`
pub(super) struct Declared {
    pub(super) name: String,
    /// The type, `T` or `struct T`, as tokens.
    pub(super) ty: Range<usize>,
    /// The whole declaration as tokens.
    pub(super) declaration: Range<usize>,
    /// Whether all members are zero at first.
    pub(super) is_zeroed: bool,
}

impl Declared {
    pub(super) fn at(contents: &Contents<'_>, body: &Range<usize>, start: usize) -> Option<Self> {
        if let Some(found) = Allocated::at(contents, body, start) {
            return Some(Declared {
                is_zeroed: found.zeroed.is_some(),
                name: found.name,
                ty: found.ty,
                declaration: found.declaration,
            });
        }
        let unit = contents.unit;
        let named = start + usize::from(word(unit, start) == "struct");
        let is_name = |k: usize| {
            let token = unit.tokens.get(k);
            token.is_some_and(|t| t.kind == TokenKind::Identifier)
        };
        let is_declaration = begins_statement(unit, start) && is_name(named) && is_name(named + 1);
        is_declaration.then_some(())?;
        let end = match (word(unit, named + 2), word(unit, named + 3)) {
            ("=", "{") => {
                let close = unit.closing(&unit.tokens, named + 3)?;
                let values = split(unit, named + 4..close, ",");
                let is_zero = |value: Range<usize>| is_null(unit, value);
                values.into_iter().all(is_zero).then_some(close + 1)?
            }
            _ => named + 2,
        };
        (word(unit, end) == ";").then(|| Declared {
            name: word(unit, named + 1).to_string(),
            ty: start..named + 1,
            declaration: start..end + 1,
            is_zeroed: end > named + 2,
        })
    }
}

/// `T *t = malloc(sizeof *t);`
struct Allocated {
    name: String,
    /// The type, `T` or `struct T`, as tokens.
    ty: Range<usize>,
    /// The whole declaration as tokens.
    declaration: Range<usize>,
    /// The statement that allocates it as tokens, if that is another one.
    allocation: Option<Range<usize>>,
    /// The number of members, if all of them are zero.
    zeroed: Option<usize>,
    /// Whether a member is an array: that of a local may be too large for the stack.
    has_arrays: bool,
    /// Whether the members that are used may become objects.
    are_known: bool,
    uses: Vec<Use>,
}

impl Allocated {
    fn at(contents: &Contents<'_>, body: &Range<usize>, start: usize) -> Option<Self> {
        let unit = contents.unit;
        begins_statement(unit, start).then_some(())?;
        let is_tag = word(unit, start) == "struct";
        let named = start + usize::from(is_tag);
        let is_name = |k: usize| {
            unit.tokens
                .get(k)
                .is_some_and(|t| t.kind == TokenKind::Identifier)
        };
        let at = named + 2;
        let is_pointer = is_name(named) && word(unit, named + 1) == "*" && is_name(at);
        (is_pointer && word(unit, at + 1) == "=").then_some(())?;
        let ty = start..named + 1;
        let end = allocation_end(contents, at + 2, (word(unit, at), &ty))?;
        (end.end <= body.end).then_some(())?;
        Allocated::new(contents, body, (at, ty), start..end.end, None, end.is_zero)
    }

    /// `t = malloc(sizeof *t);`, where `T *t = NULL;` is before.
    fn later(
        contents: &Contents<'_>,
        function: &Function<'_>,
        body: &Range<usize>,
        start: usize,
    ) -> Option<Self> {
        let unit = contents.unit;
        (begins_statement(unit, start) && word(unit, start + 1) == "=").then_some(())?;
        let symbols = &function.symbols;
        let id = symbols.variable_at(unit.tokens[start].at.start as usize)?;
        let own = symbols.variable(id);
        let is_fit = own.origin == Origin::Local
            && own.storage == Storage::Automatic
            && !own.address_taken
            && matches!(own.declared_type.target(), Some(Type::Record(_)));
        is_fit.then_some(())?;
        let at = unit.tokens_in(own.at.clone()).start;
        let named = at.checked_sub(2).filter(|_| word(unit, at - 1) == "*")?;
        let is_tag = word(unit, named - 1) == "struct";
        let ty = named - usize::from(is_tag)..named + 1;
        let last = (at..body.end).find(|k| word(unit, *k) == ";")?;
        let has_value = word(unit, at + 1) == "=";
        let is_empty = last == at + 1 || has_value && is_null(unit, at + 2..last);
        (begins_statement(unit, ty.start) && is_empty).then_some(())?;
        let end = allocation_end(contents, start + 2, (word(unit, at), &ty))?;
        let (declaration, allocation) = (ty.start..last + 1, Some(start..end.end));
        Allocated::new(contents, body, (at, ty), declaration, allocation, true)
    }

    fn new(
        contents: &Contents<'_>,
        body: &Range<usize>,
        (at, ty): (usize, Range<usize>),
        declaration: Range<usize>,
        allocation: Option<Range<usize>>,
        is_zero: bool,
    ) -> Option<Self> {
        let unit = contents.unit;
        let name = word(unit, at).to_string();
        let members = members(unit, ty.len() > 1, word(unit, ty.end - 1))?;
        (!is_zero || members.iter().all(Option::is_some)).then_some(())?;
        let mut uses = uses(unit, body.clone(), &name)?;
        let declares = |index: &usize| {
            declaration.contains(index) || allocation.as_ref().is_some_and(|a| a.contains(index))
        };
        uses.retain(|u| !declares(&u.index));
        Some(Allocated {
            name,
            ty,
            zeroed: is_zero.then_some(members.len()),
            has_arrays: members.iter().flatten().any(Member::is_array),
            are_known: uses.iter().all(|u| u.is_of(&members)),
            uses,
            declaration,
            allocation,
        })
    }

    /// The edits of the declaration and of all uses; `None` if another use needs the pointer.
    fn edits(&self, unit: &Unit) -> Option<Vec<Edit>> {
        let mut all = Vec::new();
        let mut gone: Vec<Span> = Vec::new();
        for place in &self.uses {
            if place.member.is_some() {
                continue;
            }
            gone.extend(self.pointer_use(unit, place.index)?);
        }
        if let Some(allocation) = &self.allocation {
            let statement = written_range(unit, allocation.clone())?;
            gone.push(with_line(&unit.file, statement));
        }
        let all_gone = gone.clone();
        let is_inner = |span: &Span| all_gone.iter().any(|g| g != span && g.contains(*span));
        gone.retain(|span| !is_inner(span));
        let initial = self.zeroed.map_or_else(String::new, |count| {
            format!(" = {{ {} }}", vec!["0"; count].join(", "))
        });
        let ty = unit.file.slice(written_range(unit, self.ty.clone())?);
        all.push(Edit {
            span: written_range(unit, self.declaration.clone())?,
            text: format!("{ty} {}{initial};", self.name),
        });
        for place in self.uses.iter().filter(|u| u.member.is_some()) {
            let arrow = written(unit, place.index + 1)?;
            (word(unit, place.index + 1) == "->").then_some(())?;
            if !gone.iter().any(|span| span.contains(arrow)) {
                let text = ".".to_string();
                all.push(Edit { span: arrow, text });
            }
        }
        all.extend(gone.into_iter().map(|span| Edit {
            span,
            text: String::new(),
        }));
        Some(all)
    }

    /// The bytes from one token to before another one.
    fn up_to(&self, unit: &Unit, first: usize, end: usize) -> Option<Span> {
        Some(Span::new(
            written(unit, first)?.start,
            written(unit, end)?.start,
        ))
    }

    /// The lines of `t = NULL;` behind `free(t);`, if no memory of a member was freed there, too.
    fn null_set(&self, unit: &Unit, at: usize) -> Option<Span> {
        let end = (at..unit.tokens.len()).find(|k| word(unit, *k) == ";")?;
        let start = (0..at).rev().find(|k| word(unit, *k) == "{")?;
        let frees_member = (start..at).any(|k| {
            word(unit, k) == "free" && word(unit, k + 2) == self.name && word(unit, k + 3) == "->"
        });
        let is_set = begins_statement(unit, at) && is_null(unit, at + 2..end);
        (is_set && !frees_member).then_some(())?;
        Some(with_line(&unit.file, written_range(unit, at..end + 1)?))
    }

    /// What goes where the pointer itself is used: a test for null with what it guards, `free(t);`,
    /// the test and the braces of `if (t) { .. }`.
    fn pointer_use(&self, unit: &Unit, at: usize) -> Option<Vec<Span>> {
        let before = |k: usize| at.checked_sub(k).map_or("", |k| word(unit, k));
        let lines = |tokens: Range<usize>| {
            let span = written_range(unit, tokens)?;
            Some(with_line(&unit.file, span))
        };
        if before(2) == "free" && before(1) == "(" && word(unit, at + 1) == ")" {
            let is_statement = matches!(before(3), ";" | "{" | "}" | ")");
            (is_statement && word(unit, at + 2) == ";").then_some(())?;
            return Some(vec![lines(at - 2..at + 3)?]);
        }
        if word(unit, at + 1) == "=" {
            return Some(vec![self.null_set(unit, at)?]);
        }
        let open = (at.saturating_sub(8)..at)
            .rev()
            .find(|k| word(unit, *k) == "if")?
            + 1;
        let close = unit.closing(&unit.tokens, open)?;
        let test: Vec<&str> = (open + 1..close).map(|k| word(unit, k)).collect();
        let is_null = |words: &[&str]| are_null(words.iter().copied());
        let name = self.name.as_str();
        let is_negated = before(1) == "!" && before(2) == "(" && at == open + 2;
        if is_negated && word(unit, at + 1) == "||" {
            // `if (!t || !t->px)`
            return Some(vec![self.up_to(unit, at - 1, at + 2)?]);
        }
        let is_missing = match test.as_slice() {
            ["!", own] if *own == name => true,
            [own, "==", null @ ..] if *own == name && is_null(null) => true,
            [null @ .., "==", own] if *own == name && is_null(null) => true,
            [own] if *own == name => false,
            [own, "!=", null @ ..] if *own == name && is_null(null) => false,
            _ => return None,
        };
        // A label may be before it.
        let is_statement = matches!(word(unit, open.checked_sub(2)?), ";" | "{" | "}" | ":");
        is_statement.then_some(())?;
        let is_block = word(unit, close + 1) == "{";
        let end = match is_block {
            true => unit.closing(&unit.tokens, close + 1)? + 1,
            false => (close + 1..unit.tokens.len()).find(|k| word(unit, *k) == ";")? + 1,
        };
        let nests = ["if", "for", "while", "do", "switch"].contains(&word(unit, close + 1));
        (!nests && word(unit, end) != "else").then_some(())?;
        if is_missing {
            return Some(vec![lines(open - 1..end)?]);
        }
        match is_block {
            true => {
                let mut gone = vec![lines(open - 1..close + 2)?, lines(end - 1..end)?];
                let line = Sheet::beside(&unit.file, written(unit, open - 1)?).line();
                let outer = line.trim_start_matches(['\r', '\n']);
                gone.extend(deeper(&unit.file, outer, (gone[0].end, gone[1].start)));
                Some(gone)
            }
            false => Some(vec![self.up_to(unit, open - 1, close + 1)?]),
        }
    }
}

/// The end of an allocation.
struct AllocationEnd {
    /// The token behind its `;`.
    end: usize,
    /// Whether the memory is zero.
    is_zero: bool,
}

/// The end of `malloc(sizeof *t);`, which starts at a token, for a pointer of this name and to this
/// type; `None` if it is something else.
fn allocation_end(
    contents: &Contents<'_>,
    start: usize,
    (name, ty): (&str, &Range<usize>),
) -> Option<AllocationEnd> {
    let unit = contents.unit;
    let mut call = start;
    if word(unit, call) == "(" {
        call = unit.closing(&unit.tokens, call)? + 1;
    }
    let close = unit.closing(&unit.tokens, call + 1)?;
    (word(unit, call + 1) == "(" && word(unit, close + 1) == ";").then_some(())?;
    let spelled = |tokens: Range<usize>| {
        let words = tokens.map(|k| word(unit, k));
        words.collect::<Vec<_>>().join(" ")
    };
    let sizes = contents.facts.allocators.sizes(word(unit, call))?;
    let size = match sizes.factors.as_slice() {
        _ if sizes.is_counted => return None,
        [_] => call + 2,
        [_, _] if spelled(call + 2..call + 4) == "1 ," => call + 4,
        _ => return None,
    };
    let size = spelled(size..close);
    let own = spelled(ty.clone());
    let is_size = size == format!("sizeof * {name}")
        || size == format!("sizeof ( * {name} )")
        || size == format!("sizeof ( {own} )");
    is_size.then_some(AllocationEnd {
        end: close + 2,
        is_zero: sizes.is_zero,
    })
}

/// The blanks by which lines are indented more than others.
fn deeper(file: &SourceFile, outer: &str, (start, end): (u32, u32)) -> Vec<Span> {
    let Some(text) = file.text().get(start as usize..end as usize) else {
        return Vec::new();
    };
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let inner = text.lines().find(|line| !line.trim().is_empty());
    let more = inner.map_or(0, |line| indent(line).saturating_sub(outer.len()));
    let mut found = Vec::new();
    let mut at = start;
    for line in text.split_inclusive('\n') {
        let own = indent(line).saturating_sub(outer.len()).min(more) as u32;
        let first = at + outer.len() as u32;
        if own > 0 && !line.trim().is_empty() {
            found.push(Span::new(first, first + own));
        }
        at += line.len() as u32;
    }
    found
}
