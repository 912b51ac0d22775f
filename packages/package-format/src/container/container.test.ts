import { beforeAll, describe, expect, it } from 'vitest'
import { decodeContainer, decoderReady, encodeContainer, encoderReady } from '../index.js'

beforeAll(async () => {
  await encoderReady
  await decoderReady
})

describe('view package container', () => {
  it('returns every column in its type', () => {
    const bytes = encodeContainer({ name: 'é', n: 3 }, [
      { name: 'small', data: Uint8Array.of(1, 2, 3) },
      { name: 'signed', data: Int16Array.of(-1, 300) },
      { name: 'exact', data: Float64Array.of(Math.PI) },
      { name: 'triangles', data: Uint32Array.of(0, 1, 2, 2, 1, 3), codec: 'triangles' },
      { name: 'sequence', data: Uint32Array.of(5, 9, 9, 100_000), codec: 'sequence' },
      { name: 'vertex', data: Uint8Array.from({ length: 64 }, (_, index) => index * 3), codec: 'vertex', stride: 8 },
      { name: 'none', data: new Uint32Array(0), codec: 'triangles' },
    ])
    const container = decodeContainer(bytes)
    expect(container.meta).toEqual({ name: 'é', n: 3 })
    expect([...container.column('small', 'u8')]).toEqual([1, 2, 3])
    expect([...container.column('signed', 'i16')]).toEqual([-1, 300])
    expect([...container.column('exact', 'f64')]).toEqual([Math.PI])
    expect([...container.column('triangles', 'u32')]).toEqual([0, 1, 2, 2, 1, 3])
    expect([...container.column('sequence', 'u32')]).toEqual([5, 9, 9, 100_000])
    expect([...container.column('vertex', 'u8')]).toEqual(Array.from({ length: 64 }, (_, index) => index * 3))
    expect(container.column('none', 'u32').length).toBe(0)
  })

  it('reads from a view at any byte offset', () => {
    const bytes = encodeContainer({}, [{ name: 'a', data: Float32Array.of(1.5, -2) }])
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    expect([...decodeContainer(shifted.subarray(3)).column('a', 'f32')]).toEqual([1.5, -2])
  })

  it('throws when a column is missing, of another type or of another length', () => {
    const container = decodeContainer(encodeContainer({ count: -1 }, [{ name: 'a', data: Uint8Array.of(1) }]))
    expect(container.has('a')).toBe(true)
    expect(container.has('b')).toBe(false)
    expect(() => container.column('b', 'u8')).toThrow(RangeError)
    expect(() => container.column('a', 'u32')).toThrow(RangeError)
    expect(() => container.exactColumn('a', 'u8', 2)).toThrow(RangeError)
    expect(() => container.count('count')).toThrow(RangeError)
    expect(() => container.texts('count')).toThrow(RangeError)
  })

  it('rejects a header with oversized sections without allocating memory', () => {
    for (const codec of ['raw', 'vertex', 'triangles', 'sequence']) {
      const section = { n: 'a', t: 'u32', c: codec, e: 900_000_000, b: 8, ...(codec === 'vertex' ? { s: 8 } : {}) }
      const before = process.memoryUsage().arrayBuffers
      expect(() => decodeContainer(createContainer({ meta: {}, sections: [section] }, 8))).toThrow(RangeError)
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
    }
  })

  it.each([
    ['JSON that is not an object', 5],
    ['no sections', { meta: {} }],
    ['an unknown type', { meta: {}, sections: [{ n: 'a', t: 'u64', c: 'raw', e: 1, b: 8 }] }],
    ['an inherited type name', { meta: {}, sections: [{ n: 'a', t: 'toString', c: 'raw', e: 1, b: 8 }] }],
    ['an unknown codec', { meta: {}, sections: [{ n: 'a', t: 'u8', c: 'zip', e: 8, b: 8 }] }],
    ['a negative length', { meta: {}, sections: [{ n: 'a', t: 'u8', c: 'raw', e: -8, b: -8 }] }],
    ['a fractional length', { meta: {}, sections: [{ n: 'a', t: 'u8', c: 'raw', e: 0.5, b: 8 }] }],
    ['a truncated record', { meta: {}, sections: [{ n: 'a', t: 'u8', c: 'vertex', s: 8, e: 12, b: 8 }] }],
  ])('rejects a header with %s', (_, header) => {
    expect(() => decodeContainer(createContainer(header, 8))).toThrow(RangeError)
  })
})

function createContainer(header: unknown, bodyBytes: number): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header))
  const bytes = new Uint8Array(Math.ceil((8 + text.length) / 8) * 8 + bodyBytes)
  bytes.set(new TextEncoder().encode('KMR1'))
  new DataView(bytes.buffer).setUint32(4, text.length, true)
  bytes.set(text, 8)
  return bytes
}
