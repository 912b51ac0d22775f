import { readerLimits } from '@kamar/core'
import { meshStageReady, prepareMesh } from '@kamar/mesh'
import type { RecordingScene } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { Associations } from '../model/associations.js'
import { boxProduct, boxRows, productRows } from '../testing/model-text.js'
import { createShardSource, buildFullShard } from '../testing/shard-source.js'
import type { FinishedShard } from './queue/meshing-task.js'
import type { ShapeFailure } from './shards/shard.js'
import { packMeshes } from './mesh-packing.js'
import { IfcSceneWriter } from './ifc-scene-writer.js'
import type { ShardSource } from './shards/shard-builder.js'

beforeAll(() => meshStageReady)

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]

/** A mesh in a worker's result: for each shape a tetrahedron of this size, style and transform. */
interface MeshUse {
  readonly job: number
  readonly key?: string
  readonly style?: number
  readonly matrix?: readonly number[]
}

function finishedShard(source: ShardSource, uses: readonly MeshUse[], failures: [number, ShapeFailure][] = []) {
  const keys = [...new Set(uses.map(({ key = 'a' }) => key))]
  const tetrahedra = keys.map((_, at) => {
    const size = at + 1
    const mesh = prepareMesh({
      positions: Float32Array.of(0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size),
      indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    })
    if (!mesh) throw new Error('nothing was left of a tetrahedron')
    return mesh
  })
  const { packed, buffer } = packMeshes(tetrahedra)
  const planned = buildFullShard(source)
  const finished: FinishedShard = {
    planned,
    failures: new Map(failures),
    result: {
      number: 0,
      isOpened: true,
      outcomes: new Uint8Array(planned.shapes.length),
      placedNumbers: Int32Array.from(uses.flatMap(({ job, key = 'a', style = -1 }) => [job, keys.indexOf(key), style])),
      placedMatrices: Float64Array.from(uses.flatMap(({ matrix = identity }) => matrix)),
      placements: new Float64Array(planned.placementRows.length * 12).fill(NaN),
      meshKeys: keys,
      meshes: keys.flatMap((key, at) => (packed[at] ? [{ key, mesh: packed[at] }] : [])),
      buffer,
    },
  }
  return finished
}

function createWriter(
  source: ShardSource & { scene: RecordingScene },
  options: { unit?: number; triangles?: number } = {},
) {
  return new IfcSceneWriter({
    source,
    scene: source.scene,
    associations: new Associations(source.file),
    unitMetres: options.unit ?? 1,
    triangleLimit: options.triangles ?? readerLimits.triangles,
  })
}

const styleRows = (id: number, item: string, red: number): string => `
#${id}=IFCSTYLEDITEM(${item},(#${id + 1}),$);
#${id + 1}=IFCSURFACESTYLE('Style ${red}',.BOTH.,(#${id + 2}));
#${id + 2}=IFCSURFACESTYLESHADING(#${id + 3},0.);
#${id + 3}=IFCCOLOURRGB($,${red},0.,0.);`

describe('IFC scene writer', () => {
  it('writes one mesh and a placed instance for each element that shares it', async () => {
    const products = [100, 110].map((id) => productRows({ id, items: '#60', at: [id, 2, 3] })).join('')
    const source = await createShardSource(boxRows(60, [1, 1, 1]) + products)
    const writer = createWriter(source)
    writer.push(finishedShard(source, [{ job: 0 }]))
    expect(source.scene.numbers).toMatchObject({ meshes: 1, instances: 2 })
    expect(source.scene.instances.map(({ placement }) => placement.slice(9))).toEqual([
      [100, 2, 3],
      [110, 2, 3],
    ])
    expect([...writer.instanceCounts]).toEqual([0, 1, 1])
  })

  it('converts placements to metres but not the matrices of the worker', async () => {
    const source = await createShardSource(boxProduct({ id: 100, at: [1000, 0, 0] }))
    const matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0, 0]
    createWriter(source, { unit: 0.001 }).push(finishedShard(source, [{ job: 0, matrix }]))
    expect(source.scene.instances[0]?.placement.slice(9)).toEqual([1.5, 0, 0])
  })

  it('omits instances without a finite transform', async () => {
    const source = await createShardSource(boxProduct({ id: 100 }) + boxProduct({ id: 110 }))
    const unplaced = identity.map(() => NaN)
    createWriter(source).push(finishedShard(source, [{ job: 0, matrix: unplaced }, { job: 1 }]))
    expect(source.scene.instances).toHaveLength(1)
  })

  it('reuses meshes of an earlier shard', async () => {
    const source = await createShardSource(boxProduct({ id: 100 }) + boxProduct({ id: 110 }))
    const writer = createWriter(source)
    writer.push(finishedShard(source, [{ job: 0 }]))
    writer.push(finishedShard(source, [{ job: 1 }, { job: 1, key: 'b' }]))
    expect(source.scene.numbers).toMatchObject({ meshes: 2, instances: 3 })
  })

  it('ends the read beyond the triangle limit', async () => {
    const source = await createShardSource(boxProduct({ id: 100 }))
    const finished = finishedShard(source, [{ job: 0 }, { job: 0, key: 'b' }])
    expect(() => createWriter(source, { triangles: 7 }).push(finished)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'limit-exceeded' }) }),
    )
    expect(() => createWriter(source, { triangles: 8 }).push(finished)).not.toThrow()
  })
})

describe('IFC instance material', () => {
  const listMaterialNames = ({ scene }: { scene: RecordingScene }): (string | null)[] =>
    scene.instances.map(({ material }) => (material === null ? null : (scene.materials[material]?.name ?? '')))

  it('is the style of the piece, else of the item', async () => {
    const source = await createShardSource(
      boxProduct({ id: 100 }) + boxProduct({ id: 110 }) + styleRows(200, '#106', 0.25) + styleRows(210, '#116', 0.5),
    )
    // A style gets its number on first use.
    expect([
      source.styles.ofItem(source.file.index.findRow(106)),
      source.styles.ofItem(source.file.index.findRow(116)),
    ]).toEqual([0, 1])
    createWriter(source).push(finishedShard(source, [{ job: 0 }, { job: 0, style: 1 }, { job: 1 }]))
    expect(listMaterialNames(source)).toEqual(['Style 0.25', 'Style 0.5', 'Style 0.5'])
  })

  it('falls back to the style of the IFC material when the item has none', async () => {
    const material = `
#220=IFCRELASSOCIATESMATERIAL('m',$,$,$,(#100),#221);
#221=IFCMATERIAL('Oak',$,$);
#222=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#223),#221);
#223=IFCSTYLEDREPRESENTATION(#6,$,$,(#210));`
    const source = await createShardSource(
      boxProduct({ id: 100 }) + boxProduct({ id: 110 }) + styleRows(210, '$', 0.75) + material,
    )
    createWriter(source).push(finishedShard(source, [{ job: 0 }, { job: 1 }]))
    expect(listMaterialNames(source)).toEqual(['Style 0.75', null])
  })
})

describe('IFC scene origin', () => {
  it('stays at zero for a model near zero', async () => {
    const source = await createShardSource(boxProduct({ id: 100, at: [900, -900, 3] }))
    const writer = createWriter(source)
    writer.push(finishedShard(source, [{ job: 0 }]))
    expect(writer.origin).toEqual([0, 0, 0])
    expect(source.scene.origin).toEqual([0, 0, 0])
  })

  it('is the centre of the first shard in whole metres despite an outlier', async () => {
    const far = [0, 1, 2, 3].map((at) => boxProduct({ id: 100 + 10 * at, at: [450_000.4 + at, 5_000_000.4, 12] }))
    const source = await createShardSource(`${far.join('')}${boxProduct({ id: 200, at: [0, 0, 0] })}`)
    const writer = createWriter(source)
    writer.push(
      finishedShard(
        source,
        [0, 1, 2, 3, 4].map((job) => ({ job })),
      ),
    )
    expect(writer.origin).toEqual([450_001, 5_000_000, 12])
  })
})

describe('IFC scene writer', () => {
  it('records a failed shape for every element that shows it', async () => {
    const products = [100, 110].map((id) => productRows({ id, items: '#60' })).join('')
    const source = await createShardSource(boxRows(60, [1, 1, 1]) + products + boxProduct({ id: 120 }))
    const writer = createWriter(source)
    writer.push(finishedShard(source, [{ job: 1 }], [[0, 'took-too-long']]))
    expect([...writer.failures]).toEqual([
      [1, 'took-too-long'],
      [2, 'took-too-long'],
    ])
  })
})

describe('IFC type layout', () => {
  it('places types without overlap', async () => {
    const source = await createShardSource(boxProduct({ id: 100 }) + boxProduct({ id: 110 }) + boxProduct({ id: 120 }))
    const finished = finishedShard(source, [{ job: 0 }, { job: 1, key: 'b' }, { job: 2 }])
    const writer = createWriter(source)
    writer.arrange([finished])
    writer.push(finished)
    const boxes = source.scene.instances.map(({ placement, mesh }) => {
      const size = mesh + 1
      const [x = 0, y = 0] = placement.slice(9)
      return { x, y, size }
    })
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const isSeparate =
          one.x + one.size < other.x ||
          other.x + other.size < one.x ||
          one.y + one.size < other.y ||
          other.y + other.size < one.y
        expect(isSeparate).toBe(true)
      }
    }
  })
})
