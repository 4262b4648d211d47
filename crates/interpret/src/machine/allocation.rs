//! Allocated memory.

use crate::machine::Machine;
use crate::memory::Kind;
use crate::undefined::{Done, Halt, Undefined};
use crate::word::{EventId, Tag, Word, base};

impl<const REC: bool> Machine<'_, REC> {
    /// A call of a function that allocates or frees; `None` if it is another function.
    pub(super) fn allocation(&mut self, name: &str, words: &[Word]) -> Done<Option<Word>> {
        let size = |n: usize| words.get(n).map_or(0, |word| word.bits);
        let pointer = |n: usize| words.get(n).copied().unwrap_or_default();
        let block = match name {
            "malloc" | "alloca" | "__builtin_alloca" | "__builtin_malloc" | "_mm_malloc"
            | "valloc" | "fftw_malloc" | "fftwf_malloc" | "mkl_malloc" | "numa_alloc_local" => {
                self.block(size(0), Tag::UNWRITTEN)?
            }
            // A number of elements and the size of each.
            "polybench_alloc_data" => {
                self.block(self.product(size(0), size(1))?, Tag::UNWRITTEN)?
            }
            "calloc" => self.block(self.product(size(0), size(1))?, Tag::PLAIN)?,
            "aligned_alloc" | "memalign" => self.block(size(1), Tag::UNWRITTEN)?,
            "reallocarray" => self.reallocate(pointer(0), self.product(size(1), size(2))?)?,
            "realloc" => self.reallocate(pointer(0), size(1))?,
            "posix_memalign" => {
                let block = self.block(size(2), Tag::UNWRITTEN)?;
                let ty = crate::arithmetic::Scalar::Pointer;
                self.memory.store(pointer(0), ty, block, EventId(0))?;
                Word::number(0)
            }
            "free" | "cfree" | "_mm_free" | "fftw_free" | "fftwf_free" | "mkl_free" => {
                self.free(pointer(0))?;
                Word::number(0)
            }
            _ => return Ok(None),
        };
        Ok(Some(block))
    }

    fn block(&mut self, bytes: u64, tag: Tag) -> Done<Word> {
        if bytes > self.allowance.bytes {
            return Err(Box::new(Halt::Budget("bytes of memory")));
        }
        self.memory.create(Kind::Heap(self.at), bytes, tag)
    }

    fn product(&self, count: u64, size: u64) -> Done<u64> {
        let too_many = || Box::new(Halt::Budget("bytes of memory"));
        count.checked_mul(size).ok_or_else(too_many)
    }

    fn free(&mut self, address: Word) -> Done<()> {
        if address.tag == Tag::PLAIN && address.bits == 0 {
            return Ok(());
        }
        let instance = self.memory.instance_of(address)?;
        let object = self.memory.object(instance);
        let is_block = matches!(object.kind, Kind::Heap(_) | Kind::Input(_));
        if !is_block || !object.is_alive || address.bits != base(instance) {
            return Err(Undefined::BadFree.into());
        }
        self.memory.end(instance);
        Ok(())
    }

    fn reallocate(&mut self, address: Word, bytes: u64) -> Done<Word> {
        let block = self.block(bytes, Tag::UNWRITTEN)?;
        if let Some(present) = self.memory.bytes_from(address) {
            self.memory.copy(block, address, present.min(bytes))?;
        }
        self.free(address)?;
        Ok(block)
    }
}
