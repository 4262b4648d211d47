//! Directives of OpenMP and OpenACC. Those before loops stay with the loops, others with the
//! statements below them.

use crate::lowerer::Lowerer;
use crate::lowerer::scopes::Entity;
use crate::{Lifetime, Loop, ObjectId, Place, Statement as Lowered, StatementKind};
use c::syntax::openmp::{self, Role};
use lang_c::ast::Statement;
use lang_c::span::Node;
use source::Span;
use std::ops::Range;

impl Lowerer<'_> {
    /// The pragmas before the token at an offset: directives that stand alone, and the others.
    pub(super) fn directives(&mut self, start: usize) -> (Vec<String>, Vec<String>) {
        let Some(texts) = self.pragmas.get(&start) else {
            return (Vec::new(), Vec::new());
        };
        if !self.placed.insert(start) {
            return (Vec::new(), Vec::new());
        }
        texts.iter().cloned().partition(|text| stands_alone(text))
    }

    /// The pragmas that concern threads.
    pub(super) fn threads(&self, texts: Vec<String>) -> Vec<String> {
        texts
            .into_iter()
            .filter(|text| is_directive(text))
            .collect()
    }

    /// Whether a directive is before a statement.
    pub(super) fn has_directive(&self, s: &Node<Statement>) -> bool {
        let texts = self.pragmas.get(&self.base.range(s.span).start);
        texts.into_iter().flatten().any(|text| is_directive(text))
    }

    /// Adds what clauses make of objects: each iteration has its own, without a value. Returns the
    /// objects that have none after the loop either.
    pub(super) fn privatise(&mut self, kept: &mut Loop, at: Span) -> Vec<ObjectId> {
        let mut lost = Vec::new();
        let mut start = Vec::new();
        let texts = kept.pragmas.iter().filter(|text| openmp::is_openmp(text));
        let named = texts
            .filter_map(|text| openmp::read(text))
            .flat_map(|d| d.named);
        for (role, name) in named.filter(|(role, _)| is_without_value(*role)) {
            let aliases = &self.contents.file.aliases;
            let name = aliases.alias(&name).unwrap_or(&name);
            let Some(Entity::Object(id)) = self.scopes.find(name) else {
                continue;
            };
            let object = &self.program.objects[id.0 as usize];
            if !matches!(object.lifetime, Lifetime::Automatic | Lifetime::Parameter) {
                let what = format!("a clause about `{}`, which is at file scope", object.name);
                self.emit_unsupported(&what, at);
                continue;
            }
            // A counter has the number of the iteration.
            if kept.step.iter().any(|s| assigns(s, *id)) {
                continue;
            }
            start.push(Lowered {
                kind: StatementKind::Declare(*id),
                at,
            });
            lost.extend(Some(*id).filter(|_| role == Role::Private));
        }
        kept.body.splice(0..0, start);
        lost
    }

    pub(super) fn emit_pragma(&mut self, texts: Vec<String>, body: Vec<Lowered>, at: Span) {
        self.emit(StatementKind::Pragma { texts, body }, at);
    }

    /// Directives before a declaration. Only those that stand alone have a meaning there.
    pub(super) fn directives_before(&mut self, start: usize) {
        let (alone, over) = self.directives(start);
        if !alone.is_empty() {
            self.emit_pragma(alone, Vec::new(), self.here);
        }
        for text in self.threads(over) {
            self.emit_unsupported(&spelled(&text), self.here);
        }
    }

    /// Directives before the end of a block.
    pub(crate) fn pragmas_at_end(&mut self, block: &Node<Statement>) {
        let end = self.base.range(block.span).end.saturating_sub(1);
        self.directives_before(end);
    }

    /// The directives in a part of the text that belong to no statement.
    pub(crate) fn unplaced(&self, range: Range<usize>) -> Vec<String> {
        let inside = self.pragmas.range(range);
        let lost = inside.filter(|(at, _)| !self.placed.contains(at));
        let texts = lost.flat_map(|(_, texts)| texts);
        texts
            .filter(|t| is_directive(t))
            .map(|t| spelled(t))
            .collect()
    }
}

/// Whether each thread has an object without a value under a name in this role.
fn is_without_value(role: Role) -> bool {
    matches!(role, Role::Private | Role::LastPrivate)
}

fn assigns(statement: &Lowered, object: ObjectId) -> bool {
    matches!(&statement.kind, StatementKind::Assign { place: Place::Object(id), .. } if *id == object)
}

fn spelled(text: &str) -> String {
    format!("`#pragma {text}` at this place")
}

/// Whether a pragma concerns threads or devices.
fn is_directive(text: &str) -> bool {
    matches!(text.split_whitespace().next(), Some("omp" | "acc"))
}

/// Whether a directive has no statement below it.
fn stands_alone(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let mut words = words.by_ref().filter(|word| !word.is_empty());
    let rest: Vec<&str> = words.by_ref().skip(1).take(3).collect();
    is_directive(text)
        && match rest[..] {
            ["ordered", ..] => text.contains("depend") || text.contains("doacross"),
            ["target", "update" | "enter" | "exit", ..] => true,
            ["declare" | "threadprivate", ..] => true,
            [first, ..] => matches!(
                first,
                "barrier"
                    | "flush"
                    | "taskwait"
                    | "taskyield"
                    | "cancel"
                    | "cancellation"
                    | "depobj"
                    | "error"
                    | "nothing"
                    | "scan"
                    | "wait"
                    | "update"
                    | "enter"
                    | "exit"
            ),
            [] => true,
        }
}

#[cfg(test)]
mod tests {
    use super::stands_alone;

    #[test]
    fn directives_stand_alone_or_not() {
        let alone = [
            "omp barrier",
            "omp flush (x)",
            "omp taskwait",
            "omp ordered depend(source)",
        ];
        assert!(alone.iter().all(|text| stands_alone(text)));
        let others = [
            "omp parallel",
            "omp for",
            "omp ordered",
            "omp critical(a)",
            "scop",
            "omp target",
        ];
        assert!(!others.iter().any(|text| stands_alone(text)));
    }
}
