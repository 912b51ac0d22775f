import { readStatus, type Finding, type ReadReport, type Skipped } from '@kamar/core'
import type { DrawingCompanions } from './companions.js'
import type { DrawingFonts } from './text/drawing-fonts.js'
import type { OpenDrawing } from './acad-patches/open-drawing.js'
import type { PushedSheets } from './sheets/push-sheets.js'
import type { SkippedEntity } from './sheets/drawing.js'
import type { PushedSolids } from './solids/push-solids.js'

const maxNamedElements = 100

/** Input of the report. */
export interface ReportSource {
  readonly open: OpenDrawing
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
  return {
    status: readStatus({ skipped, findings }),
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    skipped,
    findings,
    missingCompanions: [...companions.missing],
  }
}

function listSkipped({ open, skipped, sheets }: ReportSource): Skipped[] {
  const groups = new Map<string, { kind: string; reason: string; count: number; elements: string[] }>()
  const add = (kind: string, reason: string, element?: string): void => {
    const key = `${kind} ${reason}`
    const group = groups.get(key) ?? { kind, reason, count: 0, elements: [] }
    group.count++
    if (element && group.elements.length < maxNamedElements && !group.elements.includes(element))
      group.elements.push(element)
    groups.set(key, group)
  }
  for (const { kind, reason, handle } of skipped) add(kind || 'object', reason, handle)
  for (const { kind, isEntity } of open.readErrors) if (isEntity) add(kind || 'object', 'damaged')
  const broken = sheets.broken > 0 ? [{ kind: 'entity', reason: 'not-a-number', count: sheets.broken }] : []
  return [
    ...[...groups.values()].map(({ elements, ...group }) => (elements.length > 0 ? { ...group, elements } : group)),
    ...broken,
  ]
}

function listFindings({
  open,
  isUnitStated,
  companions,
  fonts,
  solids,
  sheets,
  isOverBudget,
}: ReportSource): Finding[] {
  const [x, y, z] = solids.writer.origin
  const isFar = x !== 0 || y !== 0 || z !== 0
  const counted = (code: string, count: number, severity: Finding['severity']): Finding[] =>
    count > 0 ? [{ code, severity, details: { count } }] : []
  const listNamed = (code: string, names: readonly string[]): Finding[] =>
    names.length > 0
      ? [{ code, severity: 'warning', details: { count: names.length, names: names.slice(0, 10).join(', ') } }]
      : []
  return [
    ...(open.isCut ? [{ code: 'file-ends-early', severity: 'warning' } as const] : []),
    ...(isUnitStated ? [] : [{ code: 'unit-missing-millimetres', severity: 'warning' } as const]),
    ...counted('faces-missing', solids.missingFaces, 'warning'),
    ...listNamed('texture-not-readable', companions.unreadable),
    ...listNamed('reference-not-readable', companions.unreadableDrawings),
    ...listNamed('font-not-readable', [...fonts.unreadable]),
    ...listNamed('shape-file-missing', [...fonts.missingShapes]),
    ...(isOverBudget ? [{ code: 'drawing-too-repetitive', severity: 'warning' } as const] : []),
    ...counted('lights-and-cameras', sheets.lights, 'information'),
    ...(isFar ? [{ code: 'far-from-origin', severity: 'information', details: { x, y, z } } as const] : []),
  ]
}
