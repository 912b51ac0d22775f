import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { identityMatrix } from '@kamar/core/math'
import { objectTypes } from './archive/object-types.js'
import { makeReport, type ReportSource } from './report.js'
import { RhinoSceneWriter } from './rhino-scene-writer.js'
import { block, model, object, use } from './testing/model.js'

function source(changes: Partial<ReportSource> = {}): ReportSource {
  const { context } = createRecordedContext()
  return {
    model: model(),
    tree: { instances: new Map(), brokenBlocks: [], onLayouts: 0, blocksNotPlaced: 0 },
    pushed: {
      failures: new Map(),
      counts: { breps: 0, faces: 0, meshes: 0, subds: 0, curves: 0, points: 0, annotations: 0, hatches: 0 },
      cachedMeshes: 0,
      missingFaces: 0,
    },
    writer: new RhinoSceneWriter(context, 1),
    textures: { missing: new Set(), findings: [] },
    isUnitStated: true,
    ...changes,
  }
}

const listCodes = (changes: Partial<ReportSource>): string[] =>
  makeReport(source(changes)).findings.map(({ code }) => code)

describe('3DM report', () => {
  it('is complete with counts when everything was read', () => {
    const report = makeReport(source({ model: model({ objects: [object()], blocks: new Map([block('A', [])]) }) }))
    expect(report).toEqual({
      status: 'complete',
      counts: { objects: 1, layers: 1, blocks: 1 },
      skipped: [],
      findings: [],
      missingCompanions: [],
    })
  })

  it('lists missing textures', () => {
    const textures = { missing: new Set(['stone.png']), findings: [] }
    expect(makeReport(source({ textures })).missingCompanions).toEqual(['stone.png'])
  })

  it('groups skipped objects by kind and reason', () => {
    const [one, two, dot, point] = [
      object(),
      object(),
      object({ type: objectTypes.textDot }),
      object({ type: objectTypes.point }),
    ]
    const { pushed } = source()
    const failures = new Map([
      [one, 'too-much-memory'],
      [two, 'too-much-memory'],
      [dot, 'not-read'],
      [point, 'empty-shape'],
    ] as const)
    const report = makeReport(source({ pushed: { ...pushed, failures } }))
    expect(report.status).toBe('partial')
    expect(report.skipped).toEqual([
      { kind: 'brep', reason: 'too-much-memory', count: 2, elements: [one.id, two.id] },
      { kind: 'textDot', reason: 'not-read', count: 1, elements: [dot.id] },
      { kind: 'point', reason: 'empty-shape', count: 1, elements: [point.id] },
    ])
  })

  it('lists at most a hundred elements per group', () => {
    const failures = new Map(Array.from({ length: 300 }, () => [object(), 'damaged'] as const))
    const [row] = makeReport(source({ pushed: { ...source().pushed, failures } })).skipped
    expect(row).toMatchObject({ count: 300 })
    expect(row?.elements).toHaveLength(100)
  })

  it('counts missing blocks and damaged objects as skipped', () => {
    const broken = use('Nowhere')
    const { tree } = source()
    const report = makeReport(
      source({ model: model({ damagedObjects: 3 }), tree: { ...tree, brokenBlocks: [broken] } }),
    )
    expect(report.skipped).toEqual([
      { kind: 'block', reason: 'block-missing', count: 1, elements: [broken.id] },
      { kind: 'object', reason: 'damaged', count: 3 },
    ])
  })

  it('stays complete when only lights, clipping planes and details are not drawn', () => {
    const helpers = [objectTypes.light, objectTypes.clippingPlane, objectTypes.detail].map((type) => object({ type }))
    const failures = new Map(helpers.map((helper) => [helper, 'not-drawn'] as const))
    const report = makeReport(source({ model: model({ objects: helpers }), pushed: { ...source().pushed, failures } }))
    expect(report.status).toBe('complete')
    expect(report.findings.map(({ code }) => code)).toEqual(['lights-and-cameras', 'clipping-planes-left-out'])
  })

  it('has findings on a missing unit, missing faces, stored meshes, layouts and unplaced blocks', () => {
    const { pushed, tree } = source()
    expect(listCodes({ isUnitStated: false })).toEqual(['unit-missing-millimetres'])
    expect(listCodes({ pushed: { ...pushed, missingFaces: 2, cachedMeshes: 1 } })).toEqual([
      'faces-missing',
      'stored-meshes-used',
    ])
    expect(listCodes({ tree: { ...tree, onLayouts: 1, blocksNotPlaced: 4 } })).toEqual([
      'layouts-left-out',
      'blocks-not-placed',
    ])
  })
})

describe('3DM scene writer', () => {
  const instance = { mesh: 0, origin: [1, 0, 0], node: 0, material: null } as const

  it('sets an origin in whole metres for instances far from zero', () => {
    const { context, scene } = createRecordedContext()
    const writer = new RhinoSceneWriter(context, 0.001)
    const node = scene.addNode({ parent: null, name: 'a', class: 'brep', sourceId: '' })
    const mesh = scene.addMesh({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      indices: Uint32Array.of(0, 1, 2),
    })
    const matrix = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 5_000_400, 0, 0)
    writer.addInstance({ ...instance, node, mesh: mesh ?? 0, matrix })
    expect(writer.origin).toEqual([5001, 0, 0])
    expect(scene.origin).toEqual([5001, 0, 0])
    expect(scene.instances[0]?.placement[9]).toBeCloseTo(5001.4, 9)
    expect(listCodes({ writer })).toEqual(['far-from-origin'])
  })

  it('keeps the origin at zero for instances near it', () => {
    const { context, scene } = createRecordedContext()
    const writer = new RhinoSceneWriter(context, 1)
    const node = scene.addNode({ parent: null, name: 'a', class: 'brep', sourceId: '' })
    const mesh = scene.addLines({ positions: new Float32Array(6), indices: Uint32Array.of(0, 1) })
    writer.addInstance({ ...instance, node, mesh, matrix: identityMatrix })
    expect(writer.origin).toEqual([0, 0, 0])
    expect(writer.instances).toBe(1)
  })

  it('counts triangles against the limit', () => {
    const { context } = createRecordedContext({ limits: { triangles: 10 } })
    const writer = new RhinoSceneWriter(context, 1)
    writer.countTriangles(10)
    expect(() => writer.countTriangles(1)).toThrow(/limit-exceeded/)
  })
})
