import { stopwatch } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '@kamar/codecs/records'
import { ObjectStream } from '../container/object-stream.js'
import { ObjectWriter } from '../fixtures/document-writer.js'
import { parseFragments } from './fragments.js'
import { toSourceMaterial, materialReaders } from './material.js'
import { quaternionMatrix, translationMatrix } from './placement.js'

interface FragmentDraft {
  readonly kind?: number
  readonly transform?: readonly number[]
  readonly box?: readonly number[]
}

/** Writes a shape instance; returns the number of its link. */
function write(out: ObjectWriter, { kind = 4, transform, box = [0, 0, 0, 1, 1, 1] }: FragmentDraft = {}): void {
  out.begin(13)
  out.f64(1).u32(12, kind, 0, 3)
  if (transform) {
    out.begin(transform[0] ?? 0)
    out.f64(...transform.slice(1))
  } else out.none()
  out.none().begin(93)
  out.f32(...box).f64(5, 6, 7)
  out.f32(1).u32(0, 1)
}

function writeFragments(...fragments: readonly FragmentDraft[]): Uint8Array {
  const out = new ObjectWriter().u32(fragments.length)
  for (const fragment of fragments) write(out, fragment)
  return out.align(8).bytes
}

describe('NWD fragments', () => {
  it('are placed by their transform, otherwise by the origin of their geometry link', () => {
    const { fragments } = parseFragments(writeFragments({}, { transform: [14, 1, 2, 3] }))
    expect([...fragments].map(({ matrix }) => [...matrix.slice(9)])).toEqual([
      [5, 6, 7],
      [1, 2, 3],
    ])
  })

  it('are the same when they are read again from their positions', () => {
    const bytes = writeFragments({}, { transform: [14, 1, 2, 3] }, { kind: 2 }, { kind: 8 })
    const [stored, repeated] = [parseFragments(bytes), parseFragments(bytes, 0)]
    expect([...repeated.fragments]).toEqual([...stored.fragments])
    expect(repeated.fragments.length).toBe(3)
    expect([0, 1, 2].map((row) => repeated.fragments.shapeOf(row))).toEqual([1, 1, 1])
  })

  it('read the parametric cylinder kind as triangles', () => {
    expect(parseFragments(writeFragments({ kind: 5 })).fragments.get(0).kind).toBe('triangles')
  })

  it.each([
    ['of an unknown type', { kind: 2 }],
    ['with an unknown transform type', { transform: [17, 1, 2, 3] }],
    ['with an invalid rotation', { transform: [15, 0, 0, 0, 2, 0, 0, 1] }],
    ['with a non-finite position', { transform: [14, Number.NaN, 0, 0] }],
    ['with an inverted bounding box', { box: [1, 0, 0, 0, 1, 1] }],
    ['with a non-finite bounding box', { box: [0, 0, 0, 1, 1, Number.NaN] }],
  ])('omit fragments %s and keep the next ones', (_, fragment) => {
    const { fragments, declaredCount } = parseFragments(writeFragments({}, fragment, {}, {}))
    expect([fragments.length, declaredCount]).toEqual([3, 4])
  })

  it('are empty for an empty record or one without fragments', () => {
    const countFragments = (bytes: Uint8Array): number[] => {
      const { fragments, declaredCount } = parseFragments(bytes)
      return [fragments.length, declaredCount]
    }
    expect(countFragments(new Uint8Array())).toEqual([0, 0])
    expect(countFragments(Uint8Array.of(255, 255, 255, 127))).toEqual([0, 0x7fffffff])
  })

  it('parse hostile bytes within ten seconds', () => {
    // Every second word could begin a shape instance.
    const bytes = new Uint8Array(
      Uint32Array.from({ length: 400_000 }, (_, at) => (at % 2 === 0 ? 13 : 100 + at)).buffer,
    )
    new DataView(bytes.buffer).setUint32(0, 1000, true)
    const processorMilliseconds = stopwatch()
    expect(parseFragments(bytes).fragments.length).toBe(0)
    expect(processorMilliseconds()).toBeLessThan(10_000)
  })
})

describe('NWD fragment transform', () => {
  const transformPoint = (matrix: Float64Array, [x, y, z]: readonly [number, number, number]): number[] =>
    [0, 1, 2].map((axis) => matrix[axis] * x + matrix[3 + axis] * y + matrix[6 + axis] * z + matrix[9 + axis])

  it('translates a point', () => {
    expect(transformPoint(translationMatrix([1, 2, 3]), [1, 1, 1])).toEqual([2, 3, 4])
  })

  it('rotates by a quaternion, a quarter turn about z', () => {
    const quarter = quaternionMatrix([0, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2], 1)
    expect(transformPoint(quarter, [1, 0, 0]).map((value) => Math.round(value * 1e9) / 1e9 + 0)).toEqual([0, 1, 0])
  })

  it('mirrors by a half turn with a negative scale', () => {
    const mirrored = quaternionMatrix([0, 0, 0, 1, 0, 0, 0], -2)
    expect([0, 4, 8].map((at) => mirrored[at])).toEqual([-2, 2, 2])
  })
})

describe('NWD materials', () => {
  const colors = [0.1, 0.1, 0.1, 0.2, 0.4, 0.6, 0, 0, 0, 0, 0, 0, 0.5, 0.25]
  const readMaterial = (mask: number, rest: (out: ObjectWriter) => void) => {
    const out = new ObjectWriter()
    out.begin(55)
    out.u32(mask)
    rest(out)
    return new ObjectStream(out.bytes).object(materialReaders)
  }
  const plain = (out: ObjectWriter): void => {
    out.begin(54)
    out.f32(...colors)
  }

  it('have a diffuse colour and an opacity clamped to the range from 0 to 1', () => {
    expect(toSourceMaterial(colors)).toEqual({ color: [0.2, 0.4, 0.6], opacity: 0.75 })
    expect(toSourceMaterial(colors.map((value) => value * 10))).toEqual({ color: [1, 1, 1], opacity: 0 })
    expect(() => toSourceMaterial([])).toThrow(MalformedRecordError)
  })

  it('skip textual descriptions', () => {
    const described = readMaterial(33, (out) => {
      plain(out)
      out.begin(185)
      out.text('{}').text(null).u32(2).text('a.png').text('b.png').u32(0, 0)
    })
    expect(described?.opacity).toBe(0.75)
    expect(readMaterial(17, plain)?.opacity).toBe(0.75)
  })

  it.each([
    ['without a colour', 32],
    ['with an unknown field', 3],
  ])('are rejected %s', (_, mask) => {
    expect(() => readMaterial(mask, plain)).toThrow(MalformedRecordError)
  })
})
