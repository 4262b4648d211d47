//! A small program in parts: arrays, stages, a kernel, its call. Tricks change the parts; `print`
//! makes a text of them.

use crate::rng::Rng;
use std::collections::BTreeSet;

/// What a program consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plot {
    /// Stages with whole arrays between them.
    Stages,
    /// Two sweeps in a loop over steps.
    Steps,
    /// One sweep in a loop over steps, and two pointers that change places.
    Exchange,
    /// Functions that `main` calls one after the other, with its own arrays between them.
    Chain,
}

/// How an array is indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `t[y]`
    Line,
    /// `t[y][x]`
    Rows,
    /// `t[y * w + x]`
    Flat,
}

/// Where an array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Local,
    Heap,
    Static,
}

/// Which row a stage sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// So many rows behind the present one.
    Row(i64),
    /// As far from the last row as the present one is from the first.
    Mirrored,
    /// Not an element: the one value that the pointer points to, and each element adds to it.
    Total,
}

/// A factor and the distance of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tap {
    pub(super) factor: i64,
    pub(super) dy: i64,
}

/// One more parameter with its argument.
#[derive(Clone, Debug)]
pub(super) struct Extra {
    pub(super) ty: &'static str,
    pub(super) name: String,
    pub(super) argument: String,
}

/// What a function has besides its loops.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) name: String,
    /// Lines in front of its definition and behind it.
    pub(super) above: Vec<String>,
    pub(super) below: Vec<String>,
    /// Attributes and the like, in front of `static`.
    pub(super) prefix: String,
    pub(super) extras: Vec<Extra>,
    /// Lines at the start and at the end of its body.
    pub(super) first: Vec<String>,
    pub(super) last: Vec<String>,
    /// Its parameters are declared behind the parentheses.
    pub(super) is_old_style: bool,
    /// Whether the array that it reads, and the one that it writes, are `restrict`.
    pub(super) restrict: [bool; 2],
    /// What it returns.
    pub(super) ty: Option<&'static str>,
    /// The text in front of its call and behind it, instead of `;`.
    pub(super) call: Option<[String; 2]>,
}

/// A nest of loops that reads one array and writes another one.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) frame: Frame,
    /// Names of its arrays inside, where they differ from those outside.
    pub(super) names: Option<[String; 2]>,
    pub(super) taps: Vec<Tap>,
    pub(super) target: Target,
    /// Rows before the first one and behind the last one.
    pub(super) less: [i64; 2],
    /// Behind the sum: ` + gain`.
    pub(super) term: String,
    /// The name by which it reads its array, if that is not the parameter.
    pub(super) reads: Option<String>,
    /// Makes a value of the sum.
    pub(super) value: Option<fn(&str) -> String>,
    /// Lines in front of the loop over rows.
    pub(super) ahead: Vec<String>,
    /// Lines in front of each assignment and behind it.
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
    /// Lines at the start and at the end of each row.
    pub(super) row_first: Vec<String>,
    pub(super) row_last: Vec<String>,
}

/// Counters that start at another number than 0.
#[derive(Clone, Debug)]
pub(super) struct Low {
    pub(super) ty: &'static str,
    pub(super) value: String,
    /// If not, it is a constant of the kernel.
    pub(super) is_parameter: bool,
}

/// An array of `main`.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) name: String,
    pub(super) place: Place,
    /// How many times its elements fit.
    pub(super) times: i64,
    /// Whether it has values at the start, not zeros.
    pub(super) is_input: bool,
    pub(super) is_shown: bool,
}

/// How `main` calls the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    Direct,
    /// A function, or two, that hand on both arguments, or one of them twice.
    Wrapper {
        is_twice: bool,
        is_deep: bool,
    },
    /// A pointer to it, perhaps in a variable.
    Pointer {
        is_variable: bool,
    },
    /// Two threads, each with arrays of its own.
    Threads,
}

/// What `main` does.
#[derive(Clone, Debug)]
pub(super) struct Main {
    pub(super) arrays: Vec<Array>,
    /// The arguments for the array that is read, and the one that is written.
    pub(super) arguments: [String; 2],
    /// Lines before the call and behind it.
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
    pub(super) via: Via,
    /// A second call, with one row fewer.
    pub(super) is_repeated: bool,
}

/// A program under way.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    pub(super) random: Rng,
    pub(super) plot: Plot,
    pub(super) shape: Shape,
    /// Where temporaries are.
    pub(super) place: Place,
    /// Whether their sizes are numbers.
    pub(super) is_fixed: bool,
    /// Whether stages are functions.
    pub(super) calls: bool,
    /// The type of elements, and of those of the result.
    pub(super) element: &'static str,
    pub(super) result: &'static str,
    /// The type of sizes and counters.
    pub(super) size: &'static str,
    pub(super) is_public: bool,
    /// Loops around one statement have no braces.
    pub(super) is_bare: bool,
    /// A stage is one line.
    pub(super) is_one_line: bool,
    pub(super) rows: i64,
    pub(super) columns: i64,
    pub(super) steps: i64,
    pub(super) stages: Vec<Stage>,
    pub(super) kernel: Frame,
    pub(super) low: Option<Low>,
    pub(super) main: Main,
    pub(super) includes: BTreeSet<&'static str>,
    /// Declarations of the file.
    pub(super) top: Vec<String>,
    /// Integer expressions that are printed at the end.
    pub(super) shown: Vec<String>,
    /// Flags of every compilation.
    pub(super) flags: BTreeSet<&'static str>,
}

impl Sketch {
    /// A program without tricks.
    pub(super) fn new(mut random: Rng, plot: Plot) -> Self {
        use Place::{Heap, Local, Static};
        use Shape::{Flat, Line, Rows};
        let shape = match plot {
            Plot::Stages => *random.pick(&[Line, Rows, Flat, Flat]),
            Plot::Chain => *random.pick(&[Line, Flat]),
            Plot::Steps | Plot::Exchange => Line,
        };
        let element = *random.pick(&["int", "int", "unsigned", "float", "double", "short"]);
        let places = [Local, Heap, Heap, Static];
        let array = |name: &str, is_input: bool, random: &mut Rng| Array {
            name: name.to_string(),
            place: match plot {
                Plot::Chain => Local,
                _ => *random.pick(&places),
            },
            times: 1,
            is_input,
            is_shown: true,
        };
        let is_fixed = plot == Plot::Stages && random.one_in(3);
        let arrays = vec![
            array("a", true, &mut random),
            array("b", false, &mut random),
        ];
        let mut sketch = Sketch {
            plot,
            shape,
            place: match plot {
                Plot::Stages if is_fixed => *random.pick(&[Local, Local, Static]),
                Plot::Stages => *random.pick(&[Local, Heap, Heap]),
                _ => Local,
            },
            is_fixed,
            calls: plot == Plot::Chain || plot == Plot::Stages && random.one_in(2),
            element,
            result: element,
            size: random.pick::<&str>(&["int", "int", "int", "long", "size_t"]),
            is_public: random.one_in(2),
            is_bare: random.one_in(2),
            is_one_line: false,
            rows: match plot {
                Plot::Chain => random.between(3, 5),
                _ => random.between(5, 12),
            },
            columns: random.between(2, 4),
            steps: random.between(3, 6),
            stages: Vec::new(),
            kernel: Frame::named("f"),
            low: None,
            main: Main {
                arrays,
                arguments: ["a".to_string(), "b".to_string()],
                before: Vec::new(),
                after: Vec::new(),
                via: Via::Direct,
                is_repeated: plot == Plot::Stages && random.one_in(3),
            },
            includes: BTreeSet::from(["stdio.h", "stdlib.h"]),
            top: Vec::new(),
            shown: Vec::new(),
            flags: BTreeSet::new(),
            random,
        };
        sketch.add_stages();
        if plot == Plot::Chain {
            sketch.chained();
        }
        sketch
    }

    /// Makes the functions of a chain such that their arrays may share storage.
    fn chained(&mut self) {
        self.main.arrays[0].is_shown = self.random.one_in(3);
        for k in 0..self.stages.len() {
            let copies = self.flip();
            let target = self.pick(&[Target::Row(0), Target::Mirrored]);
            let (element, cells) = (self.element, self.cells());
            let stage = &mut self.stages[k];
            stage.frame.prefix = "__attribute__((noinline)) ".to_string();
            stage.target = target;
            if copies || target == Target::Mirrored {
                stage.reads = Some("last".to_string());
                stage.frame.first.push(format!("{element} last[{cells}];"));
                let copy = format!("for (int i = 0; i < {cells}; i++) last[i] = s[i];");
                stage.frame.first.push(copy);
            }
        }
    }

    fn add_stages(&mut self) {
        let count = match self.plot {
            Plot::Exchange => 1,
            Plot::Steps => 2,
            Plot::Stages | Plot::Chain => 2 + i64::from(self.random.one_in(4)),
        };
        let is_in_time = matches!(self.plot, Plot::Steps | Plot::Exchange);
        let mut less = [0, 0];
        for k in 0..count {
            let is_last = k + 1 == count;
            let taps: Vec<Tap> = match is_in_time {
                true if self.plot == Plot::Steps && is_last => vec![Tap { factor: 1, dy: 0 }],
                true => [-1, 0, 1].map(|dy| Tap { factor: 1, dy }).to_vec(),
                false => self.some_taps(k > 0 && self.plot != Plot::Chain),
            };
            for tap in &taps {
                less = [less[0].max(-tap.dy), less[1].max(tap.dy)];
            }
            if !is_in_time && k > 0 {
                // Each stage that looks around sees fewer rows that are set.
                let far = |sign: i64| taps.iter().map(|t| sign * t.dy).max().unwrap_or(0).max(0);
                let earlier = self.stages[k as usize - 1].less;
                less = [earlier[0] + far(-1), earlier[1] + far(1)];
            }
            let target = match is_last && self.plot == Plot::Stages {
                true => *self.random.pick(&[
                    Target::Row(0),
                    Target::Row(-1),
                    Target::Row(1),
                    Target::Mirrored,
                ]),
                false => Target::Row(0),
            };
            let mut own = less;
            if let Target::Row(dy) = target {
                own = [own[0].max(-dy), own[1].max(dy)];
            }
            self.stages.push(Stage {
                frame: Frame::named(&format!("s{}", k + 1)),
                names: None,
                taps,
                target,
                less: own,
                term: String::new(),
                reads: None,
                value: None,
                ahead: Vec::new(),
                before: Vec::new(),
                after: Vec::new(),
                row_first: Vec::new(),
                row_last: Vec::new(),
            });
        }
    }

    fn some_taps(&mut self, looks_around: bool) -> Vec<Tap> {
        let mut rows = vec![0];
        if looks_around {
            rows = match self.random.below(5) {
                0 => vec![0],
                1 => vec![-1, 0],
                2 => vec![0, 1],
                3 => vec![-1, 1],
                _ => vec![-1, 0, 1],
            };
        }
        let mut tap = |dy| Tap {
            factor: self.random.between(1, 3),
            dy,
        };
        rows.into_iter().map(&mut tap).collect()
    }

    /// One of several.
    pub(super) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        *self.random.pick(list)
    }

    /// True in half of the cases.
    pub(super) fn flip(&mut self) -> bool {
        self.random.one_in(2)
    }

    /// Any of the stages.
    pub(super) fn some_stage(&mut self) -> &mut Stage {
        let at = self.random.below(self.stages.len() as u64) as usize;
        &mut self.stages[at]
    }

    pub(super) fn first(&mut self) -> &mut Stage {
        &mut self.stages[0]
    }

    pub(super) fn last(&mut self) -> &mut Stage {
        let at = self.stages.len() - 1;
        &mut self.stages[at]
    }

    /// Adds a declaration to the file.
    pub(super) fn declare(&mut self, line: impl Into<String>) {
        self.top.push(line.into());
    }

    /// Prints an integer expression at the end.
    pub(super) fn show(&mut self, expression: impl Into<String>) {
        self.shown.push(expression.into());
    }
}

impl Frame {
    pub(super) fn named(name: &str) -> Self {
        Frame {
            name: name.to_string(),
            ..Frame::default()
        }
    }

    /// Adds a parameter.
    pub(super) fn takes(&mut self, ty: &'static str, name: &str, argument: &str) {
        self.extras.push(Extra {
            ty,
            name: name.to_string(),
            argument: argument.to_string(),
        });
    }
}
