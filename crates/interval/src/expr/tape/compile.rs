//! The compiler from expressions to a tape: value numbering, constant folding, liveness, register allocation.

use super::super::decoration::{Decoration, output_bit};
use super::super::error::NameError;
use super::super::graph::{FlatNode, Graph};
use super::super::node::Expr;
use super::super::operation::{Op, Operation, Visitor};
use super::{Constant, Instruction, Tape, variable_bit};
use crate::Interval;
use crate::tolerance::SCHEDULING_WINDOW;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum ValueSource {
    Constant(u32),
    Variable(u32),
    /// The result of an instruction.
    Instruction(u32),
}

/// An instruction before slots are assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PendingInstruction {
    op: Op,
    a: ValueSource,
    b: ValueSource,
    exponent: i32,
}

#[derive(Default)]
struct Lowering {
    constants: Vec<Constant>,
    constant_numbers: HashMap<[u64; 3], u32>,
    steps: Vec<PendingInstruction>,
    step_numbers: HashMap<PendingInstruction, u32>,
}

impl Tape {
    /// Compiles the expressions together; shared subexpressions are computed once. Arguments of evaluations are in
    /// the order of `variables`, which must list all variables of the expressions and may list more.
    pub fn new(outputs: &[Expr], variables: &[&str]) -> Result<Self, NameError> {
        let variables: Vec<Arc<str>> = variables.iter().map(|&name| name.into()).collect();
        let mut indices: HashMap<Arc<str>, u32> = HashMap::new();
        for (i, name) in variables.iter().enumerate() {
            if indices.insert(name.clone(), i as u32).is_some() {
                return Err(NameError::Taken(name.to_string()));
            }
        }
        let graph = Graph::of(outputs);
        let mut lowering = Lowering::default();
        let mut sources = Vec::with_capacity(graph.nodes.len());
        for node in &graph.nodes {
            let source = match node {
                FlatNode::Number(bits) => lowering.number(f64::from_bits(*bits)),
                FlatNode::Constant(index) => {
                    let constant = &graph.constants[*index as usize];
                    lowering.constant(Constant { enclosure: constant.enclosure, nearest: constant.nearest })
                }
                FlatNode::Variable(name) => {
                    ValueSource::Variable(*indices.get(name).ok_or_else(|| NameError::Unlisted {
                        name: name.to_string(),
                        given: variables.iter().map(ToString::to_string).collect(),
                    })?)
                }
                FlatNode::Unary(op, a) => lowering.step((*op).into(), [sources[*a as usize]; 2], 0),
                FlatNode::Binary(op, a, b) => {
                    lowering.step((*op).into(), [sources[*a as usize], sources[*b as usize]], 0)
                }
                FlatNode::Power(a, exponent) => lowering.step(Op::Power, [sources[*a as usize]; 2], *exponent),
            };
            sources.push(source);
        }
        let outputs: Vec<ValueSource> = graph.roots.iter().map(|root| sources[*root as usize]).collect();
        Ok(allocate(&lowering, &outputs, variables))
    }
}

impl Lowering {
    fn number(&mut self, value: f64) -> ValueSource {
        self.constant(Constant { enclosure: Interval::from(value), nearest: value })
    }

    fn constant(&mut self, constant: Constant) -> ValueSource {
        let key = [constant.enclosure.lower(), constant.enclosure.upper(), constant.nearest].map(f64::to_bits);
        let constants = &mut self.constants;
        ValueSource::Constant(*self.constant_numbers.entry(key).or_insert_with(|| {
            constants.push(constant);
            constants.len() as u32 - 1
        }))
    }

    fn step(&mut self, op: Op, operands: [ValueSource; 2], exponent: i32) -> ValueSource {
        if let [ValueSource::Constant(a), ValueSource::Constant(b)] = operands
            && let Some(folded) = fold(op, self.constants[a as usize], self.constants[b as usize], exponent)
        {
            return self.constant(folded);
        }
        let [mut a, mut b] = operands;
        if commutes(op) && b < a {
            (a, b) = (b, a);
        }
        let step = PendingInstruction { op, a, b, exponent };
        let steps = &mut self.steps;
        ValueSource::Instruction(*self.step_numbers.entry(step).or_insert_with(|| {
            steps.push(step);
            steps.len() as u32 - 1
        }))
    }
}

/// Whether swapping the operands changes no bit of any evaluation.
fn commutes(op: Op) -> bool {
    op == Op::Add || op == Op::Mul
}

/// The operation on constants, enclosed. `None` if it may be undefined, which only an evaluation can report.
fn fold(op: Op, a: Constant, b: Constant, exponent: i32) -> Option<Constant> {
    struct Fold<'a>(Constant, Constant, i32, &'a mut Option<Constant>);
    impl Visitor for Fold<'_> {
        fn visit<O: Operation>(self) {
            let Self(a, b, exponent, result) = self;
            let enclosure = O::range(a.enclosure, b.enclosure, exponent);
            let decoration = O::decoration(a.enclosure, b.enclosure, exponent, enclosure);
            if decoration > Decoration::Partial && !enclosure.is_empty() {
                *result = Some(Constant { enclosure, nearest: O::value(a.nearest, b.nearest, exponent) });
            }
        }
    }
    let mut result = None;
    op.visit(Fold(a, b, exponent, &mut result));
    result
}

/// Removes instructions that no output needs and assigns a slot to every value.
fn allocate(lowering: &Lowering, outputs: &[ValueSource], variables: Vec<Arc<str>>) -> Tape {
    let steps = &lowering.steps;
    let reach = reach(steps, outputs);
    let live = |step: usize| reach[step] != 0;
    let order = schedule(steps, (0..steps.len()).filter(|&step| live(step)).collect());
    let last_use = last_uses(steps, &order, outputs);
    let (constant_slots, constants) = used_constants(lowering, outputs, live);
    let first_register = (constants.len() + variables.len()) as u32;
    let mut register_count = 0_u32;
    let (mut free, mut registers) = (Vec::new(), vec![0_u32; steps.len()]);
    let (mut instructions, mut dependence) = (Vec::new(), Vec::new());
    let mut step_dependence = vec![0_u64; steps.len()];
    let slot = |source: ValueSource, registers: &[u32]| match source {
        ValueSource::Constant(i) => constant_slots[i as usize],
        ValueSource::Variable(i) => constants.len() as u32 + i,
        ValueSource::Instruction(i) => first_register + registers[i as usize],
    };
    for &i in &order {
        let step = &steps[i];
        // Operands are read before the result is written, so the result may reuse the register of an operand read
        // for the last time.
        let sources = [Some(step.a), (step.b != step.a).then_some(step.b)];
        for source in sources.into_iter().flatten() {
            if let ValueSource::Instruction(operand) = source
                && last_use[operand as usize] == i
            {
                free.push(registers[operand as usize]);
            }
        }
        let (a, b) = (slot(step.a, &registers), slot(step.b, &registers));
        registers[i] = free.pop().unwrap_or_else(|| {
            register_count += 1;
            register_count - 1
        });
        let out = first_register + registers[i];
        instructions.push(Instruction { op: step.op, out, a, b, exponent: step.exponent });
        let (by_a, by_b) = (depends_on(step.a, &step_dependence), depends_on(step.b, &step_dependence));
        // A unary operation stores its operand in both `a` and `b`.
        dependence.push([by_a, if step.op.is_binary() { by_b } else { 0 }]);
        step_dependence[i] = by_a | by_b;
    }
    static IDENTITIES: AtomicU64 = AtomicU64::new(0);
    Tape {
        outputs: outputs.iter().map(|&source| slot(source, &registers)).collect(),
        output_dependence: outputs.iter().map(|&source| depends_on(source, &step_dependence)).collect(),
        slot_count: (first_register + register_count) as usize,
        reach: order.iter().map(|&step| reach[step]).collect(),
        identity: IDENTITIES.fetch_add(1, Ordering::Relaxed),
        codes: Arc::default(),
        instructions,
        dependence,
        constants,
        variables,
    }
}

/// The variables that a value depends on, as a bit set.
fn depends_on(source: ValueSource, steps: &[u64]) -> u64 {
    match source {
        ValueSource::Constant(_) => 0,
        ValueSource::Variable(i) => variable_bit(i as usize),
        ValueSource::Instruction(i) => steps[i as usize],
    }
}

/// For each instruction, the outputs that depend on it, as a bit set.
fn reach(steps: &[PendingInstruction], outputs: &[ValueSource]) -> Vec<u64> {
    let mut reach = vec![0_u64; steps.len()];
    for (i, output) in outputs.iter().enumerate() {
        if let ValueSource::Instruction(step) = output {
            reach[*step as usize] |= output_bit(i);
        }
    }
    for i in (0..steps.len()).rev() {
        for source in [steps[i].a, steps[i].b] {
            if let ValueSource::Instruction(operand) = source {
                reach[operand as usize] |= reach[i];
            }
        }
    }
    reach
}

/// Reorders the instructions so that neighbours depend on one another as little as possible; a processor executes
/// several at once only if they are independent. Instructions move within short windows, so few additional
/// registers are needed.
fn schedule(steps: &[PendingInstruction], mut order: Vec<usize>) -> Vec<usize> {
    let mut levels = vec![0_u32; steps.len()];
    for window in order.chunks_mut(SCHEDULING_WINDOW) {
        let first = window[0];
        for &mut i in &mut *window {
            let level = |source: ValueSource| match source {
                ValueSource::Instruction(operand) if operand as usize >= first => levels[operand as usize] + 1,
                ValueSource::Instruction(_) | ValueSource::Constant(_) | ValueSource::Variable(_) => 0,
            };
            levels[i] = level(steps[i].a).max(level(steps[i].b));
        }
        window.sort_by_key(|&i| levels[i]);
    }
    order
}

/// For each instruction, the last instruction that reads its result; `usize::MAX` for outputs.
fn last_uses(steps: &[PendingInstruction], order: &[usize], outputs: &[ValueSource]) -> Vec<usize> {
    let mut last_use = vec![0; steps.len()];
    for &i in order {
        for source in [steps[i].a, steps[i].b] {
            if let ValueSource::Instruction(operand) = source {
                last_use[operand as usize] = i;
            }
        }
    }
    for output in outputs {
        if let ValueSource::Instruction(step) = output {
            last_use[*step as usize] = usize::MAX;
        }
    }
    last_use
}

/// The slots of the constants that are still used after folding, and these constants.
fn used_constants(
    lowering: &Lowering,
    outputs: &[ValueSource],
    live: impl Fn(usize) -> bool,
) -> (Vec<u32>, Vec<Constant>) {
    let mut used = vec![false; lowering.constants.len()];
    let steps = lowering.steps.iter().enumerate().filter(|(i, _)| live(*i));
    let sources = steps.flat_map(|(_, step)| [step.a, step.b]).chain(outputs.iter().copied());
    for source in sources {
        if let ValueSource::Constant(i) = source {
            used[i as usize] = true;
        }
    }
    let mut slots = vec![0; used.len()];
    let mut constants = Vec::new();
    for (i, _) in used.iter().enumerate().filter(|(_, used)| **used) {
        slots[i] = constants.len() as u32;
        constants.push(lowering.constants[i]);
    }
    (slots, constants)
}
