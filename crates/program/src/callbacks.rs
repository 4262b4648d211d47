//! Functions of the file that the library calls: `qsort(v, n, sizeof *v, compare)`.

use crate::points_to::has_pointers;
use crate::visit::{Part, nested, parts_of, root_object, statements_of, values_in};
use crate::{
    Callee, Function, Lifetime, Place, Program, Statement, StatementKind, Type, Value, ValueKind,
};
use c::names::library;

/// Whether a call of a function of this name may execute code that is neither in the file nor
/// [known](is_known).
pub fn is_unseen(program: &Program, name: &str, arguments: &[Value]) -> bool {
    let is_own = program.functions.iter().any(|f| f.name == name);
    !is_own && !is_known(program, name, arguments)
}

/// Whether the library's function of this name touches no memory in a call but what its arguments
/// lead to. The functions that it gets and calls return, and only read that memory, too.
pub fn is_known(program: &Program, name: &str, arguments: &[Value]) -> bool {
    library::is_known(name) || is_plain(program, name, arguments)
}

/// Whether the library's function of this name gets a function and calls it, and both do nothing
/// but read and write what the arguments lead to: neither do they reach the outside world, nor have
/// they a state.
pub fn is_plain(program: &Program, name: &str, arguments: &[Value]) -> bool {
    let passed = library::called(name).and_then(|at| arguments.get(at));
    let function = passed.and_then(|value| match &without_conversions(value).kind {
        ValueKind::Function(name) => program.functions.iter().find(|f| f.name == *name),
        _ => None,
    });
    function.is_some_and(|f| only_reads(program, f))
}

fn without_conversions(value: &Value) -> &Value {
    match &value.kind {
        ValueKind::Convert(inner) => without_conversions(inner),
        _ => value,
    }
}

/// Whether a function returns, and does nothing but read numbers in the memory that its parameters
/// lead to, and its own objects. Where that memory is does not matter to it.
fn only_reads(program: &Program, function: &Function) -> bool {
    let mut reads = !function.is_variadic;
    statements_of(&function.body, &mut |statement| {
        reads &= is_own_step(program, statement);
        parts_of(statement, &mut |part| match part {
            Part::Value(value) => nested(value, &mut |v| reads &= is_read(program, v)),
            Part::Written(place) => {
                reads &= is_own(program, place);
                values_in(place, &mut |v| reads &= is_read(program, v));
            }
        });
    });
    reads
}

fn is_own_step(program: &Program, statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Declare(id) => {
            let object = &program.objects[id.0 as usize];
            object.lifetime == Lifetime::Automatic && !object.is_volatile
        }
        StatementKind::Call {
            callee: Callee::Named(name),
            arguments,
            ..
        } => {
            let is_own = program.functions.iter().any(|f| f.name == *name);
            let writes = (0..arguments.len()).any(|at| library::may_write(name, at));
            !is_own && !writes && library::touches_arguments_only(name)
        }
        StatementKind::Assign { .. }
        | StatementKind::If { .. }
        | StatementKind::Block(_)
        | StatementKind::Return(_) => true,
        _ => false,
    }
}

/// Whether a place is in an object of the function that is executed.
fn is_own(program: &Program, place: &Place) -> bool {
    root_object(place).is_some_and(|id| {
        let object = &program.objects[id.0 as usize];
        !object.lifetime.lasts() && !object.is_volatile
    })
}

fn is_read(program: &Program, value: &Value) -> bool {
    let is_pointer = |v: &Value| matches!(v.ty, Type::Pointer(_));
    match &value.kind {
        ValueKind::Integer(_) | ValueKind::Real(_) => true,
        ValueKind::Load(place) => {
            let is_plain = !matches!(place, Place::Volatile(_)) && !has_pointers(&value.ty);
            let is_whole = matches!(place, Place::Object(_));
            match root_object(place) {
                Some(_) => is_own(program, place) && (is_whole || is_plain),
                None => is_plain,
            }
        }
        // An element of an array of the own objects, which is read there.
        ValueKind::Address(place) => is_own(program, place) || root_object(place).is_none(),
        ValueKind::Convert(inner) => is_pointer(value) == is_pointer(inner),
        ValueKind::Binary(_, inner, _) | ValueKind::Unary(_, inner) => !is_pointer(inner),
        ValueKind::Choose { .. } | ValueKind::Offset { .. } | ValueKind::Pure { .. } => true,
        _ => false,
    }
}
