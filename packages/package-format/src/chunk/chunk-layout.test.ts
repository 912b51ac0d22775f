import { beforeAll, describe, expect, it } from 'vitest'
import {
  geometryFlag,
  geometryKind,
  texturePath,
  textureWrap,
  vertexStride,
  type ChunkInput,
  type ChunkLines,
  type ChunkMesh,
} from './chunk.js'
import { decodeChunk } from './chunk-decode.js'
import { encodeChunk } from './chunk-encode.js'
import { withFrame, type ChunkFrame } from './chunk-frame.js'
import { decoderReady } from '../container/container-decode.js'
import { encoderReady } from '../container/container-encode.js'
import { withMeta } from '../container/container-meta.js'
import { shuffleFloats } from '../container/float-columns.js'
import { editContainer, getSection, readStored, type ContainerChanges } from '../testing/edit-container.js'

beforeAll(async () => {
  await encoderReady
  await decoderReady
})

/** A tetrahedron whose first corner has two vertices. */
const mesh: ChunkMesh = {
  positions: Uint16Array.of(0, 0, 0, 400, 0, 0, 0, 800, 0, 0, 0, 1200, 0, 0, 0),
  normals: Int8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
  colors: Uint8Array.from({ length: 20 }, (_, at) => at),
  indices: Uint32Array.of(0, 2, 1, 4, 1, 3, 0, 3, 2),
  levels: [
    { start: 0, count: 6, errorMetres: 0 },
    { start: 6, count: 3, errorMetres: 2 },
  ],
  edges: Uint32Array.of(0, 2, 1, 3),
  textureCoordinates: { values: Uint16Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), offset: [0.5, -1], step: 0.25 },
  origin: [1, -2, 0.5],
  step: 1,
  area: 1,
  volume: null,
  closed: true,
  isSingleSided: true,
  shapeHash: '0123456789abcdef',
}
const lines: ChunkLines = {
  positions: Uint16Array.of(5, 0, 256, 0, 1, 0),
  edges: Uint32Array.of(1, 0),
  origin: [0, 0, 0],
  step: 0.5,
}
const input: ChunkInput = {
  firstGeometry: 10,
  firstMaterial: 20,
  firstInstance: 30,
  geometries: [mesh, lines, { ...mesh, normals: null, colors: null }],
  instances: {
    node: Uint32Array.of(3, 3, 2),
    geometry: Uint32Array.of(10, 12, 0),
    material: Uint32Array.of(20, 21, 1),
    linear: Uint32Array.of(0, 0, 1),
    translation: Float32Array.of(0.25, 0, 0, 0.5, 0, 0, 0, -1, 0),
  },
  linear: Float32Array.from({ length: 18 }, (_, at) => at),
  materials: {
    color: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    names: ['a', 'b'],
    textures: {
      image: Uint16Array.of(0, 3),
      tintAndWrap: Uint8Array.of(0, 0, 0, 0, 9, 8, 7, 1),
      side: Uint16Array.of(0, 512),
    },
  },
}

describe('encodeChunk', () => {
  const getBytes = (name: string): number[] => getSection(encodeChunk(input), name)

  it('writes counts and first numbers to the header', () => {
    expect(readStored(encodeChunk(input)).meta).toEqual({
      geometries: 3,
      topologies: 2,
      instances: 3,
      firstGeometry: 10,
      firstMaterial: 20,
      firstInstance: 30,
      translationExponent: -4,
      materials: ['a', 'b'],
    })
  })

  it('writes its sections in one order', () => {
    expect(readStored(encodeChunk(input)).sections.map(({ header }) => header.n)).toEqual(
      [
        't.vertices t.places t.level0 t.level1 t.level2 t.pairs t.bits t.place index edge.bits edge.pairs',
        'g.topology g.kind g.flags g.step g.error g.origin place.low place.high normal color uv uv.frame',
        'i.node i.geometry i.material i.linear i.translation0 i.translation1 i.translation2 linear',
        'm.color m.picture m.texture m.side',
      ].flatMap((names) => names.split(' ')),
    )
  })

  it('writes each topology once', () => {
    // Mesh: five vertices at four positions, two triangles and one of level 1. Lines: two vertices, one pair.
    expect(getBytes('t.vertices')).toEqual([5, 2])
    expect(getBytes('t.places')).toEqual([4, 2])
    expect([0, 1, 2].map((level) => getBytes(`t.level${level}`))).toEqual([
      [6, 0],
      [3, 0],
      [0, 0],
    ])
    expect(getBytes('t.bits')).toEqual([1, 0])
    expect(getBytes('t.pairs')).toEqual([0, 2])
    // Each position is the next new one, except that of the fifth vertex: four back.
    expect(getBytes('t.place')).toEqual([0, 0, 0, 0, 4, 0, 0])
    // Edge 0-2 is the first side of the first triangle, 1-3 a side of the second one; the codec may rotate both.
    expect(getBytes('edge.bits').every((bits) => [1, 2, 4].includes(bits))).toBe(true)
    expect(getBytes('edge.bits').length).toBe(2)
  })

  it('writes a row for each geometry', () => {
    expect(getBytes('g.topology')).toEqual([0, 2, 1])
    expect(getBytes('g.kind')).toEqual([0, 1, 0])
    // Colours 1, closed 2, own normals 4, from base 8, texture 16, single-sided 32.
    expect(getBytes('g.flags')).toEqual([1 + 2 + 4 + 16 + 32, 0, 2 + 8 + 16 + 32])
    expect(getBytes('g.step')).toEqual([...shuffleFloats(Float32Array.of(1, 0.5, 1), 1)])
    // 2 m are an octave above the step of 1 m: code 17. There is no level 2.
    expect(getBytes('g.error')).toEqual([17, 0, 0, 0, 17, 0])
    expect(new Float32Array(Uint8Array.from(getBytes('g.origin')).buffer)).toEqual(
      Float32Array.of(1, -2, 0.5, 0, 0, 0, 1, -2, 0.5),
    )
  })

  it('writes positions as low and high bytes of differences, or of differences from the base', () => {
    // Zigzag codes, x of all, y of all, z of all. Mesh: x 0 400 -400 0, y 0 0 800 -800, z 0 0 0 1200.
    const first = [0, 800, 799, 0, 0, 0, 1600, 1599, 0, 0, 0, 2400]
    // Lines: x 5 -5, y 0 1, z 256 -256.
    const second = [10, 9, 0, 2, 512, 511]
    const codes = [...first, ...second, ...Array.from<number>({ length: 12 }).fill(0)]
    expect(getBytes('place.low')).toEqual(codes.map((code) => code & 255))
    expect(getBytes('place.high')).toEqual(codes.map((code) => code >> 8))
  })

  it('writes normals, colours and texture coordinates of the geometries that have them', () => {
    expect(getBytes('normal')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(getBytes('color')).toEqual(Array.from({ length: 20 }, (_, at) => at))
    expect(new Float32Array(Uint8Array.from(getBytes('uv.frame')).buffer)).toEqual(
      Float32Array.of(0.5, -1, 0.25, 0.5, -1, 0.25),
    )
    expect(readStored(encodeChunk(input)).sections.find(({ header }) => header.n === 'uv')?.header).toMatchObject({
      c: 'vertex',
      s: 4,
      e: 20,
    })
  })

  it('writes instances as differences between neighbors', () => {
    expect(getBytes('i.node')).toEqual([6, 0, 1])
    expect(getBytes('i.geometry')).toEqual([20, 4, 23])
    expect(getBytes('i.material')).toEqual([40, 2, 39])
    expect(getBytes('i.linear')).toEqual([0, 0, 2])
    // Sixteenths of a metre: x 4, 8, 0; y 0, 0, -16.
    expect([0, 1, 2].map((axis) => getBytes(`i.translation${axis}`))).toEqual([
      [8, 8, 15],
      [0, 0, 31],
      [0, 0, 0],
    ])
    expect(getBytes('linear')).toEqual([...shuffleFloats(input.linear, 9)])
    expect(getBytes('m.color')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('omits origins that are all zero, and textures of a chunk without', () => {
    const plain = { ...input, geometries: [lines], materials: { color: new Uint8Array(8), names: ['a', 'b'] } }
    const names = readStored(encodeChunk(plain)).sections.map(({ header }) => header.n)
    for (const name of ['g.origin', 'uv', 'uv.frame', 'm.picture', 'm.texture', 'm.side'])
      expect(names).not.toContain(name)
    const instances = { ...input.instances, geometry: new Uint32Array(3) }
    expect([...decodeChunk(encodeChunk({ ...plain, instances })).geometries.origin]).toEqual([0, 0, 0])
  })

  it('stores positions by themselves where a base does not help', () => {
    // Positions of a line in small steps: cheap by themselves, unpredictable from a tetrahedron.
    const ramp = Uint16Array.of(50_000, 1, 50_000, 50_001, 2, 50_000, 50_002, 3, 50_001, 50_003, 4, 50_000)
    const bare = { ...mesh, normals: null, colors: null, textureCoordinates: undefined, indices: mesh.indices.slice() }
    const { textureCoordinates: _, ...base } = bare
    const four = { ...base, positions: base.positions.slice(0, 12), indices: Uint32Array.of(0, 2, 1, 0, 3, 2, 0, 1, 3) }
    const encoded = encodeChunk({ ...input, geometries: [four, { ...four, positions: ramp }, four] })
    expect(getSection(encoded, 'g.flags').map((flags) => flags & 8)).toEqual([0, 0, 8])
  })

  it('writes no triangles of a chunk without', () => {
    expect(getSection(encodeChunk({ ...input, geometries: [lines] }), 'index')).toEqual([])
  })

  it('uses no base for flat shapes', () => {
    const flat = { ...lines, positions: Uint16Array.of(0, 0, 0, 9, 9, 0) }
    expect(getSection(encodeChunk({ ...input, geometries: [flat, flat] }), 'g.flags')).toEqual([0, 0])
  })
})

describe('values stored in chunks', () => {
  it('keep the numbers that older packages have', () => {
    expect(geometryKind).toEqual({ triangles: 0, lines: 1, points: 2 })
    expect(geometryFlag).toEqual({
      hasColors: 1,
      closed: 2,
      ownNormals: 4,
      fromBase: 8,
      hasTexture: 16,
      singleSided: 32,
    })
    expect([textureWrap, vertexStride]).toEqual([{ repeat: 0, clamp: 1 }, 8])
  })
})

describe('texturePath', () => {
  it('has three digits or more', () => {
    expect([0, 12, 1234].map(texturePath)).toEqual(['textures/000.webp', 'textures/012.webp', 'textures/1234.webp'])
  })
})

describe('decodeChunk', () => {
  const zeros = (length: number): Uint8Array => new Uint8Array(length)

  it.each<[string, ContainerChanges, string]>([
    ['an exponent that is not a number', { meta: { translationExponent: '-4' } }, 'no grid of translations'],
    ['an exponent above 0', { meta: { translationExponent: 1 } }, 'no grid of translations'],
    ['an exponent below -64', { meta: { translationExponent: -65 } }, 'no grid of translations'],
    ['another exponent than its columns', { meta: { translationExponent: 0 } }, 'floats are no whole rows'],
    [
      'an instance with a transform that does not exist',
      { sections: { 'i.linear': Uint8Array.of(0, 0, 4) } },
      'placement',
    ],
    ['an instance with a negative transform', { sections: { 'i.linear': Uint8Array.of(0, 0, 1) } }, 'placement'],
    [
      'an instance of a later geometry',
      { sections: { 'i.geometry': Uint8Array.of(20, 6, 0) } },
      'geometry out of range',
    ],
    ['an instance of a negative geometry', { sections: { 'i.geometry': Uint8Array.of(1, 2, 0) } }, 'geometry out of'],
    [
      'an instance with a later material',
      { sections: { 'i.material': Uint8Array.of(40, 4, 0) } },
      'material out of range',
    ],
    ['fewer instances than stated', { sections: { 'i.node': Uint8Array.of(1, 1) } }, 'fewer numbers'],
    ['an incomplete transform', { sections: { linear: zeros(68) } }, 'floats are no whole rows'],
    ['materials without a colour', { sections: { 'm.color': zeros(4) } }, 'column m.color'],
    ['fewer images than materials', { sections: { 'm.picture': Uint16Array.of(0) } }, 'column m.picture'],
    ['images of another type', { sections: { 'm.picture': zeros(2) } }, 'no u16 column m.picture'],
    ['fewer tints than materials', { sections: { 'm.texture': zeros(4) } }, 'column m.texture'],
    ['fewer sides than materials', { sections: { 'm.side': Uint16Array.of(0) } }, 'column m.side'],
    ['a topology that does not exist', { sections: { 'g.topology': Uint8Array.of(0, 4, 0) } }, 'topology out of range'],
    ['a negative topology', { sections: { 'g.topology': Uint8Array.of(1, 0, 0) } }, 'topology out of range'],
    ['a row without a kind', { sections: { 'g.kind': zeros(2) } }, 'column g.kind'],
    ['a row without flags', { sections: { 'g.flags': zeros(2) } }, 'column g.flags'],
    ['a row without a step', { sections: { 'g.step': zeros(8) } }, 'column g.step'],
    ['a row without errors', { sections: { 'g.error': zeros(5) } }, 'column g.error'],
    ['a row without an origin', { sections: { 'g.origin': new Float32Array(6) } }, 'column g.origin'],
    ['fewer colours than vertices', { sections: { color: zeros(16) } }, 'column color has 16 elements, not 20'],
    ['more colours than vertices', { sections: { color: zeros(24) } }, 'column color has 24 elements, not 20'],
    ['fewer normals than vertices', { sections: { normal: zeros(8) } }, 'column normal has 8 elements, not 10'],
    ['fewer low bytes', { sections: { 'place.low': zeros(29) } }, 'column place.low has 29 elements, not 30'],
    ['fewer high bytes', { sections: { 'place.high': zeros(29) } }, 'column place.high has 29 elements, not 30'],
    ['a shape from a base that follows', { sections: { 'g.flags': Uint8Array.of(63, 0, 50) } }, 'shape without a base'],
    ['an infinite texture frame', { sections: { 'uv.frame': new Float32Array(6).fill(Infinity) } }, 'without a frame'],
    [
      'one texture frame that is NaN',
      { sections: { 'uv.frame': Float32Array.of(0, 0, 1, 0, NaN, 1) } },
      'without a fra',
    ],
    ['fewer texture frames', { sections: { 'uv.frame': new Float32Array(3) } }, 'column uv.frame'],
    ['two corners in a triangle', { sections: { 't.level0': Uint8Array.of(5, 0) } }, 'triangles do not add up'],
    ['two corners in a coarse triangle', { sections: { 't.level1': Uint8Array.of(2, 0) } }, 'triangles do not add up'],
    ['more triangles than stored', { sections: { 't.level2': Uint8Array.of(3, 0) } }, 'triangles do not add up'],
    ['fewer triangles than stored', { sections: { 't.level1': Uint8Array.of(0, 0) } }, 'topologies do not add up'],
    ['more edge bits than triangles', { sections: { 'edge.bits': zeros(3) } }, 'topologies do not add up'],
    ['fewer edge bits than triangles', { sections: { 'edge.bits': zeros(1) } }, 'topologies do not add up'],
    ['a fourth edge of a triangle', { sections: { 'edge.bits': Uint8Array.of(0, 8) } }, 'unknown edge bits'],
    ['more pairs than stated', { sections: { 'edge.pairs': new Uint32Array(4) } }, 'topologies do not add up'],
    ['fewer pairs than stated', { sections: { 'edge.pairs': new Uint32Array(0) } }, 'topologies do not add up'],
    ['a pair of a vertex that does not exist', { sections: { 'edge.pairs': Uint32Array.of(2, 0) } }, 'vertex number'],
    ['a row without a way of storing edges', { sections: { 't.bits': zeros(1) } }, 'column t.bits'],
    [
      'a position before the first',
      { sections: { 't.place': Uint8Array.of(0, 2, 0, 0, 0, 0, 0) } },
      'place out of range',
    ],
    ['more positions than stated', { sections: { 't.places': Uint8Array.of(3, 2) } }, 'place out of range'],
    ['fewer vertices than positions', { sections: { 't.place': zeros(6) } }, 'fewer numbers'],
    ['more vertices than positions', { sections: { 't.place': zeros(8) } }, 'more numbers'],
    [
      'a triangle of another topology',
      { sections: { 't.vertices': Uint8Array.of(3, 4) } },
      'vertex number out of range',
    ],
    ['no geometries', { meta: { geometries: undefined } }, 'no count geometries'],
    ['no topologies', { meta: { topologies: -1 } }, 'no count topologies'],
    ['no instances', { meta: { instances: null } }, 'no count instances'],
    ['no first geometry', { meta: { firstGeometry: 0.5 } }, 'no count firstGeometry'],
    ['no first material', { meta: { firstMaterial: '1' } }, 'no count firstMaterial'],
    ['no first instance', { meta: { firstInstance: [] } }, 'no count firstInstance'],
    ['no materials', { meta: { materials: [1] } }, 'no texts materials'],
  ])('refuses %s', (_, changes, message) => {
    const bytes = editContainer(encodeChunk(input), changes)
    expect(() => decodeChunk(bytes)).toThrow(RangeError)
    expect(() => decodeChunk(bytes)).toThrow(message)
  })

  it('accepts the limits of exponents', () => {
    for (const exponent of [-64, -1]) {
      const bytes = editContainer(encodeChunk(input), { meta: { translationExponent: exponent } })
      expect(decodeChunk(bytes).instances.translation[0]).toBe(4 * 2 ** exponent)
    }
  })

  /** A chunk of few bytes whose geometries all expand one topology. */
  function createBomb(geometry: ChunkMesh | ChunkLines, rows: number): Uint8Array {
    const none = new Uint32Array(0)
    const instances = { node: none, geometry: none, material: none, linear: none, translation: new Float32Array(0) }
    const one = encodeChunk({ ...input, instances, geometries: [geometry], linear: new Float32Array(0) })
    return editContainer(one, {
      meta: { geometries: rows },
      sections: {
        'g.topology': zeros(rows),
        'g.kind': zeros(rows),
        'g.flags': zeros(rows),
        'g.step': zeros(rows * 4),
        'g.error': zeros(rows * 2),
      },
    })
  }

  const plain = {
    origin: [0, 0, 0],
    step: 1,
    normals: null,
    colors: null,
    area: 1,
    volume: null,
    closed: false,
  } as const
  it.each([
    ['vertices', { ...lines, positions: new Uint16Array(12_000), edges: new Uint32Array(0) }],
    ['edges', { ...lines, edges: new Uint32Array(4000) }],
    [
      'indices',
      {
        ...plain,
        positions: new Uint16Array(9),
        indices: Uint32Array.from({ length: 3999 }, (_, at) => at % 3),
        levels: [{ start: 0, count: 3999, errorMetres: 0 }],
        edges: new Uint32Array(0),
        shapeHash: '0123456789abcdef',
      },
    ],
  ])('refuses geometries whose %s expand to far more than is stored', (_, geometry) => {
    // 2^25 numbers, and 16 for each stored byte: 110 kB here.
    const bytes = createBomb(geometry, 10_000)
    expect(bytes.length).toBeLessThan(120_000)
    expect(() => decodeChunk(bytes)).toThrow('geometries unfold to too much')
    // Fewer are refused only later, because their positions are missing.
    expect(() => decodeChunk(createBomb(geometry, 5000))).toThrow('column place.low')
  })

  it('expands exactly up to 2^25 numbers and 16 for each stored byte', () => {
    const geometry = { ...lines, positions: new Uint16Array(12_000), edges: new Uint32Array(0) }
    const limit = 2 ** 25 + 16 * createBomb(geometry, 8700).length
    const rows = Math.floor(limit / 4000)
    // A row takes nine bytes, so that a few rows more or less raise the limit by less than a row.
    expect(() => decodeChunk(createBomb(geometry, rows - 1))).toThrow('column place.low')
    expect(() => decodeChunk(createBomb(geometry, rows + 2))).toThrow('geometries unfold to too much')
  })

  it('accepts a level whose error is one step or less', () => {
    const bytes = editContainer(encodeChunk(input), { sections: { 'g.error': Uint8Array.of(1, 33, 0, 0, 2, 0) } })
    expect([...decodeChunk(bytes).geometries.levelError]).toEqual([1, 4, 0, 0, Math.fround(2 ** (1 / 16)), 0])
  })
})

describe('withFrame', () => {
  const frame: ChunkFrame = { element: 1, geometry: 20, material: 300, instance: 4000, picture: 50 }

  it('adds to the numbers of images, but not to those of materials without one', () => {
    const chunk = decodeChunk(withFrame(encodeChunk(input), frame))
    expect([...(chunk.materials.textures?.image ?? [])]).toEqual([0, 53])
    expect([...chunk.instances.node]).toEqual([4, 4, 3])
    expect([...chunk.instances.geometry]).toEqual([30, 32, 20])
    expect([...chunk.instances.material]).toEqual([320, 321, 301])
    expect([chunk.firstGeometry, chunk.firstMaterial, chunk.firstInstance]).toEqual([30, 320, 4030])
  })

  it('changes nothing by zeros', () => {
    const zero = { element: 0, geometry: 0, material: 0, instance: 0, picture: 0 }
    expect(decodeChunk(withFrame(encodeChunk(input), zero))).toEqual(decodeChunk(encodeChunk(input)))
  })

  it.each([
    null,
    5,
    'frame',
    [],
    {},
    { ...frame, element: -1 },
    { ...frame, material: 1.5 },
    { ...frame, picture: '5' },
  ])('writes a frame that is refused if it is %j', (wrong) => {
    expect(() => decodeChunk(withMeta(encodeChunk(input), { frame: wrong }))).toThrow(RangeError)
    expect(() => decodeChunk(withMeta(encodeChunk(input), { frame: wrong }))).toThrow('frame of another shape')
  })
})
