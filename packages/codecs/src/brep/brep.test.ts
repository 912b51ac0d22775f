import { describe, expect, it } from 'vitest'
import { BrepWorkerThread } from './brep-worker-thread.js'
import { BrepWorkerPool, solidText, type FaceTraits, type SolidJob, type SolidMesh, type SolidResult } from './index.js'

const millimetresPerMetre = 1000

/**
 * Returns the statements of a box from a corner, in millimetres: points, edges and six faces (bottom, top, front,
 * right, back, left).
 */
function boxStatements(
  [x, y, z]: readonly number[],
  [width, depth, height]: readonly number[],
): {
  readonly lines: readonly string[]
  readonly faces: readonly number[]
} {
  const lines: string[] = []
  const add = (statement: string): number => lines.push(`#${lines.length + 1}=${statement}`)
  const triple = (values: readonly number[]): string => `(${values.map((value) => value.toFixed(6)).join(',')})`
  const boxCorners = [0, 1, 2, 3, 4, 5, 6, 7].map((vertex) => [
    x + (vertex % 4 === 1 || vertex % 4 === 2 ? width : 0),
    y + (vertex % 4 > 1 ? depth : 0),
    z + (vertex > 3 ? height : 0),
  ])
  const point = (at: readonly number[]): number => add(`CARTESIAN_POINT('',${triple(at)})`)
  const direction = (to: readonly number[]): number => add(`DIRECTION('',${triple(to)})`)
  const vertices = boxCorners.map((vertex) => add(`VERTEX_POINT('',#${point(vertex)})`))
  const edges = new Map<string, number>()
  const edge = (from: number, to: number): number => {
    const [one, other] = [Math.min(from, to), Math.max(from, to)]
    const key = `${one} ${other}`
    if (!edges.has(key)) {
      const delta = boxCorners[other].map((value, axis) => value - boxCorners[one][axis])
      const vector = add(`VECTOR('',#${direction(delta)},1.)`)
      const line = add(`LINE('',#${point(boxCorners[one])},#${vector})`)
      edges.set(key, add(`EDGE_CURVE('',#${vertices[one]},#${vertices[other]},#${line},.T.)`))
    }
    return add(`ORIENTED_EDGE('',*,*,#${edges.get(key)},${from < to ? '.T.' : '.F.'})`)
  }
  const sides: readonly (readonly [readonly number[], readonly number[]])[] = [
    [
      [0, 3, 2, 1],
      [0, 0, -1],
    ],
    [
      [4, 5, 6, 7],
      [0, 0, 1],
    ],
    [
      [0, 1, 5, 4],
      [0, -1, 0],
    ],
    [
      [1, 2, 6, 5],
      [1, 0, 0],
    ],
    [
      [2, 3, 7, 6],
      [0, 1, 0],
    ],
    [
      [3, 0, 4, 7],
      [-1, 0, 0],
    ],
  ]
  const faces = sides.map(([loop, normal]) => {
    const uses = loop.map((vertex, at) => `#${edge(vertex, loop[(at + 1) % 4])}`)
    const bound = add(`FACE_BOUND('',#${add(`EDGE_LOOP('',(${uses.join()}))`)},.T.)`)
    const reference = normal[0] === 0 ? [1, 0, 0] : [0, 1, 0]
    const parts = [point(boxCorners[loop[0]]), direction(normal), direction(reference)].map((number) => `#${number}`)
    const plane = add(`PLANE('',#${add(`AXIS2_PLACEMENT_3D('',${parts.join()})`)})`)
    return add(`ADVANCED_FACE('',(#${bound}),#${plane},.T.)`)
  })
  return { lines, faces }
}

const encoder = new TextEncoder()

function createSolidText(lines: readonly string[], faces: readonly number[]): Uint8Array {
  const source = encoder.encode(lines.join('\n'))
  let start = 0
  const runs = lines.map((line) => {
    const run = { start, end: start + line.length }
    start = run.end + 1
    return run
  })
  return solidText({ source, runs, faces, context: null, firstFreeNumber: lines.length + 1 })
}

function boxJob(
  vertex: readonly number[] = [0, 0, 0],
  size: readonly number[] = [40, 30, 20],
  traits: Partial<FaceTraits> = {},
): SolidJob {
  const { lines, faces } = boxStatements(vertex, size)
  return { text: createSolidText(lines, faces), faces: { count: 6, ...traits }, quality: 'standard' }
}

async function meshed(job: SolidJob): Promise<SolidMesh> {
  const [result] = await meshAll(job)
  if (result?.kind !== 'meshed') throw new Error(`Not meshed: ${JSON.stringify(result)}`)
  return result
}

async function meshAll(...jobs: readonly SolidJob[]): Promise<SolidResult[]> {
  const pool = new BrepWorkerPool(new AbortController().signal)
  try {
    return await Promise.all(jobs.map((job) => pool.mesh(() => job)))
  } finally {
    await pool.release()
  }
}

const listColors = (mesh: SolidMesh, number = 0): string[] => {
  const colors = mesh.meshes[number]?.colors ?? new Uint8Array(0)
  return [...new Set(Array.from({ length: colors.length / 4 }, (_, at) => colors.slice(4 * at, 4 * at + 4).join()))]
}

describe('tessellated box', () => {
  it('is a closed mesh in metres with its area and volume', async () => {
    const result = await meshed(boxJob())
    expect(result).toMatchObject({ triangles: 12, meshedFaces: 6, areFacesKnown: true, origin: [0, 0, 0] })
    const [mesh] = result.meshes
    expect(mesh?.closed).toBe(true)
    expect(mesh?.area).toBeCloseTo(0.0052, 9)
    expect(mesh?.volume).toBeCloseTo(0.000_024, 9)
    expect(mesh?.edges.length).toBe(24)
  })

  it('has the colour of each face on its own vertices', async () => {
    const colors = Uint8Array.from([0, 1, 2, 3, 4, 5].flatMap((face) => [10 * face, 0, 200, 255]))
    const result = await meshed(boxJob([0, 0, 0], [40, 30, 20], { colors }))
    expect(listColors(result).toSorted()).toEqual([0, 10, 20, 30, 40, 50].map((red) => `${red},0,200,255`).toSorted())
    const mesh = result.meshes[0]
    const top = Array.from(mesh?.positions ?? [])
      .map((value, at) => ({ value, at }))
      .filter(({ value, at }) => at % 3 === 2 && Math.abs(value * (mesh?.step ?? 0) - 0.02) < 1e-4)
      .map(({ at }) => (at - 2) / 3)
    const onlyTop = top.filter((vertex) => mesh?.colors?.[4 * vertex] === 10)
    expect(onlyTop).toHaveLength(4)
  })

  it('is split in two meshes when its faces belong to two', async () => {
    const mesh = Uint8Array.of(1, 0, 0, 0, 0, 0)
    const result = await meshed(boxJob([0, 0, 0], [40, 30, 20], { mesh }))
    expect(result.meshes.map((each) => (each?.indices.length ?? 0) / 3)).toEqual([10, 2])
  })

  it('has an origin far from zero that keeps its float32 size exact', async () => {
    const far = await meshed(boxJob([5e6, -3e6, 1e6]))
    expect(far.origin.map((value) => Math.abs(value) > 900)).toEqual([true, true, true])
    const [mesh] = far.meshes
    const min = (mesh?.origin ?? [0, 0, 0]).map((value, axis) => (value + far.origin[axis]) * millimetresPerMetre)
    expect(min[0]).toBeCloseTo(5e6, 1)
    expect(min[1]).toBeCloseTo(-3e6, 1)
    expect(mesh?.area).toBeCloseTo(0.0052, 7)
  })
})

describe('B-rep failure handling', () => {
  it('fails only the solid with invalid or empty text', async () => {
    const nonsense: SolidJob = { text: encoder.encode('no STEP at all'), faces: { count: 1 }, quality: 'standard' }
    const empty: SolidJob = { text: createSolidText([], []), faces: { count: 0 }, quality: 'standard' }
    const results = await meshAll(nonsense, boxJob(), empty, boxJob())
    expect(results.map(({ kind }) => kind)).toEqual(['failed', 'meshed', 'failed', 'meshed'])
  })

  it.each([
    ['loses its kernel, and the thread continues with a new one', {}, 'not-tessellated'],
    ['in a kernel at its memory limit is reported as out of memory', { maxKernelBytes: 1 }, 'too-much-memory'],
  ])('recovers the thread: a job that throws %s', async (_, options, reason) => {
    const [one, other] = await Promise.all([BrepWorkerThread.start(options), BrepWorkerThread.start()])
    const throwing = { ...boxJob(), faces: null } as unknown as SolidJob
    const [lost, succeeded] = await Promise.all([one.run(throwing), other.run(boxJob())])
    expect([lost, succeeded.kind]).toEqual([{ kind: 'failed', reason }, 'meshed'])
    expect(one.isTerminated).toBe(false)
    expect((await one.run(boxJob())).kind).toBe('meshed')
    await Promise.all([one.stop('cancelled'), other.stop('cancelled')])
  })

  it('omits an unreadable face and keeps the rest', async () => {
    const { lines, faces } = boxStatements([0, 0, 0], [40, 30, 20])
    const broken = lines.map((line, at) =>
      at === faces[2] - 1 ? line.replace(/ADVANCED_FACE\(.*/, "PLANE('',$)") : line,
    )
    const result = await meshed({ text: createSolidText(broken, faces), faces: { count: 6 }, quality: 'standard' })
    expect(result.meshedFaces).toBe(5)
  })

  it('rejects only the job that cannot be created', async () => {
    const pool = new BrepWorkerPool(new AbortController().signal)
    const failing = pool.mesh(() => {
      throw new RangeError('no such job')
    })
    await expect(failing).rejects.toThrow('no such job')
    expect((await pool.mesh(() => boxJob())).kind).toBe('meshed')
    await pool.release()
  })
})

describe('BrepWorkerPool', () => {
  it('resolves as cancelled with its file, and leaves the next pool working', async () => {
    const abort = new AbortController()
    const pool = new BrepWorkerPool(abort.signal)
    const results = Promise.all([1, 2, 3, 4].map(() => pool.mesh(() => boxJob())))
    abort.abort()
    expect((await results).map((result) => (result.kind === 'failed' ? result.reason : ''))).toEqual(
      Array<string>(4).fill('cancelled'),
    )
    await pool.release()
    expect((await meshed(boxJob())).triangles).toBe(12)
  })
})
