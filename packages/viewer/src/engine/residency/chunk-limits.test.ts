import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createResidencyWorld, type ResidencyWorld } from '../../testing/residency-world.js'
import { ballMesh, testRandom } from '../../testing/shapes.js'
import { testChunk } from '../../testing/test-chunk.js'
import type { CullView } from '../cull/culler.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Many indices for each vertex. */
const ball = (segments: number) => ballMesh(10, segments)
/** One index for each vertex, and no shape indices. */
const cloud = (count: number) =>
  ({
    kind: 'points',
    positions: Uint16Array.from({ length: count * 3 }, (_, at) => (at * 37) % 1000),
    colors: null,
    origin: [-10, -10, -10],
    step: 0.02,
  }) as const

/** Creates a row of chunks 100 m apart; the last one repeats the first mesh, if asked for. */
function createRow(
  meshes: readonly (ReturnType<typeof ball> | ReturnType<typeof cloud>)[],
  parts: number,
  repeat = false,
): ResidencyWorld {
  const chunks = meshes.map((mesh, at) =>
    testChunk({
      firstGeometry: at,
      firstInstance: at,
      firstMaterial: at,
      meshes: [mesh],
      instances: [
        { geometry: at, at: [at * 100, 0, 0], material: at },
        ...(repeat && at === meshes.length - 1 ? [{ geometry: 1, at: [at * 100, 30, 0] as const, material: at }] : []),
      ],
    }),
  )
  return createResidencyWorld(chunks, parts)
}

/** Looks along +X from before a chunk: everything behind the eye is invisible, and nearer chunks are larger. */
function viewAt(x: number, pixelScale = 1000): CullView {
  return { eye: [x, 0, 0], planes: Float64Array.of(1, 0, 0, -x), pixelScale, orthographic: false }
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(20_000)
const listResident = (world: ResidencyWorld, count: number): number[] =>
  Array.from({ length: count }, (_, at) => at).filter((instance) => world.residency.isResident(instance))

/** Looks from the row's end to its beginning and at random, and tests what holds at any time. */
async function sweep(
  world: ResidencyWorld,
  count: number,
  seed: number,
): Promise<{ readonly fetches: number; readonly wasted: number }> {
  const random = testRandom(seed)
  const views = [
    ...Array.from({ length: count }, (_, at) => count - 1 - at),
    ...Array.from({ length: 20 }, () => Math.floor(random() * count)),
  ]
  const before = { fetches: world.counts.fetched.length, uploads: world.uploads.length }
  for (const at of views) {
    world.residency.updateView(viewAt(at * 100 - 40), null)
    await settle()
    expect(listResident(world, count)).toContain(at)
    const { batches, geometries } = world.content
    expect(world.residency.status.bytes).toBe(batches.byteLength + geometries.byteLength)
    expect(world.residency.status.bytes).toBeLessThanOrEqual(world.residency.status.budget)
    expect(world.residency.status.isNearMissing).toBe(
      Array.from({ length: count }, (_, chunk) => chunk).some(
        (chunk) => chunk >= at && !world.residency.isResident(chunk) && 20_000 / ((chunk - at) * 100 + 30) >= 12,
      ),
    )
  }
  const fetches = world.counts.fetched.length - before.fetches
  return { fetches, wasted: fetches - (world.uploads.length - before.uploads) }
}

describe('ChunkResidency with chunks of different kinds', () => {
  it('stays within the vertices, where those are scarce', async () => {
    const meshes = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? ball(24) : cloud(700)))
    const { fetches, wasted } = await sweep(createRow(meshes, 4), 10, 1)
    expect(fetches).toBeGreaterThan(20)
    // Hardly anything is fetched that then finds no space, because what is free is in pieces.
    expect(wasted).toBeLessThan(fetches / 8)
  })

  it('stays within the indices, where those are scarce', async () => {
    const meshes = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? cloud(700) : ball(14)))
    const { fetches, wasted } = await sweep(createRow(meshes, 5), 10, 2)
    expect(fetches).toBeGreaterThan(20)
    // Hardly anything is fetched that then finds no space, because what is free is in pieces.
    expect(wasted).toBeLessThan(fetches / 8)
  })

  it('stays within the shapes that the page holds', async () => {
    const meshes = Array.from({ length: 12 }, (_, at) => ball(20 + (at % 3) * 4))
    const { fetches, wasted } = await sweep(createRow(meshes, 3.5), 12, 3)
    expect(fetches).toBeGreaterThan(20)
    // Hardly anything is fetched that then finds no space, because what is free is in pieces.
    expect(wasted).toBeLessThan(fetches / 8)
  })

  it('keeps the largest chunk resident that fits alone', async () => {
    const world = createRow([ball(10), ball(40), ball(10)], 1.6)
    for (const at of [1, 0, 1, 2, 1]) {
      world.residency.updateView(viewAt(at * 100 - 40), null)
      await settle()
      expect(world.residency.isResident(at)).toBe(true)
    }
  })
})

describe('ChunkResidency', () => {
  const meshes = Array.from({ length: 10 }, () => ball(24))

  it('visits every instance of an evicted chunk once, with its shape', async () => {
    const world = createRow(meshes, 3, true)
    world.residency.updateView(viewAt(700), null)
    await settle()
    expect([world.residency.isResident(1), world.residency.isResident(10)]).toEqual([false, false])
    const visited: [number, boolean][] = []
    const { geometries } = world.content
    const fetches = world.counts.fetched.length
    await world.residency.visit([1, 0, 10], (instance) =>
      visited.push([instance, geometries.getShape(instance % 9).indexCount > 0]),
    )
    expect(visited).toEqual([
      [1, true],
      [10, true],
      [0, true],
    ])
    // The two instances of the second chunk need one fetch.
    expect(world.counts.fetched.length - fetches).toBe(2)
  })

  it('evicts shapes again when the action fails', async () => {
    const world = createRow(meshes, 3)
    world.residency.updateView(viewAt(700), null)
    await settle()
    const failing = world.residency.withResident([0], () => {
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect(world.content.geometries.getShape(0).indexCount).toBe(0)
  })

  it('keeps shapes that became resident while others were fetched', async () => {
    const world = createRow(meshes, 3)
    world.residency.updateView(viewAt(700), null)
    await settle()
    let isResident = false
    world.residency.updateView(viewAt(-40), null)
    await settle()
    await world.residency.withResident([0, 5], () => (isResident = world.residency.isResident(0)))
    expect([isResident, world.content.geometries.getShape(0).indexCount > 0]).toEqual([true, true])
  })

  it('does not evict for a chunk that is hardly larger on screen', async () => {
    const world = createRow(meshes, 3.2)
    world.residency.updateView(viewAt(300), null)
    await settle()
    const before = listResident(world, 10)
    const { length } = world.counts.fetched
    // From the other side the order is similar: the resident ones stay.
    world.residency.updateView(viewAt(301), null)
    await settle()
    expect([listResident(world, 10), world.counts.fetched.length]).toEqual([before, length])
  })

  it('remembers for a while what was in view, when the user looks around', async () => {
    const world = createRow(meshes, 3.2)
    const frames = async (x: number, count: number): Promise<void> => {
      for (let frame = 0; frame < count; frame++) {
        world.residency.updateView(viewAt(x + frame / 1000), null)
        await vi.advanceTimersByTimeAsync(100)
      }
    }
    await frames(-40, 30)
    const before = listResident(world, 10)
    expect(before).toContain(0)
    // Everything is behind the eye: what was seen before stays, although other chunks are nearer now.
    await frames(2000, 5)
    expect(listResident(world, 10)).toEqual(before)
    await frames(2000, 200)
    expect(listResident(world, 10)).toContain(9)
  })

  it('scores chunks at most every 120 milliseconds while frames follow each other', async () => {
    const world = createRow(meshes, 3.2)
    world.residency.updateView(viewAt(-40), null)
    await settle()
    const { length } = world.statuses
    for (let frame = 0; frame < 60; frame++) {
      world.residency.updateView(viewAt(-40 - frame / 100), null)
      await vi.advanceTimersByTimeAsync(16)
    }
    // 960 milliseconds.
    expect(world.statuses.length - length).toBeGreaterThanOrEqual(6)
    expect(world.statuses.length - length).toBeLessThanOrEqual(9)
  })

  it('counts what a view needs, and loads nothing for objects too small to see', async () => {
    const world = createRow(meshes, 4.2)
    world.residency.updateView(viewAt(-40, 0.01), null)
    await settle()
    expect(world.residency.status).toMatchObject({ needed: 0, resident: 0, chunks: 10, isNearMissing: false })
    world.residency.updateView(viewAt(660), null)
    await settle()
    expect(world.residency.status).toMatchObject({ needed: 3, resident: 3 })
  })

  it('considers a changed eye, plane or exterior as another view after a failure', async () => {
    for (const [view, exterior] of [
      [{ ...viewAt(660), eye: [660, 1, 0] as const }, null],
      [{ ...viewAt(660), planes: Float64Array.of(1, 0, 0, -659) }, null],
      [viewAt(660, 1001), null],
      [viewAt(660), Uint8Array.of(255, 255)],
    ] as const) {
      const world = createRow(meshes, 3.2)
      const file = world.files.get('scene/8.bin') as Uint8Array
      world.files.delete('scene/8.bin')
      world.residency.updateView(viewAt(660), null)
      await settle()
      expect(world.residency.isResident(8)).toBe(false)
      world.files.set('scene/8.bin', file)
      world.residency.updateView(viewAt(660), null)
      await settle()
      expect(world.residency.isResident(8)).toBe(false)
      world.residency.updateView(view, exterior)
      await settle()
      expect(world.residency.isResident(8)).toBe(true)
    }
  })

  it('is at work, and reports nothing missing, while chunks load or are still to come', async () => {
    const world = createRow(meshes, 3.2)
    Object.assign(world.content, { loading: true })
    world.residency.updateView(viewAt(-40), null)
    await settle()
    expect(world.residency.status.isNearMissing).toBe(false)
    Object.assign(world.content, { loading: false })
    world.residency.updateView(viewAt(-41), null)
    await settle()
    expect(world.residency.status.isNearMissing).toBe(true)
  })

  it('divides its budget by the vertices, indices and shapes of the first chunk', () => {
    const [first] = createRow([ball(24)], 10).uploads
    const { owners, indices, vertices, indices16 } = first.chunk
    const perVertex = (bytes: number): number => bytes / owners.length
    const shapes = perVertex(vertices.byteLength + indices16.byteLength)
    const chunk = testChunk({ meshes: [ball(24)], instances: [{ geometry: 0 }] })
    const reservedFor = (manifest: { files?: string[]; instances?: number }): unknown => {
      const { reserved, residency } = createResidencyWorld([chunk], 10, manifest)
      const rows = 280 * (manifest.instances ?? 0)
      const bytes = Math.max(residency.status.budget / 4, residency.status.budget - rows)
      const vertexBytes = (manifest.files ?? []).some((path) => path.startsWith('textures/')) ? 24 : 16
      const maxVertices = Math.floor(bytes / (vertexBytes + 4 * perVertex(indices.length) + shapes))
      expect(reserved).toEqual({
        vertices: maxVertices,
        indices: Math.floor(maxVertices * perVertex(indices.length)),
      })
      return reserved.vertices
    }
    const plain = reservedFor({})
    expect(reservedFor({ files: ['tree.bin'] })).toBe(plain)
    // Coordinates of textures and the rows of instances leave less for shapes, but never less than a quarter.
    expect(reservedFor({ files: ['textures/0.webp'] })).toBeLessThan(Number(plain))
    expect(reservedFor({ instances: 100 })).toBeLessThan(Number(plain))
    expect(reservedFor({ instances: 1e6 })).toBe(reservedFor({ instances: 1e7 }))
  })

  it('loads two chunks at once, also small ones', async () => {
    const world = createRow(meshes, 5)
    world.residency.updateView(viewAt(560), null)
    await settle()
    // The last one is 60 pixels wide.
    expect(listResident(world, 10).filter((chunk) => chunk >= 6)).toEqual([6, 7, 8, 9])
    expect(world.counts.maxActive).toBe(2)
  })

  it('closes its decoder and its timer', async () => {
    const world = createRow(meshes, 3.2)
    world.residency.updateView(viewAt(700), null)
    await settle()
    world.residency.updateView(viewAt(-40), null)
    const { length } = world.counts.fetched
    world.residency.dispose()
    await settle()
    world.residency.dispose()
    expect([world.counts.closed, world.counts.fetched.length]).toEqual([1, length])
  })
})
