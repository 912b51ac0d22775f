import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CullView } from '../cull/culler.js'
import { rangeStride } from '../store/gpu-chunk.js'
import { createResidencyWorld, type ResidencyWorld as World } from '../../testing/residency-world.js'
import { ballMesh } from '../../testing/shapes.js'
import { testChunk } from '../../testing/test-chunk.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})
afterEach(() => {
  vi.useRealTimers()
})

/** A row of balls 100 m apart, each a chunk; a second instance of the first ball is beside the last one. */
const chunkCount = 12
const balls = Array.from({ length: chunkCount }, (_, at) => ballMesh(10, 24 + (at % 3) * 2))

function chunkBytes(): Uint8Array[] {
  return balls.map((mesh, at) =>
    testChunk({
      firstGeometry: at,
      firstInstance: at,
      firstMaterial: at,
      meshes: [mesh],
      instances: [
        { geometry: at, at: [at * 100, 0, 0], material: at },
        ...(at === chunkCount - 1 ? [{ geometry: 0, at: [at * 100, 30, 0] as const, material: at }] : []),
      ],
    }),
  )
}

/** Returns a view along y from beside a ball; everything in front of the camera is visible, 60 m to each side. */
function createView(ball: number, distance = 40): CullView {
  const x = ball * 100
  return {
    eye: [x, -distance, 0],
    planes: Float64Array.of(
      1,
      0,
      0,
      60 - x,
      -1,
      0,
      0,
      60 + x,
      0,
      1,
      0,
      distance,
      0,
      0,
      1,
      1e3,
      0,
      0,
      -1,
      1e3,
      0,
      -1,
      0,
      1e6,
    ),
    pixelScale: 1000,
    orthographic: false,
  }
}

/** Returns a view along the row; everything behind the camera plane is visible. */
function along(ball: number): CullView {
  const x = ball * 100
  return { eye: [x, 0, 0], planes: Float64Array.of(1, 0, 0, -x), pixelScale: 1000, orthographic: false }
}

/** Creates a model of all chunks, loaded, with a budget for this many of them. */
const createWorld = (parts: number): World => createResidencyWorld(chunkBytes(), parts)

const getResident = ({ residency }: World): number[] =>
  Array.from({ length: chunkCount }, (_, at) => at).filter((instance) => residency.isResident(instance))

/** Waits until nothing is in progress. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(20_000)

describe('ChunkResidency', () => {
  it('keeps nearby chunks while the eye moves through the model, and evicts others', async () => {
    vi.useFakeTimers()
    const world = createWorld(4.4)
    expect(getResident(world).slice(0, 4)).toEqual([0, 1, 2, 3])
    for (const ball of [0, 3, 6, 9, 11, 5, 0]) {
      world.residency.updateView(createView(ball), null)
      await settle()
      expect(getResident(world)).toContain(ball)
      expect(getResident(world).length).toBeGreaterThanOrEqual(3)
      const { bytes, budget, resident, needed, isNearMissing } = world.residency.status
      expect(bytes).toBeLessThanOrEqual(budget)
      expect([resident, needed, isNearMissing]).toEqual([needed, needed, false])
    }
  })

  it('keeps the nearest visible chunks when memory is short, from every direction', async () => {
    vi.useFakeTimers()
    const world = createWorld(4.4)
    for (const ball of [0, 2, 6, 3, 8, 0, 7, 1, 5]) {
      for (let step = 0; step < 4; step++) {
        world.residency.updateView(along(ball - 0.4 + step / 100), null)
        await vi.advanceTimersByTimeAsync(70)
      }
      await settle()
      // Chunks of different sizes leave gaps, so another of the more distant ones may have found space.
      expect(getResident(world)).toEqual(expect.arrayContaining([ball, ball + 1]))
      expect(getResident(world).filter((one) => one >= ball).length).toBeGreaterThanOrEqual(3)
      expect(world.residency.status).toMatchObject({ isNearMissing: true })
    }
  })

  it('draws an instance of a later chunk from the chunk that has its mesh', async () => {
    vi.useFakeTimers()
    const world = createWorld(3.3)
    world.residency.updateView(createView(11, 5), null)
    await settle()
    expect(getResident(world)).toEqual(expect.arrayContaining([0, 11]))
    const { ranges } = world.content.instances
    const [first, last] = [ranges.slice(0, rangeStride), ranges.slice(chunkCount * rangeStride)]
    expect(last.slice(0, rangeStride)).toEqual(first)
    const upload = world.uploads.findLast(({ chunk }) => chunk.firstGeometry === 0)
    expect(first[0]).toBeGreaterThanOrEqual(upload?.at.indices ?? Infinity)
    expect(upload?.chunk.indices[first[0] - upload.at.indices]).toBeGreaterThanOrEqual(upload?.at.vertices ?? Infinity)
  })

  it('requests and changes nothing once all needed chunks are resident', async () => {
    vi.useFakeTimers()
    const world = createWorld(4.4)
    world.residency.updateView(createView(8), null)
    await settle()
    const before = { ...world.counts, fetched: [...world.counts.fetched] }
    world.residency.updateView(createView(8), null)
    await settle()
    expect(world.counts).toEqual(before)
  })

  it('loads evicted chunks for measurements, and evicts them again', async () => {
    const world = createWorld(3.3)
    const { geometries } = world.content
    const counted: [number, number][] = []
    await world.residency.visit([11, 0, 7], (instance) =>
      counted.push([instance, geometries.getShape(instance).indexCount]),
    )
    expect(counted.map(([instance]) => instance)).toEqual([0, 11, 7])
    expect(counted.every(([, indexCount]) => indexCount > 1000)).toBe(true)
    let indexCounts: number[] = []
    await world.residency.withResident(
      [9, 10],
      () => (indexCounts = [9, 10].map((one) => geometries.getShape(one).indexCount)),
    )
    expect(indexCounts.every((indexCount) => indexCount > 1000)).toBe(true)
    expect([7, 9, 10, 11].map((one) => geometries.getShape(one).indexCount)).toEqual([0, 0, 0, 0])
    expect(geometries.getShape(0).indexCount).toBeGreaterThan(1000)
  })

  it('reports a chunk that cannot be fetched, and retries at the next movement', async () => {
    vi.useFakeTimers()
    const world = createWorld(3.3)
    const file = world.files.get('scene/8.bin') as Uint8Array
    world.files.delete('scene/8.bin')
    world.residency.updateView(createView(8), null)
    await settle()
    expect(world.residency.status).toMatchObject({ isNearMissing: true })
    expect(getResident(world)).not.toContain(8)
    world.files.set('scene/8.bin', file)
    world.residency.updateView(createView(8, 41), null)
    await settle()
    expect(getResident(world)).toContain(8)
    expect(world.statuses.at(-1)).toMatchObject({ isNearMissing: false })
  })

  it('requests no chunks of hidden instances', async () => {
    vi.useFakeTimers()
    const world = createWorld(4.4)
    world.content.instanceColors.mode.fill(0)
    world.residency.updateView(createView(8), null)
    await settle()
    expect(world.counts.fetched).toEqual([])
    expect(world.residency.status).toMatchObject({ needed: 0, resident: 0 })
  })

  it('stops when its model is unloaded', async () => {
    vi.useFakeTimers()
    const world = createWorld(4.4)
    world.residency.updateView(createView(8), null)
    world.abort.abort()
    await settle()
    expect(world.counts.fetched).toEqual([])
    world.residency.dispose()
  })
})
