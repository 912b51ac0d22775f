import { describe, expect, it } from 'vitest'
import { compiledKernel, limitKernelMemory, type Kernel, type KernelMemory } from './kernel.js'

/** Creates a memory that only counts. */
function countingMemory(): KernelMemory & { pages: number } {
  return {
    pages: 1,
    get buffer() {
      return new ArrayBuffer(this.pages * 65_536)
    },
    grow(pages) {
      this.pages += pages
      return this.pages - pages
    },
  }
}

describe('limitKernelMemory', () => {
  it('lets the memory grow up to the limit, and throws RangeError beyond it', () => {
    const memory = countingMemory()
    limitKernelMemory({ wasmMemory: memory } as unknown as Kernel, 10 * 65_536)
    expect(memory.grow(4)).toBe(1)
    expect(memory.grow(5)).toBe(5)
    expect(() => memory.grow(1)).toThrow(RangeError)
    expect(memory.pages).toBe(10)
  })
})

describe('compiledKernel', () => {
  it('returns the same module to concurrent calls', async () => {
    const [one, other] = await Promise.all([compiledKernel(), compiledKernel()])
    expect(one).toBe(other)
  })
})
