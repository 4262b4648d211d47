//! Random systems, and random changes of them, right and wrong.

/// A small generator of numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    /// From 0 up to but not including `n`.
    pub(crate) fn below(&mut self, n: i64) -> i64 {
        (self.next() % n as u64) as i64
    }

    /// True once in `n` times.
    pub(crate) fn once_in(&mut self, n: i64) -> bool {
        self.below(n) == 0
    }
}

/// A term over the iterators `i` and `j`.
#[derive(Clone)]
enum Term {
    Read(usize, [i64; 2]),
    Number,
    Apply(&'static str, Vec<Term>),
}

/// How the instances of a stage are computed.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    /// Reads its own array at `i - 1`.
    Recurrence,
    /// Adds up over `i` into `[j]`, which is then copied to every row.
    Sum,
}

/// A stage: an array and the term of its elements.
#[derive(Clone)]
struct Stage {
    kind: Kind,
    term: Term,
    /// Rows and columns beyond `N`.
    pad: i64,
}

/// How a stage is executed and stored.
#[derive(Clone)]
struct Plan {
    group: i64,
    /// Rows of the time: coefficients of `i` and `j`, and a shift.
    time: [[i64; 3]; 2],
    /// Moduli of the array's dimensions; 0: none.
    moduli: [i64; 2],
    through_scalar: bool,
    split: Option<&'static str>,
    is_swapped: bool,
}

/// A program of stages.
#[derive(Clone)]
pub(crate) struct Case {
    stages: Vec<Stage>,
    plans: Vec<Plan>,
}

const SHAPES: [[[i64; 2]; 2]; 7] = [
    [[1, 0], [0, 1]],
    [[0, 1], [1, 0]],
    [[1, 0], [0, -1]],
    [[-1, 0], [0, 1]],
    [[1, 0], [1, 1]],
    [[1, 1], [0, 1]],
    [[1, 2], [0, 1]],
];

impl Case {
    pub(crate) fn new(random: &mut Random) -> Self {
        let count = 2 + random.below(3) as usize;
        let mut stages = Vec::new();
        for s in 0..count {
            let kind = match random.below(6) {
                0 => Kind::Recurrence,
                1 if s + 1 < count => Kind::Sum,
                _ => Kind::Plain,
            };
            let term = term(random, s, 2);
            let pad = 2 * (count - 1 - s) as i64;
            stages.push(Stage { kind, term, pad });
        }
        let plan = |s: usize| Plan {
            group: s as i64,
            time: [[1, 0, 0], [0, 1, 0]],
            moduli: [0, 0],
            through_scalar: false,
            split: None,
            is_swapped: false,
        };
        Case {
            plans: (0..count).map(plan).collect(),
            stages,
        }
    }

    /// The same computation in another order and with other arrays, often wrong.
    pub(crate) fn changed(&self, random: &mut Random) -> Case {
        let mut case = self.clone();
        let shape = SHAPES[if random.once_in(2) {
            0
        } else {
            random.below(7) as usize
        }];
        let fuses = !random.once_in(3);
        let slack = random.below(2);
        let count = case.plans.len() as i64;
        for (s, plan) in case.plans.iter_mut().enumerate() {
            if fuses && !random.once_in(8) {
                plan.group = 0;
            }
            let shift = s as i64 * (2 + slack) - i64::from(random.once_in(12));
            for (row, [a, b]) in plan.time.iter_mut().zip(shape) {
                *row = [a, b, shift];
            }
            if random.once_in(2) && s as i64 + 1 < count {
                plan.moduli[random.below(2) as usize] = 1 + random.below(6);
            }
            plan.through_scalar = random.once_in(4);
            plan.is_swapped = random.once_in(4);
            if random.once_in(5) {
                let cuts = ["i mod 2 = 0", "j < 3", "i < j", "i + 1 < N"];
                plan.split = Some(cuts[random.below(4) as usize]);
            }
        }
        if random.once_in(3) {
            let s = random.below(count) as usize;
            mutate(random, &mut case.stages[s].term);
        }
        case
    }

    /// The text of the system.
    pub(crate) fn text(&self) -> String {
        let first = self.stages[0].pad + 2;
        let mut text = format!("params N : N >= 2\nin a[N + {first}, N + {first}]\n");
        let last = self.stages.len() - 1;
        for (s, (stage, plan)) in self.stages.iter().zip(&self.plans).enumerate() {
            let word = if s == last { "out" } else { "local" };
            let extent = |m: i64| match m {
                0 => format!("N + {}", stage.pad),
                m => m.to_string(),
            };
            let [rows, columns] = plan.moduli.map(extent);
            text += &format!("{word} t{s}[{rows}, {columns}]\n");
            text += &format!("local s{s}[]\nlocal sum{s}[N + {}]\n", stage.pad);
        }
        for s in 0..self.stages.len() {
            text += &self.stage(s);
        }
        text
    }

    fn stage(&self, s: usize) -> String {
        let (stage, plan) = (&self.stages[s], &self.plans[s]);
        let term = self.term(&stage.term, plan.is_swapped);
        let own = |i: &str| self.element(s, [i, "j"]);
        let all = format!("0 <= i < N + {0} and 0 <= j < N + {0}", stage.pad);
        let store = |domain: &str, at: i64, value: &str| self.store(s, domain, at, value);
        match stage.kind {
            Kind::Plain => match plan.split {
                None => store(&all, 0, &term),
                Some(cut) => {
                    let yes = store(&format!("{all} and {cut}"), 0, &term);
                    yes + &store(&format!("{all} and not ({cut})"), 2, &term)
                }
            },
            Kind::Recurrence => {
                let next = match plan.is_swapped {
                    false => format!("+({}, {term})", own("i - 1")),
                    true => format!("+({term}, {})", own("i - 1")),
                };
                let start = store(&format!("{all} and i = 0"), 0, &term);
                start + &store(&format!("{all} and i > 0"), 2, &next)
            }
            Kind::Sum => {
                let time = |at: i64| self.time(s, at);
                let (sum, term) = (format!("sum{s}[j]"), format!("+(sum{s}[j], {term})"));
                let zero = format!("[i, j] : {all} and i = 0 @ {} : {sum} = zero()\n", time(0));
                let add = format!("[i, j] : {all} @ {} : {sum} = {term}\n", time(1));
                zero + &add + &store(&all, 2, &format!("g({sum})"))
            }
        }
    }

    fn store(&self, s: usize, domain: &str, at: i64, value: &str) -> String {
        let own = self.element(s, ["i", "j"]);
        if !self.plans[s].through_scalar {
            return format!(
                "[i, j] : {domain} @ {} : {own} = {value}\n",
                self.time(s, at)
            );
        }
        let (first, second) = (self.time(s, at), self.time(s, at + 1));
        format!(
            "[i, j] : {domain} @ {first} : s{s}[] = {value}\n\
             [i, j] : {domain} @ {second} : {own} = s{s}[]\n"
        )
    }

    fn time(&self, s: usize, at: i64) -> String {
        let plan = &self.plans[s];
        let row = |[a, b, c]: [i64; 3]| format!("{a} i + {b} j + {c}");
        let [first, second] = plan.time.map(row);
        format!("{}, {first}, {second}, {}", plan.group, 10 * s as i64 + at)
    }

    fn element(&self, s: usize, at: [&str; 2]) -> String {
        let wrap = |(m, e): (i64, &str)| match m {
            0 => e.to_string(),
            m => format!("({e}) mod {m}"),
        };
        let [m, n] = self.plans[s].moduli;
        format!("t{s}[{}, {}]", wrap((m, at[0])), wrap((n, at[1])))
    }

    fn term(&self, term: &Term, is_swapped: bool) -> String {
        match term {
            Term::Number => "#(i - j)".to_string(),
            Term::Read(0, [a, b]) => format!("a[i + {a}, j + {b}]"),
            Term::Read(s, [a, b]) => {
                self.element(s - 1, [&format!("i + {a}"), &format!("j + {b}")])
            }
            Term::Apply(operator, operands) => {
                let mut all: Vec<_> = operands.iter().map(|o| self.term(o, is_swapped)).collect();
                if is_swapped && ["+", "*"].contains(operator) {
                    all.reverse();
                }
                format!("{operator}({})", all.join(", "))
            }
        }
    }
}

/// A term over the arrays before stage `s`, the newest more often.
fn term(random: &mut Random, s: usize, depth: i64) -> Term {
    if depth == 0 || random.once_in(4) {
        if random.once_in(10) {
            return Term::Number;
        }
        let array = match random.once_in(3) {
            true => random.below(s as i64 + 1) as usize,
            false => s,
        };
        return Term::Read(array, [random.below(3), random.below(3)]);
    }
    let (operator, count) = [("+", 2), ("*", 2), ("f", 1), ("h", 3)][random.below(4) as usize];
    let operands = (0..count).map(|_| term(random, s, depth - 1));
    Term::Apply(operator, operands.collect())
}

/// Changes one read.
fn mutate(random: &mut Random, term: &mut Term) {
    match term {
        Term::Read(_, [a, b]) => {
            let offset = if random.once_in(2) { a } else { b };
            *offset = (*offset + 1) % 3;
        }
        Term::Number => {}
        Term::Apply(_, operands) => {
            let at = random.below(operands.len() as i64) as usize;
            mutate(random, &mut operands[at]);
        }
    }
}
