//! Drafts of kernels: patterns of real programs with random loops, subscripts and distances. An
//! element may still be read before it is written.

mod rows;
mod values;

use super::style::{self, Offset, Style, any_loop, offset};
use super::tree::{
    Access, Affine, Array, Block, Home, Index, Loop, Operator, Relation, SIZES, Spelling,
    Statement, Target, Value,
};
use crate::random::feature_set::{Feature, Features};
use crate::random::kernel::{Kernel, SIZES_RUN};
use crate::random::manner::{Manner, Sizes};
use crate::rng::Rng;

/// The kernel of a seed at an attempt.
pub(super) fn kernel(seed: u64, attempt: u64, features: Features) -> Kernel {
    let mut random = Rng::new(seed.wrapping_mul(1_000_003).wrapping_add(attempt));
    let has_only_rows = features.likes_rows() && !random.one_in(3);
    let is_plane = has_only_rows || features.likes_planes() && random.one_in(2);
    let mut drafter = Drafter {
        random,
        kernel: empty(seed),
        shares_nothing: features.has_directives(),
        is_plane,
        has_only_rows,
    };
    drafter.frame(features);
    if has_only_rows {
        drafter.kernel.body = drafter.rows();
        return drafter.kernel;
    }
    let phases = 1 + drafter.random.below(8) / 7;
    for _ in 0..phases {
        let block = drafter.phase();
        drafter.kernel.body.extend(block);
    }
    drafter.kernel
}

/// A kernel that does nothing.
pub(super) fn empty(seed: u64) -> Kernel {
    Kernel {
        name: format!("k{seed}"),
        sizes: Sizes::Variables,
        arrays: Vec::new(),
        scalars: 2,
        outer_iterators: false,
        row_pointers: false,
        is_static: false,
        body: Block::new(),
        accesses: 0,
        sizes_run: &SIZES_RUN,
        features: Features::default(),
        manner: Manner::default(),
    }
}

struct Drafter {
    random: Rng,
    kernel: Kernel,
    /// Whether iterations have separate results, so that threads may execute them.
    shares_nothing: bool,
    /// Whether arrays have rows and columns, and two loops traverse both.
    is_plane: bool,
    /// Whether the kernel only reads rows of one array again.
    has_only_rows: bool,
}

/// Loops, and how many of them contain all stages of a phase.
struct Nest {
    loops: Vec<Loop>,
    common: usize,
}

impl Drafter {
    /// Builds everything except the body.
    fn frame(&mut self, features: Features) {
        let random = &mut self.random;
        if random.one_in(2) {
            self.kernel.sizes = Sizes::Macros;
        }
        if features.has(Feature::Exits) && random.one_in(2) {
            self.kernel.sizes = Sizes::Passed;
        }
        if features.has(Feature::Bounds) && !random.one_in(3) {
            self.kernel.sizes = Sizes::Macros;
        }
        if let Some(sizes) = features.sizes() {
            self.kernel.sizes = sizes;
        }
        self.kernel.is_static = random.one_in(2);
        self.kernel.outer_iterators = !features.has_parallel_loops() && random.one_in(4);
        let count = match self.has_only_rows {
            true => 1,
            false => 1 + [0, 0, 0, 1, 1, 1, 2][random.below(7) as usize],
        };
        for _ in 0..count {
            let dims = match self.is_plane {
                true => 2,
                false => [1, 1, 2, 2, 2, 3][self.random.below(6) as usize],
            };
            let home = self.home(dims);
            self.kernel.arrays.push(Array {
                home,
                extents: vec![Affine::number(1); dims],
            });
        }
    }

    fn home(&mut self, dims: usize) -> Home {
        let is_constant = self.kernel.sizes != Sizes::Variables;
        match self.random.below(12) {
            0 if is_constant => Home::Static,
            1 if is_constant => Home::File,
            2 | 3 => Home::Flat,
            4 if dims > 1 => Home::Rows,
            5 | 6 => Home::Block,
            _ => Home::Local,
        }
    }

    fn phase(&mut self) -> Block {
        if self.is_plane && !self.random.one_in(3) {
            return self.rows();
        }
        match self.random.below(8) {
            0 => self.stencil().unwrap_or_else(|| self.pipeline()),
            1 => self.accumulation(),
            _ => self.pipeline(),
        }
    }

    fn nest(&mut self) -> Nest {
        let depth = match self.is_plane {
            true => 2,
            false => [1, 1, 1, 2, 2, 2, 2, 3][self.random.below(8) as usize],
        };
        let loops: Vec<Loop> = (0..depth).map(|d| any_loop(&mut self.random, d)).collect();
        let common = match self.random.below(5) {
            _ if self.shares_nothing => depth - usize::from(depth > 1 && self.random.one_in(2)),
            0 => self.random.below(depth as u64) as usize,
            1 | 2 => depth - usize::from(depth > 1),
            _ => depth,
        };
        Nest { loops, common }
    }

    /// Fills each temporary from those before it, and reads the last ones.
    fn pipeline(&mut self) -> Block {
        let nest = self.nest();
        let order: Vec<usize> = (0..self.kernel.arrays.len()).collect();
        let mut styles = Vec::new();
        for &array in &order {
            let dims = self.kernel.arrays[array].extents.len();
            let style = Style::random(&mut self.random, dims, &nest.loops);
            let style = match self.random.below(20) {
                0 => style.in_ring(self.random.between(2, 4)),
                _ => style,
            };
            styles.push((array, style));
        }
        let mut stages = Vec::new();
        for k in 0..styles.len() {
            stages.push(self.producer(&nest, &styles[k], &styles[..k]));
        }
        for _ in 0..1 + self.random.below(2) {
            stages.push(self.consumer(&nest, &styles));
        }
        let block = self.assembled(nest, stages);
        self.with_declarations(block)
    }

    /// `t[x] = ...;` and possibly more writes to the array.
    fn producer(&mut self, nest: &Nest, own: &(usize, Style), others: &[(usize, Style)]) -> Block {
        let mut value = self.input(&nest.loops);
        for other in others {
            if !self.random.one_in(3) {
                value = self.with_read(value, nest, other);
            }
        }
        if self.random.one_in(4) {
            value = self.with_read(value, nest, own);
        }
        let target = self.target(own, [0; SIZES]);
        let mut block = vec![Statement::Assign(target, None, value)];
        match self.random.below(12) {
            0 => {
                let more = self.input(&nest.loops);
                let op = *self.random.pick(&Operator::ALL);
                let target = self.target(own, [0; SIZES]);
                block.push(Statement::Assign(target, Some(op), more));
            }
            1 => {
                let by_data = self.bit(&nest.loops);
                let more = self.input(&nest.loops);
                let target = self.target(own, [0; SIZES]);
                let yes = vec![Statement::Assign(target, None, more)];
                block.push(Statement::If(by_data, yes, Vec::new()));
            }
            2 => {
                let condition = self.affine_condition(&nest.loops);
                let more = self.input(&nest.loops);
                let target = self.target(own, [0; SIZES]);
                let no = vec![Statement::Assign(target, None, more)];
                block = vec![Statement::If(condition, block, no)];
            }
            3 => {
                let by = offset(&mut self.random, &nest.loops, 0);
                let more = self.input(&nest.loops);
                let target = self.target(own, by);
                block.push(Statement::Assign(target, None, more));
            }
            _ => {}
        }
        block
    }

    /// Adds reads of some temporaries to the result.
    fn consumer(&mut self, nest: &Nest, styles: &[(usize, Style)]) -> Block {
        let mut value = self.input(&nest.loops);
        let last = styles.len() - 1;
        for (k, style) in styles.iter().enumerate() {
            if k == last || self.random.one_in(3) {
                for _ in 0..1 + self.random.below(2) {
                    value = self.with_read(value, nest, style);
                }
            }
        }
        let statement = self.result(value, &nest.loops);
        match self.random.below(8) {
            0 => vec![Statement::If(
                self.bit(&nest.loops),
                vec![statement],
                Vec::new(),
            )],
            1 => {
                let condition = self.affine_condition(&nest.loops);
                vec![Statement::If(condition, vec![statement], Vec::new())]
            }
            2 => {
                let Statement::Assign(target, op, value) = statement else {
                    return vec![statement];
                };
                let through = Statement::Assign(Target::Scalar(1), None, value);
                vec![through, Statement::Assign(target, op, Value::Scalar(1))]
            }
            _ => vec![statement],
        }
    }

    fn result(&mut self, value: Value, loops: &[Loop]) -> Statement {
        if !self.shares_nothing && self.random.one_in(2) {
            let scaled = Value::binary(Operator::Multiply, Value::Scalar(0), Value::Number(31));
            let sum = Value::binary(Operator::Add, scaled, value);
            return Statement::Assign(Target::Scalar(0), None, sum);
        }
        let slots = loops.iter().map(|l| l.slot);
        let strides = match self.shares_nothing {
            true => [90, 9, 1, 1],
            false => [25, 5, 1, 1],
        };
        let spread = slots.map(|s| Affine::var(s).times(strides[s]));
        let at = spread.fold(Affine::number(9), Affine::plus);
        let op = [None, Some(Operator::Add), Some(Operator::Xor)][self.random.below(3) as usize];
        Statement::Assign(Target::Output(Index::Affine(at)), op, value)
    }

    /// Wraps the stages in loops: the common ones once, the others around each stage.
    fn assembled(&mut self, nest: Nest, stages: Vec<Block>) -> Block {
        let mut body = Block::new();
        for stage in stages {
            let mut inner: Vec<Loop> = nest.loops[nest.common..].to_vec();
            if self.random.one_in(6) && !inner.is_empty() {
                let k = self.random.below(inner.len() as u64) as usize;
                inner[k] = any_loop(&mut self.random, inner[k].slot);
            }
            body.extend(wrapped(inner, stage));
        }
        wrapped(nest.loops[..nest.common].to_vec(), body)
    }

    /// `t[0][x] = ...; for s: t[s][x] = f(t[s - 1][x - 1], ...)`, with reads of the last step or of
    /// each.
    fn stencil(&mut self) -> Option<Block> {
        let array = self.random.below(self.kernel.arrays.len() as u64) as usize;
        let dims = self.kernel.arrays[array].extents.len();
        if dims < 2 {
            return None;
        }
        let forms = (0..dims).map(Affine::var).collect();
        let mut style = (array, Style::plain(forms));
        if self.random.one_in(3) {
            style.1 = style.1.in_ring(2);
        }
        let space: Vec<Loop> = (1..dims).map(|d| space_loop(&mut self.random, d)).collect();
        let steps = style::size(&mut self.random);
        let time = counting(0, Affine::number(1), steps);
        let value = self.input(&space);
        let mut at_start = self.target(&style, [0; SIZES]);
        if let Target::Array(access) = &mut at_start {
            access.subscripts[0] = Index::Affine(Affine::number(0));
        }
        let first = vec![Statement::Assign(at_start, None, value)];
        let mut block = wrapped(space.clone(), first);
        let mut value = self.input(&space);
        for _ in 0..1 + self.random.below(3) {
            let mut by: Offset = [1, 0, 0, 0];
            for x in by.iter_mut().take(dims).skip(1) {
                *x = self.random.between(-1, 1);
            }
            let read = self.read(&style, by);
            value = Value::binary(Operator::Add, value, read);
        }
        let update = vec![Statement::Assign(
            self.target(&style, [0; SIZES]),
            None,
            value,
        )];
        let mut body = wrapped(space.clone(), update);
        let read = self.read(&style, [0; SIZES]);
        let result = vec![self.result(read, &space)];
        let in_each_step = self.random.one_in(2);
        if in_each_step {
            body.extend(wrapped(space.clone(), result.clone()));
        }
        block.extend(wrapped(vec![time], body));
        if !in_each_step {
            block.extend(wrapped(space, at_time(result, steps.add(-1))));
        }
        Some(self.with_declarations(block))
    }

    /// `sum[i][0] = ...; for j: sum[i][j + 1] = sum[i][j] + ...; ... = sum[i][size]`
    fn accumulation(&mut self) -> Block {
        let array = self.random.below(self.kernel.arrays.len() as u64) as usize;
        let dims = self.kernel.arrays[array].extents.len();
        let loops: Vec<Loop> = (0..dims).map(|d| any_loop(&mut self.random, d)).collect();
        let outer = loops[..dims - 1].to_vec();
        let size = style::size(&mut self.random);
        let inner = counting(dims - 1, Affine::number(0), size);
        let forms: Vec<Affine> = (0..dims).map(Affine::var).collect();
        let own = (array, Style::plain(forms));
        let mut next = [0; SIZES];
        next[dims - 1] = -1;
        let zero = |access: &mut Access, at: Affine| {
            access.subscripts[dims - 1] = Index::Affine(at);
        };
        let mut start = self.target(&own, [0; SIZES]);
        if let Target::Array(access) = &mut start {
            zero(access, Affine::number(0));
        }
        let first = self.input(&outer);
        let mut all = loops[..dims - 1].to_vec();
        all.push(inner.clone());
        let before = self.read(&own, [0; SIZES]);
        let more = self.input(&all);
        let op = *self.random.pick(&Operator::ALL);
        let step = Value::binary(op, before, more);
        let update = Statement::Assign(self.target(&own, next), None, step);
        let mut last = self.read(&own, [0; SIZES]);
        if let Value::Read(access) = &mut last {
            zero(access, size);
        }
        let mut body = vec![Statement::Assign(start, None, first)];
        body.extend(wrapped(vec![inner], vec![update]));
        body.push(self.result(last, &outer));
        let block = wrapped(outer, body);
        self.with_declarations(block)
    }

    /// Declares arrays of inner blocks at the start of a random loop's body that contains all uses,
    /// or of this block.
    fn with_declarations(&mut self, mut block: Block) -> Block {
        for array in 0..self.kernel.arrays.len() {
            if self.kernel.arrays[array].home != Home::Block {
                continue;
            }
            declare(&mut block, array, &mut self.random);
        }
        match self.kernel.arrays.iter().any(|a| a.home == Home::Block) {
            // Two phases may declare the same array.
            true => vec![Statement::Block(block)],
            false => block,
        }
    }

    fn access(&mut self, array: usize, subscripts: Vec<Index>) -> Access {
        let id = self.kernel.accesses;
        self.kernel.accesses += 1;
        Access {
            id,
            array,
            subscripts,
        }
    }

    fn target(&mut self, (array, style): &(usize, Style), by: Offset) -> Target {
        Target::Array(self.access(*array, style.at(by)))
    }

    fn read(&mut self, (array, style): &(usize, Style), by: Offset) -> Value {
        Value::Read(self.access(*array, style.at(by)))
    }
}

/// Inserts the declaration at the start of the block, or of the only loop in it.
fn declare(block: &mut Block, array: usize, random: &mut Rng) {
    match block.as_mut_slice() {
        [Statement::Loop(l)] if random.one_in(2) => declare(&mut l.body, array, random),
        _ => block.insert(0, Statement::Declare(array)),
    }
}

/// `for (x = from; x < to; x++)`
fn counting(slot: usize, from: Affine, to: Affine) -> Loop {
    Loop {
        slot,
        from: Index::Affine(from),
        relation: Relation::Less,
        to: Index::Affine(to),
        step: 1,
        spelling: Spelling::For,
        parallel: false,
        directive: 0,
        body: Block::new(),
    }
}

fn space_loop(random: &mut Rng, slot: usize) -> Loop {
    counting(slot, Affine::number(0), style::size(random))
}

/// Wraps a block in loops, the first one outermost.
fn wrapped(loops: Vec<Loop>, block: Block) -> Block {
    loops
        .into_iter()
        .rev()
        .fold(block, |body, l| vec![Statement::Loop(Loop { body, ..l })])
}

/// Replaces the first iterator of a block by a number.
fn at_time(mut block: Block, time: Affine) -> Block {
    let mut replace = super::visit::Replace { slot: 0, by: time };
    super::visit::block(&mut block, &mut replace);
    block
}
