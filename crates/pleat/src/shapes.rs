//! Arrays whose shape a typedef names, as if their declarations had it: `static double psi[NY][NX]`
//! for `static Field psi`.
//!
//! ```text
//! file --spell--> text with shapes --all other passes--> new text --restore--> new text
//! ```
//!
//! Declarations that are the same in the new text get the typedef back. The types of objects in
//! both texts are compared, and the restored text, spelled again, must be the new text.

use crate::engine::{Judgement, Name, New, Next, Pass, State};
use crate::text::Version;
use c::names::types::Type;
use source::{Edits, Flags, PreprocessError, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Makes the pass.
pub(crate) const SHAPES: New = || Box::new(Shapes::default());

#[derive(Default)]
struct Shapes {
    /// The present text, if the file has such arrays.
    spelled: Option<Spelled>,
}

/// A text as it is spelled, and as the user writes it.
type Texts = (String, String);

/// A declaration, or all objects that are declared with a type.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Declared {
    of: Texts,
    /// One of them follows the type.
    declarators: Vec<Texts>,
    /// Whether more of them may follow.
    is_list: bool,
}

/// A text with the shapes of typedefs in declarations.
struct Spelled {
    text: Arc<Version>,
    /// From the user's file to it.
    edits: Edits,
    declarations: BTreeSet<Declared>,
}

impl Pass for Shapes {
    fn name(&self) -> Name {
        Name::Shapes
    }

    fn last(&self) -> Name {
        Name::Share
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        self.spelled = spelled(&state.text, state.flags)?;
        if let Some(spelled) = &self.spelled {
            state.text = Arc::clone(&spelled.text);
        }
        Ok(Next::Continue)
    }

    fn judge(
        &mut self,
        state: &mut State<'_>,
        before: &Arc<Version>,
    ) -> Result<Judgement, PreprocessError> {
        if let Some(spelled) = self.spelled.take() {
            let folded = &state.folded;
            let bytes = match folded.bytes == spelled.text.unit().file.bytes {
                true => before.unit().file.bytes.clone(),
                false => spelled.restored(&folded.bytes, state.flags)?,
            };
            state.put_before(&spelled.edits, &before.unit().file);
            state.folded.bytes = bytes;
        }
        Ok(Judgement::Accepted)
    }
}

/// The text with the shapes of typedefs, if it has such typedefs and declares the same types.
fn spelled(before: &Version, flags: &Flags) -> Result<Option<Spelled>, PreprocessError> {
    let mut edits = Edits::default();
    let mut places = Vec::new();
    for own in fuse::shapes_spelled(before.program().contents()) {
        let mut all = edits.clone();
        if { own.edits.iter() }.all(|edit| all.insert(edit.clone()).is_ok()) {
            edits = all;
            places.push(own);
        }
    }
    if edits.is_empty() {
        return Ok(None);
    }
    let text = before.edited(&edits, flags)?;
    if !source::is_edited(before.unit(), text.unit(), &edits) || types(before) != types(&text) {
        return Ok(None);
    }
    let texts = |place: &Span| {
        let old = before.unit().file.slice(*place).into_owned();
        let new = text.unit().file.slice(edits.new_span(*place));
        // What is inserted at a place is before it.
        let open = if old.starts_with('*') { "(" } else { "" };
        (format!("{open}{new}"), old)
    };
    let mut declarations = BTreeSet::new();
    let mut lists: BTreeMap<Texts, BTreeSet<Texts>> = BTreeMap::new();
    for own in &places {
        let (of, declarators) = (texts(&own.name), own.declarators.iter().map(texts));
        match own.is_list {
            true => lists.entry(of).or_default().extend(declarators),
            false => drop(declarations.insert(Declared {
                of,
                declarators: declarators.collect(),
                is_list: false,
            })),
        }
    }
    declarations.extend(lists.into_iter().map(|(of, declarators)| Declared {
        of,
        declarators: declarators.into_iter().collect(),
        is_list: true,
    }));
    Ok(Some(Spelled {
        text,
        edits,
        declarations,
    }))
}

/// The objects of a text with their types.
fn types(text: &Version) -> Vec<(&str, &Type)> {
    let file = &text.program().contents().file;
    let globals = file.globals.iter().map(|g| (g.name.as_str(), &g.ty));
    let functions = file.functions.iter();
    let own = functions.flat_map(|f| &f.symbols.variables);
    let own = own.map(|v| (v.name.as_str(), &v.declared_type));
    globals.chain(own).collect()
}

impl Spelled {
    /// A new text in which the declarations that it has as they were get their typedefs back.
    fn restored(&self, bytes: &[u8], flags: &Flags) -> Result<Vec<u8>, PreprocessError> {
        let after = self.text.again(bytes.to_vec(), flags)?;
        let text = after.unit().file.text().to_string();
        let is_same = |restored: &str| {
            let restored = after.again(restored.as_bytes().to_vec(), flags)?;
            let spelled = spelled(&restored, flags)?;
            Ok(spelled.is_some_and(|s| source::same_program(s.text.unit(), after.unit())))
        };
        let all = self.declarations.iter();
        let all = all.fold(text.clone(), |text, own| own.restored(&text));
        if is_same(&all)? {
            return Ok(all.into_bytes());
        }
        let mut kept = text;
        for own in &self.declarations {
            let next = own.restored(&kept);
            if next != kept && is_same(&next)? {
                kept = next;
            }
        }
        Ok(kept.into_bytes())
    }
}

impl Declared {
    /// A text in which it names the typedef again, wherever it has all sizes of that.
    fn restored(&self, text: &str) -> String {
        let (new, old) = &self.of;
        let mut result = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(new.as_str()) {
            let (before, found) = rest.split_at(at);
            let after = &found[new.len()..];
            result.push_str(before);
            let is_start = !result.ends_with(is_part) && !after.starts_with(is_part);
            match self.declarators(after).filter(|_| is_start) {
                Some((declarators, after)) => {
                    result = result + old + &declarators;
                    rest = after;
                }
                None => {
                    result.push_str(new);
                    rest = after;
                }
            }
        }
        result + rest
    }

    /// The declarators that a text starts with as the user writes them, and the text after them.
    fn declarators<'t>(&self, text: &'t str) -> Option<(String, &'t str)> {
        if self.declarators.is_empty() {
            return Some((String::new(), text));
        }
        let start = text.trim_start();
        let gap = &text[..text.len() - start.len()];
        let mut known = self.declarators.iter();
        let (old, after) = known.find_map(|(new, old)| {
            let after = start.strip_prefix(new.as_str())?;
            (!after.starts_with(is_part)).then_some((old, after))
        })?;
        let own = format!("{gap}{old}");
        if !self.is_list {
            return Some((own, after));
        }
        let end = end_of_initializer(after)?;
        let (initializer, after) = after.split_at(end);
        match after.strip_prefix(',') {
            Some(after) => {
                let (others, after) = self.declarators(after)?;
                Some((own + initializer + "," + &others, after))
            }
            None => Some((own + initializer, after)),
        }
    }
}

/// Whether a character may go on with a name or a declarator.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || "_[".contains(c)
}

/// The end of what follows a declarator, before the next one or the end of the declaration.
fn end_of_initializer(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ',' | ';' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}
