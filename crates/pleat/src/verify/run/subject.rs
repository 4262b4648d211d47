//! What is executed: a whole program, or a function with parameters that a driver can make.

use super::settings::{MacroSetting, tuples};
use crate::text::front_options;
use front::{Program, Syntax};
use integer::IntType;
use program::{BinaryOp, Function, Lifetime, Object, ObjectId, Place, Type, Value, ValueKind};
use source::{Flags, SourceFile};

/// What is executed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Subject {
    /// `main`, as it is.
    Program,
    /// A function, called by a driver.
    Function(Signature),
}

/// A function that a driver can call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Signature {
    pub(super) name: String,
    /// The type of its result, if that is a number.
    pub(super) returns: Option<Number>,
    pub(super) parameters: Vec<Parameter>,
    /// Arrays at file scope that other files may see, with the types of their elements.
    pub(super) globals: Vec<(String, Number)>,
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Integer(IntType),
    /// By size in bytes.
    Floating(u8),
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: ParameterKind,
}

/// What a driver passes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ParameterKind {
    Number(Number),
    /// An array of its own, with the extents that its declaration gives, outermost first, in C. The
    /// outermost may be unknown.
    Array(Number, Vec<Option<String>>),
}

/// The arguments of an execution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments {
    /// The arguments of the compiled program.
    pub(super) values: Vec<String>,
    /// As a reader sees them: "h = 3, w = 4".
    pub(super) shown: String,
}

impl Subject {
    /// An error is the reason why it cannot be executed.
    pub(super) fn of(
        before: &SourceFile,
        after: &SourceFile,
        flags: &Flags,
        function: Option<&str>,
    ) -> Result<Subject, String> {
        let name = function.unwrap_or("main");
        let before = signature(before, flags, name)?;
        let after = signature(after, flags, name)?;
        if name == "main" {
            return Ok(Subject::Program);
        }
        let (mut before, after) = (before?, after?);
        let kinds = |s: &Signature| -> Vec<Option<Number>> {
            let each = s.parameters.iter().map(|p| p.kind.number());
            each.chain([s.returns]).collect()
        };
        if kinds(&before) != kinds(&after) {
            return Err(format!("the parameters of `{name}` differ"));
        }
        before
            .globals
            .retain(|global| after.globals.contains(global));
        Ok(Subject::Function(before))
    }

    /// Whether the driver chooses sizes.
    pub(super) fn has_sizes(&self) -> bool {
        match self {
            Subject::Program => false,
            Subject::Function(signature) => !signature.sizes().is_empty(),
        }
    }

    /// The arguments of all executions with some values of macros.
    pub(super) fn settings(&self, macros: &MacroSetting) -> Vec<Arguments> {
        let Subject::Function(signature) = self else {
            return vec![Arguments::default()];
        };
        let names = signature.sizes();
        let few = !macros.0.is_empty();
        let (equal, mixed): (&[i64], usize) = match (names.len(), few) {
            (0, _) => (&[0], 0),
            (1, _) => (&[1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 17], 0),
            (_, true) => (&[1, 2, 3, 5], 4),
            (_, false) => (&[1, 2, 3, 4, 5, 6, 7, 9], 10),
        };
        let sizes = tuples(names.len(), equal, mixed);
        let both = |values: Vec<i64>| [0, 1].map(|contents| arguments(&names, &values, contents));
        sizes.into_iter().flat_map(both).collect()
    }
}

fn arguments(names: &[&str], values: &[i64], contents: u8) -> Arguments {
    let shown = names
        .iter()
        .zip(values)
        .map(|(name, value)| format!("{name} = {value}"));
    let values = values.iter().map(i64::to_string);
    Arguments {
        values: [contents.to_string()].into_iter().chain(values).collect(),
        shown: shown.collect::<Vec<_>>().join(", "),
    }
}

impl Signature {
    /// The names of the integer parameters.
    pub(super) fn sizes(&self) -> Vec<&str> {
        let is_size = |p: &&Parameter| matches!(p.kind, ParameterKind::Number(Number::Integer(_)));
        self.parameters
            .iter()
            .filter(is_size)
            .map(|p| p.name.as_str())
            .collect()
    }
}

impl ParameterKind {
    fn number(&self) -> Option<Number> {
        match self {
            ParameterKind::Number(number) | ParameterKind::Array(number, _) => Some(*number),
        }
    }
}

/// The signature of a function in a file. The outer error says that the file or the function is not
/// there, the inner one that a driver cannot call it.
fn signature(
    file: &SourceFile,
    flags: &Flags,
    name: &str,
) -> Result<Result<Signature, String>, String> {
    let path = file.path.display().to_string();
    let unit = source::preprocess(file.clone(), flags).map_err(|error| error.to_string())?;
    let syntax = Syntax::of(&unit);
    let options = front_options(&unit);
    let front = Program::new(&unit, &syntax, &options);
    let lowered = program::lower(front.contents());
    let function = lowered.functions.iter().find(|f| f.name == name);
    let function = function.ok_or_else(|| format!("{path} does not define `{name}`"))?;
    Ok(Reader(&lowered).signature(function))
}

struct Reader<'p>(&'p program::Program);

impl Reader<'_> {
    fn object(&self, id: ObjectId) -> Option<&Object> {
        self.0.objects.get(id.0 as usize)
    }

    fn signature(&self, function: &Function) -> Result<Signature, String> {
        if function.is_variadic {
            return Err(format!("`{}` takes any number of arguments", function.name));
        }
        let lengths = function.lengths.iter().map(Option::as_ref);
        let lengths = lengths.chain(std::iter::repeat(None));
        let parameters = function.parameters.iter().zip(lengths);
        let parameters = parameters.map(|(id, length)| self.parameter(function, *id, length));
        let globals = self.0.objects.iter().filter_map(global);
        Ok(Signature {
            name: function.name.clone(),
            returns: number(&function.returns),
            parameters: parameters.collect::<Result<_, _>>()?,
            globals: globals.collect(),
        })
    }

    fn parameter(
        &self,
        function: &Function,
        id: ObjectId,
        length: Option<&Value>,
    ) -> Result<Parameter, String> {
        let object = self.object(id);
        let kind = object.and_then(|object| self.kind(function, &object.ty, length));
        let name = object.map_or("", |object| object.name.as_str());
        let kind = kind.ok_or_else(|| {
            format!(
                "the parameter `{name}` of `{}` is no number or array",
                function.name
            )
        })?;
        let name = match name {
            "" => format!("pleat_{}", id.0),
            _ => name.to_string(),
        };
        Ok(Parameter { name, kind })
    }

    fn kind(&self, f: &Function, ty: &Type, length: Option<&Value>) -> Option<ParameterKind> {
        let Type::Pointer(target) = ty else {
            return number(ty).map(ParameterKind::Number);
        };
        let mut extents = vec![length.and_then(|length| self.text(f, length))];
        let mut element: &Type = target;
        while let Type::Array {
            element: inner,
            length,
        } = element
        {
            extents.push(length.as_ref().and_then(|length| self.text(f, length)));
            element = inner;
        }
        let number = number(element)?;
        if extents.iter().skip(1).any(Option::is_none) {
            extents = vec![None];
        }
        Some(ParameterKind::Array(number, extents))
    }

    /// A length in C: `((long long)(m) + 2)`.
    fn text(&self, function: &Function, value: &Value) -> Option<String> {
        match &value.kind {
            ValueKind::Integer(value) => Some(format!("{value}LL")),
            ValueKind::Macro(id) => {
                let name = &self.0.macros.get(id.0 as usize)?.name;
                Some(format!("(long long)({name})"))
            }
            ValueKind::Load(Place::Object(id)) if function.parameters.contains(id) => {
                Some(format!("(long long)({})", self.object(*id)?.name))
            }
            ValueKind::Convert(inner) => self.text(function, inner),
            ValueKind::Binary(op, a, b) => {
                let op = operator(*op)?;
                let (a, b) = (self.text(function, a)?, self.text(function, b)?);
                Some(format!("({a} {op} {b})"))
            }
            _ => None,
        }
    }
}

fn operator(op: BinaryOp) -> Option<char> {
    Some(match op {
        BinaryOp::Add => '+',
        BinaryOp::Subtract => '-',
        BinaryOp::Multiply => '*',
        BinaryOp::Divide => '/',
        BinaryOp::Remainder => '%',
        _ => return None,
    })
}

fn number(ty: &Type) -> Option<Number> {
    match ty {
        Type::Integer(ty) => Some(Number::Integer(*ty)),
        Type::Floating(bytes @ (4 | 8 | 16)) => Some(Number::Floating(*bytes)),
        _ => None,
    }
}

/// An array at file scope that other files may see.
fn global(object: &Object) -> Option<(String, Number)> {
    let is_seen = object.lifetime == Lifetime::Linked && object.initial.is_some();
    let Type::Array { element, length } = &object.ty else {
        return None;
    };
    if !is_seen || object.is_constant || object.is_volatile || length.is_none() {
        return None;
    }
    let mut element: &Type = element;
    while let Type::Array { element: inner, .. } = element {
        element = inner;
    }
    Some((object.name.clone(), number(element)?))
}
