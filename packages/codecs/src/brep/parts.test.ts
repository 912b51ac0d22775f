import { describe, expect, it } from 'vitest'
import { deflectionFor } from './deflection.js'
import { faceBorders } from './face-borders.js'
import { FaceSoup } from './face-soup.js'
import { type FaceMesh } from './face-mesh.js'
import { solidText } from './solid-text.js'

/** Creates a face of triangles over points in millimetres. */
const face = (positions: readonly number[], indices: readonly number[]): FaceMesh => ({
  positions: Float32Array.from(positions),
  normals: Float32Array.from(positions, (_, at) => (at % 3 === 2 ? 1 : 0)),
  indices: Uint32Array.from(indices),
})
const square = (x: number): FaceMesh => face([x, 0, 0, x + 1, 0, 0, x + 1, 1, 0, x, 1, 0], [0, 1, 2, 0, 2, 3])

describe('deflectionFor', () => {
  it('grows with the part size and shrinks with the quality', () => {
    expect(deflectionFor([100, 50, 30], 'standard')).toEqual({ linear: 0.06, angular: 0.5 })
    expect(deflectionFor([1000, 500, 300], 'standard').linear).toBeCloseTo(0.6)
    const [draft, standard, fine] = (['draft', 'standard', 'fine'] as const).map((quality) =>
      deflectionFor([100, 100, 100], quality),
    )
    expect(draft.linear).toBeGreaterThan(standard.linear)
    expect(standard.linear).toBeGreaterThan(fine.linear)
    expect(draft.angular).toBeGreaterThan(fine.angular)
  })

  it('returns a positive, finite deflection for empty and infinite parts', () => {
    expect(deflectionFor([0, 0, 0], 'fine').linear).toBeGreaterThan(0)
    expect(deflectionFor([Infinity, 1, 1], 'standard').linear).toBe(1)
  })
})

describe('faceBorders', () => {
  it('finds neighbours by coinciding points, and faces with open borders', () => {
    const separateFace = face([2, 0, 0, 3, 0, 0, 3, 1, 0, 2, 0.5, 0, 2, 1, 0], [0, 1, 2, 0, 2, 3, 3, 2, 4])
    const borders = faceBorders([square(0), square(1), separateFace, undefined])
    expect(borders.open).toEqual(new Set([0, 1, 2]))
    expect(borders.withNeighbours(new Set([0]))).toEqual(new Set([0, 1]))
    expect(borders.withNeighbours(new Set([2]))).toEqual(new Set([2]))
  })

  it('finds no open face in a closed body', () => {
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    const sides = [
      [0, 2, 1],
      [0, 1, 3],
      [1, 2, 3],
      [2, 0, 3],
    ].map((vertices) => face(points, vertices))
    expect(faceBorders(sides).open.size).toBe(0)
  })

  it('treats minus zero as zero', () => {
    const mirrored = face([-1, 0, 0, -0, -0, 0, -0, 1, -0, -1, 1, 0], [0, 1, 2, 0, 2, 3])
    expect(faceBorders([square(0), mirrored]).withNeighbours(new Set([0])).size).toBe(2)
  })
})

describe('FaceSoup', () => {
  const colors = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255)

  it('joins faces into one mesh in metres, with the face colours on the vertices', () => {
    const soup = new FaceSoup({ count: 2, colors }, [square(0), square(1)], Int32Array.of(0, 1))
    expect([soup.triangles, soup.meshedFaces, soup.meshCount]).toEqual([4, 2, 1])
    const mesh = soup.mesh(0)
    expect(mesh?.positions[3]).toBeCloseTo(0.001, 9)
    expect([...(mesh?.indices ?? [])]).toEqual([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7])
    expect([...(mesh?.colors?.subarray(0, 4) ?? [])]).toEqual([255, 0, 0, 255])
    expect([...(mesh?.colors?.subarray(16, 20) ?? [])]).toEqual([0, 255, 0, 255])
  })

  it('reverses the triangles of faces in a reversed shell', () => {
    const soup = new FaceSoup({ count: 1, reversed: Uint8Array.of(1) }, [square(0)], Int32Array.of(0))
    expect([...(soup.mesh(0)?.indices ?? [])]).toEqual([0, 2, 1, 0, 3, 2])
  })

  it('separates the faces of different meshes, and returns null for a mesh without faces', () => {
    const soup = new FaceSoup({ count: 2, mesh: Uint8Array.of(0, 2) }, [square(0), square(1)], Int32Array.of(0, 1))
    expect(soup.meshCount).toBe(3)
    expect([0, 1, 2].map((number) => soup.mesh(number)?.indices.length ?? null)).toEqual([6, null, 6])
  })

  it('counts a split face once, and ignores faces without triangles', () => {
    const faces = [square(0), square(1), undefined]
    expect(new FaceSoup({ count: 2 }, faces, Int32Array.of(0, 0, 1)).meshedFaces).toBe(1)
    expect(new FaceSoup({ count: 2 }, faces, Int32Array.of(-1, -1, -1)).meshedFaces).toBe(2)
  })
})

describe('solidText', () => {
  const source = new TextEncoder().encode("#3=ADVANCED_FACE('');#9=ADVANCED_FACE('b');")
  const runs = [
    { start: 0, end: 20 },
    { start: 21, end: 42 },
  ]
  const write = (context: number | null): string =>
    new TextDecoder().decode(solidText({ source, runs, faces: [3, 9], context, firstFreeNumber: 10 }))

  it('writes the statements and one open shell for each face, in order', () => {
    const text = write(7)
    expect(text).toContain("#3=ADVANCED_FACE('');\n#9=ADVANCED_FACE('b');\n")
    expect(text).toMatch(/#(\d+)=OPEN_SHELL\('',\(#3\)\);\n#(\d+)=OPEN_SHELL\('',\(#9\)\);/)
    const [one, other] = [...text.matchAll(/#(\d+)=OPEN_SHELL/g)].map((match) => match[1])
    expect(text).toContain(`SHELL_BASED_SURFACE_MODEL('',(#${one},#${other}))`)
    expect(text).toMatch(/MANIFOLD_SURFACE_SHAPE_REPRESENTATION\('',\(#\d+\),#7\)/)
    expect(text.endsWith('END-ISO-10303-21;\n')).toBe(true)
  })

  it('uses each statement number once', () => {
    const numbers = [...write(null).matchAll(/^#(\d+)=/gm)].map((match) => match[1])
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('writes a millimetre context when the file has none', () => {
    expect(write(null)).toContain('SI_UNIT(.MILLI.,.METRE.)')
    expect(write(7)).not.toContain('SI_UNIT')
  })
})
