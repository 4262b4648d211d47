//! The functions that a call executes, and the callers of functions. Other files and the linker can
//! replace a function of the file, call it at any time, and give the name of a library function to
//! another one.
//!
//! Assumes: a call need not execute the body in the file if the function is weak, interposable or
//! externally `inline`.

use crate::facts::mentions::{Mentions, left_out};
use crate::names::file::{File, Function};
use crate::names::library;
use crate::syntax::tokens::Tokens;
use source::{Declaration, TokenKind, Unit};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Attributes that neither let a call execute another body nor let other code call the function.
const HARMLESS: [&str; 76] = [
    "access",
    "aligned",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "annotate",
    "artificial",
    "assume_aligned",
    "cdecl",
    "cold",
    "const",
    "constructor",
    "convergent",
    "deprecated",
    "destructor",
    "diagnose_as_builtin",
    "disable_tail_calls",
    "error",
    "externally_visible",
    "fastcall",
    "flatten",
    "format",
    "format_arg",
    "hot",
    "leaf",
    "malloc",
    "maybe_unused",
    "minsize",
    "ms_abi",
    "no_address_safety_analysis",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_memory",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_protector",
    "nocf_check",
    "noclone",
    "nodebug",
    "nodiscard",
    "noinline",
    "noipa",
    "nonnull",
    "noplt",
    "noreturn",
    "nothrow",
    "optimize",
    "optnone",
    "patchable_function_entry",
    "pure",
    "regparm",
    "reproducible",
    "retain",
    "returns_nonnull",
    "section",
    "sentinel",
    "simd",
    "speculative_load_hardening",
    "stack_protect",
    "stdcall",
    "sysv_abi",
    "target",
    "unavailable",
    "unsequenced",
    "unused",
    "used",
    "vectorcall",
    "visibility",
    "warn_unused_result",
    "warning",
    "zero_call_used_regs",
];

/// Attributes of functions that unseen code calls.
const CALLED: [&str; 6] = [
    "constructor",
    "destructor",
    "externally_visible",
    "interrupt",
    "retain",
    "used",
];

/// The linkage of the functions of a file.
#[derive(Debug, Default)]
pub(crate) struct Linkage {
    /// Functions of the file for which another body may be executed.
    pub replaceable: BTreeSet<String>,
    /// Functions of the file that unseen code may call.
    pub open: BTreeSet<String>,
    /// Those of them that are called even if no code of other files is executed.
    pub called: BTreeSet<String>,
    /// Functions that the user declares with the attribute `malloc`: nothing else points to the
    /// storage that they return.
    pub fresh: BTreeSet<String>,
    /// Functions of the library whose names the user's text gives to others.
    pub renamed: BTreeSet<String>,
}

impl Linkage {
    /// The linkage of the functions of `file`.
    pub(crate) fn of(unit: &Unit, file: &File<'_>) -> Self {
        let names: HashSet<&str> = file.functions.iter().map(|f| f.name.as_str()).collect();
        let finder = LinkageReader {
            unit,
            file,
            mentions: Mentions::of(unit, file, &names),
            left_out: left_out(unit),
            inline: BTreeSet::new(),
            fresh: BTreeSet::new(),
            renamed: BTreeSet::new(),
        };
        finder.linkage()
    }
}

struct LinkageReader<'u, 'p> {
    unit: &'u Unit,
    file: &'u File<'p>,
    mentions: Mentions<'u>,
    /// Names in lines that `#if` leaves out.
    left_out: HashMap<String, u32>,
    /// Functions with a declaration that says `inline`.
    inline: BTreeSet<String>,
    fresh: BTreeSet<String>,
    renamed: BTreeSet<String>,
}

impl LinkageReader<'_, '_> {
    fn linkage(mut self) -> Linkage {
        for declaration in &self.unit.declarations {
            self.declaration(declaration);
        }
        let local = self
            .file
            .functions
            .iter()
            .flat_map(|f| &f.symbols.prototypes);
        self.renamed.extend(local.cloned());
        let all = |holds: &dyn Fn(&Function<'_>) -> bool| -> BTreeSet<String> {
            let found = self.file.functions.iter().filter(|f| holds(f));
            found.map(|f| f.name.clone()).collect()
        };
        Linkage {
            replaceable: all(&|f| self.is_replaceable(f)),
            open: all(&|f| self.is_open(f)),
            called: all(&|f| self.has(f, &CALLED) || self.is_left_out(f)),
            fresh: self.fresh,
            renamed: self.renamed,
        }
    }

    fn has(&self, function: &Function<'_>, attributes: &[&str]) -> bool {
        let mut own = self.file.attributes.of_name(&function.name);
        own.any(|attribute| attributes.contains(&attribute))
    }

    fn is_left_out(&self, function: &Function<'_>) -> bool {
        function.name != "main" && self.left_out.contains_key(&function.name)
    }

    /// Whether unseen code may call it. `main` is called only by code that names it.
    fn is_open(&self, function: &Function<'_>) -> bool {
        let is_named = || {
            self.mentions
                .of_function(self.file, &function.name)
                .is_some()
        };
        (!function.is_static && function.name != "main")
            || self.has(function, &CALLED)
            || self.is_left_out(function)
            || is_named()
    }

    /// Whether a call may execute a body outside of the file.
    fn is_replaceable(&self, function: &Function<'_>) -> bool {
        let name = &function.name;
        if name == "main" {
            return false;
        }
        let mut attributes = self.file.attributes.of_name(name);
        if attributes.any(|a| !HARMLESS.contains(&a)) || self.is_weak_by_pragma(name) {
            return true;
        }
        let exports = self.unit.exports;
        let is_exported =
            exports.by_default || (exports.any && self.has(function, &["visibility"]));
        !function.is_static && (is_exported || self.inline.contains(name))
    }

    /// `#pragma weak f`
    fn is_weak_by_pragma(&self, name: &str) -> bool {
        let words = |text: &str| {
            let mut words = source::names(text);
            words.next() == Some("weak") && words.any(|word| word == name)
        };
        self.unit.pragmas.iter().any(|pragma| words(&pragma.text))
    }

    /// Reads a declaration outside of functions.
    fn declaration(&mut self, declaration: &Declaration) {
        let at = &declaration.at;
        let text = Prototypes(Tokens::of(self.unit, at.start as usize..at.end as usize));
        let is_users = declaration.in_main_file || self.unit.included_at(at.start).is_some();
        let names = text.names();
        if let [only] = names[..]
            && is_users
            && text.returns_fresh_storage()
        {
            self.fresh.insert(text.word(only).to_string());
        }
        for name in names {
            let word = text.word(name);
            if text.is_inline(name) {
                self.inline.insert(word.to_string());
            }
            let is_other = is_users && (declaration.is_function || text.has_label());
            if library::types(word).is_some()
                && (is_other || !library::agrees(word, &text.types(name)))
            {
                self.renamed.insert(word.to_string());
            }
            if declaration.is_function {
                break;
            }
        }
    }
}

/// The tokens of a declaration outside of functions.
struct Prototypes<'u>(Tokens<'u>);

impl<'u> Prototypes<'u> {
    fn word(&self, index: usize) -> &'u str {
        self.0.word(index)
    }

    /// The indices of names before parentheses, outside of brackets and initialisers.
    fn names(&self) -> Vec<usize> {
        let mut depth = 0_usize;
        let mut found = Vec::new();
        for index in 0..self.0.count() {
            let word = self.word(index);
            let is_name = self.0.is(TokenKind::Identifier, index) && !is_list(word);
            match word {
                "=" if depth == 0 => break,
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ if depth == 0 && is_name && self.word(index + 1) == "(" => found.push(index),
                _ => {}
            }
        }
        found
    }

    fn is_inline(&self, name: usize) -> bool {
        let before = (0..name).map(|k| self.word(k));
        { before }.any(|word| matches!(word, "inline" | "__inline" | "__inline__"))
    }

    /// Whether it has the attribute `malloc`.
    fn returns_fresh_storage(&self) -> bool {
        let head = (0..self.0.count()).take_while(|k| !matches!(self.word(*k), "{" | "="));
        let lists = head.filter(|k| matches!(self.word(*k), "__attribute__" | "__attribute"));
        let mut attributes = lists.flat_map(|k| k + 1..self.0.closing(k + 1));
        attributes.any(|k| {
            let starts = matches!(self.0.before(k), "(" | ",");
            starts && self.word(k).trim_matches('_') == "malloc"
        })
    }

    /// Whether it has another name for the assembler.
    fn has_label(&self) -> bool {
        let mut words = (0..self.0.count()).map(|k| self.word(k));
        words.any(|word| matches!(word, "asm" | "__asm" | "__asm__"))
    }

    /// The types of result and parameters, as in [`library::types`]. Types that an old-style
    /// declaration omits are the library's.
    fn types(&self, name: usize) -> String {
        let mut depth = 0_usize;
        let mut before = Vec::new();
        for index in 0..name {
            match self.word(index) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                word if depth == 0 => before.push(word),
                _ => {}
            }
        }
        let parameters = self.parameters(name + 1);
        let result = class(&before);
        match parameters.as_slice() {
            [] => {
                let known = library::types(self.word(name)).unwrap_or_default();
                std::iter::once(result)
                    .chain(known.chars().skip(1))
                    .collect()
            }
            [only] if only == &["void"] => result.to_string(),
            all => std::iter::once(result)
                .chain(all.iter().map(|p| class(p)))
                .collect(),
        }
    }

    /// The words of each parameter in the parentheses that open at `open`.
    fn parameters(&self, open: usize) -> Vec<Vec<&'u str>> {
        let mut all = Vec::new();
        let mut words = Vec::new();
        let mut depth = 0_usize;
        for index in open..self.0.count() {
            let word = self.word(index);
            match word {
                "(" => depth += 1,
                ")" => depth -= 1,
                "," if depth == 1 => all.push(std::mem::take(&mut words)),
                _ => words.push(word),
            }
            if depth == 0 {
                break;
            }
        }
        if !words.is_empty() {
            all.push(words);
        }
        all
    }
}

fn is_list(word: &str) -> bool {
    matches!(
        word,
        "__attribute__" | "__attribute" | "__declspec" | "asm" | "__asm" | "__asm__" | "_Alignas"
    )
}

/// The class of the type in some words.
fn class(words: &[&str]) -> char {
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    if has(&["*", "["]) {
        'p'
    } else if has(&["..."]) {
        '.'
    } else if has(&["double", "float"]) {
        'd'
    } else if has(&["void"]) {
        'v'
    } else if has(&["struct", "union"]) {
        's'
    } else if has(&[
        "int", "char", "short", "long", "unsigned", "signed", "_Bool",
    ]) {
        'i'
    } else {
        '?'
    }
}
