import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { ChunkLines, ChunkMesh } from './chunk.js'
import { numberPositions, TopologyTable, type Geometry } from './topology-table.js'

const createMesh = (over: Partial<ChunkMesh> = {}): ChunkMesh => ({
  positions: Uint16Array.of(0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9),
  normals: null,
  colors: null,
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  levels: [{ start: 0, count: 6, errorMetres: 0 }],
  edges: Uint32Array.of(0, 1),
  origin: [0, 0, 0],
  step: 1,
  area: 1,
  volume: null,
  closed: false,
  shapeHash: '0123456789abcdef',
  ...over,
})

/** Returns the topology numbers of geometries in one table. */
function number(geometries: readonly Geometry[], isSearched = true): number[] {
  const table = new TopologyTable(isSearched)
  return geometries.map((geometry) => table.decompose(geometry).topology)
}

describe('numberPositions', () => {
  it('numbers distinct positions in the order of their first vertex', () => {
    const positions = Uint16Array.of(5, 5, 5, 1, 2, 3, 5, 5, 5, 1, 2, 4, 1, 3, 3, 2, 2, 3, 1, 2, 3)
    expect(numberPositions(positions)).toEqual({
      positionByVertex: Uint32Array.of(0, 1, 0, 2, 3, 4, 1),
      positionCount: 5,
    })
    expect(numberPositions(new Uint16Array(0))).toEqual({ positionByVertex: new Uint32Array(0), positionCount: 0 })
  })

  it.each([3, 500, 5000])('agrees with a map for %i random vertices, also after larger calls', (count) => {
    for (let seed = 1; seed <= 5; seed++) {
      const random = seededRandom(seed)
      const positions = Uint16Array.from({ length: count * 3 }, () => random() * 16)
      const numbers = new Map<string, number>()
      const expected = Array.from({ length: count }, (_, vertex) => {
        const key = positions.subarray(vertex * 3, vertex * 3 + 3).join(' ')
        if (!numbers.has(key)) numbers.set(key, numbers.size)
        return numbers.get(key) ?? -1
      })
      const { positionByVertex, positionCount } = numberPositions(positions)
      expect([...positionByVertex], `seed ${seed}`).toEqual(expected)
      expect(positionCount).toBe(numbers.size)
    }
  })

  it('numbers many distinct positions', () => {
    const positions = Uint16Array.from({ length: 30_000 }, (_, at) => (at * 7919) & 0xffff)
    const { positionByVertex, positionCount } = numberPositions(positions)
    expect(positionCount).toBe(10_000)
    expect(positionByVertex.every((position, vertex) => position === vertex)).toBe(true)
  })
})

describe('TopologyTable', () => {
  it('shares the topology of meshes that differ only in positions', () => {
    const sibling = createMesh({ positions: Uint16Array.of(1, 1, 1, 9, 1, 0, 0, 9, 5, 3, 0, 9) })
    const table = new TopologyTable(true)
    expect(table.decompose(createMesh()).topology).toBe(0)
    expect(table.decompose(sibling)).toEqual({ topology: 0, positions: sibling.positions })
    expect(table.topologies).toEqual([
      {
        vertexCount: 4,
        positionCount: 4,
        positionByVertex: Uint32Array.of(0, 1, 2, 3),
        indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
        levelCounts: [6, 0, 0],
        edges: Uint32Array.of(0, 1),
      },
    ])
  })

  it.each([
    ['triangles', { indices: Uint32Array.of(0, 1, 2, 0, 3, 2) }],
    ['fewer triangles', { indices: Uint32Array.of(0, 1, 2), levels: [{ start: 0, count: 3, errorMetres: 0 }] }],
    ['edges', { edges: Uint32Array.of(0, 2) }],
    ['no edges', { edges: new Uint32Array(0) }],
    ['one vertex more', { positions: new Uint16Array(15).map((_, at) => at) }],
    [
      'levels',
      {
        levels: [
          { start: 0, count: 3, errorMetres: 0 },
          { start: 3, count: 3, errorMetres: 1 },
        ],
      },
    ],
  ])('separates meshes with other %s', (_, over) => {
    expect(number([createMesh(), createMesh(over), createMesh(), createMesh(over)])).toEqual([0, 1, 0, 1])
  })

  it('separates meshes of the same triangles whose vertices share other positions', () => {
    // Vertices 0 and 3 are one position in the first shape, and two in the second.
    const closed = createMesh({ positions: Uint16Array.of(0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 0) })
    const open = createMesh({ indices: closed.indices })
    const table = new TopologyTable(true)
    expect([closed, open].map((mesh) => table.decompose(mesh).topology)).toEqual([0, 1])
    expect(table.decompose(open).positions).toEqual(open.positions)
    // A shape that merges more is a special case of the one that merges less.
    expect(number([open, closed])).toEqual([0, 0])
  })

  it('returns one position for all vertices that share it', () => {
    const mesh = createMesh({ positions: Uint16Array.of(0, 0, 0, 9, 8, 7, 0, 0, 0, 1, 2, 3) })
    const table = new TopologyTable(true)
    expect(table.decompose(mesh).positions).toEqual(Uint16Array.of(0, 0, 0, 9, 8, 7, 1, 2, 3))
    expect(table.topologies[0].positionByVertex).toEqual(Uint32Array.of(0, 1, 0, 2))
    for (const axis of [0, 1, 2]) {
      const torn = mesh.positions.slice()
      torn[6 + axis] = 5
      expect(table.decompose({ ...mesh, positions: torn }).topology, `axis ${axis}`).toBe(1)
    }
  })

  it('shares the topology of meshes with one index array without comparing it', () => {
    const first = createMesh()
    const table = new TopologyTable(true)
    table.decompose(first)
    // Levels and edges come with the array (`source` of a prepared mesh).
    expect(table.decompose({ ...createMesh(), indices: first.indices, edges: Uint32Array.of(1, 2) }).topology).toBe(0)
  })

  it('takes levels from wherever they are in the index array', () => {
    const mesh = createMesh({
      indices: Uint32Array.of(9, 9, 9, 0, 1, 2, 1, 2, 3, 0, 2, 3),
      levels: [
        { start: 6, count: 6, errorMetres: 0 },
        { start: 3, count: 3, errorMetres: 1 },
      ],
    })
    const table = new TopologyTable(true)
    table.decompose(mesh)
    expect([...table.topologies[0].indices]).toEqual([1, 2, 3, 0, 2, 3, 0, 1, 2])
    expect(table.topologies[0].levelCounts).toEqual([6, 3, 0])
  })

  it('takes a single level from the middle of the index array', () => {
    const indices = Uint32Array.of(0, 1, 2, 1, 2, 3)
    const read = (start: number, count: number): number[] => {
      const table = new TopologyTable(true)
      table.decompose(createMesh({ indices, levels: [{ start, count, errorMetres: 0 }] }))
      return [...table.topologies[0].indices]
    }
    expect(read(3, 3)).toEqual([1, 2, 3])
    expect(read(0, 3)).toEqual([0, 1, 2])
    expect(read(0, 6)).toEqual([0, 1, 2, 1, 2, 3])
  })

  it('stores no more than three levels, and none of a mesh without', () => {
    const level = (start: number): { start: number; count: number; errorMetres: number } => ({
      start,
      count: 3,
      errorMetres: 0,
    })
    const indices = Uint32Array.from({ length: 12 }, (_, at) => at % 4)
    const table = new TopologyTable(true)
    table.decompose(createMesh({ indices, levels: [0, 3, 6, 9].map(level) }))
    table.decompose(createMesh({ indices: indices.slice(), levels: [] }))
    expect(table.topologies.map(({ levelCounts }) => levelCounts)).toEqual([
      [3, 3, 3],
      [0, 0, 0],
    ])
    expect(table.topologies.map(({ indices: { length } }) => length)).toEqual([9, 0])
  })

  it('has topologies of lines and points', () => {
    const positions = Uint16Array.of(0, 0, 0, 1, 2, 3)
    const lines: ChunkLines = { positions, edges: Uint32Array.of(0, 1), origin: [0, 0, 0], step: 1 }
    const points = { kind: 'points', positions, colors: null, origin: [0, 0, 0], step: 1 } as const
    const table = new TopologyTable(true)
    expect([lines, points, lines, points].map((geometry) => table.decompose(geometry).topology)).toEqual([0, 1, 0, 1])
    expect(table.topologies.map(({ edges }) => [...edges])).toEqual([[0, 1], []])
    expect(table.topologies.map(({ indices }) => indices.length)).toEqual([0, 0])
  })

  it('gives each geometry its own topology, with a position for each vertex, without the search', () => {
    const mesh = createMesh({ positions: Uint16Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1) })
    const table = new TopologyTable(false)
    expect([mesh, mesh].map((geometry) => table.decompose(geometry))).toEqual([
      { topology: 0, positions: mesh.positions },
      { topology: 1, positions: mesh.positions },
    ])
    expect(table.topologies[1]).toEqual({
      vertexCount: 4,
      positionCount: 4,
      positionByVertex: Uint32Array.of(0, 1, 2, 3),
      indices: mesh.indices,
      levelCounts: [6, 0, 0],
      edges: mesh.edges,
    })
  })

  it('finds equal topologies among hundreds', () => {
    const meshes = Array.from({ length: 300 }, (_, seed) => {
      const random = seededRandom(seed % 100)
      return createMesh({ indices: Uint32Array.from({ length: 6 }, () => random() * 4) })
    })
    const keys = [...new Set(meshes.map(({ indices }) => indices.join()))]
    expect(number(meshes)).toEqual(meshes.map(({ indices }) => keys.indexOf(indices.join())))
  })
})
