import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { PackedFlags } from './packed-flags.js'

describe('PackedFlags', () => {
  it.each([[[]], [[3]], [[0, 0, 0, 0]], [[1, 2, 3, 4]], [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]]])(
    'returns the same flags (%j)',
    (flags) => {
      expect([...new PackedFlags(Uint8Array.from(flags)).unpack()]).toEqual(flags)
    },
  )

  it('takes little for a million elements of which some are hidden', () => {
    const random = testRandom(3)
    const flags = new Uint8Array(1e6)
    for (let hidden = 0; hidden < 2000; hidden++) flags[Math.floor(random() * flags.length)] = 1
    const packed = new PackedFlags(flags)
    expect(packed.unpack()).toEqual(flags)
    expect(packed.byteLength).toBeLessThan(2000 * 10 + 10)
  })

  it('never takes more than the flags, and keeps no view of them', () => {
    const flags = Uint8Array.from({ length: 100 }, (_, at) => at % 2)
    const packed = new PackedFlags(flags)
    const before = flags.slice()
    flags.fill(9)
    expect(packed.unpack()).toEqual(before)
    expect(packed.byteLength).toBe(100)
  })
})
