import { createRecordedContext } from '@kamar/test-kit'
import { prepareMesh } from '@kamar/mesh'
import { describe, expect, it } from 'vitest'
import { identityMatrix } from '@kamar/core/math'
import type { AcisBody, AcisLump, AcisModel } from '@kamar/codecs/acis'
import type { BrepWorkerPool, SolidResult } from '@kamar/codecs/brep'
import { SceneWriter } from '../kit/scene-writer.js'
import { pushBodies } from './push-bodies.js'
import { makeReport } from './report.js'

const createLump = (record: number, more: Partial<AcisLump> = {}): AcisLump => ({
  record,
  name: '',
  faceCount: 2,
  errors: new Map(),
  appearance: { color: null, isByFace: false, traits: { count: 2 } },
  job: () => ({ text: new Uint8Array([record]), faces: { count: 2 }, quality: 'standard' }),
  ...more,
})
const createBody = (record: number, more: Partial<AcisBody> = {}): AcisBody => ({
  record,
  ...{ name: '', color: null, properties: [], placement: identityMatrix, lumps: [], wire: null },
  ...more,
})

const mesh = prepareMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) })
const meshed: SolidResult = {
  kind: 'meshed',
  meshes: [mesh],
  origin: [0, 0, 0],
  meshedFaces: 2,
  triangles: 1,
  areFacesKnown: true,
}

/** Writes bodies with a worker pool whose results depend on the lump's record. */
async function push(
  bodies: readonly AcisBody[],
  results: Readonly<Record<number, SolidResult>> = {},
  more: Partial<AcisModel> = {},
) {
  const { context, scene, progress } = createRecordedContext()
  const writer = new SceneWriter(context)
  let [inFlight, maxInFlight] = [0, 0]
  const pool = {
    mesh: async (makeJob: () => { readonly text: Uint8Array }): Promise<SolidResult> => {
      maxInFlight = Math.max(maxInFlight, ++inFlight)
      await new Promise((resolve) => setImmediate(resolve))
      inFlight--
      return results[makeJob().text[0]] ?? meshed
    },
  } as unknown as BrepWorkerPool
  const model: AcisModel = { version: 700, product: 'Tests', unitMillimetres: 10, bodies, isCut: false, ...more }
  const pushed = await pushBodies({ model, context, pool, writer, fileName: 'C:\\parts\\box.sat' })
  return { scene, pushed, progress, report: makeReport(model, writer, pushed), most: () => maxInFlight }
}

describe('ACIS bodies in the scene', () => {
  it('are named by their attribute or the file, and lumps by their attribute or the body', async () => {
    const one = await push([createBody(0, { lumps: [createLump(1)] })])
    expect(one.scene.nodes).toEqual([{ parent: null, name: 'box', class: 'body', sourceId: '0' }])
    const { scene } = await push([
      createBody(0, { name: 'Lid' }),
      createBody(5, { lumps: [createLump(6), createLump(7, { name: 'Pin' })] }),
    ])
    expect(scene.nodes.map(({ parent, name, class: kind, sourceId }) => [parent, name, kind, sourceId])).toEqual([
      [null, 'Lid', 'body', '0'],
      [null, 'box 2', 'body', '5'],
      [1, 'box 2 1', 'lump', '6'],
      [1, 'Pin', 'lump', '7'],
    ])
    expect(scene.instances.map(({ node }) => node)).toEqual([2, 3])
  })

  it('are written in file order, with at most seven lumps in progress', async () => {
    const lumps = Array.from({ length: 20 }, (_, at) => createLump(at + 1))
    const { scene, progress, most: getMaxInFlight } = await push([createBody(0, { lumps })])
    expect(scene.instances.map(({ node }) => node)).toEqual(lumps.map((_, at) => at + 1))
    expect(getMaxInFlight()).toBeLessThanOrEqual(7)
    expect(progress.at(-1)).toEqual({ fraction: 1, stage: 'meshing' })
  })

  it('have properties, wires in the unit of the file, and their transform', async () => {
    const wire = {
      lines: [
        [
          [1, 0, 0],
          [2, 0, 0],
        ],
      ] as const,
      points: [[1, 5, 0]] as const,
      unread: new Map([['comet-curve', 2]]),
    }
    const placement = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 5)
    const properties = [{ name: 'name', value: 'Lid' }]
    const { scene, report } = await push([createBody(0, { wire, placement, properties, color: [1, 0, 0] })])
    expect(scene.bounds).toEqual({ min: [0.01, 0, 5], max: [expect.closeTo(0.02, 6), expect.closeTo(0.05, 6), 5] })
    expect([scene.propertySets, scene.materials.map(({ name }) => name)]).toEqual([
      [{ name: 'ACIS', properties }],
      ['#ff0000'],
    ])
    expect(report).toMatchObject({
      status: 'partial',
      counts: { bodies: 1, wires: 1, points: 1 },
      skipped: [{ kind: 'comet-curve', reason: 'not-read', count: 2, elements: ['0'] }],
    })
  })
})

describe('ACIS report of skipped geometry', () => {
  it('counts by kind and reason, and names the records', async () => {
    const errors = new Map([
      [8, { reason: 'not-read', word: 'meteor-surface' }],
      [9, { reason: 'not-read', word: 'meteor-surface' }],
    ] as const)
    const lumps = [createLump(1, { errors: errors }), createLump(2), createLump(3, { faceCount: 0 })]
    const { report, pushed } = await push([createBody(0, { lumps })], {
      1: { ...meshed, meshedFaces: 1 },
      2: { kind: 'failed', reason: 'took-too-long' },
    })
    expect(report.skipped).toEqual([
      { kind: 'meteor-surface', reason: 'not-read', count: 2, elements: ['8', '9'] },
      { kind: 'face', reason: 'not-tessellated', count: 1, elements: ['1'] },
      { kind: 'face', reason: 'took-too-long', count: 2, elements: ['2'] },
    ])
    expect(pushed.counts).toEqual({ bodies: 1, lumps: 1, faces: 1, wires: 0, points: 0 })
    expect(report.findings).toEqual([{ code: 'faces-missing', severity: 'warning', details: { count: 1 } }])
  })

  it('names at most a hundred records of a kind', async () => {
    const errors = new Map(Array.from({ length: 300 }, (_, at) => [at, { reason: 'damaged', word: 'loop' } as const]))
    const { report } = await push([createBody(0, { lumps: [createLump(1, { errors: errors })] })])
    expect([report.skipped[0]?.count, report.skipped[0]?.elements?.length]).toEqual([300, 100])
  })

  it('mentions face colours that could not be assigned', async () => {
    const appearance = { color: [1, 1, 1], isByFace: true, traits: { count: 2, colors: new Uint8Array(8) } } as const
    const { report } = await push([createBody(0, { lumps: [createLump(1, { appearance: appearance })] })], {
      1: { ...meshed, areFacesKnown: false },
    })
    expect(report).toMatchObject({
      status: 'complete',
      findings: [{ code: 'face-colours-lost', details: { count: 1 } }],
    })
  })
})

describe('ACIS report', () => {
  it('states a truncated file, a missing unit and a distance far from the origin', async () => {
    const placement = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 5000, 0, 0)
    const { report } = await push(
      [createBody(0, { placement, lumps: [createLump(1)] })],
      {},
      { isCut: true, unitMillimetres: null },
    )
    expect(report.status).toBe('partial')
    expect(report.findings.map(({ code }) => code)).toEqual([
      'file-ends-early',
      'unit-missing-millimetres',
      'far-from-origin',
    ])
  })

  it('is complete when nothing is missing', async () => {
    const { report } = await push([createBody(0, { lumps: [createLump(1)] })])
    expect(report).toEqual({
      status: 'complete',
      counts: { bodies: 1, lumps: 1, faces: 2, triangles: 1 },
      skipped: [],
      findings: [],
      missingCompanions: [],
    })
  })
})
