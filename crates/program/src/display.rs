//! Programs as text, for tests and for people who work on them. Types of constants and conversions
//! are spelled out: `1u64`, `i64(x)`.

use crate::ir::*;
use integer::IntType;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter, Write};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for function in &self.functions {
            f.write_str(&self.text_of(function))?;
        }
        Ok(())
    }
}

impl Program {
    /// A function as text.
    pub fn text_of(&self, function: &Function) -> String {
        let mut writer = Writer::new(self);
        writer.function(function);
        writer.text
    }

    /// A value as text.
    pub fn text_of_value(&self, value: &Value) -> String {
        let mut writer = Writer::new(self);
        writer.value(value);
        writer.text
    }

    /// A statement and functions as text that is equal for programs which differ in the names of
    /// objects only, and the objects in the order in which the text numbers them. Arrays in
    /// `subscripted` are written as pointers to their first elements.
    pub fn form_of(
        &self,
        statement: &Statement,
        functions: &[&Function],
        subscripted: &BTreeSet<ObjectId>,
    ) -> (String, Vec<ObjectId>) {
        let mut writer = Writer::new(self);
        writer.numbered = Some(Vec::new());
        writer.subscripted.clone_from(subscripted);
        writer.statement(statement);
        for function in functions {
            writer.put("\n");
            writer.function(function);
        }
        (writer.text, writer.numbered.unwrap_or_default())
    }
}

/// The text so far.
struct Writer<'p> {
    program: &'p Program,
    text: String,
    depth: usize,
    /// The objects so far, if the text has numbers in place of names.
    numbered: Option<Vec<ObjectId>>,
    /// The arrays that are written as pointers.
    subscripted: BTreeSet<ObjectId>,
}

impl<'p> Writer<'p> {
    fn new(program: &'p Program) -> Self {
        Writer {
            program,
            text: String::new(),
            depth: 0,
            numbered: None,
            subscripted: BTreeSet::new(),
        }
    }

    fn put(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{text}");
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.put("  ".repeat(self.depth));
    }

    fn function(&mut self, function: &Function) {
        self.put(&function.name);
        self.put("(");
        self.listed(&function.parameters, |w, id| w.declared(*id));
        self.put(if function.is_variadic { ", ...)" } else { ")" });
        self.put(" -> ");
        self.ty(&function.returns);
        self.body(&function.body);
        self.put("\n");
    }

    fn listed<T>(&mut self, items: &[T], each: impl Fn(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            each(self, item);
        }
    }

    fn declared(&mut self, id: ObjectId) {
        self.object(id);
        self.put(": ");
        if let Some(object) = self.program.objects.get(id.0 as usize) {
            if object.is_volatile {
                self.put("volatile ");
            }
            self.ty(&object.ty);
        }
    }

    fn object(&mut self, id: ObjectId) {
        if let Some(numbered) = &mut self.numbered {
            let known = numbered.iter().position(|object| *object == id);
            let at = known.unwrap_or(numbered.len());
            if known.is_none() {
                numbered.push(id);
            }
            self.put(format_args!("%{at}"));
            if let (None, Some(object)) = (known, self.program.objects.get(id.0 as usize)) {
                self.put(":");
                match &object.ty {
                    Type::Array { element, .. } if self.subscripted.contains(&id) => {
                        self.put("*");
                        self.ty(element);
                    }
                    ty => self.ty(ty),
                }
            }
            return;
        }
        let objects = &self.program.objects;
        match objects.get(id.0 as usize) {
            Some(object) if !object.name.is_empty() => self.put(&object.name),
            _ => self.put(format_args!("%{}", id.0)),
        }
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Void => self.put("void"),
            Type::Integer(ty) => self.put(integer(*ty)),
            Type::Floating(bytes) => self.put(format_args!("f{}", u32::from(*bytes) * 8)),
            Type::Complex(bytes) => self.put(format_args!("c{}", u32::from(*bytes) * 8)),
            Type::Pointer(to) => {
                self.put("*");
                self.ty(to);
            }
            Type::Array { element, length } => {
                self.put("[");
                if let Some(length) = length {
                    self.value(length);
                }
                self.put("]");
                self.ty(element);
            }
            Type::Record(record) => {
                self.put(if record.is_union { "union " } else { "struct " });
                self.put(&record.tag);
            }
            Type::Function => self.put("function"),
            Type::Unknown => self.put("?"),
        }
    }

    fn body(&mut self, body: &[Statement]) {
        self.put(" {");
        self.depth += 1;
        for statement in body {
            self.line();
            self.statement(statement);
        }
        self.depth -= 1;
        self.line();
        self.put("}");
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Declare(id) => {
                self.put("declare ");
                self.declared(*id);
            }
            StatementKind::Assign { place, value } => {
                self.place(place);
                self.put(" = ");
                self.value(value);
            }
            StatementKind::Call {
                result,
                callee,
                arguments,
            } => self.call(result.as_ref(), callee, arguments),
            StatementKind::If {
                condition,
                then,
                other,
            } => {
                self.put("if ");
                self.value(condition);
                self.body(then);
                if !other.is_empty() {
                    self.put(" else");
                    self.body(other);
                }
            }
            StatementKind::Loop(kept) => self.kept_loop(kept),
            StatementKind::Switch { value, arms } => self.switch(value, arms),
            StatementKind::Block(body) => {
                self.put("block");
                self.body(body);
            }
            StatementKind::Pragma { texts, body } => {
                self.put(format_args!("pragma {}", texts.join("; ")));
                self.body(body);
            }
            StatementKind::Break => self.put("break"),
            StatementKind::Continue => self.put("continue"),
            StatementKind::Return(value) => {
                self.put("return");
                if let Some(value) = value {
                    self.put(" ");
                    self.value(value);
                }
            }
            StatementKind::Unsupported(what) => self.put(format_args!("unsupported {}", what.what)),
        }
    }

    fn call(&mut self, result: Option<&Place>, callee: &Callee, arguments: &[Value]) {
        if let Some(place) = result {
            self.place(place);
            self.put(" = ");
        }
        self.put("call ");
        match callee {
            Callee::Named(name) => self.put(name),
            Callee::Pointer(value) => self.operand(value),
        }
        self.arguments(arguments);
    }

    fn arguments(&mut self, arguments: &[Value]) {
        self.put("(");
        self.listed(arguments, Self::value);
        self.put(")");
    }

    fn kept_loop(&mut self, kept: &Loop) {
        for pragma in &kept.pragmas {
            self.put(format_args!("pragma {pragma}"));
            self.line();
        }
        self.put(if kept.body_first { "do loop" } else { "loop" });
        if let Some(condition) = &kept.condition {
            self.put(" ");
            self.value(condition);
        }
        self.body(&kept.body);
        if !kept.step.is_empty() {
            self.put(" step");
            self.body(&kept.step);
        }
    }

    fn switch(&mut self, value: &Value, arms: &[Arm]) {
        self.put("switch ");
        self.value(value);
        for arm in arms {
            self.line();
            let labels: Vec<String> = arm.labels.iter().map(i128::to_string).collect();
            self.put(format_args!("case {}", labels.join(", ")));
            self.put(if arm.is_default { " default" } else { "" });
            self.body(&arm.body);
        }
    }

    /// A value, in parentheses if it is an operator.
    fn operand(&mut self, value: &Value) {
        let is_operator = matches!(
            value.kind,
            ValueKind::Binary(..)
                | ValueKind::Choose { .. }
                | ValueKind::Offset { .. }
                | ValueKind::Distance(..)
        );
        match is_operator {
            true => {
                self.put("(");
                self.value(value);
                self.put(")");
            }
            false => self.value(value),
        }
    }

    fn value(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Load(place) => self.place(place),
            ValueKind::Address(place) => {
                self.put("&");
                self.place(place);
            }
            ValueKind::Unary(op, operand) => {
                self.put(match op {
                    UnaryOp::Negate => "-",
                    UnaryOp::Complement => "~",
                    UnaryOp::Not => "!",
                });
                self.operand(operand);
            }
            ValueKind::Binary(op, left, right) => self.pair(left, op.symbol(), right),
            ValueKind::Convert(operand) => {
                self.ty(&value.ty);
                self.arguments(std::slice::from_ref(&**operand));
            }
            ValueKind::Complex(real, imaginary) => {
                self.ty(&value.ty);
                self.put("(");
                self.value(real);
                self.put(", ");
                self.value(imaginary);
                self.put(")");
            }
            ValueKind::Choose {
                condition,
                then,
                other,
            } => {
                self.pair(condition, "?", then);
                self.put(" : ");
                self.operand(other);
            }
            ValueKind::Offset { pointer, by } => self.pair(pointer, "@", by),
            ValueKind::Distance(left, right) => self.pair(left, "@-", right),
            ValueKind::Pure {
                function,
                arguments,
            } => {
                self.put(function);
                self.arguments(arguments);
            }
            _ => self.leaf(value),
        }
    }

    /// A value without operands.
    fn leaf(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Integer(number) => {
                self.put(number);
                if value.ty != Type::Integer(IntType::INT) {
                    self.ty(&value.ty);
                }
            }
            ValueKind::Real(number) => {
                self.put(format_args!("{number:?}"));
                if value.ty != Type::Floating(8) {
                    self.ty(&value.ty);
                }
            }
            ValueKind::Text(bytes) => {
                self.put(format_args!("{:?}", String::from_utf8_lossy(bytes)));
            }
            ValueKind::Macro(id) => {
                let found = self.program.macros.get(id.0 as usize);
                self.put(found.map_or("?", |m| &m.name));
            }
            ValueKind::Function(name) => self.put(format_args!("&{name}")),
            ValueKind::Unsupported(what) => {
                self.put(format_args!("unsupported {}", what.what));
            }
            _ => {}
        }
    }

    fn pair(&mut self, left: &Value, symbol: &str, right: &Value) {
        self.operand(left);
        self.put(format_args!(" {symbol} "));
        self.operand(right);
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Object(id) => self.object(*id),
            Place::At(pointer) => {
                self.put("*");
                self.operand(pointer);
            }
            Place::Element { array, index, .. } if self.is_subscripted(array) => {
                self.put("*(");
                self.place(array);
                self.put(" @ ");
                self.operand(index);
                self.put(")");
            }
            Place::Element { array, index, .. } => {
                self.inner(array);
                self.put("[");
                self.value(index);
                self.put("]");
            }
            Place::Member { record, ty, member } => {
                self.inner(record);
                let name = ty.members.get(*member).map_or("?", |m| m.name.as_str());
                self.put(format_args!(".{name}"));
            }
            Place::Volatile(inner) => {
                self.put("volatile ");
                self.place(inner);
            }
        }
    }

    fn is_subscripted(&self, array: &Place) -> bool {
        matches!(array, Place::Object(id) if self.subscripted.contains(id))
    }

    fn inner(&mut self, place: &Place) {
        match place {
            Place::At(_) => {
                self.put("(");
                self.place(place);
                self.put(")");
            }
            _ => self.place(place),
        }
    }
}

fn integer(ty: IntType) -> String {
    match (ty.bits, ty.signed) {
        (1, _) => "bool".to_string(),
        (bits, true) => format!("i{bits}"),
        (bits, false) => format!("u{bits}"),
    }
}
