import type { Drawing } from '@kamar/codecs/drawing'
import { describe, expect, it } from 'vitest'
import { makeReport, type ReportSource } from './report.js'

/** Changes to the result of a faultless read. */
interface Change {
  readonly skipped?: ReportSource['skipped']
  readonly unread?: Drawing['unread']
  readonly isTruncated?: boolean
  readonly statedBytes?: number
  readonly missingObjects?: number
  readonly isUnitStated?: boolean
  readonly isOverBudget?: boolean
  readonly sheets?: Record<string, number>
  readonly solids?: Record<string, number>
  readonly origin?: readonly [number, number, number]
  readonly missing?: readonly string[]
  readonly unreadable?: readonly string[]
  readonly unreadableDrawings?: readonly string[]
  readonly truncatedDrawings?: readonly string[]
  readonly attachedUnread?: Drawing['unread']
  readonly fonts?: { readonly unreadable?: readonly string[]; readonly missingShapes?: readonly string[] }
}

function createReport(change: Change = {}): ReturnType<typeof makeReport> {
  const {
    unread = [],
    isTruncated = false,
    statedBytes = null,
    missingObjects = 0,
    origin = [0, 0, 0],
    missing = [],
    unreadable = [],
    unreadableDrawings = [],
    truncatedDrawings = [],
    attachedUnread = [],
  } = change
  const source = {
    drawing: { unread, isTruncated, statedBytes, missingObjects },
    fileBytes: 1000,
    isUnitStated: change.isUnitStated ?? true,
    companions: {
      ...{ textures: new Map(), missing: new Set(missing), unreadable, unreadableDrawings, truncatedDrawings },
      drawings: [{ unread: attachedUnread }],
    },
    fonts: { unreadable: new Set(change.fonts?.unreadable), missingShapes: new Set(change.fonts?.missingShapes) },
    skipped: change.skipped ?? [],
    solids: { solids: 0, meshes: 0, missingFaces: 0, ...change.solids, writer: { triangles: 0, origin } },
    sheets: { sheets: 1, entities: 5, broken: 0, lights: 0, ...change.sheets },
    isOverBudget: change.isOverBudget ?? false,
  }
  return makeReport(source as unknown as ReportSource)
}

describe('DWG report', () => {
  it('is complete with counts for a drawing without faults', () => {
    expect(createReport()).toEqual({
      ...{ status: 'complete', counts: { sheets: 1, entities: 5 }, skipped: [], findings: [], missingCompanions: [] },
    })
    expect(createReport({ solids: { solids: 2, meshes: 3 } }).counts).toEqual({
      sheets: 1,
      entities: 5,
      solids: 2,
      meshes: 3,
    })
  })

  it('groups skipped entities by kind and reason, with their handles', () => {
    const one = (kind: string, reason: string, handle: string) => ({ kind, reason, handle })
    const { skipped, status } = createReport({
      skipped: [
        one('SHAPE', 'not-drawn', '1A'),
        one('SHAPE', 'not-drawn', '1B'),
        one('SHAPE', 'damaged', '1C'),
        one('SHAPE', 'not-drawn', '1A'),
        one('', 'damaged', ''),
      ],
    })
    expect(status).toBe('partial')
    expect(skipped).toEqual([
      { kind: 'SHAPE', reason: 'not-drawn', count: 3, elements: ['1A', '1B'] },
      { kind: 'SHAPE', reason: 'damaged', count: 1, elements: ['1C'] },
      { kind: 'object', reason: 'damaged', count: 1 },
    ])
  })

  it('lists a hundred handles of a kind and counts the others', () => {
    const skipped = Array.from({ length: 250 }, (_, at) => ({ kind: 'OLE', reason: 'not-drawn', handle: `${at}` }))
    const [group] = createReport({ skipped }).skipped
    expect(group?.count).toBe(250)
    expect(group?.elements).toHaveLength(100)
  })

  it('counts damaged entities, but no other damaged objects', () => {
    const unread = [
      { name: 'LINE', isEntity: true },
      { name: 'DICTIONARY', isEntity: false },
      { name: 'LINE', isEntity: true },
    ]
    expect(createReport({ unread })).toMatchObject({
      ...{ status: 'partial', skipped: [{ kind: 'LINE', reason: 'damaged', count: 2 }] },
    })
    expect(createReport({ unread: unread.slice(1, 2) }).status).toBe('complete')
  })

  it('counts damaged entities of attached drawings with those of the drawing', () => {
    const line = { name: 'LINE', isEntity: true }
    const { skipped } = createReport({ unread: [line], attachedUnread: [line, { name: 'ARC', isEntity: true }] })
    expect(skipped).toEqual([
      { kind: 'LINE', reason: 'damaged', count: 2 },
      { kind: 'ARC', reason: 'damaged', count: 1 },
    ])
  })

  it('names attached drawings of which the end is missing', () => {
    const { skipped, findings, status } = createReport({ truncatedDrawings: ['grid.dwg'] })
    expect(skipped).toEqual([{ kind: 'XREF', reason: 'file-ends-early', count: 1, elements: ['grid.dwg'] }])
    expect([findings, status]).toEqual([[], 'partial'])
  })

  it('counts lines with non-finite coordinates', () => {
    expect(createReport({ sheets: { broken: 4 } }).skipped).toEqual([
      { kind: 'entity', reason: 'not-a-number', count: 4 },
    ])
  })

  it.each([
    ['a truncated file', { isTruncated: true }, 'file-ends-early', 'partial'],
    [
      'a file that is shorter than it states',
      { isTruncated: true, statedBytes: 1500 },
      'file-shorter-than-stated',
      'partial',
    ],
    ['damaged lists of a complete file', { isTruncated: true, statedBytes: 1000 }, 'lists-damaged', 'partial'],
    ['missing objects', { missingObjects: 3 }, 'objects-missing', 'partial'],
    ['a missing unit', { isUnitStated: false }, 'unit-missing-millimetres', 'complete'],
    ['faces without triangles', { solids: { missingFaces: 2 } }, 'faces-missing', 'partial'],
    ['blocks without an end record', { isOverBudget: true }, 'drawing-too-repetitive', 'partial'],
    ['lights', { sheets: { lights: 1 } }, 'lights-and-cameras', 'complete'],
    ['a distant origin', { origin: [0, 0, 5000] as const }, 'far-from-origin', 'complete'],
    ['unreadable images', { unreadable: ['a.png'] }, 'texture-not-readable', 'complete'],
    ['unreadable external references', { unreadableDrawings: ['a.dwg'] }, 'reference-not-readable', 'partial'],
  ])('has a finding for %s', (_name, change, code, status) => {
    const report = createReport(change)
    expect(report.findings.map((finding) => finding.code)).toEqual([code])
    expect(report.status).toBe(status)
  })

  it('states where a truncated drawing ends, and how many objects are missing', () => {
    const { findings } = createReport({ isTruncated: true, statedBytes: 1500, missingObjects: 7 })
    expect(findings.map(({ details }) => details)).toEqual([{ presentBytes: 1000, statedBytes: 1500 }, { count: 7 }])
  })

  it('names ten unreadable images and counts all', () => {
    const unreadable = Array.from({ length: 12 }, (_, at) => `${at}.png`)
    const names = '0.png, 1.png, 2.png, 3.png, 4.png, 5.png, 6.png, 7.png, 8.png, 9.png'
    expect(createReport({ unreadable }).findings[0]?.details).toEqual({ count: 12, names })
  })

  it('lists files that are not attached', () => {
    expect(createReport({ missing: ['site.dwg', 'logo.png'] }).missingCompanions).toEqual(['site.dwg', 'logo.png'])
  })
})
