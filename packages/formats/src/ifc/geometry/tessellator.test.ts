import { meshStageReady } from '@kamar/mesh'
import { beforeAll, describe, expect, it } from 'vitest'
import { FaultyKernels, type KernelFaults } from '../testing/faulty-kernels.js'
import { boxProduct, boxRows, productRows } from '../testing/model-text.js'
import { listJobs, createShardSource, buildFullShard } from '../testing/shard-source.js'
import { unpackMesh } from './mesh-packing.js'
import type { ShardSource } from './shards/shard-builder.js'
import { jobOutcome, type Shard, type ShardResult } from './shards/shard.js'
import { Tessellator } from './tessellator.js'

beforeAll(() => meshStageReady)

const { done, empty, failed } = jobOutcome

interface Run {
  readonly results: readonly ShardResult[]
  readonly outcomes: readonly number[][]
  /** Jobs in the order reported, -1 for the opening. */
  readonly announced: readonly number[]
  readonly kernels: FaultyKernels
  readonly tessellator: Tessellator
}

async function run(
  source: ShardSource,
  shards: readonly Shard[],
  options: { faults?: KernelFaults; skip?: readonly number[]; unitMetres?: number } = {},
): Promise<Run> {
  const { faults = {}, skip = [], unitMetres = 1 } = options
  const kernels = new FaultyKernels(faults)
  const tessellator = new Tessellator(kernels, { content: source.file.bytes.content, schema: 'IFC4', unitMetres })
  const results: ShardResult[] = []
  const announced: number[] = []
  for (const shard of shards) results.push(await tessellator.run(shard, new Set(skip), (job) => announced.push(job)))
  return { results, outcomes: results.map((each) => [...each.outcomes]), announced, kernels, tessellator }
}

async function runRows(rows: string, options: Parameters<typeof run>[2] = {}): Promise<Run> {
  const source = await createShardSource(rows)
  return run(source, [buildFullShard(source).shard], options)
}

const fourBoxes = [100, 110, 120, 130].map((id) => boxProduct({ id, size: [1, 1, id] })).join('')

describe('Tessellator', () => {
  it('returns a mesh for each item', async () => {
    const { results, outcomes } = await runRows(fourBoxes)
    const [result] = results
    expect(outcomes).toEqual([[done, done, done, done]])
    expect(result).toMatchObject({ number: 0, isOpened: true })
    expect(result?.meshes.map(({ key }) => key)).toEqual(result?.meshKeys)
    const heights = result?.meshes.map(({ mesh }) => {
      const { positions, step } = unpackMesh(mesh, result.buffer)
      return Math.round(Math.max(...positions) * step)
    })
    expect(heights).toEqual([100, 110, 120, 130])
  })

  it('returns metres for any file unit', async () => {
    const { results } = await runRows(boxProduct({ id: 100, size: [1000, 1000, 2000] }), { unitMetres: 0.001 })
    const [{ meshes, buffer } = { meshes: [], buffer: new ArrayBuffer(0) }] = results
    const mesh = meshes[0] && unpackMesh(meshes[0].mesh, buffer)
    expect(mesh?.volume).toBeCloseTo(2, 4)
  })

  it('announces each job before it starts', async () => {
    expect((await runRows(fourBoxes)).announced).toEqual([-1, 0, 1, 2, 3])
  })

  it('sends a mesh once for equal items, also across shards', async () => {
    const source = await createShardSource(
      boxRows(60, [1, 1, 1]) + boxRows(70, [1, 1, 1]) + productRows({ id: 100, items: '#60,#70' }),
    )
    const { shard } = buildFullShard(source)
    const { results } = await run(source, [shard, { ...shard, number: 1 }])
    expect(results.map(({ meshes }) => meshes.length)).toEqual([1, 0])
    expect(results.map(({ meshKeys }) => meshKeys.length)).toEqual([1, 1])
    expect(results.map(({ placedNumbers }) => placedNumbers.length / 3)).toEqual([2, 2])
  })

  it('does not mark an item without a surface as done', async () => {
    const emptySolid = '#60=IFCEXTRUDEDAREASOLID(#61,#8,#9,1.);\n#61=IFCTHING();'
    const { outcomes } = await runRows(emptySolid + productRows({ id: 100, items: '#60' }) + boxProduct({ id: 110 }))
    expect(outcomes[0]).toContain(done)
    expect(outcomes[0]?.filter((outcome) => outcome !== done)).toHaveLength(1)
  })
})

describe('Tessellator with a throwing kernel', () => {
  it('fails only that item and keeps the kernel', async () => {
    const { outcomes, kernels } = await runRows(fourBoxes, { faults: { 116: 'refuse' } })
    expect(outcomes).toEqual([[done, failed, done, done]])
    expect(kernels.started).toBe(1)
  })

  it('fails every item without failing the shard', async () => {
    const faults: KernelFaults = { 106: 'refuse', 116: 'refuse', 126: 'refuse', 136: 'refuse' }
    const { outcomes, results } = await runRows(fourBoxes, { faults })
    expect(outcomes).toEqual([[failed, failed, failed, failed]])
    expect(results[0]).toMatchObject({ isOpened: true, meshes: [] })
  })
})

describe('Tessellator with a trapped kernel', () => {
  it('replaces the kernel for the remaining items', async () => {
    const { outcomes, kernels } = await runRows(fourBoxes, { faults: { 116: 'trap', 136: 'trap' } })
    expect(outcomes).toEqual([[done, failed, done, failed]])
    expect(kernels.started).toBe(2)
  })

  it('starts a new kernel for the next shard', async () => {
    const source = await createShardSource(fourBoxes)
    const { shard } = buildFullShard(source)
    const { outcomes, kernels } = await run(source, [shard, shard], { faults: { 136: 'trap' } })
    expect(outcomes).toEqual([
      [done, done, done, failed],
      [done, done, done, failed],
    ])
    expect(kernels.started).toBe(2)
  })
})

describe('skipped tessellation job', () => {
  it('counts as failed and never reaches the kernel', async () => {
    const { outcomes, announced, kernels } = await runRows(fourBoxes, { faults: { 116: 'trap' }, skip: [1] })
    expect(outcomes).toEqual([[done, failed, done, done]])
    expect(announced).toEqual([-1, 0, 2, 3])
    expect(kernels.started).toBe(1)
  })
})

describe('nondeterministic IFC item', () => {
  it('gets a kernel of its own', async () => {
    const item = (id: number): string => `#${id}=IFCFIXEDREFERENCESWEPTAREASOLID(#1,#8,#2,$,$,#9);\n`
    const rows = item(60) + item(61) + productRows({ id: 100, items: '#60,#61' }) + boxProduct({ id: 110 })
    const { kernels, outcomes } = await runRows(rows)
    expect(kernels.started).toBe(3)
    expect(outcomes[0]?.at(-1)).toBe(done)
  })
})

describe('kernel placement', () => {
  const rows =
    boxRows(60, [1, 1, 1]) +
    productRows({ id: 100, items: '#60' }).replace(/#101=[^;]*;/, '#101=IFCLINEARPLACEMENT($,#999,$);')

  it('fills one matrix even when it cannot be computed', async () => {
    const source = await createShardSource(rows)
    const { shard } = buildFullShard(source)
    expect(listJobs(shard)).toHaveLength(2)
    for (const skip of [[], [1]]) {
      const { results } = await run(source, [shard], { skip })
      expect(results[0]?.placements).toHaveLength(12)
    }
  })
})

describe('Tessellator', () => {
  it('drops a kernel above the given memory size', async () => {
    const { tessellator } = await runRows(fourBoxes)
    tessellator.dropLargeKernel(2 ** 40)
    expect(tessellator.kernel).not.toBeNull()
    tessellator.dropLargeKernel(1)
    expect(tessellator.kernel).toBeNull()
  })

  it('starts no kernel for face sets', async () => {
    const faceSet =
      '#60=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.)));\n#61=IFCTRIANGULATEDFACESET(#60,$,.F.,((1,2,3)),$);\n'
    const { kernels, outcomes } = await runRows(faceSet + productRows({ id: 100, items: '#61' }))
    expect(outcomes).toEqual([[done]])
    expect(kernels.started).toBe(0)
  })

  it('reports an empty face set as empty', async () => {
    const faceSet = '#60=IFCCARTESIANPOINTLIST3D(((0.,0.,0.)));\n#61=IFCTRIANGULATEDFACESET(#60,$,.F.,((1,2,3)),$);\n'
    expect((await runRows(faceSet + productRows({ id: 100, items: '#61' }))).outcomes).toEqual([[empty]])
  })
})
