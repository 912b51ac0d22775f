import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { ItemFailure, PushedItems } from './geometry/push-items.js'
import { StepSceneWriter } from './geometry/step-scene-writer.js'
import { makeReport, type ReportSource } from './report.js'
import { StepFile } from './step-file.js'
import { FileBytes, StepIndexer } from '@kamar/codecs/part21'
import { encodeText, rowOf, parseStep } from './testing/parse-step.js'
import type { PlacedItem, StepTree } from './tree.js'

const solids = Array.from({ length: 150 }, (_, at) => `#${at + 1}=MANIFOLD_SOLID_BREP('s${at + 1}',$);`)
const file = parseStep([...solids, '#200=(CSG_SOLID()REPRESENTATION_ITEM())', ';'].join('\n'))
const counts = { solids: 0, faces: 0, meshes: 0, curves: 0, points: 0 }

/** Builds a report of failed items, by statement number. */
function report(failures: readonly (readonly [id: number, reason: ItemFailure])[], more: Partial<ReportSource> = {}) {
  const { context } = createRecordedContext()
  const rows = failures.map(([id, reason]) => [rowOf(file, id), reason] as const)
  const items = new Map(rows.map(([row]) => [row, { name: `item ${file.label(row)}` } as PlacedItem]))
  const pushed: PushedItems = { failures: new Map(rows), counts, missingFaces: 0, uncoloured: 0, storedMeshes: 0 }
  const tree: StepTree = { sources: [], items, hasOrphans: false }
  return makeReport({
    ...{
      file,
      tree,
      pushed,
      writer: new StepSceneWriter(context),
      findings: [],
      isUnitStated: true,
      missingCompanions: [],
    },
    ...more,
  })
}

describe('STEP report', () => {
  it('is complete and counts products, solids and faces when everything is shown', () => {
    const sources = [1, 2, 1, -1].map((definition) => ({ definition, occurrence: -1, item: -1 }))
    const pushed = {
      failures: new Map(),
      counts: { ...counts, solids: 3, faces: 18 },
      missingFaces: 0,
      uncoloured: 0,
      storedMeshes: 0,
    }
    expect(report([], { tree: { sources, items: new Map(), hasOrphans: false }, pushed })).toEqual({
      status: 'complete',
      counts: { products: 2, solids: 3, faces: 18 },
      skipped: [],
      findings: [],
      missingCompanions: [],
    })
  })

  it('groups skipped items by type and reason, each with number and name', () => {
    const { status, skipped } = report([
      [1, 'took-too-long'],
      [2, 'empty-shape'],
      [3, 'took-too-long'],
      [200, 'not-read'],
    ])
    expect(status).toBe('partial')
    expect(skipped).toEqual([
      { kind: 'MANIFOLD_SOLID_BREP', reason: 'took-too-long', count: 2, elements: ['#1 item #1', '#3 item #3'] },
      { kind: 'MANIFOLD_SOLID_BREP', reason: 'empty-shape', count: 1, elements: ['#2 item #2'] },
      { kind: 'CSG_SOLID', reason: 'not-read', count: 1, elements: ['#200 item #200'] },
    ])
  })

  it('lists at most 100 items of a type and counts all of them', () => {
    const { skipped } = report(solids.map((_, at) => [at + 1, 'not-translated'] as const))
    expect([skipped[0]?.count, skipped[0]?.elements?.length]).toEqual([150, 100])
  })

  it('includes findings on units, orphan shapes, missing faces, lost colors and stored meshes', () => {
    const pushed: PushedItems = { failures: new Map(), counts, missingFaces: 2, uncoloured: 1, storedMeshes: 3 }
    const tree: StepTree = { sources: [], items: new Map(), hasOrphans: true }
    const { status, findings, missingCompanions } = report([], {
      pushed,
      tree,
      isUnitStated: false,
      missingCompanions: ['a.stp'],
    })
    expect([status, missingCompanions]).toEqual(['partial', ['a.stp']])
    expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'unit-missing-millimetres warning',
      'shapes-without-product information',
      'faces-missing warning',
      'face-colours-lost warning',
      'stored-meshes-instead information',
    ])
  })

  it('keeps archive findings and is partial when models of the archive are omitted', () => {
    const left = { code: 'archive-has-more-models', severity: 'warning' } as const
    expect(report([], { findings: [left] })).toMatchObject({ status: 'partial', findings: [left] })
    expect(report([], { findings: [{ code: 'other', severity: 'information' }] }).status).toBe('complete')
  })

  it('states the byte position of a truncation', () => {
    const bytes = new FileBytes(encodeText("ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n#1=PLANE('',$);\n#2=PLA"))
    const indexer = new StepIndexer(bytes, { complexInstances: true })
    while (!indexer.advance(bytes.length));
    const cut = report([], { file: new StepFile(bytes, indexer.result()) })
    expect(cut.status).toBe('partial')
    expect(cut.findings).toContainEqual({
      code: 'truncated-file',
      severity: 'warning',
      details: { bytePosition: bytes.length },
    })
  })
})
