//! `#pragma pleat temporary(a, b)`: the user states that nothing outside the region needs the
//! values of these arrays.

use crate::facts::pragmas::bands;
use crate::facts::pragmas::own::{arguments, is_own};
use crate::names::file::{File, Function, ObjectOf};
use crate::names::symbols::{Origin, VarId};
use crate::names::types::Type;
use crate::syntax::notes::Note;
use source::{Pragma, TokenKind, Unit, Word};
use std::collections::HashSet;

/// The arrays that the pragmas of a file name.
#[derive(Debug, Default)]
pub(crate) struct Promises {
    /// Parameters: function and object.
    pub parameters: HashSet<ObjectOf>,
    /// Objects at file scope.
    pub globals: HashSet<usize>,
}

impl Promises {
    /// Reads all of them. Names without a meaning are noted.
    pub(crate) fn read(unit: &Unit, file: &File<'_>, notes: &mut Vec<Note>) -> Self {
        let mut promises = Promises::default();
        let own = unit.pragmas.iter().filter(|p| is_own(&p.text));
        for pragma in own.filter(|p| bands::argument(&p.text).is_none()) {
            let Some(names) = names(&pragma.text) else {
                let what = format!(
                    "`#pragma {}` is not understood; there are `#pragma pleat temporary(a, b)` and \
                     `#pragma pleat tilable(2)`",
                    pragma.text
                );
                notes.push(Note::warning(Some(pragma.span), what));
                continue;
            };
            let function = function_of(unit, file, pragma);
            for name in names {
                if !promises.add(file, function, &name) {
                    let what = format!(
                        "`#pragma pleat temporary` names `{name}`, which is no array or pointer here"
                    );
                    notes.push(Note::warning(Some(pragma.span), what));
                }
            }
        }
        promises
    }

    /// Adds the array that a name means in a function, or else at file scope. Returns whether it
    /// means an array.
    fn add(&mut self, file: &File<'_>, function: Option<usize>, name: &str) -> bool {
        let is_array = |ty: &Type| matches!(ty, Type::Array(_) | Type::Pointer(_));
        if let Some(index) = function {
            let variables = file.functions[index].symbols.variables.iter().enumerate();
            let mut own = variables.filter(|(_, v)| {
                v.name == name
                    && is_array(&v.declared_type)
                    && !matches!(v.origin, Origin::Global(_))
            });
            if let Some((id, variable)) = own.next() {
                if variable.origin == Origin::Parameter {
                    self.parameters.insert((index, VarId(id)));
                }
                return true;
            }
        }
        let globals = file.globals.iter().enumerate();
        let named = globals.filter(|(_, g)| g.name == name && is_array(&g.ty));
        let named: Vec<usize> = named.map(|(index, _)| index).collect();
        self.globals.extend(&named);
        !named.is_empty()
    }
}

/// The names in `pleat temporary(a, b)`.
fn names(text: &str) -> Option<Vec<String>> {
    let words = arguments(text, "temporary")?;
    let is_name = |word: &Word| matches!(word.kind, TokenKind::Identifier | TokenKind::Number);
    let lists = words.split(|word| word.text == ",");
    let only = |list: &[Word]| match list {
        [name] if is_name(name) => Some(name.text.clone()),
        _ => None,
    };
    lists.map(only).collect()
}

/// The function that contains a pragma or directly follows it.
fn function_of(unit: &Unit, file: &File<'_>, pragma: &Pragma) -> Option<usize> {
    let at = unit.declarations.partition_point(|d| d.at.end <= pragma.at);
    let declaration = unit.declarations.get(at)?;
    let holds = |f: &Function<'_>| {
        let body = f.range().end;
        declaration.at.start as usize <= f.name_at && body <= declaration.at.end as usize
    };
    file.functions.iter().position(holds)
}
