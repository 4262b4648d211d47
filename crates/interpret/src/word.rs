//! What a scalar value is during execution: bits, and what is known about their origin.

/// A term of `trace`. [`TermId::NUMBER`] is any value that follows from constants and parameters:
/// its bits say which.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct TermId(pub(crate) u32);

impl TermId {
    /// A value that is known by its bits.
    pub(crate) const NUMBER: TermId = TermId(0);
}

/// Index of an event of `trace`, counted from 1: 0 stands for contents that no event wrote.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct EventId(pub(crate) u32);

/// What the bits of a value, or a byte in memory, are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tag(pub(crate) u32);

impl Tag {
    /// A number.
    pub(crate) const PLAIN: Tag = Tag(0);
    /// Nothing has been written here, or the value was computed from such a cell.
    pub(crate) const UNWRITTEN: Tag = Tag(1);
    /// In memory: an input that nothing has looked at yet.
    pub(crate) const PENDING: Tag = Tag(2);
    /// A number that depends on the addresses of objects.
    pub(crate) const ADDRESS: Tag = Tag(3);
    const FIRST_OBJECT: u32 = 8;

    /// An address in an object, or a byte of one.
    pub(crate) fn object(instance: u32) -> Tag {
        Tag(instance + Tag::FIRST_OBJECT)
    }

    /// The object into which the address points.
    pub(crate) fn instance(self) -> Option<u32> {
        self.0.checked_sub(Tag::FIRST_OBJECT)
    }
}

/// A scalar value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Word {
    /// Integers extended to 64 bits, floats by their bits, addresses.
    pub(crate) bits: u64,
    /// What they are.
    pub(crate) tag: Tag,
    /// How the value was computed; a number unless the execution is recorded.
    pub(crate) term: TermId,
}

impl Word {
    /// The value of an object that nothing has written.
    pub(crate) const UNWRITTEN: Word = Word {
        bits: 0,
        tag: Tag::UNWRITTEN,
        term: TermId::NUMBER,
    };

    /// A number.
    pub(crate) fn number(bits: u64) -> Word {
        Word {
            bits,
            ..Word::default()
        }
    }

    /// The first address of an object.
    pub(crate) fn address(instance: u32) -> Word {
        Word {
            bits: base(instance),
            tag: Tag::object(instance),
            term: TermId::NUMBER,
        }
    }
}

/// The first address of an object. Each has 4 GiB of addresses before its neighbours begin.
pub(crate) fn base(instance: u32) -> u64 {
    (u64::from(instance) + 1) << 33
}
