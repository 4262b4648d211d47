//! Programs as C over bytes: every access has its address and size, every conversion is a cast.
//! What the program computes is what this text computes, whatever the original looked like.

use super::objects::objects;
use program::{
    Arm, BinaryOp, Callee, Function, Lifetime, Loop, Object, ObjectId, Place, Program, Statement,
    StatementKind, Type, UnaryOp, Value, ValueKind,
};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The text of a whole file.
pub(crate) fn printed(program: &Program) -> String {
    let mut printer = Printer {
        program,
        text: String::new(),
        records: BTreeSet::new(),
        loops: Vec::new(),
        labels: 0,
    };
    printer.file();
    let records = printer.records.iter().map(|(bytes, align)| {
        format!("struct r_{bytes}_{align} {{ _Alignas({align}) char b[{bytes}]; }};\n")
    });
    let head = "void *realloc(void *, unsigned long);\nvoid *memset(void *, int, unsigned long);\n";
    format!("{head}{}{}", records.collect::<String>(), printer.text)
}

struct Printer<'p> {
    program: &'p Program,
    text: String,
    records: BTreeSet<(u64, u64)>,
    /// The label of the step of each loop around the place.
    loops: Vec<usize>,
    labels: usize,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn file(&mut self) {
        for object in &self.program.objects {
            if is_static(object) {
                self.static_object(object);
            }
        }
        for function in &self.program.functions {
            self.head(function);
            self.put(";\n");
        }
        self.put("__attribute__((constructor)) static void start(void) {\n");
        for object in self.program.objects.iter().filter(|o| is_static(o)) {
            for (offset, value) in object.initial.iter().flatten() {
                let ty = self.ty(&value.ty);
                let value = self.value(value);
                let id = object.id.0;
                let _ = writeln!(self.text, "*({ty}*)((char*)o{id} + {offset}) = {value};");
            }
        }
        self.put("}\n");
        for function in &self.program.functions {
            self.function(function);
        }
    }

    fn static_object(&mut self, object: &Object) {
        let id = object.id.0;
        let is_outside = object.lifetime == Lifetime::Linked && object.initial.is_none();
        if is_outside {
            let _ = writeln!(
                self.text,
                "extern char o{id}[] __asm__(\"{}\");",
                object.name
            );
            return;
        }
        let size = self.size(&object.ty);
        let _ = writeln!(self.text, "static _Alignas(64) char o{id}[{size}];");
    }

    fn head(&mut self, function: &Function) {
        let returns = self.ty(&function.returns);
        let types = function.parameters.iter().map(|id| {
            let object = &self.program.objects[id.0 as usize];
            (object.ty.clone(), id.0)
        });
        let types: Vec<(Type, u32)> = types.collect();
        let mut list: Vec<String> = Vec::new();
        for (ty, id) in types {
            list.push(format!("{} p{id}", self.ty(&ty)));
        }
        if list.is_empty() {
            list.push("void".to_string());
        }
        let dots = if function.is_variadic { ", ..." } else { "" };
        let _ = write!(
            self.text,
            "{returns} {}({}{dots})",
            function.name,
            list.join(", ")
        );
    }

    fn function(&mut self, function: &Function) {
        let mut own = objects(self.program, &function.body);
        own.extend(function.parameters.iter().copied());
        self.head(function);
        self.put(" {\n");
        for id in own {
            self.local(id);
        }
        self.body(&function.body);
        self.put("}\n");
    }

    fn local(&mut self, id: ObjectId) {
        let object = &self.program.objects[id.0 as usize];
        let n = id.0;
        if is_static(object) {
            return;
        }
        let is_parts = matches!(object.ty, Type::Array { .. } | Type::Record(_));
        let ty = self.ty(&object.ty);
        match (object.lifetime, is_parts) {
            (Lifetime::Parameter, true) => {
                let _ = writeln!(self.text, "char *o{n} = (char*)&p{n};");
            }
            (Lifetime::Parameter, false) => {
                let _ = writeln!(self.text, "{ty} s{n} = p{n}; char *o{n} = (char*)&s{n};");
            }
            (_, false) => {
                let _ = writeln!(self.text, "{ty} s{n}; char *o{n} = (char*)&s{n};");
            }
            (Lifetime::Temporary, true) => {
                let size = self.size(&object.ty);
                let _ = writeln!(self.text, "char *o{n} = realloc(0, {size});");
            }
            (_, true) => {
                let _ = writeln!(self.text, "char *o{n} = 0;");
            }
        }
    }

    fn body(&mut self, body: &[Statement]) {
        self.put("{\n");
        body.iter().for_each(|s| self.statement(s));
        self.put("}\n");
    }

    fn statement(&mut self, statement: &Statement) {
        let text = match &statement.kind {
            StatementKind::Declare(id) => return self.declare(*id),
            StatementKind::Assign { place, value } => {
                let ty = self.type_of(place);
                format!(
                    "*({}{}*){} = {};\n",
                    self.qualifier(place),
                    self.ty(&ty),
                    self.address(place),
                    self.value(value)
                )
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
                let condition = self.value(condition);
                self.put(&format!("if ({condition})\n"));
                self.body(then);
                self.put("else\n");
                return self.body(other);
            }
            StatementKind::Loop(kept) => return self.kept_loop(kept),
            StatementKind::Switch { value, arms } => return self.switch(value, arms),
            StatementKind::Block(body) | StatementKind::Pragma { body, .. } => {
                return self.body(body);
            }
            StatementKind::Break => "break;\n".to_string(),
            StatementKind::Continue => {
                format!("goto step{};\n", self.loops.last().copied().unwrap_or(0))
            }
            StatementKind::Return(None) => "return;\n".to_string(),
            StatementKind::Return(Some(value)) => format!("return {};\n", self.value(value)),
            StatementKind::Unsupported(what) => panic!("{}", what.what),
        };
        self.put(&text);
    }

    fn declare(&mut self, id: ObjectId) {
        let object = &self.program.objects[id.0 as usize];
        let n = id.0;
        if is_static(object) {
            return;
        }
        let size = self.size(&object.ty);
        let text = match object.ty {
            Type::Array { .. } | Type::Record(_) => {
                format!("o{n} = realloc(o{n}, {size} + 1); memset(o{n}, 165, {size});\n")
            }
            _ => format!("memset(o{n}, 165, {size});\n"),
        };
        self.put(&text);
    }

    fn call(&mut self, result: Option<&Place>, callee: &Callee, arguments: &[Value]) -> String {
        let returns = result.map(|place| self.type_of(place));
        let ty = returns
            .as_ref()
            .map_or("void".to_string(), |ty| self.ty(ty));
        let own = |name: &str| self.program.functions.iter().any(|f| f.name == name);
        let callee = match callee {
            Callee::Named(name) if name == "alloca" => "__builtin_alloca".to_string(),
            Callee::Named(name) if name.starts_with("__builtin_") => name.clone(),
            Callee::Named(name) if own(name) => name.clone(),
            Callee::Named(name) => format!("(({ty}(*)())__builtin_dlsym_{name})"),
            Callee::Pointer(value) => {
                let types: Vec<String> = arguments.iter().map(|a| self.ty(&a.ty)).collect();
                format!("(({ty}(*)({})){})", types.join(", "), self.value(value))
            }
        };
        let mut callee = callee;
        if let Some(at) = callee.find("__builtin_dlsym_") {
            let name: String = callee[at + 16..].trim_end_matches(')').to_string();
            self.put(&format!("extern int x_{name}() __asm__(\"{name}\");\n"));
            callee = format!("(({ty}(*)())x_{name})");
        }
        let arguments: Vec<String> = arguments.iter().map(|a| self.value(a)).collect();
        let call = format!("{callee}({})", arguments.join(", "));
        match result {
            Some(place) => format!("*({ty}*){} = {call};\n", self.address(place)),
            None => format!("{call};\n"),
        }
    }

    fn kept_loop(&mut self, kept: &Loop) {
        self.labels += 1;
        let label = self.labels;
        self.loops.push(label);
        let condition = kept.condition.as_ref().map(|c| self.value(c));
        let leave = condition.map_or(String::new(), |c| format!("if (!({c})) break;\n"));
        self.put("while (1) {\n");
        if !kept.body_first {
            self.put(&leave);
        }
        self.body(&kept.body);
        self.put(&format!("step{label}: ;\n"));
        self.body(&kept.step);
        if kept.body_first {
            self.put(&leave);
        }
        self.put("}\n");
        self.loops.pop();
    }

    fn switch(&mut self, value: &Value, arms: &[Arm]) {
        let value = self.value(value);
        self.put(&format!("switch ({value}) {{\n"));
        for arm in arms {
            for label in &arm.labels {
                self.put(&format!("case {label}:\n"));
            }
            if arm.is_default {
                self.put("default:\n");
            }
            self.body(&arm.body);
        }
        self.put("}\n");
    }

    fn ty(&mut self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_string(),
            Type::Integer(ty) => match (ty.bits, ty.signed) {
                (1, _) => "_Bool".to_string(),
                (8, true) => "signed char".to_string(),
                (8, false) => "unsigned char".to_string(),
                (16, true) => "short".to_string(),
                (16, false) => "unsigned short".to_string(),
                (32, true) => "int".to_string(),
                (32, false) => "unsigned".to_string(),
                (_, true) => "long".to_string(),
                (_, false) => "unsigned long".to_string(),
            },
            Type::Floating(4) => "float".to_string(),
            Type::Floating(8) => "double".to_string(),
            Type::Floating(_) => "long double".to_string(),
            Type::Complex(4) => "float _Complex".to_string(),
            Type::Complex(8) => "double _Complex".to_string(),
            Type::Complex(_) => "long double _Complex".to_string(),
            Type::Record(record) => {
                self.records.insert((record.bytes, record.align));
                format!("struct r_{}_{}", record.bytes, record.align)
            }
            _ => "char*".to_string(),
        }
    }

    fn size(&mut self, ty: &Type) -> String {
        match ty {
            Type::Array { element, length } => {
                let length = length.as_ref().expect("the array has a length");
                format!("({} * {})", self.value(length), self.size(element))
            }
            Type::Void | Type::Function => "1".to_string(),
            _ => format!("sizeof({})", self.ty(ty)),
        }
    }

    fn type_of(&self, place: &Place) -> Type {
        match place {
            Place::Object(id) => self.program.objects[id.0 as usize].ty.clone(),
            Place::At(pointer) => target(&pointer.ty),
            Place::Element { ty, .. } => match ty {
                Type::Array { element, .. } => (**element).clone(),
                _ => panic!("an element of no array"),
            },
            Place::Member { ty, member, .. } => ty.members[*member].ty.clone(),
            Place::Volatile(inner) => self.type_of(inner),
        }
    }

    fn address(&mut self, place: &Place) -> String {
        match place {
            Place::Object(id) => format!("((char*)o{})", id.0),
            Place::At(pointer) => self.value(pointer),
            Place::Volatile(inner) => self.address(inner),
            Place::Element { array, index, .. } => {
                let size = self.type_of(place);
                let (array, index) = (self.address(array), self.value(index));
                format!("({array} + (long)({index}) * (long){})", self.size(&size))
            }
            Place::Member { record, ty, member } => {
                let offset = ty.members[*member].offset;
                format!("({} + {offset})", self.address(record))
            }
        }
    }

    fn value(&mut self, value: &Value) -> String {
        let ty = self.ty(&value.ty);
        match &value.kind {
            ValueKind::Integer(number) => integer(&ty, *number),
            ValueKind::Real(number) if number.is_infinite() => format!("(({ty})__builtin_inf())"),
            ValueKind::Real(number) => format!("(({ty}){number:.17e})"),
            ValueKind::Complex(real, imaginary) => {
                format!(
                    "__builtin_complex({}, {})",
                    self.value(real),
                    self.value(imaginary)
                )
            }
            ValueKind::Text(bytes) => text_literal(bytes),
            ValueKind::Macro(id) => {
                format!("(({ty}){}L)", self.program.macros[id.0 as usize].value)
            }
            ValueKind::Load(place) => self.load(place, value),
            ValueKind::Address(place) => self.address(place),
            ValueKind::Function(name) => self.function_address(name),
            ValueKind::Unary(op, operand) => {
                format!("(({ty})({}{}))", symbol(*op), self.value(operand))
            }
            ValueKind::Binary(op, left, right) => {
                check_operands(*op, value, left, right);
                let (left, right) = (self.value(left), self.value(right));
                format!("(({ty})({left} {} {right}))", op.symbol())
            }
            ValueKind::Convert(operand) => format!("(({ty}){})", self.value(operand)),
            ValueKind::Choose {
                condition,
                then,
                other,
            } => {
                assert!(then.ty == value.ty && other.ty == value.ty, "{value:?}");
                let (c, a, b) = (self.value(condition), self.value(then), self.value(other));
                format!("({c} ? {a} : {b})")
            }
            ValueKind::Offset { pointer, by } => {
                let size = self.size(&target(&pointer.ty));
                let (pointer, by) = (self.value(pointer), self.value(by));
                format!("({pointer} + (long){by} * (long){size})")
            }
            ValueKind::Distance(left, right) => {
                let size = self.size(&target(&left.ty));
                let (left, right) = (self.value(left), self.value(right));
                format!("(({left} - {right}) / (long){size})")
            }
            ValueKind::Pure {
                function,
                arguments,
            } => self.pure(&ty, function, arguments),
            ValueKind::Unsupported(what) => panic!("{}", what.what),
        }
    }

    fn load(&mut self, place: &Place, value: &Value) -> String {
        let volatile = self.qualifier(place);
        let own = self.type_of(place);
        assert!(
            size_class(&own) == size_class(&value.ty),
            "{own:?} {:?}",
            value.ty
        );
        format!(
            "(*({volatile}{}*){})",
            self.ty(&value.ty),
            self.address(place)
        )
    }

    fn function_address(&mut self, name: &str) -> String {
        let own = self.program.functions.iter().any(|f| f.name == *name);
        if !own {
            self.put(&format!("extern int x_{name}() __asm__(\"{name}\");\n"));
        }
        format!("((char*)&{}{name})", if own { "" } else { "x_" })
    }

    fn pure(&mut self, ty: &str, function: &str, arguments: &[Value]) -> String {
        let mut list: Vec<String> = arguments.iter().map(|a| self.value(a)).collect();
        if function == "nan" {
            list.push("\"\"".to_string());
        }
        format!("(({ty})__builtin_{function}({}))", list.join(", "))
    }

    fn qualifier(&self, place: &Place) -> &'static str {
        match self.is_volatile(place) {
            true => "volatile ",
            false => "",
        }
    }

    fn is_volatile(&self, place: &Place) -> bool {
        match place {
            Place::Object(id) => self.program.objects[id.0 as usize].is_volatile,
            Place::Element { array, .. } => self.is_volatile(array),
            Place::Member { record, .. } => self.is_volatile(record),
            Place::Volatile(_) => true,
            Place::At(_) => false,
        }
    }
}

fn integer(ty: &str, number: i128) -> String {
    match number {
        _ if number > i128::from(i64::MAX) => format!("(({ty}){number}ULL)"),
        _ if number == i128::from(i64::MIN) => format!("(({ty})(-{}L - 1))", i64::MAX),
        _ => format!("(({ty}){number}L)"),
    }
}

fn text_literal(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len() - 1];
    let escaped: String = bytes.iter().map(|b| format!("\\{b:03o}")).collect();
    format!("((char*)\"{escaped}\")")
}

fn symbol(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::Complement => "~",
        UnaryOp::Not => "!",
    }
}

/// The operands of an operator have one type, that of the result but for comparisons and shifts.
fn check_operands(op: BinaryOp, value: &Value, left: &Value, right: &Value) {
    use BinaryOp::*;
    match op {
        ShiftLeft | ShiftRight => assert!(left.ty == value.ty, "{value:?}"),
        Less | LessOrEqual | Greater | GreaterOrEqual | Equal | NotEqual => {
            let pointers = matches!((&left.ty, &right.ty), (Type::Pointer(_), Type::Pointer(_)));
            assert!(pointers || left.ty == right.ty, "{value:?}");
        }
        _ => {
            let is_operand = |operand: &Value| match (&operand.ty, &value.ty) {
                (Type::Floating(a), Type::Complex(b)) => a == b,
                (own, ty) => own == ty,
            };
            assert!(is_operand(left) && is_operand(right), "{value:?}");
        }
    }
}

fn is_static(object: &Object) -> bool {
    matches!(
        object.lifetime,
        Lifetime::Static | Lifetime::File | Lifetime::Linked
    )
}

fn target(ty: &Type) -> Type {
    match ty {
        Type::Pointer(to) => (**to).clone(),
        other => panic!("no pointer: {other:?}"),
    }
}

/// A class of types with one size.
fn size_class(ty: &Type) -> String {
    match ty {
        Type::Pointer(_) => "pointer".to_string(),
        Type::Record(record) => format!("{} bytes", record.bytes),
        other => format!("{other:?}"),
    }
}
