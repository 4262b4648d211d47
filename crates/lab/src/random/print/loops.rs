//! Loops of random kernels as C.

use super::{ITERATORS, Printer};
use crate::random::features::twice::RETURNING;
use crate::random::tree::{Block, Exit, Loop, Spelling, Statement};

/// The parts of a loop head.
struct Head {
    /// `int i = 0`
    start: String,
    /// `i < n`
    condition: String,
    /// `i++`
    step: String,
    /// `++i < n`
    stepped: String,
    /// `int i = -1`
    start_before: String,
}

impl Printer<'_> {
    /// A loop with its directives.
    pub(super) fn counting_loop(&mut self, l: &Loop) {
        if let Spelling::Again(way) = l.spelling {
            return self.repetition(l, way);
        }
        let closing = self.directives(l);
        let body_directive = self.body_directive(l);
        self.threads += usize::from(l.parallel);
        self.open.push(l.slot);
        let head = self.loop_head(l);
        let is_for = l.spelling == Spelling::For
            || l.spelling == Spelling::While && continues(&l.body)
            || !body_directive.is_empty();
        match l.parallel || is_for {
            true => {
                let Head {
                    start,
                    condition,
                    step,
                    ..
                } = &head;
                let text = format!("for ({start}; {condition}; {step}){body_directive}");
                match self.short(&l.body) {
                    Some(body) => self.line(&format!("{text} {body}")),
                    None => {
                        self.nested(&text, &l.body);
                        self.line("}");
                    }
                }
            }
            false => self.spelled_loop(l, &head),
        }
        self.open.pop();
        self.threads -= usize::from(l.parallel);
        for _ in 0..closing {
            self.depth -= 1;
            self.line("}");
        }
    }

    fn loop_head(&self, l: &Loop) -> Head {
        let declared = match self.kernel.outer_iterators {
            true => String::new(),
            false => format!("{} ", self.iterator_type()),
        };
        let name = ITERATORS[l.slot];
        let (from, to) = (self.started(&l.from), self.started(&l.to));
        let relation = l.relation.text();
        Head {
            start: format!("{declared}{name} = {from}"),
            condition: format!("{name} {relation} {}", self.cast(&to)),
            step: step(name, l.step),
            stepped: format!("{} {relation} {}", stepped(name, l.step), self.cast(&to)),
            start_before: format!("{declared}{name} = {from} - {}", parenthesised(l.step)),
        }
    }

    /// Writes a loop in any form other than `for (a; b; c)`.
    fn spelled_loop(&mut self, l: &Loop, head: &Head) {
        let Head {
            start,
            condition,
            step,
            stepped,
            start_before,
        } = head;
        self.line("{");
        self.depth += 1;
        match l.spelling {
            Spelling::For | Spelling::While | Spelling::Again(_) => {
                self.line(&format!("{start};"));
                self.nested(&format!("while ({condition})"), &l.body);
                self.line(&format!("    {step};"));
                self.line("}");
            }
            Spelling::StepFirst => {
                self.line(&format!("{start_before};"));
                self.nested(&format!("while ({stepped})"), &l.body);
                self.line("}");
            }
            Spelling::Do => {
                self.line(&format!("{start};"));
                self.line(&format!("if ({condition})"));
                self.nested("do", &l.body);
                self.line(&format!("}} while ({stepped});"));
            }
            Spelling::Break => {
                self.line(&format!("for ({start};; {step}) {{"));
                self.line(&format!("    if (!({condition}))"));
                self.line("        break;");
                self.depth += 1;
                self.block(&l.body);
                self.depth -= 1;
                self.line("}");
            }
        }
        self.depth -= 1;
        self.line("}");
    }

    /// A part that is executed again by a jump back into it.
    fn repetition(&mut self, l: &Loop, way: usize) {
        let returning = &RETURNING[way];
        let object = format!("{}_place", self.kernel.name);
        let spelled = |text: &str| text.replace('%', &object);
        self.line("{");
        self.depth += 1;
        self.line(&format!("static {} {object};", returning.object));
        self.line("static volatile int rounds;");
        self.line("rounds = 0;");
        self.line(&format!("(void){};", spelled(returning.mark)));
        self.block(&l.body);
        self.line(&format!("if (++rounds < {})", self.index(&l.to)));
        self.line(&format!("    {};", spelled(returning.back)));
        self.depth -= 1;
        self.line("}");
    }
}

/// Whether a `continue` in a block ends an iteration of the loop around it.
fn continues(block: &Block) -> bool {
    block.iter().any(|s| match s {
        Statement::Exit(exit) => *exit == Exit::Continue,
        Statement::Loop(_) => false,
        _ => s.blocks().into_iter().any(continues),
    })
}

/// `i += 2`
fn step(name: &str, by: i64) -> String {
    match by {
        1 => format!("{name}++"),
        -1 => format!("{name}--"),
        by if by > 0 => format!("{name} += {by}"),
        by => format!("{name} -= {}", -by),
    }
}

/// `(i += 2)`, as a value.
fn stepped(name: &str, by: i64) -> String {
    match by {
        1 => format!("++{name}"),
        -1 => format!("--{name}"),
        _ => format!("({})", step(name, by)),
    }
}

fn parenthesised(number: i64) -> String {
    match number < 0 {
        true => format!("({number})"),
        false => number.to_string(),
    }
}
