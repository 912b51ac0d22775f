import { prepareMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { MeshStore } from '../stores/mesh-store.js'
import { runToEnd } from '../test-support/run-to-end.js'
import type { AffineMap } from './affine-fit.js'
import { GeometryRefiner } from './refine-geometries.js'
import type { TopologyReuse } from './reuse-topology.js'
import { mapNumbers, shareGeometries } from './share-geometry.js'
import { computeArea, weldShape, type WeldedShape } from './welded-shape.js'

interface PipeShape {
  readonly radius: number
  readonly length: number
  readonly bend?: number
  readonly rotation?: number
  readonly creaseAngleDegrees?: number
}

/** Creates a closed pipe of 16 sides along z, optionally bent sideways in its upper half and rotated about x. */
function pipe({ radius, length, bend = 0, rotation = 0, creaseAngleDegrees = 40 }: PipeShape): PreparedMesh {
  const positions: number[] = []
  for (const [level, z] of [0, length / 2, length].entries()) {
    for (let side = 0; side < 16; side++) {
      const angle = (side * Math.PI) / 8
      const y = radius * Math.sin(angle)
      const x = radius * Math.cos(angle) + (level === 2 ? bend : 0)
      positions.push(
        x,
        y * Math.cos(rotation) - z * Math.sin(rotation),
        y * Math.sin(rotation) + z * Math.cos(rotation),
      )
    }
  }
  const indices: number[] = []
  for (let level = 0; level < 2; level++) {
    for (let side = 0; side < 16; side++) {
      const [a, b] = [level * 16 + side, level * 16 + ((side + 1) % 16)]
      indices.push(a, b, b + 16, a, b + 16, a + 16)
    }
  }
  for (let side = 1; side < 15; side++) indices.push(0, side + 1, side, 32, 32 + side, 33 + side)
  const input = { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
  const mesh = prepareMesh(input, { creaseAngleDegrees })
  if (mesh === null) throw new Error('a pipe has triangles')
  return mesh
}

/** Decisions about geometries. */
interface Shared {
  readonly shared: readonly { readonly base: number; readonly map: AffineMap | null }[]
  /** Geometries that are drawn as themselves. */
  readonly stored: readonly number[]
  readonly reuses: readonly TopologyReuse[]
}

const share = (...shapes: readonly PipeShape[]): Shared => shareMeshes(shapes.map((shape) => pipe(shape)))

function shareMeshes(own: readonly PreparedMesh[]): Shared {
  const meshes = new MeshStore()
  for (const mesh of own) meshes.addMesh(mesh)
  return shareStored(meshes)
}

function shareStored(meshes: MeshStore): Shared {
  const stored: number[] = []
  const reuses: TopologyReuse[] = []
  class RecordingRefiner extends GeometryRefiner {
    override refine(number: number): void {
      stored.push(number)
    }
    override refineAlike(number: number, _: WeldedShape, reuse: TopologyReuse): void {
      stored.push(number)
      reuses.push(reuse)
    }
  }
  const used = Uint32Array.from(meshes.geometries.keys())
  const sharing = runToEnd(shareGeometries({ meshes, used, createRefiner: () => new RecordingRefiner(meshes) }))
  const { base, mapRow, maps } = sharing
  const mapAt = (at: number): AffineMap => ({ linear: maps.slice(at, at + 9), offset: maps.slice(at + 9, at + 12) })
  const shared = [...used].map((number) => ({
    base: base[number],
    map: mapRow[number] === 0 ? null : mapAt(mapRow[number] * mapNumbers),
  }))
  return { shared, stored, reuses }
}

/** Returns each mesh's relative change in area when it is drawn as another one. */
function areaErrors(own: readonly PreparedMesh[]): number[] {
  const { shared } = shareMeshes(own)
  return own.map(({ area }, number) => {
    const { base, map } = shared[number]
    return Math.abs(computeArea(weldShape(own[base]), map?.linear) / area - 1)
  })
}

describe('shareGeometries', () => {
  it('draws stretched and rotated copies as the largest shape', () => {
    const { shared, stored } = share(
      { radius: 0.05, length: 1 },
      { radius: 0.1, length: 4 },
      { radius: 0.1, length: 2, rotation: Math.PI / 3 },
    )
    expect(stored).toEqual([1])
    expect(shared.map(({ base }) => base)).toEqual([1, 1, 1])
    expect(shared[0].map?.linear[8]).toBeCloseTo(0.25, 4)
  })

  it('keeps the vertices of a bent shape and shares its triangles', () => {
    const { shared, stored, reuses } = share({ radius: 0.1, length: 4 }, { radius: 0.1, length: 4, bend: 0.05 })
    expect(stored.length).toBe(2)
    expect(shared.every(({ map }) => map === null)).toBe(true)
    expect(reuses.length).toBe(1)
    for (const reuse of reuses) expect(reuse.deviationMetres).toBeGreaterThan(0.01)
  })

  it('keeps the area of 10 mm rods, including slanted ones, within 0.01 percent', () => {
    const rods = [0, 0.3, 0.7].flatMap((rotation) =>
      [1, 3, 4.7].map((length) => pipe({ radius: 0.005, length, rotation })),
    )
    expect(Math.max(...areaErrors(rods))).toBeLessThan(1e-4)
  })

  it('keeps the area of a small copy that is drawn as a large shape', () => {
    const own = [pipe({ radius: 1, length: 4 }), pipe({ radius: 0.0065, length: 0.085 })]
    expect(shareMeshes(own).stored).toEqual([0])
    expect(Math.max(...areaErrors(own))).toBeLessThan(1e-4)
  })

  it('stores a shape bent by 0.05 mm separately when its step is finer than that', () => {
    const straight = { radius: 0.0065, length: 0.085 }
    expect(pipe(straight).step).toBeLessThan(2.5e-5)
    expect(share(straight, { ...straight, bend: 5e-5 }).stored).toHaveLength(2)
  })

  it('shares nothing between very different shapes with equal triangles', () => {
    const { reuses, stored } = share({ radius: 0.1, length: 4 }, { radius: 0.1, length: 4, bend: 3 })
    expect(stored.length).toBe(2)
    expect(reuses.length).toBe(0)
  })

  it('stores single-sided shapes separately', () => {
    const meshes = new MeshStore()
    const mesh = pipe({ radius: 0.1, length: 4 })
    for (const own of [mesh, { ...mesh, isSingleSided: true }, { ...mesh, isSingleSided: true }]) meshes.addMesh(own)
    expect([...meshes.geometryOfMesh]).toEqual([0, 1, 1])
    expect(new Set(shareStored(meshes).stored)).toEqual(new Set([0, 1]))
  })

  it('does not share geometry between smooth and faceted shapes', () => {
    const faceted = { radius: 0.1, length: 4, creaseAngleDegrees: 5 }
    const { shared, reuses } = share({ radius: 0.1, length: 4 }, { ...faceted, length: 3.99 })
    expect(shared.every(({ map }) => map === null) && reuses.length === 0).toBe(true)
  })
})
