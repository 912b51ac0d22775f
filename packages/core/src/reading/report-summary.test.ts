import { describe, expect, it } from 'vitest'
import { isGeometryLoss, readStatus, type SummarizedReport, summarizeReport, weighFinding } from './report-summary.js'

const report = (over: Partial<SummarizedReport> = {}): SummarizedReport => ({
  status: 'complete',
  skipped: [],
  findings: [],
  missingCompanions: [],
  ...over,
})
const createFinding = (displayedCount: number, total: number) =>
  ({
    code: 'opened-without-program',
    severity: 'information',
    details: { program: 'Revit', shown: displayedCount, total },
  }) as const
const note = (code: string) => ({ code, severity: 'information' }) as const

describe('summarizeReport', () => {
  it('rates a file complete whose findings only state how it was read', () => {
    const findings = [createFinding(83, 83), { code: 'check-dimensions', severity: 'warning' } as const]
    expect(summarizeReport(report({ findings }))).toEqual({
      level: 'complete',
      notes: 0,
      missing: 0,
      inPart: 0,
      total: 83,
    })
  })

  it('counts findings, missing metadata and missing files as notes that do not make a file incomplete', () => {
    const summary = summarizeReport(
      report({
        status: 'partial',
        findings: [createFinding(83, 83), note('reviews-left-out'), note('parameters-without-name')],
        skipped: [
          { kind: 'properties', reason: 'extensible-storage', count: 14 },
          { kind: 'curve', reason: 'lines-not-read', count: 3 },
        ],
        missingCompanions: ['wood.png', 'brick.png'],
      }),
    )
    expect(summary).toMatchObject({ level: 'notes', notes: 5, missing: 0 })
  })

  it('states how many elements are missing of how many', () => {
    const skipped = [{ kind: 'element', reason: 'damaged', count: 43 }]
    const summary = summarizeReport(
      report({
        status: 'partial',
        skipped,
        elements: { shown: 1197, total: 1240 },
        findings: [note('far-from-origin')],
      }),
    )
    expect(summary).toEqual({ level: 'incomplete', notes: 1, missing: 43, inPart: 0, total: 1240 })
  })

  it('takes the element counts of an older report from its finding', () => {
    const skipped = [{ kind: 'fragment', reason: 'damaged', count: 9 }]
    expect(summarizeReport(report({ status: 'partial', skipped, findings: [createFinding(10, 12)] }))).toMatchObject({
      level: 'incomplete',
      missing: 2,
      total: 12,
    })
  })

  it('counts partly shown elements apart from missing ones', () => {
    const skipped = [
      { kind: 'IfcWall', reason: 'part-missing', count: 3 },
      { kind: 'IfcSlab', reason: 'empty-shape', count: 1 },
    ]
    expect(summarizeReport(report({ skipped, elements: { shown: 9, total: 10 } }))).toMatchObject({
      missing: 1,
      inPart: 3,
    })
    expect(summarizeReport(report({ skipped }))).toMatchObject({ missing: 1, inPart: 3, total: null })
  })

  it('counts a modifier that is not applied as a partly shown element', () => {
    const skipped = [{ kind: 'modifier', reason: 'not-applied', count: 2 }]
    expect(summarizeReport(report({ skipped, elements: { shown: 9, total: 9 } }))).toMatchObject({
      level: 'incomplete',
      missing: 0,
      inPart: 2,
    })
  })

  it('rates a file incomplete when elements are missing without a geometry loss', () => {
    expect(summarizeReport(report({ elements: { shown: 1, total: 2 } }))).toMatchObject({
      level: 'incomplete',
      missing: 1,
    })
  })

  it('rates a partial report incomplete without a reason or without anything drawn', () => {
    expect(summarizeReport(report({ status: 'partial' })).level).toBe('incomplete')
    const skipped = [{ kind: 'properties', reason: 'damaged', count: 1 }]
    expect(summarizeReport(report({ status: 'partial', skipped, nothingDrawn: true })).level).toBe('incomplete')
  })

  it('keeps the level of a stored preview', () => {
    expect(summarizeReport(report({ status: 'preview', findings: [note('identity-only')] }))).toMatchObject({
      level: 'preview',
      notes: 1,
    })
  })

  it('counts an unlisted kind as a geometry loss', () => {
    expect(isGeometryLoss({ kind: 'a kind of a later reader', reason: 'not-read' })).toBe(true)
    expect(isGeometryLoss({ kind: 'fragment', reason: 'hidden' })).toBe(false)
  })
})

describe('readStatus', () => {
  it.each([
    'file-ends-early',
    'file-shorter-than-stated',
    'lists-damaged',
    'objects-missing',
    'faces-missing',
    'drawing-too-repetitive',
  ])('is partial after %s', (code) => {
    expect(weighFinding(code)).toBe('loss')
    expect(readStatus({ skipped: [], findings: [note(code)] })).toBe('partial')
  })

  it('is complete where only metadata is missing', () => {
    const skipped = [{ kind: 'material', reason: 'not-read', count: 2 }]
    expect(readStatus({ skipped, findings: [note('face-colours-lost')] })).toBe('complete')
  })
})
