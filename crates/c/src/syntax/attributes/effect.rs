//! What attributes and pragmas mean for the code of a function, as far as a translator of source
//! texts has to know.

/// What would be lost if a function had no such attribute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// Nothing that a program can see: warnings, the layout of the code, what an optimiser tries.
    None,
    /// A promise of the user, which is true: without it, less is known.
    Promise,
    /// The way in which its body is compiled: floating-point rules, instructions, checks, place.
    Translation,
    /// The way in which it is called: registers, the stack.
    Call,
    /// Anything else, such as who calls it, which body is executed, or a meaning that is not known.
    Other,
}

/// Attributes of [`Effect::None`].
const NONE: [&str; 51] = [
    "always_inline",
    "annotate",
    "artificial",
    "cold",
    "deprecated",
    "designated_init",
    "diagnose_as_builtin",
    "diagnose_if",
    "disable_tail_calls",
    "error",
    "externally_visible",
    "fallthrough",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flatten",
    "format",
    "format_arg",
    "gnu_printf",
    "hot",
    "likely",
    "maybe_unused",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_split_stack",
    "no_stack_protector",
    "nocf_check",
    "noclone",
    "nodebug",
    "nodiscard",
    "noinline",
    "noipa",
    "nonstring",
    "noplt",
    "null_terminated_string_arg",
    "patchable_function_entry",
    "retain",
    "sentinel",
    "stack_protect",
    "tainted_args",
    "unavailable",
    "uninitialized",
    "unlikely",
    "unused",
    "used",
    "visibility",
    "warn_if_not_aligned",
    "warn_unused_result",
    "warning",
];

/// Attributes of [`Effect::Promise`].
const PROMISES: [&str; 17] = [
    "access",
    "align_value",
    "alloc_align",
    "alloc_size",
    "assume_aligned",
    "const",
    "counted_by",
    "leaf",
    "malloc",
    "noescape",
    "nonnull",
    "noreturn",
    "nothrow",
    "pure",
    "reproducible",
    "returns_nonnull",
    "unsequenced",
];

/// Attributes of [`Effect::Translation`].
const TRANSLATIONS: [&str; 17] = [
    "convergent",
    "minsize",
    "no_address_safety_analysis",
    "no_builtin",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_memory",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "optimize",
    "optnone",
    "section",
    "speculative_load_hardening",
    "strict_fp",
    "target",
    "target_clones",
    "zero_call_used_regs",
];

/// Attributes of [`Effect::Call`].
const CALLS: [&str; 7] = [
    "cdecl",
    "fastcall",
    "ms_abi",
    "regparm",
    "stdcall",
    "sysv_abi",
    "vectorcall",
];

impl Effect {
    /// The effect of an attribute of a function.
    pub fn of_function(attribute: &str) -> Self {
        match attribute {
            // Functions may be anywhere.
            "aligned" => Effect::None,
            other => Effect::of_object(other),
        }
    }

    /// The effect of an attribute of an object, or of a parameter.
    pub fn of_object(attribute: &str) -> Self {
        let lists = [
            (&NONE[..], Effect::None),
            (&PROMISES, Effect::Promise),
            (&TRANSLATIONS, Effect::Translation),
            (&CALLS, Effect::Call),
        ];
        let mut lists = lists.into_iter();
        let known = lists.find(|(names, _)| names.contains(&attribute));
        known.map_or(Effect::Other, |(_, effect)| effect)
    }
}
