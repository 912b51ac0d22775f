import type { Finding, ReadReport, Skipped } from '@kamar/core'
import type { PushedItems } from './geometry/push-items.js'
import type { StepSceneWriter } from './geometry/step-scene-writer.js'
import type { StepFile } from './step-file.js'
import type { StepTree } from './tree.js'
import {
  SkipList,
  buildReport,
  positiveCounts,
  warning,
  information,
  findingIf,
  countedFinding,
  farFromOriginFinding,
} from '../kit/report.js'

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
  const { tree, pushed, writer, missingCompanions } = source
  const products = new Set(tree.sources.map(({ definition }) => definition).filter((row) => row >= 0)).size
  const counts = { products, ...pushed.counts, instances: writer.instances, triangles: writer.triangles }
  return buildReport({
    counts: positiveCounts(counts),
    skipped: skippedItems(source),
    findings: [...source.findings, ...fileFindings(source)],
    missingCompanions,
  })
}

/** Lists items that are not, or not completely, drawn: by type and reason, with ids. */
function skippedItems({ file, tree, pushed }: ReportSource): Skipped[] {
  const rows = new SkipList()
  for (const [row, reason] of pushed.failures) {
    const [kind = 'shape'] = file.listTypes(row)
    rows.add(kind, reason, { elements: [`${file.label(row)} ${tree.items.get(row)?.name ?? ''}`.trim()] })
  }
  return rows.list
}

function fileFindings({ file, tree, pushed, writer, isUnitStated }: ReportSource): Finding[] {
  const { index } = file
  return [
    ...findingIf(!index.ended, warning('truncated-file', { bytePosition: file.bytes.length })),
    ...countedFinding('statements-unreadable', index.unreadable, warning),
    ...findingIf(!isUnitStated, warning('unit-missing-millimetres')),
    ...findingIf(tree.hasOrphans, information('shapes-without-product')),
    ...countedFinding('faces-missing', pushed.missingFaces, warning),
    ...countedFinding('face-colours-lost', pushed.uncoloured, warning),
    ...countedFinding('stored-meshes-instead', pushed.storedMeshes),
    ...farFromOriginFinding(writer.origin),
  ]
}
