//! Which statements are analysed together: those between `#pragma scop` and `#pragma endscop`, or
//! whole function bodies in a file without such pragmas.

use c::facts::refusal::Refusal;
use c::names::file::{File, Function};
use c::names::symbols::VarId;
use c::syntax::notes::Note;
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::Node;
use source::{Pragma, Unit};
use std::ops::Range;

/// Statements of one function that are analysed together.
#[derive(Debug)]
pub struct RegionText<'p> {
    /// The index of the function.
    pub function: usize,
    /// Consecutive statements of one block.
    pub items: &'p [Node<BlockItem>],
    /// From the first statement to the end of the last, in the unit's text.
    pub range: Range<usize>,
    /// The loop that does not count, if the region is its body.
    pub within: Option<String>,
    /// The reason why that loop is not followed, if its bounds may change.
    pub unsteady: Option<Refusal>,
    /// The arrays to analyse; `None` for all whose first use is in the region.
    pub arrays: Option<Vec<VarId>>,
}

impl RegionText<'_> {
    /// Whether the region analyses an array with these uses.
    pub fn looks_at(&self, id: VarId, uses: &[usize]) -> bool {
        match &self.arrays {
            Some(arrays) => arrays.contains(&id),
            None => {
                let first = uses.iter().min();
                first.is_some_and(|first| self.range.contains(first))
            }
        }
    }
}

/// The pragmas that delimit regions.
struct Marks {
    /// Each text between `#pragma scop` and `#pragma endscop`, with the index of the first pragma.
    pairs: Vec<(Range<usize>, usize)>,
    /// Whether there is such a pragma.
    any: bool,
}

/// The regions of a file in textual order.
pub(crate) fn find<'p>(
    unit: &Unit,
    file: &File<'p>,
    only_pragmas: bool,
    notes: &mut Vec<Note>,
) -> Vec<RegionText<'p>> {
    let marks = marks(unit, notes);
    if !marks.any && !only_pragmas {
        return file
            .functions
            .iter()
            .enumerate()
            .filter_map(|(index, f)| whole_body(index, f))
            .collect();
    }
    let located = marks.pairs.into_iter();
    located
        .filter_map(|(range, pragma)| marked(unit, file, range, &unit.pragmas[pragma], notes))
        .collect()
}

fn whole_body<'p>(index: usize, function: &Function<'p>) -> Option<RegionText<'p>> {
    let Statement::Compound(items) = &function.definition.statement.node else {
        return None;
    };
    Some(RegionText {
        function: index,
        items,
        range: function.base.range(function.definition.statement.span),
        within: None,
        unsteady: None,
        arrays: None,
    })
}

fn marks(unit: &Unit, notes: &mut Vec<Note>) -> Marks {
    let mut open: Option<usize> = None;
    let mut pairs = Vec::new();
    let mut any = false;
    for (index, pragma) in unit.pragmas.iter().enumerate() {
        match pragma.text.trim() {
            "scop" => {
                if let Some(first) = open.replace(index) {
                    notes.push(unterminated(&unit.pragmas[first]));
                }
            }
            "endscop" => match open.take() {
                Some(start) => {
                    pairs.push((unit.pragmas[start].at as usize..pragma.at as usize, start))
                }
                None => notes.push(Note::error(
                    Some(pragma.span),
                    "`#pragma endscop` without `#pragma scop`",
                )),
            },
            _ => continue,
        }
        any = true;
    }
    if let Some(start) = open {
        notes.push(unterminated(&unit.pragmas[start]));
    }
    Marks { pairs, any }
}

fn unterminated(pragma: &Pragma) -> Note {
    Note::error(
        Some(pragma.span),
        "`#pragma scop` without `#pragma endscop`",
    )
}

fn marked<'p>(
    unit: &Unit,
    file: &File<'p>,
    range: Range<usize>,
    pragma: &Pragma,
    notes: &mut Vec<Note>,
) -> Option<RegionText<'p>> {
    let holds = |f: &Function<'_>| {
        let body = f.base.range(f.definition.statement.span);
        body.contains(&range.start) && range.end <= body.end
    };
    let Some(index) = file.functions.iter().position(holds) else {
        let what = "`#pragma scop` is not inside of one function that could be read";
        notes.push(Note::error(Some(pragma.span), what));
        return None;
    };
    let function = &file.functions[index];
    match siblings(function, &function.definition.statement, &range) {
        Some([]) => {
            notes.push(Note::new(
                Some(pragma.span),
                "nothing stands between `#pragma scop` and `#pragma endscop`",
            ));
            None
        }
        Some(items) => Some(RegionText {
            function: index,
            items,
            range,
            within: None,
            unsteady: None,
            arrays: None,
        }),
        None => {
            let end = unit.nearest_span(range.end..range.end + 1);
            let what =
                "`#pragma scop` and `#pragma endscop` do not enclose whole statements of one block";
            notes.push(Note::error(end.or(Some(pragma.span)), what));
            None
        }
    }
}

/// The statements in `range`, if they are consecutive in one block.
fn siblings<'p>(
    function: &Function<'p>,
    statement: &'p Node<Statement>,
    range: &Range<usize>,
) -> Option<&'p [Node<BlockItem>]> {
    let Statement::Compound(items) = &statement.node else {
        return children(&statement.node)
            .into_iter()
            .find_map(|child| descend(function, child, range));
    };
    let place = |item: &Node<BlockItem>| function.base.range(item.span);
    let first = items.partition_point(|item| place(item).end <= range.start);
    let behind = items.partition_point(|item| place(item).start < range.end);
    let inside = items.get(first..behind)?;
    let whole =
        |item: &Node<BlockItem>| range.start <= place(item).start && place(item).end <= range.end;
    match inside {
        [
            Node {
                node: BlockItem::Statement(only),
                ..
            },
        ] if !whole(&inside[0]) => descend(function, only, range),
        _ => inside.iter().all(whole).then_some(inside),
    }
}

fn descend<'p>(
    function: &Function<'p>,
    statement: &'p Node<Statement>,
    range: &Range<usize>,
) -> Option<&'p [Node<BlockItem>]> {
    let place = function.base.range(statement.span);
    let holds = place.start <= range.start && range.end <= place.end;
    holds
        .then(|| siblings(function, statement, range))
        .flatten()
}

fn children(statement: &Statement) -> Vec<&Node<Statement>> {
    match statement {
        Statement::Labeled(node) => vec![&node.node.statement],
        Statement::If(node) => {
            let other = node.node.else_statement.as_deref();
            std::iter::once(&*node.node.then_statement)
                .chain(other)
                .collect()
        }
        Statement::Switch(node) => vec![&node.node.statement],
        Statement::While(node) => vec![&node.node.statement],
        Statement::DoWhile(node) => vec![&node.node.statement],
        Statement::For(node) => vec![&node.node.statement],
        _ => Vec::new(),
    }
}
