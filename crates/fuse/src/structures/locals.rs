//! The members of local structures.

use super::definition::{Member, begins_statement, is_null, members, word};
use super::names::NewNames;
use super::parameters::{Renamed, is_named_once};
use super::uses::{Use, body, uses, written, written_range};
use c::names::file::Function;
use c::names::symbols::Origin;
use c::names::types::member_type;
use print::{Sheet, with_line, with_lines};
use source::{Edit, Span, TokenKind, Unit};
use std::ops::Range;

/// What is written for the members of local structures.
#[derive(Default)]
pub(super) struct Written {
    pub(super) edits: Vec<Edit>,
    /// Text that goes, with the edits in it.
    pub(super) gone: Vec<Span>,
}

/// Declares the members of local structures that are only used member by member.
pub(super) fn renamed(
    unit: &Unit,
    function: &Function<'_>,
    parameters: &Renamed,
    names: &mut NewNames,
) -> Written {
    let mut written = Written::default();
    for local in Local::all(unit, function) {
        let writer = Writer {
            unit,
            function,
            parameters,
            local: &local,
        };
        if let Some(own) = writer.written(names) {
            written.edits.extend(own.edits);
            written.gone.extend(own.gone);
        }
    }
    written
}

/// `T t;` or `T t = { a, b };`
pub(super) struct Local {
    pub(super) name: String,
    /// Its declaration as tokens, with the `;`.
    pub(super) declaration: Range<usize>,
    /// The initial values as tokens, in the order of the members; `None` for zero.
    initial: Option<Vec<Option<Range<usize>>>>,
    members: Vec<Option<Member>>,
    uses: Vec<Use>,
    /// Statements as tokens that set a member which nothing reads afterwards: `t.px = NULL;` behind
    /// `free`. Their uses are not among the others.
    stale: Vec<Range<usize>>,
}

impl Local {
    fn all(unit: &Unit, function: &Function<'_>) -> Vec<Self> {
        let body = body(unit, function);
        let starts = body.clone().skip(1);
        let starts = starts.filter(|k| begins_statement(unit, *k));
        let found = starts.filter_map(|start| Local::at(unit, &body, start));
        let found = found.filter(|l| is_named_once(function, &l.name));
        found.map(|l| l.without_stale(unit, function)).collect()
    }

    /// The same without what is set last, and only computes.
    fn without_stale(mut self, unit: &Unit, function: &Function<'_>) -> Self {
        if function.symbols.has_gotos() {
            return self;
        }
        for member in self.members.iter().flatten() {
            while let Some((last, _)) = self.uses_of(member).last()
                && let Some(statement) = assigned(unit, function, &self.declaration, last)
                && only_computes(unit, statement.start + 4..statement.end - 1)
            {
                let at = last.index;
                self.uses.retain(|u| u.index != at);
                self.stale.push(statement);
            }
        }
        self
    }

    fn at(unit: &Unit, body: &Range<usize>, start: usize) -> Option<Self> {
        let is_tag = word(unit, start) == "struct";
        let named = start + usize::from(is_tag);
        let is_name = |k: usize| unit.tokens[k].kind == TokenKind::Identifier;
        (named + 2 < body.end && is_name(named) && is_name(named + 1)).then_some(())?;
        let name = word(unit, named + 1).to_string();
        let members = members(unit, is_tag, word(unit, named))?;
        let (end, initial) = match (word(unit, named + 2), word(unit, named + 3)) {
            (";", _) => (named + 2, None),
            ("=", "{") => {
                let close = unit.closing(&unit.tokens, named + 3)?;
                (close + 1, Some(values(unit, named + 4..close, &members)?))
            }
            _ => return None,
        };
        (word(unit, end) == ";").then_some(())?;
        let uses = uses(unit, body.clone(), &name)?;
        let uses: Vec<Use> = uses.into_iter().filter(|u| u.index != named + 1).collect();
        let is_known = |u: &Use| u.member.is_some() && u.is_of(&members);
        let is_zero = |tokens: &Range<usize>| tokens.len() == 1 && word(unit, tokens.start) == "0";
        let fits = initial.as_ref().is_none_or(|all| {
            let mut arrays = members.iter().zip(all);
            let is_fit = |m: &Option<Member>| m.as_ref().is_none_or(|m| !m.is_array());
            arrays.all(|(m, value)| is_fit(m) || value.as_ref().is_none_or(is_zero))
        });
        let are_known = initial.is_none() || members.iter().all(Option::is_some);
        (fits && are_known && uses.iter().all(is_known)).then_some(Local {
            name,
            declaration: start..end + 1,
            initial,
            members,
            uses,
            stale: Vec::new(),
        })
    }

    fn uses_of<'a>(&'a self, member: &'a Member) -> impl Iterator<Item = (&'a Use, Span)> {
        self.uses.iter().filter_map(|u| {
            let (name, span) = u.member.as_ref()?;
            (*name == member.name).then_some((u, *span))
        })
    }
}

/// The values of members in an initialiser; `None` if it is not understood.
fn values(
    unit: &Unit,
    tokens: Range<usize>,
    members: &[Option<Member>],
) -> Option<Vec<Option<Range<usize>>>> {
    let mut all: Vec<Option<Range<usize>>> = vec![None; members.len()];
    for (at, piece) in split(unit, tokens, ",").into_iter().enumerate() {
        let (at, value) = match word(unit, piece.start) {
            "." if word(unit, piece.start + 2) == "=" => {
                let name = word(unit, piece.start + 1);
                let is_own = |m: &Option<Member>| m.as_ref().is_some_and(|m| m.name == name);
                (members.iter().position(is_own)?, piece.start + 3..piece.end)
            }
            _ => (at, piece),
        };
        is_plain(unit, &value).then_some(())?;
        *all.get_mut(at)? = Some(value);
    }
    Some(all)
}

/// Whether a piece of an initialiser is a value.
fn is_plain(unit: &Unit, piece: &Range<usize>) -> bool {
    !piece.is_empty() && !matches!(word(unit, piece.start), "." | "{" | "[")
}

/// Whether a value is `NULL`, or a sum or product of names and numbers.
fn only_computes(unit: &Unit, value: Range<usize>) -> bool {
    let is_plain = |k: usize| {
        let is_operand = unit.tokens[k].kind != TokenKind::Punctuator;
        is_operand || matches!(word(unit, k), "+" | "-" | "*" | "/")
    };
    is_null(unit, value.clone()) || value.into_iter().all(is_plain)
}

/// The pieces between commas; `None` if one is designated, or there is none.
fn pieces(unit: &Unit, tokens: Range<usize>) -> Option<Vec<Range<usize>>> {
    let all = split(unit, tokens, ",");
    all.iter().all(|piece| is_plain(unit, piece)).then_some(all)
}

/// The pieces between commas, or other words.
pub(super) fn split(unit: &Unit, tokens: Range<usize>, separator: &str) -> Vec<Range<usize>> {
    let mut depth = 0_i32;
    let mut start = tokens.start;
    let mut all = Vec::new();
    for k in tokens.clone() {
        match word(unit, k) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            word if word == separator && depth == 0 => {
                all.push(start..k);
                start = k + 1;
            }
            _ => {}
        }
    }
    if start < tokens.end {
        all.push(start..tokens.end);
    }
    all
}

/// Where a member gets its first value.
#[derive(Clone)]
struct First {
    /// The value as tokens.
    value: Range<usize>,
    /// The assignment, if it is one.
    statement: Option<Range<usize>>,
}

struct Writer<'a, 'p> {
    unit: &'a Unit,
    function: &'a Function<'p>,
    parameters: &'a Renamed,
    local: &'a Local,
}

impl Writer<'_, '_> {
    fn written(&self, names: &mut NewNames) -> Option<Written> {
        let mut out = Written::default();
        for statement in &self.local.stale {
            out.gone.push(written_range(self.unit, statement.clone())?);
        }
        let place = written(self.unit, self.local.declaration.start)?;
        let sheet = Sheet::beside(&self.unit.file, place);
        // Declarations in the place of that of the structure: text, or a value with text before it.
        let mut lines: Vec<(String, Option<Range<usize>>)> = Vec::new();
        for (index, member) in self.local.members.iter().enumerate() {
            let Some(member) = member else { continue };
            let mut first = self.first(index, member);
            let is_used = self.local.uses_of(member).next().is_some();
            if !is_used && first.as_ref().is_none_or(|first| self.is_idle(first)) {
                continue;
            }
            if let Some(statement) = first.as_ref().and_then(|first| self.unread(member, first)) {
                out.gone.push(written_range(self.unit, statement)?);
                continue;
            }
            let alias = { first.clone() }
                .into_iter()
                .chain(self.set_once(member))
                .find_map(|set| Some((self.alias(member, &set)?, set)));
            let name = match &alias {
                Some((name, _)) => name.clone(),
                None => {
                    let text = format!("{}.{}", self.local.name, member.name);
                    names.member(&self.local.name, &member.name, &text)
                }
            };
            let mut declared = member.declared(&name);
            if member.is_array() {
                match (self.has_static_arrays(), first.is_some()) {
                    (true, _) => declared = format!("static {declared}"),
                    (false, true) => declared.push_str(" = { 0 }"),
                    (false, false) => {}
                }
                first = None;
            } else if first.is_none() && self.local.initial.is_some() {
                declared.push_str(" = 0");
            }
            match (first, alias) {
                (_, Some((_, set))) => {
                    if let Some(statement) = set.statement {
                        out.gone.push(written_range(self.unit, statement)?);
                    }
                }
                (Some(first), None) => match &first.statement {
                    Some(statement) => out.edits.push(Edit {
                        span: Span::at(written(self.unit, statement.start)?.start),
                        text: declared[..declared.len() - name.len()].to_string(),
                    }),
                    None => lines.push((format!("{declared} = "), Some(first.value))),
                },
                (None, None) => lines.push((declared, None)),
            }
            let places = self.local.uses_of(member).map(|(_, span)| Edit {
                span,
                text: name.clone(),
            });
            out.edits.extend(places);
        }
        out.gone = with_lines(&self.unit.file, std::mem::take(&mut out.gone));
        self.declaration(lines, &sheet.line(), &mut out)?;
        let gone = out.gone.clone();
        // What is written directly behind stays.
        let goes = |e: &Edit| { gone.iter() }.any(|g| g.contains(e.span) && e.span.start < g.end);
        out.edits.retain(|e| !goes(e));
        Some(out)
    }

    fn has_static_arrays(&self) -> bool {
        has_static_arrays(self.unit, self.function, self.local.declaration.start)
    }

    /// The statement that sets a number which nothing reads, if it only computes.
    fn unread(&self, member: &Member, first: &First) -> Option<Range<usize>> {
        let is_unread = self.local.uses_of(member).count() == 1 && !member.is_pointer();
        let statement = first.statement.clone()?;
        (is_unread && only_computes(self.unit, first.value.clone())).then_some(statement)
    }

    /// Whether the computation of a value does nothing: it is a number.
    fn is_idle(&self, first: &First) -> bool {
        let mut tokens = self.unit.tokens[first.value.clone()].iter();
        first.statement.is_none() && tokens.all(|token| token.kind == TokenKind::Number)
    }

    /// Writes the declarations around the values that are in the text already.
    fn declaration(
        &self,
        lines: Vec<(String, Option<Range<usize>>)>,
        separator: &str,
        out: &mut Written,
    ) -> Option<()> {
        let whole = written_range(self.unit, self.local.declaration.clone())?;
        if lines.is_empty() {
            out.gone
                .push(self.with_blank_line(with_line(&self.unit.file, whole)));
            return Some(());
        }
        let mut start = whole.start;
        let mut text = String::new();
        for (index, (line, value)) in lines.into_iter().enumerate() {
            if index > 0 {
                text.push(';');
                text.push_str(separator);
            }
            text.push_str(&line);
            if let Some(value) = value {
                let value = written_range(self.unit, value)?;
                let span = Span::new(start, value.start);
                out.edits.push(Edit {
                    span,
                    text: std::mem::take(&mut text),
                });
                start = value.end;
            }
        }
        text.push(';');
        let span = Span::new(start, whole.end);
        out.edits.push(Edit { span, text });
        Some(())
    }

    /// Lines that begin a block, with the empty line after them.
    fn with_blank_line(&self, lines: Span) -> Span {
        let begins = word(self.unit, self.local.declaration.start - 1) == "{";
        let rest = &self.unit.file.bytes[lines.end as usize..];
        let blank = rest.iter().position(|b| *b == b'\n').map_or(0, |k| k + 1);
        match begins && blank > 0 && rest[..blank].trim_ascii().is_empty() {
            true => Span::new(lines.start, lines.end + blank as u32),
            false => lines,
        }
    }

    /// Where a member gets its first value, if that is where it can be declared.
    fn first(&self, index: usize, member: &Member) -> Option<First> {
        if let Some(values) = &self.local.initial
            && let Some(value) = values.get(index)?
            && !(member.is_pointer() && is_null(self.unit, value.clone()))
        {
            let first = First {
                value: value.clone(),
                statement: None,
            };
            // A number that is set again before anything reads it is none.
            let is_set = self.is_idle(&first) && !self.function.symbols.has_gotos();
            let later = self.set_once(member).filter(|_| is_set);
            return later.or(Some(first));
        }
        if self.function.symbols.has_gotos() {
            return None;
        }
        self.set_once(member)
    }

    /// The statement that sets a member first, if it is in the block of the declaration.
    fn set_once(&self, member: &Member) -> Option<First> {
        let (first, _) = self.local.uses_of(member).next()?;
        let statement = assigned(self.unit, self.function, &self.local.declaration, first)?;
        Some(First {
            value: statement.start + 4..statement.end - 1,
            statement: Some(statement),
        })
    }

    /// An object of the same type that has the same value throughout.
    fn alias(&self, member: &Member, first: &First) -> Option<String> {
        let changes = self.local.uses_of(member).filter(|(u, _)| u.is_changed);
        let own = usize::from(first.statement.is_some());
        (!member.is_pointer() && changes.count() == own).then_some(())?;
        let span = written_range(self.unit, first.value.clone())?;
        if let Some((_, other, name)) = self.parameters.at(span) {
            return other.is_like(member).then(|| name.clone());
        }
        same_object(
            (self.unit, self.function),
            (&self.local.name, member),
            first.value.clone(),
            self.local.uses_of(member).map(|(u, _)| u),
        )
    }
}

/// The object that is a member's value, if it has the type of the member of this structure and one
/// value, and the uses of the member see it.
pub(super) fn same_object<'u>(
    (unit, function): (&Unit, &Function<'_>),
    (structure, member): (&str, &Member),
    value: Range<usize>,
    mut uses: impl Iterator<Item = &'u Use>,
) -> Option<String> {
    let at = unit.tokens[value.start].at.start as usize;
    let symbols = &function.symbols;
    let id = symbols.variable_at(at).filter(|_| value.len() == 1)?;
    let variable = symbols.variable(id);
    let structure = symbols.objects().find(|(_, v)| v.name == structure)?.1;
    let writes = usize::from(variable.initializer.is_some());
    let is_kept = !matches!(variable.origin, Origin::Global(_))
        && variable.writes.len() == writes
        && (writes == 1 || variable.origin == Origin::Parameter)
        && !variable.address_taken
        && member_type(&structure.declared_type, &member.name) == variable.declared_type;
    let is_seen = uses.all(|u| {
        let at = unit.tokens[u.index].at.start as usize;
        symbols.visible(&variable.name, at) == Some(id)
    });
    (is_kept && is_seen).then(|| variable.name.clone())
}

/// The statement `t.w = e;` that is the first use of a member, if it may declare it instead.
pub(super) fn assigned(
    unit: &Unit,
    function: &Function<'_>,
    declaration: &Range<usize>,
    first: &Use,
) -> Option<Range<usize>> {
    let at = first.index;
    let is_statement = first.is_changed
        && word(unit, at + 3) == "="
        && begins_statement(unit, at)
        && unit.dialect.is_c99()
        && depth(unit, function, at) == depth(unit, function, declaration.start);
    is_statement.then_some(())?;
    let end = (at..unit.tokens.len()).find(|k| word(unit, *k) == ";")?;
    // A declaration would go on behind a comma.
    let is_alone = pieces(unit, at + 4..end).is_some_and(|all| all.len() == 1);
    is_alone.then_some(at..end + 1)
}

/// The number of braces around a token.
fn depth(unit: &Unit, function: &Function<'_>, at: usize) -> i32 {
    let body = body(unit, function);
    let step = |k: usize| match word(unit, k) {
        "{" => 1,
        "}" => -1,
        _ => 0,
    };
    (body.start..at).map(step).sum()
}

/// Whether arrays that are declared here are better `static`: the program executes this once, and
/// they may be too large for the stack.
pub(super) fn has_static_arrays(unit: &Unit, function: &Function<'_>, at: usize) -> bool {
    function.name == "main" && depth(unit, function, at) == 1
}
