//! Calls of stages as their bodies, and the functions that nothing calls afterwards.

use super::{Attempt, Without};
use crate::stages::Apart;
use crate::text::original_span;
use c::Contents;
use front::Program;
use fuse::Inlined;
use source::{Edits, PreprocessError, Span};
use std::sync::Arc;

/// Stages may consist of stages and of functions for single elements, so many levels deep.
const LEVELS: usize = 6;

/// The bodies of stages that one function gets at once have at most so many bytes.
const MOST_INLINED: usize = 1 << 18;

impl Attempt<'_> {
    /// Replaces calls of stages by the bodies of these, and the calls in those bodies.
    pub(super) fn inline(&mut self, without: &Without) -> Result<(), PreprocessError> {
        let spellings = [
            fuse::commas_apart,
            fuse::lists_apart,
            fuse::tests_at_once,
            fuse::written_plainly,
            fuse::structures_set_apart,
        ];
        self.rewrite_each(without, &spellings)?;
        let edits = self.read(|attempt, front| {
            let contents = front.contents();
            attempt.rewritten(front, without, &|name| {
                let stages = fuse::Stages::of(contents);
                let stages = match without.request.calls.get(name) {
                    Some(kept) => stages.without(kept),
                    None => stages,
                };
                fuse::results_apart(contents, &stages, name)
            })
        })?;
        self.step(edits);
        let user_steps = self.steps.len();
        for _ in 0..LEVELS {
            let edits = self.read(|attempt, front| {
                let contents = front.contents();
                let stages = fuse::Stages::of(contents);
                attempt.rewritten(front, without, &|name| {
                    fuse::declarations_apart(contents, &stages, name)
                })
            })?;
            self.step(edits);
            let edits =
                self.read(|attempt, front| attempt.inlined_calls(front, without, user_steps))?;
            if !self.step(edits) {
                break;
            }
        }
        let apart = [fuse::structures_apart, fuse::constructors_inlined];
        self.rewrite_each(without, &apart)?;
        // What only stages used belongs to their callers now.
        self.remove_stages()?;
        let before = std::mem::take(&mut self.inlined);
        self.rewrite_each(without, &[fuse::pointers_as_locals])?;
        self.with_pointers.clone_from(&self.inlined);
        let members = [
            fuse::structures_as_locals,
            fuse::members_as_objects,
            fuse::sizes_of_turns,
        ];
        self.rewrite_each(without, &members)?;
        self.rewritten.clone_from(&self.inlined);
        self.inlined.extend(before);
        let user = Arc::clone(self.original);
        let unnamed =
            self.read(|_, front| fuse::unnamed_members_removed(front.contents(), user.unit()))?;
        self.step(unnamed);
        let opened = std::mem::take(&mut self.inlined);
        self.rewrite(without, |front, name| {
            fuse::tables_as_arrays(front.contents(), name, without.flat.contains(name))
        })?;
        self.tables.clone_from(&self.inlined);
        let arrays = [fuse::wholes_as_rows, fuse::columns_as_arrays];
        self.rewrite_each(without, &arrays)?;
        self.rewritten.extend(self.inlined.iter().cloned());
        self.inlined.extend(opened);
        // Functions that only free such tables.
        self.remove_stages()?;
        let user = user.unit().file.text();
        self.rewrite(without, |front, name| {
            fuse::copies_removed(front.contents(), name, user)
        })
    }

    /// Rewrites such functions in several ways, one after the other.
    fn rewrite_each(
        &mut self,
        without: &Without,
        ways: &[fn(&Contents<'_>, &str) -> Inlined],
    ) -> Result<(), PreprocessError> {
        ways.iter().try_for_each(|rewritten| {
            self.rewrite(without, |front, name| rewritten(front.contents(), name))
        })
    }

    /// Rewrites functions whose calls of stages may be replaced.
    pub(super) fn rewrite(
        &mut self,
        without: &Without,
        rewritten: impl Fn(&Program<'_>, &str) -> Inlined,
    ) -> Result<(), PreprocessError> {
        let edits = self.read(|attempt, front| {
            attempt.rewritten(front, without, &|name| rewritten(front, name))
        })?;
        self.step(edits);
        Ok(())
    }

    /// The edits of the functions whose calls of stages may be replaced.
    fn rewritten(
        &mut self,
        front: &Program<'_>,
        without: &Without,
        rewritten: &dyn Fn(&str) -> Inlined,
    ) -> Edits {
        let mut edits = Edits::default();
        for function in &front.contents().file.functions {
            let name = function.name.as_str();
            let may_change = !without.keeps(name) && !without.calls.contains(name);
            let own = match may_change {
                true => rewritten(name),
                false => Inlined::default(),
            };
            if !own.edits.is_empty() && edits.merge(own.edits).is_ok() {
                self.inlined.insert(name.to_string());
                self.add_names(own.names);
                let callees = own.calls.into_iter().map(|call| call.function);
                self.stages.extend(callees);
            }
        }
        edits
    }

    /// The edits that replace calls of stages by the bodies of these; in functions without such
    /// calls, those of functions that read or set one element. Notes the calls that stay because
    /// their functions are not understood.
    fn inlined_calls(
        &mut self,
        front: &Program<'_>,
        without: &Without,
        user_steps: usize,
    ) -> Edits {
        let contents = front.contents();
        let stages = self.stages_of(front);
        self.programs.clone_from(stages.programs());
        let mut edits = Edits::default();
        for name in front.functions().filter(|name| !without.keeps(name)) {
            if self.steps.len() == user_steps {
                let place = |span| original_span(&self.steps, span);
                let kept = fuse::kept_calls(contents, &stages, name).into_iter();
                let kept = kept.map(|call| {
                    let (is_fit, mut apart) = (call.is_fit, Apart::call(name, call));
                    apart.map(place);
                    (is_fit, apart)
                });
                self.calls.extend(kept);
            }
            if without.calls.contains(name) {
                continue;
            }
            let mut inlined = match without.request.calls.get(name) {
                None => fuse::stages_inlined(contents, &stages, name),
                Some(kept) => {
                    let stages = self.stages_of(front);
                    fuse::stages_inlined(contents, &stages.without(kept), name)
                }
            };
            if inlined.calls.is_empty() {
                inlined = fuse::accessors_inlined(contents, name);
            }
            let size: usize = inlined.edits.iter().map(|edit| edit.text.len()).sum();
            let is_small = size <= MOST_INLINED;
            if !inlined.calls.is_empty() && is_small && edits.merge(inlined.edits).is_ok() {
                self.inlined.insert(name.to_string());
                self.add_names(inlined.names);
                for call in inlined.calls {
                    let at = original_span(&self.steps, call.at);
                    self.bodies
                        .push((name.to_string(), call.function.clone(), at));
                    self.stages.insert(call.function);
                }
            }
        }
        edits
    }

    /// Notes what new names mean. A name that the file has anywhere means that.
    fn add_names(&mut self, names: Vec<(String, String)>) {
        let text = self.original.unit().file.text();
        let new = names
            .into_iter()
            .filter(|(name, _)| !source::has_name(text, name));
        new.for_each(|name| self.past.names.add(name));
    }

    /// The stages of the present text.
    fn stages_of<'f, 'p>(&self, front: &'f Program<'p>) -> fuse::Stages<'f, 'p> {
        let contents = front.contents();
        let loops = contents
            .file
            .functions
            .iter()
            .flat_map(|f| &f.symbols.loops);
        let spans = loops.filter_map(|l| contents.unit.span_of(l.clone()).ok());
        let is_opened = |span: &Span| {
            let place = original_span(&self.steps, *span);
            self.bodies.iter().any(|(_, _, call)| *call == place)
        };
        fuse::Stages::of(contents)
            .with_programs(&self.programs)
            .with_opened(spans.filter(is_opened).collect())
    }

    /// Removes the stages that nothing calls any more.
    fn remove_stages(&mut self) -> Result<(), PreprocessError> {
        if !self.stages.is_empty() {
            let edits =
                self.read(|attempt, front| fuse::removable(front.contents(), &attempt.stages))?;
            self.step(edits);
        }
        Ok(())
    }
}
