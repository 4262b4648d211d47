//! Calls that return a structure as the statements of the function:
//!
//! ```c
//! Image t = image_new(w, h);      Image t;
//!                                 t.w = w;
//!                                 t.px = malloc(w * h);
//! ```

use super::definition::{begins_statement, word};
use super::uses::{body, names, written, written_range};
use crate::inline::{Inlined, InlinedCall, may_move};
use c::Contents;
use c::names::file::Function;
use c::names::symbols::Origin;
use c::names::types::Type;
use print::indented;
use source::layout::indent_of;
use source::{Edit, Edits, Span, TokenKind, Unit};
use std::ops::Range;

/// The edits that replace declarations `T t = f(a);` in one function.
pub fn constructors_inlined(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    if !super::has_loop(&function.definition.statement) {
        return inlined;
    }
    let body = body(contents.unit, function);
    for call in body.filter_map(|at| Call::at(contents, function, at)) {
        if let Some(edit) = call.edit()
            && inlined.edits.insert(edit).is_ok()
        {
            inlined.calls.push(InlinedCall {
                function: call.callee.name.clone(),
                at: call.span,
            });
        }
    }
    inlined
}

/// `T t = f(a, b);`
struct Call<'a, 'p> {
    unit: &'a Unit,
    callee: &'a Function<'p>,
    /// The type, as tokens.
    ty: Range<usize>,
    name: &'a str,
    /// The whole declaration.
    span: Span,
    arguments: Vec<String>,
}

impl<'a, 'p> Call<'a, 'p> {
    fn at(contents: &'a Contents<'p>, caller: &Function<'p>, start: usize) -> Option<Self> {
        let unit = contents.unit;
        begins_statement(unit, start).then_some(())?;
        let named = start + usize::from(word(unit, start) == "struct");
        let name = named + 1;
        let is_call = word(unit, name + 1) == "="
            && unit.tokens.get(name + 2)?.kind == TokenKind::Identifier
            && word(unit, name + 3) == "(";
        is_call.then_some(())?;
        let (callee, _) = contents
            .facts
            .callee(&contents.file, word(unit, name + 2))?;
        let close = unit.closing(&unit.tokens, name + 3)?;
        let is_fit = matches!(callee.returns, Type::Record(_))
            && word(unit, close + 1) == ";"
            && callee.name_at != caller.name_at
            && may_move(contents, callee, caller);
        is_fit.then_some(())?;
        let arguments = arguments(unit, name + 4..close)?;
        (arguments.len() == callee.symbols.parameters.len()).then_some(())?;
        Some(Call {
            unit,
            callee,
            ty: start..name,
            name: word(unit, name),
            span: written_range(unit, start..close + 2)?,
            arguments,
        })
    }

    fn edit(&self) -> Option<Edit> {
        let unit = self.unit;
        let body = body(unit, self.callee);
        let inner = body.start + 1..body.end - 1;
        let end = inner.end.checked_sub(1).filter(|k| word(unit, *k) == ";")?;
        let last = (inner.start..end)
            .rev()
            .find(|k| word(unit, *k) == "return")?;
        let is_single = inner.clone().filter(|k| word(unit, *k) == "return").count() == 1;
        let is_plain = is_single
            && !self.callee.symbols.has_gotos()
            && !unit.holds_directive(written_range(unit, body.clone())?)
            && begins_statement(unit, last);
        is_plain.then_some(())?;
        let mut edits = Edits::default();
        self.pass(&mut edits, &body)?;
        let text = match word(unit, last + 1) {
            "(" if last == inner.start => self.literal(last + 1, end, &edits)?,
            own if end == last + 2 => self.statements(own, &inner, last, edits)?,
            _ => return None,
        };
        let from = indent_of(&unit.file, written(unit, inner.start)?);
        let to = indent_of(&unit.file, self.span);
        let text = indented(&text, &from, &to);
        (!text.contains("//") && !text.contains("/*")).then_some(Edit {
            span: self.span,
            text,
        })
    }

    /// Puts the arguments in the places of the parameters.
    fn pass(&self, edits: &mut Edits, body: &Range<usize>) -> Option<()> {
        let symbols = &self.callee.symbols;
        for (id, argument) in symbols.parameters.iter().zip(&self.arguments) {
            let parameter = symbols.variable((*id)?);
            let is_fit = parameter.writes.is_empty() && !parameter.address_taken;
            is_fit.then_some(())?;
            for span in names(self.unit, body.clone(), &parameter.name)? {
                let text = argument.clone();
                edits.insert(Edit { span, text }).ok()?;
            }
        }
        Some(())
    }

    /// `return (T){ a, b };`
    fn literal(&self, open: usize, end: usize, edits: &Edits) -> Option<String> {
        let brace = self.unit.closing(&self.unit.tokens, open)? + 1;
        (word(self.unit, brace) == "{").then_some(())?;
        (self.unit.closing(&self.unit.tokens, brace)? + 1 == end).then_some(())?;
        let value = written_range(self.unit, brace..end)?;
        let value = edited(self.unit, value, edits)?;
        Some(format!("{} {} = {value};", self.ty(), self.name))
    }

    /// The statements before `return t;`, of which the first one declares `t`.
    fn statements(
        &self,
        own: &str,
        inner: &Range<usize>,
        last: usize,
        mut edits: Edits,
    ) -> Option<String> {
        let symbols = &self.callee.symbols;
        let is_local = |v: &&c::names::symbols::Variable<'_>| v.origin == Origin::Local;
        let mut locals = symbols.variables.iter().filter(is_local);
        let is_own = |name: &str| name == own || name.starts_with(&format!("{own}___"));
        let is_only = locals.all(|v| is_own(&v.name));
        let named = inner.start + usize::from(word(self.unit, inner.start) == "struct");
        let is_first =
            word(self.unit, named + 1) == own && matches!(word(self.unit, named + 2), ";" | "=");
        (is_only && is_first).then_some(())?;
        for span in names(self.unit, inner.start..last, own)? {
            let text = self.name.to_string();
            edits.insert(Edit { span, text }).ok()?;
        }
        let span = written_range(self.unit, inner.start..last)?;
        edited(self.unit, span, &edits)
    }

    fn ty(&self) -> String {
        let words = self.ty.clone().map(|k| word(self.unit, k));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// A piece of the file with some edits, without blanks at its ends.
pub(super) fn edited(unit: &Unit, span: Span, edits: &Edits) -> Option<String> {
    let mut own = Edits::default();
    for edit in edits.iter().filter(|edit| span.contains(edit.span)) {
        let moved = Span::new(edit.span.start - span.start, edit.span.end - span.start);
        let text = edit.text.clone();
        own.insert(Edit { span: moved, text }).ok()?;
    }
    let bytes = own.apply(unit.file.bytes_of(span));
    let text = String::from_utf8(bytes).ok()?;
    let lines = text
        .split_inclusive('\n')
        .filter(|line| !line.trim().is_empty());
    Some(lines.collect::<String>().trim().to_string())
}

/// The texts of arguments that may be written several times.
fn arguments(unit: &Unit, tokens: Range<usize>) -> Option<Vec<String>> {
    let mut all = vec![Vec::new()];
    for k in tokens {
        let is_operand = matches!(
            unit.tokens[k].kind,
            TokenKind::Identifier | TokenKind::Number
        );
        match word(unit, k) {
            "," => all.push(Vec::new()),
            word if is_operand || matches!(word, "." | "->" | "*" | "/" | "+" | "-") => {
                all.last_mut()?.push((word, is_operand));
            }
            _ => return None,
        }
    }
    let text = |words: &Vec<(&str, bool)>| {
        let is_member = words
            .iter()
            .all(|(w, is_operand)| *is_operand || matches!(*w, "." | "->"));
        let mut text = String::new();
        for (word, is_operand) in words {
            match *is_operand || matches!(*word, "." | "->") {
                true => text.push_str(word),
                false => text.push_str(&format!(" {word} ")),
            }
        }
        match is_member {
            true => text,
            false => format!("({text})"),
        }
    };
    let all: Vec<String> = all.iter().map(text).collect();
    Some(all.into_iter().filter(|text| !text.is_empty()).collect())
}
