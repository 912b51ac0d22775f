import type { Finding, ReadReport, Skipped } from '@kamar/core'
import type { DrawingCompanions } from './companions.js'
import type { DrawingFonts } from './text/drawing-fonts.js'
import type { Drawing } from '@kamar/codecs/drawing'
import type { PushedSheets } from './sheets/push-sheets.js'
import type { SkippedEntity } from './sheets/drawing.js'
import type { PushedSolids } from './solids/push-solids.js'
import {
  SkipList,
  buildReport,
  positiveCounts,
  warning,
  findingIf,
  countedFinding,
  namedFinding,
  farFromOriginFinding,
} from '../kit/report.js'

/** Input of the report. */
export interface ReportSource {
  readonly drawing: Pick<Drawing, 'unread' | 'isTruncated' | 'statedBytes' | 'missingObjects'>
  readonly fileBytes: number
  readonly isUnitStated: boolean
  readonly companions: DrawingCompanions
  readonly fonts: Pick<DrawingFonts, 'unreadable' | 'missingShapes'>
  readonly skipped: readonly SkippedEntity[]
  readonly solids: PushedSolids
  readonly sheets: PushedSheets
  /** Whether entities were omitted because blocks place too many of them. */
  readonly isOverBudget: boolean
}

/** Creates the report: what was read, what is missing and why, and other notes for the user. */
export function makeReport(source: ReportSource): ReadReport {
  const { sheets, solids, companions } = source
  const skipped = listSkipped(source)
  const findings = listFindings(source)
  const counts = {
    sheets: sheets.sheets,
    entities: sheets.entities,
    solids: solids.solids,
    meshes: solids.meshes,
    triangles: solids.writer.triangles,
  }
  return buildReport({
    counts: positiveCounts(counts),
    skipped,
    findings,
    missingCompanions: companions.missing,
  })
}

function listSkipped({ drawing, companions, skipped, sheets }: ReportSource): Skipped[] {
  const rows = new SkipList()
  for (const { kind, reason, handle = '' } of skipped) rows.add(kind || 'object', reason, { elements: [handle] })
  for (const { unread } of [drawing, ...companions.drawings])
    for (const { name, isEntity } of unread) if (isEntity) rows.add(name || 'object', 'damaged')
  for (const name of companions.truncatedDrawings) rows.add('XREF', 'file-ends-early', { elements: [name] })
  return [...rows.list, { kind: 'entity', reason: 'not-a-number', count: sheets.broken }]
}

/** Returns what is missing as far as the file states it. */
function damageFindings({ drawing, fileBytes }: ReportSource): Finding[] {
  const { isTruncated, statedBytes, missingObjects } = drawing
  const missing = countedFinding('objects-missing', missingObjects, warning)
  if (!isTruncated) return missing
  if (statedBytes === null) return [warning('file-ends-early'), ...missing]
  const sizes = { presentBytes: fileBytes, statedBytes }
  return [fileBytes < statedBytes ? warning('file-shorter-than-stated', sizes) : warning('lists-damaged'), ...missing]
}

function listFindings(source: ReportSource): Finding[] {
  const { isUnitStated, companions, fonts, solids, sheets, isOverBudget } = source
  return [
    ...damageFindings(source),
    ...findingIf(!isUnitStated, warning('unit-missing-millimetres')),
    ...countedFinding('faces-missing', solids.missingFaces, warning),
    ...namedFinding('texture-not-readable', companions.unreadable),
    ...namedFinding('reference-not-readable', companions.unreadableDrawings),
    ...namedFinding('font-not-readable', [...fonts.unreadable]),
    ...namedFinding('shape-file-missing', [...fonts.missingShapes]),
    ...findingIf(isOverBudget, warning('drawing-too-repetitive')),
    ...countedFinding('lights-and-cameras', sheets.lights),
    ...farFromOriginFinding(solids.writer.origin),
  ]
}
