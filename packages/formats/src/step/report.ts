import { readStatus, type Finding, type ReadReport, type Skipped } from '@kamar/core'
import type { ItemFailure, PushedItems } from './geometry/push-items.js'
import type { StepSceneWriter } from './geometry/step-scene-writer.js'
import type { StepFile } from './step-file.js'
import type { StepTree } from './tree.js'

const maxNamedElements = 100

/** Input of the report. */
export interface ReportSource {
  readonly file: StepFile
  readonly tree: StepTree
  readonly pushed: PushedItems
  readonly writer: StepSceneWriter
  readonly findings: readonly Finding[]
  readonly isUnitStated: boolean
  readonly missingCompanions: readonly string[]
}

/** Builds the report: what was read, what is missing and why, and notes for the user. */
export function makeReport(source: ReportSource): ReadReport {
  const skipped = skippedItems(source)
  const findings = [...source.findings, ...fileFindings(source)]
  return {
    status: readStatus({ skipped, findings }),
    counts: computeCounts(source),
    skipped,
    findings,
    missingCompanions: source.missingCompanions,
  }
}

function computeCounts({ tree, pushed, writer }: ReportSource): Record<string, number> {
  const products = new Set(tree.sources.map(({ definition }) => definition).filter((row) => row >= 0)).size
  const all = { products, ...pushed.counts, instances: writer.instances, triangles: writer.triangles }
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))
}

/** Lists items that are not, or not completely, drawn: by type and reason, with ids. */
function skippedItems({ file, tree, pushed }: ReportSource): Skipped[] {
  const groups = new Map<string, { kind: string; reason: ItemFailure; elements: string[]; count: number }>()
  for (const [row, reason] of pushed.failures) {
    const [kind = 'shape'] = file.listTypes(row)
    const group = groups.get(`${kind} ${reason}`) ?? { kind, reason, elements: [], count: 0 }
    group.count++
    if (group.elements.length < maxNamedElements)
      group.elements.push(`${file.label(row)} ${tree.items.get(row)?.name ?? ''}`.trim())
    groups.set(`${kind} ${reason}`, group)
  }
  return [...groups.values()]
}

function fileFindings({ file, tree, pushed, writer, isUnitStated }: ReportSource): Finding[] {
  const { index } = file
  const [x, y, z] = writer.origin
  const isFar = x !== 0 || y !== 0 || z !== 0
  return [
    ...(index.ended ? [] : [warning('truncated-file', { bytePosition: file.bytes.length })]),
    ...(index.unreadable > 0 ? [warning('statements-unreadable', { count: index.unreadable })] : []),
    ...(isUnitStated ? [] : [warning('unit-missing-millimetres')]),
    ...(tree.hasOrphans ? [information('shapes-without-product')] : []),
    ...(pushed.missingFaces > 0 ? [warning('faces-missing', { count: pushed.missingFaces })] : []),
    ...(pushed.uncoloured > 0 ? [warning('face-colours-lost', { count: pushed.uncoloured })] : []),
    ...(pushed.storedMeshes > 0 ? [information('stored-meshes-instead', { count: pushed.storedMeshes })] : []),
    ...(isFar ? [information('far-from-origin', { x, y, z })] : []),
  ]
}

function warning(code: string, details?: Readonly<Record<string, string | number>>): Finding {
  return { code, severity: 'warning', ...(details ? { details } : {}) }
}

function information(code: string, details?: Readonly<Record<string, string | number>>): Finding {
  return { code, severity: 'information', ...(details ? { details } : {}) }
}
