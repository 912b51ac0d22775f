import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { beforeAll, describe, expect, it } from 'vitest'
import { Container, decodeContainer, decoderReady } from './container-decode.js'
import { encodeContainer, encoderReady } from './container-encode.js'
import { alignToEight, malformed, typeOf, type SectionHeader } from './container-layout.js'
import { withMeta } from './container-meta.js'
import { editContainer, getSection, readStored } from './testing/edit-container.js'

beforeAll(async () => {
  await encoderReady
  await decoderReady
})

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Writes a container by the documented layout, with any header and body. */
function writeContainer(header: unknown, body: readonly number[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header))
  const start = Math.ceil((8 + text.length) / 8) * 8
  const bytes = new Uint8Array(start + body.length)
  bytes.set([0x4b, 0x4d, 0x52, 0x31, text.length & 255, text.length >> 8])
  bytes.set(text, 8)
  bytes.set(body, start)
  return bytes
}

const writeSection = (section: Partial<SectionHeader>, body: readonly number[]): Uint8Array =>
  writeContainer(
    { meta: {}, sections: [{ n: 'a', t: 'u8', c: 'raw', e: body.length, b: body.length, ...section }] },
    body,
  )

describe('container layout', () => {
  it('starts with KMR1, the length of the header and the header, followed by aligned sections', () => {
    const bytes = encodeContainer({ n: 1 }, [
      { name: 'x', data: Uint16Array.of(1, 0x0203) },
      { name: 'y', data: Int8Array.of(-1) },
      { name: 'z', data: Float32Array.of(1) },
    ])
    const header =
      '{"meta":{"n":1},"sections":[{"n":"x","t":"u16","c":"raw","e":2,"b":4},' +
      '{"n":"y","t":"i8","c":"raw","e":1,"b":1},{"n":"z","t":"f32","c":"raw","e":1,"b":4}]}'
    expect(toText(bytes.subarray(0, 4))).toBe('KMR1')
    expect([...bytes.subarray(4, 8)]).toEqual([header.length, 0, 0, 0])
    expect(toText(bytes.subarray(8, 8 + header.length))).toBe(header)
    const start = alignToEight(8 + header.length)
    expect([...bytes.subarray(8 + header.length, start)].every((byte) => byte === 0)).toBe(true)
    // x little-endian and padding, y and padding, z: 1 is 0x3f800000.
    expect([...bytes.subarray(start)]).toEqual([1, 0, 3, 2, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63])
  })

  it('states the stride of a section only if the caller does', () => {
    const data = new Uint8Array(16)
    const { sections } = readStored(
      encodeContainer({}, [
        { name: 'a', data, codec: 'vertex', stride: 8 },
        { name: 'b', data, codec: 'vertex' },
      ]),
    )
    expect(sections.map(({ header }) => header.s)).toEqual([8, undefined])
    expect(sections.map(({ header }) => header.c)).toEqual(['vertex', 'vertex'])
    // Without a stride, records have four bytes.
    expect([...sections[1].bytes]).toEqual([...MeshoptEncoder.encodeVertexBuffer(data, 4, 4)])
  })

  it('writes sections that are already encoded as they are', () => {
    const data = Uint32Array.of(0, 1, 2)
    const encoded = Uint8Array.of(9, 8, 7)
    const bytes = encodeContainer({}, [{ name: 'a', data, codec: 'triangles', encoded }])
    expect(getSection(bytes, 'a')).toEqual([9, 8, 7])
    expect(readStored(bytes).sections[0].header).toEqual({ n: 'a', t: 'u32', c: 'triangles', e: 3, b: 3 })
  })

  it('encodes only the bytes of a view, not its whole buffer', () => {
    const data = Uint16Array.of(1, 2, 3, 4).subarray(1, 3)
    expect(getSection(encodeContainer({}, [{ name: 'a', data }]), 'a')).toEqual([2, 0, 3, 0])
  })

  it('aligns to eight bytes', () => {
    expect([0, 1, 7, 8, 9, 16].map(alignToEight)).toEqual([0, 8, 8, 8, 16, 16])
  })

  it('has a type for each array class and refuses others', () => {
    const arrays = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Float32Array, Float64Array]
    expect(arrays.map((ArrayType) => typeOf(new ArrayType(1)))).toEqual(['u8', 'i8', 'u16', 'i16', 'u32', 'f32', 'f64'])
    expect(() => typeOf(new BigInt64Array(1) as never)).toThrow(TypeError)
  })

  it('names the malformed part in a RangeError, with the cause if there is one', () => {
    const cause = new Error('inner')
    expect(malformed('a part').message).toBe('view package: a part')
    expect(malformed('a part')).toBeInstanceOf(RangeError)
    expect('cause' in malformed('a part')).toBe(false)
    expect(malformed('a part', cause).cause).toBe(cause)
  })
})

describe('decodeContainer', () => {
  it('reads a container written by the documented layout', () => {
    const section = { n: 'a', t: 'i16', c: 'raw', e: 2, b: 4 }
    const bytes = writeContainer({ meta: { k: [1] }, sections: [section] }, [1, 0, 255, 255])
    const container = decodeContainer(bytes)
    expect(container.meta).toEqual({ k: [1] })
    expect([...container.column('a', 'i16')]).toEqual([1, -1])
    expect(container.byteLength).toBe(bytes.length)
  })

  it('aligns a section that follows one of odd length', () => {
    const sections = [1, 2].map((value) => ({ n: `s${value}`, t: 'u8', c: 'raw', e: 1, b: 1 }))
    const container = decodeContainer(writeContainer({ meta: {}, sections }, [5, 0, 0, 0, 0, 0, 0, 0, 6]))
    expect([...container.column('s1', 'u8'), ...container.column('s2', 'u8')]).toEqual([5, 6])
  })

  it('copies the sections, so that the input can change afterwards', () => {
    const bytes = writeSection({}, [1, 2, 3])
    const container = decodeContainer(bytes)
    bytes.fill(9)
    expect([...container.column('a', 'u8')]).toEqual([1, 2, 3])
  })

  it.each([
    ['seven bytes', Uint8Array.of(0x4b, 0x4d, 0x52, 0x31, 0, 0, 0), 'not a container'],
    ['another signature', writeSection({}, []).fill(0x30, 3, 4), 'not a container'],
    ['a header of one byte more than there are', Uint8Array.of(0x4b, 0x4d, 0x52, 0x31, 1, 0, 0, 0), 'header runs past'],
    ['a header that is not JSON', Uint8Array.of(0x4b, 0x4d, 0x52, 0x31, 1, 0, 0, 0, 0x7b), 'header is no JSON'],
    ['a list as header', writeContainer([], []), 'header has another shape'],
    ['null as header', writeContainer(null, []), 'header has another shape'],
    ['a list as metadata', writeContainer({ meta: [], sections: [] }, []), 'header has another shape'],
    ['an object as sections', writeContainer({ meta: {}, sections: {} }, []), 'header has another shape'],
    ['a number as a section', writeContainer({ meta: {}, sections: [1] }, []), 'unknown section'],
    ['a list as a section', writeContainer({ meta: {}, sections: [[]] }, []), 'unknown section'],
    ['a section without a name', writeSection({ n: 1 as never }, []), 'unknown section'],
    ['a section without elements', writeSection({ e: undefined as never }, []), 'unknown section'],
    ['a section without bytes', writeSection({ b: undefined as never }, []), 'unknown section'],
    ['more elements than an integer', writeSection({ e: 2 ** 53 }, []), 'unknown section'],
    ['a stride of 0', writeSection({ s: 0 }, []), 'unknown section'],
    ['a stride of 257', writeSection({ s: 257 }, []), 'unknown section'],
    ['a fractional stride', writeSection({ s: 1.5 }, []), 'unknown section'],
    ['a section one byte longer than the rest', writeSection({ e: 4, b: 4 }, [1, 2, 3]), 'section a runs past the end'],
    ['more raw elements than bytes', writeSection({ e: 2 }, [1]), 'section length differs'],
    ['fewer raw elements than bytes', writeSection({ e: 1 }, [1, 2]), 'section length differs'],
    ['raw elements of half the size', writeSection({ t: 'u16', e: 2 }, [1, 2]), 'section length differs'],
    ['undecodable triangles', writeSection({ t: 'u32', c: 'triangles', e: 3 }, [1, 2, 3]), 'does not decode'],
    ['an undecodable sequence', writeSection({ t: 'u32', c: 'sequence', e: 1 }, [1, 2, 3]), 'does not decode'],
    ['undecodable vertices', writeSection({ c: 'vertex', s: 4, e: 4 }, [1, 2, 3]), 'does not decode'],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => decodeContainer(bytes)).toThrow(RangeError)
    expect(() => decodeContainer(bytes)).toThrow(message)
  })

  it('accepts strides from 1 to 256', () => {
    for (const s of [1, 256]) expect(decodeContainer(writeSection({ s }, [1])).has('a')).toBe(true)
  })

  it.each([
    // At most two bits per byte column of 256 vertices, 1 byte per triangle, 1 byte per index.
    ['vertex', 'u8', 2048, 4],
    ['triangles', 'u32', 12, 4],
    ['sequence', 'u32', 4, 4],
  ] as const)('refuses a %s section that expands beyond the limit before it allocates memory', (c, t, expansion, s) => {
    const body = Array.from<number>({ length: 16 }).fill(0)
    const elements = (16 * expansion) / (t === 'u8' ? 1 : 4)
    const record = t === 'u8' ? 4 : 1
    expect(() => decodeContainer(writeSection({ t, c, s, e: elements }, body))).toThrow('section does not decode')
    expect(() => decodeContainer(writeSection({ t, c, s, e: elements + record }, body))).toThrow('promises too much')
  })

  it('refuses incomplete records before it decodes them', () => {
    const body = Array.from<number>({ length: 16 }).fill(0)
    expect(() => decodeContainer(writeSection({ c: 'vertex', s: 8, e: 12 }, body))).toThrow(
      'no whole number of records',
    )
  })

  it('decodes an empty section of each codec', () => {
    for (const c of ['raw', 'vertex', 'triangles', 'sequence'] as const)
      expect(decodeContainer(writeSection({ t: 'u32', c, e: 0, b: 0 }, [])).column('a', 'u32').length).toBe(0)
  })
})

describe('Container', () => {
  const container = new Container(
    {
      zero: 0,
      n: 7,
      text: '7',
      fraction: 0.5,
      negative: -1,
      big: 2 ** 53,
      list: ['a', ''],
      mixed: ['a', 1],
      object: {},
    },
    new Map([['a', Uint8Array.of(1, 2)]]),
    99,
  )

  it('returns counts of the metadata', () => {
    expect([container.count('zero'), container.count('n'), container.byteLength]).toEqual([0, 7, 99])
    for (const name of ['text', 'fraction', 'negative', 'big', 'missing'])
      expect(() => container.count(name)).toThrow(`view package: no count ${name}`)
  })

  it('returns lists of texts of the metadata', () => {
    expect(container.texts('list')).toEqual(['a', ''])
    for (const name of ['mixed', 'object', 'text', 'missing'])
      expect(() => container.texts(name)).toThrow(`view package: no texts ${name}`)
  })

  it('states which column is missing, or how many elements it has', () => {
    expect(() => container.column('a', 'i8')).toThrow('view package: no i8 column a')
    expect(() => container.column('b', 'u8')).toThrow('view package: no u8 column b')
    expect(() => container.exactColumn('a', 'u8', 3)).toThrow('view package: column a has 2 elements, not 3')
    expect([...container.exactColumn('a', 'u8', 2)]).toEqual([1, 2])
  })
})

describe('withMeta', () => {
  const bytes = encodeContainer({ a: 1, b: 'x' }, [
    { name: 'n', data: Uint8Array.of(1, 2, 3) },
    { name: 'm', data: Float64Array.of(0.5) },
  ])

  it('writes the same bytes as an encoder that is given the changed metadata', () => {
    for (const b of ['', 'y', 'a longer text', 'é'.repeat(300)])
      expect(withMeta(bytes, { b })).toEqual(
        encodeContainer({ a: 1, b }, [
          { name: 'n', data: Uint8Array.of(1, 2, 3) },
          { name: 'm', data: Float64Array.of(0.5) },
        ]),
      )
  })

  it('reads from a view at any byte offset and does not change its input', () => {
    const shifted = new Uint8Array(bytes.length + 5)
    shifted.set(bytes, 5)
    const before = shifted.slice()
    expect(withMeta(shifted.subarray(5), { a: 1 })).toEqual(bytes)
    expect(shifted).toEqual(before)
  })

  it('accepts a container without a body', () => {
    expect(withMeta(writeContainer({ meta: {}, sections: [] }, []), { a: 1 })).toEqual(encodeContainer({ a: 1 }, []))
    const unpadded = Uint8Array.of(0x4b, 0x4d, 0x52, 0x31, 11, 0, 0, 0, ...new TextEncoder().encode('{"meta":{}}'))
    expect(decodeContainer(editContainer(encodeContainer({}, []), {})).meta).toEqual({})
    expect(toText(withMeta(unpadded, { b: 2 }).subarray(8, 24))).toBe('{"meta":{"b":2}}')
  })

  it.each([
    ['seven bytes', bytes.subarray(0, 7), 'not a container'],
    ['another signature', new Uint8Array(64), 'not a container'],
    ['a truncated header', bytes.subarray(0, 20), 'header runs past the end'],
    ['a header that is not JSON', Uint8Array.of(0x4b, 0x4d, 0x52, 0x31, 1, 0, 0, 0, 0x7b), 'header is no JSON'],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => withMeta(wrong, {})).toThrow(RangeError)
    expect(() => withMeta(wrong, {})).toThrow(message)
  })
})
