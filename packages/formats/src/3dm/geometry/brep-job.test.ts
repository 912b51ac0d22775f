import startRhino from 'rhino3dm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Brep, Face, Handle, HandleList, RhinoCurve } from '../archive/kernel-types.js'
import { brepJob, type BrepJob } from './brep-job.js'

type Rhino = Awaited<ReturnType<typeof startRhino>>

let rhino: Rhino
beforeAll(async () => {
  rhino = await startRhino({ print: () => undefined, printErr: () => undefined })
})

/** Casts the library's own object to the subset in use. */
const asBrep = (brep: unknown): Brep => brep as Brep
const box = (): Brep => asBrep(rhino.Brep.createFromBoundingBox(new rhino.BoundingBox([0, 0, 0], [1, 2, 3])))
const cylinder = (): Brep =>
  asBrep(rhino.Brep.createFromCylinder(new rhino.Cylinder(new rhino.Circle([0, 0, 0], 5), 10), true, true))

const decodeText = (job: BrepJob | null): string => new TextDecoder().decode(job?.job.text)
const count = (text: string, type: string): number => text.split(`=${type}(`).length - 1

describe('brepJob STEP text of a box', () => {
  it('contains each face, edge and vertex once', () => {
    const job = brepJob(box(), 1)
    const text = decodeText(job)
    expect(job).toMatchObject({ faces: 6, unreadable: 0, job: { faces: { count: 6 }, quality: 'standard' } })
    expect(['ADVANCED_FACE', 'EDGE_CURVE', 'VERTEX_POINT', 'ORIENTED_EDGE'].map((type) => count(text, type))).toEqual([
      6, 12, 8, 24,
    ])
    expect(count(text, 'FACE_OUTER_BOUND')).toBe(6)
  })

  it('uses every edge twice', () => {
    const ways = [...decodeText(brepJob(box(), 1)).matchAll(/ORIENTED_EDGE\('',\*,\*,(#\d+),\.([TF])\.\)/g)]
    const edges = new Map<string, number>()
    for (const [, edge = ''] of ways) edges.set(edge, (edges.get(edge) ?? 0) + 1)
    expect([...edges.values()]).toEqual(Array(12).fill(2))
  })

  it('is scaled to millimetres', () => {
    const largest = (millimetres: number): number => {
      const points = [...decodeText(brepJob(box(), millimetres)).matchAll(/CARTESIAN_POINT\('',\(([^)]*)\)\)/g)]
      return Math.max(...points.flatMap(([, numbers]) => (numbers ?? '').split(',').map(Number)))
    }
    expect(largest(1)).toBe(3)
    expect(largest(304.8)).toBeCloseTo(914.4, 9)
  })

  it('defines each entity once and refers to no missing one', () => {
    const text = decodeText(brepJob(cylinder(), 1))
    const definedNumbers = [...text.matchAll(/^#(\d+)=/gm)].map(([, number]) => number)
    const referred = [...text.matchAll(/[(,]#(\d+)/g)].map(([, number]) => number)
    expect(new Set(definedNumbers).size).toBe(definedNumbers.length)
    expect(referred.filter((number) => !definedNumbers.includes(number))).toEqual([])
  })
})

describe('brepJob STEP text of a cylinder', () => {
  it('has rational splines with unweighted control points', () => {
    const text = decodeText(brepJob(cylinder(), 1))
    expect(text).toContain('RATIONAL_B_SPLINE_SURFACE')
    expect(text).toContain('RATIONAL_B_SPLINE_CURVE')
    const points = [...text.matchAll(/CARTESIAN_POINT\('',\(([^)]*)\)\)/g)].map(([, numbers]) =>
      (numbers ?? '').split(',').map(Number),
    )
    // The corners of the square around a circle of five.
    expect(points.every(([x, y]) => Math.abs(x ?? 0) < 5 + 1e-9 && Math.abs(y ?? 0) < 5 + 1e-9)).toBe(true)
    expect(
      points.some(([x, y]) => Math.abs(Math.abs(x ?? 0) - 5) < 1e-9 && Math.abs(Math.abs(y ?? 0) - 5) < 1e-9),
    ).toBe(true)
  })
})

const handle = { delete: () => undefined }
const list = <Item extends Handle>(items: readonly Item[]): HandleList<Item> => ({
  ...{ ...handle, count: items.length },
  get: (index) => items[index],
})

/** Creates a Brep of these faces, with one edge whose curve the library cannot return. */
function createBrep(faces: readonly Face[]): Brep {
  const curve: Partial<RhinoCurve> = { ...handle, toNurbsCurve: () => null }
  return {
    ...{ ...handle, objectType: { value: 16 }, userStringCount: 0, getUserStrings: () => [], isSolid: false },
    faces: () => list(faces),
    edges: () => list([curve as RhinoCurve]),
    vertices: () => list([{ ...handle, location: [0, 0, 0] as const }]),
  }
}

describe('brepJob with unusable faces', () => {
  const face = (changes: Partial<Face>): Face => ({
    ...{ ...handle, orientationIsReversed: false, loops: list([]), getMesh: () => null, underlyingSurface: () => null },
    ...changes,
  })
  const trim = { ...handle, isReversed: false, startVertexIndex: 0, endVertexIndex: 0 }
  const createLoop = (edgeIndex: number) => ({
    ...{ ...handle, loopType: { value: 1 } },
    trims: list([{ ...trim, edgeIndex }]),
  })

  it.each([
    ['without a boundary', {}],
    ['whose boundary is a single point', { loops: list([createLoop(-1)]) }],
    ['with an edge without a curve', { loops: list([createLoop(0)]) }],
  ])('returns null for faces %s', (_, changes) => {
    expect(brepJob(createBrep([face(changes)]), 1)).toBeNull()
  })

  it('counts unusable faces beside usable ones', () => {
    const [good] = [box().faces().get(0)]
    const boxBrep = box()
    const mixed: Brep = {
      ...createBrep([face({}), good]),
      edges: () => boxBrep.edges(),
      vertices: () => boxBrep.vertices(),
    }
    expect(brepJob(mixed, 1)).toMatchObject({ faces: 1, unreadable: 1 })
  })
})
