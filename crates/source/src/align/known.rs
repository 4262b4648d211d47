//! Other texts of a file whose listing is known: the lines of the file are expanded here, and the
//! compiler is not asked again.

use crate::align::walk::Inputs;
use crate::align::{active_lines, walked};
use crate::compiler::flags::Flags;
use crate::compiler::listing::{Event, Listed, Listing};
use crate::lines::numbering::Numbering;
use crate::text::file::SourceFile;
use crate::tokens::layout::{Layout, LineKind};
use crate::tokens::symbols::{Symbol, Symbols};
use crate::unit::Unit;
use crate::unit::known::{Known, KnownDirective};
use std::sync::Arc;

/// Pragmas that change macros.
const MACRO_PRAGMAS: [&str; 2] = ["push_macro", "pop_macro"];

/// What is known of a file from its listing. `None` if the compiler decides more than macros say.
pub(crate) fn known(
    unit: &Unit,
    (layout, listing): (&Layout, Listing),
    mut symbols: Symbols,
    flags: &Flags,
) -> Option<Known> {
    if !unit.notes.is_empty() || changes_macros(layout, &symbols) {
        return None;
    }
    let active = active_lines(layout, &listing);
    let lines = directives(layout);
    let directive = |(at, &line): (usize, &usize)| {
        let end = lines.get(at + 1).copied().unwrap_or(layout.kinds.len());
        let is_group = matches!(layout.kinds[line], LineKind::If | LineKind::Else);
        let own = (!is_group).then_some(active[line]);
        KnownDirective {
            kind: layout.kinds[line],
            tokens: spelled(layout, line),
            is_active: active[line],
            is_text_active: active[line + 1..end].first().copied().or(own),
        }
    };
    let directives = lines.iter().enumerate().map(directive).collect();
    let builtins = unit.tokens.iter().filter_map(|token| {
        let name = token.builtin.filter(|name| Known::is_constant(name))?;
        Some((name, (symbols.intern(unit.token_text(token)), token.kind)))
    });
    Some(Known {
        flags: flags.clone(),
        exports: unit.exports,
        directives,
        builtins: builtins.collect(),
        listing: outside(listing, layout, &lines)?,
        symbols,
    })
}

/// The listing without the tokens of the main file; its events name directives by their numbers.
fn outside(listing: Listing, layout: &Layout, directives: &[usize]) -> Option<Listing> {
    let is_outside = |token: &Listed| token.line == 0;
    let mut before = Vec::with_capacity(listing.tokens.len() + 1);
    let mut count = 0;
    for token in &listing.tokens {
        before.push(count);
        count += usize::from(is_outside(token));
    }
    before.push(count);
    let event = |event: Event| {
        let line = match event.line {
            0 => 0,
            line => {
                let line = layout.line_at(line)?;
                directives.binary_search(&line).ok()? as u32 + 1
            }
        };
        Some(Event {
            before: before[event.before],
            line,
            ..event
        })
    };
    Some(Listing {
        events: listing
            .events
            .into_iter()
            .map(event)
            .collect::<Option<_>>()?,
        tokens: listing.tokens.into_iter().filter(is_outside).collect(),
    })
}

/// Makes the unit of another text of a file. `None` if only the compiler knows its tokens: the
/// directives are others, or it uses macros as `__COUNTER__`.
pub(crate) fn align_known(
    file: SourceFile,
    layout: &Layout,
    known: &Known,
    symbols: &mut Symbols,
) -> Option<Unit> {
    let lines = directives(layout);
    let are_same = lines.len() == known.directives.len() && { lines.iter().zip(&known.directives) }
        .all(|(line, known)| is_same(layout, *line, known));
    if !are_same || changes_macros(layout, symbols) {
        return None;
    }
    let active = activity(layout, &lines, known)?;
    let number = |at: u32| match at {
        0 => 0,
        at => layout.lexing.lines[lines[at as usize - 1]].number,
    };
    let events = known.listing.events.iter().map(|event| Event {
        line: number(event.line),
        ..event.clone()
    });
    let listing = Listing {
        events: events.collect(),
        tokens: known.listing.tokens.clone(),
    };
    let inputs = Inputs {
        layout,
        listing: &listing,
        active: &active,
        numbering: Arc::new(Numbering::new(&file, layout, &active, symbols)),
        builtins: Some(&known.builtins),
    };
    let (unit, is_explained) = walked(file, &inputs, symbols);
    is_explained.then_some(unit)
}

/// For each line of another text, whether the compiler sees it.
fn activity(layout: &Layout, directives: &[usize], known: &Known) -> Option<Vec<bool>> {
    let mut text = Some(true);
    let mut next = directives.iter().zip(&known.directives).peekable();
    let active = (0..layout.kinds.len()).map(|line| {
        if let Some((_, directive)) = next.next_if(|(at, _)| **at == line) {
            text = directive.is_text_active;
            return Some(directive.is_active);
        }
        text
    });
    active.collect()
}

/// The lines with directives that are no pragmas.
fn directives(layout: &Layout) -> Vec<usize> {
    let is_other = |line: &usize| !matches!(layout.kinds[*line], LineKind::Text | LineKind::Pragma);
    (0..layout.kinds.len()).filter(is_other).collect()
}

fn spelled(layout: &Layout, line: usize) -> Vec<Symbol> {
    layout
        .tokens(line)
        .iter()
        .map(|token| token.symbol)
        .collect()
}

/// Whether a line is a directive that is known, up to the body of a macro.
fn is_same(layout: &Layout, line: usize, known: &KnownDirective) -> bool {
    let tokens = layout.tokens(line).iter().map(|token| token.symbol);
    let count = match known.kind {
        LineKind::Define => 3,
        _ => usize::MAX,
    };
    layout.kinds[line] == known.kind
        && tokens
            .take(count)
            .eq(known.tokens.iter().copied().take(count))
}

fn changes_macros(layout: &Layout, symbols: &Symbols) -> bool {
    let mut pragmas =
        (0..layout.kinds.len()).filter(|line| layout.kinds[*line] == LineKind::Pragma);
    pragmas.any(|line| {
        let mut tokens = layout.tokens(line).iter();
        tokens.any(|token| MACRO_PRAGMAS.contains(&symbols.text(token.symbol)))
    })
}
