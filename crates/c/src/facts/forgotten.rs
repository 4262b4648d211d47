//! Arrays and pointers whose address is forgotten: apart from the accesses that the text shows,
//! nothing reads or writes their elements, now or later.
//!
//! Every mention is an element, a test, `free`, or an argument of a function of the file that
//! forgets its parameter, or of a function of the library that keeps no address.

use crate::facts::calls::Calls;
use crate::facts::uses::{Use, Uses};
use crate::names::file::{File, ObjectOf};
use crate::names::symbols::VarId;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Arguments of functions of the library that neither keep nor return the address.
const READERS: [(&str, usize); 10] = [
    ("memcpy", 1),
    ("memmove", 1),
    ("memcmp", 0),
    ("memcmp", 1),
    ("fread", 0),
    ("fwrite", 0),
    ("printf", 1),
    ("printf", 2),
    ("fprintf", 2),
    ("fprintf", 3),
];

/// The arrays and pointers of a file whose address is forgotten.
pub struct Forgotten<'f> {
    file: &'f File<'f>,
    calls: &'f Calls,
    uses: Uses,
    /// What is known; what is asked for counts as forgotten until a mention shows otherwise.
    known: RefCell<BTreeMap<ObjectOf, bool>>,
}

impl<'f> Forgotten<'f> {
    /// Reads the uses of a file.
    pub fn of(file: &'f File<'f>, calls: &'f Calls) -> Self {
        Forgotten {
            file,
            calls,
            uses: Uses::of(&file.functions, &file.aliases, calls),
            known: RefCell::default(),
        }
    }

    /// Whether the address of an object of a function is forgotten.
    pub fn contains(&self, function: usize, id: VarId) -> bool {
        self.is_forgotten((function, id))
    }

    fn is_forgotten(&self, object: ObjectOf) -> bool {
        if let Some(known) = self.known.borrow().get(&object) {
            return *known;
        }
        self.known.borrow_mut().insert(object, true);
        let function = &self.file.functions[object.0];
        let variable = function.symbols.variable(object.1);
        let is_visible = function.symbols.unread.is_empty() && !variable.address_taken;
        let found = is_visible && variable.mentions.iter().all(|at| self.is_harmless(*at));
        match found {
            true => self.known.borrow_mut().insert(object, true),
            // What was found on the assumption that this object is forgotten may be wrong.
            false => {
                let mut known = self.known.borrow_mut();
                known.retain(|_, forgotten| !*forgotten);
                known.insert(object, false)
            }
        };
        found
    }

    /// Whether a mention leaves no address anywhere.
    fn is_harmless(&self, at: usize) -> bool {
        match self.uses.at(at) {
            Some(Use::Read | Use::Written | Use::Harmless) => true,
            Some(Use::Passed(call, position)) => self.is_passed_safely(call, position),
            None => false,
        }
    }

    fn is_passed_safely(&self, call: usize, position: usize) -> bool {
        let callee = self.uses.calls[call].callee.as_str();
        let Some(defined) = self.file.definition(callee) else {
            let is_reader = READERS.contains(&(callee, position));
            return is_reader && self.calls.is_library(callee);
        };
        let parameters = &self.file.functions[defined].symbols.parameters;
        let fits = parameters.len() == self.uses.calls[call].arguments.len();
        let parameter = parameters.get(position).filter(|_| fits);
        !self.calls.is_replaceable(callee)
            && match parameter {
                Some(Some(id)) => self.is_forgotten((defined, *id)),
                Some(None) => true,
                None => false,
            }
    }
}
