import type { Finding, ReadReport, Skipped, Georeference } from '@kamar/core'
import type { Schema } from './ingest/schema.js'
import { isGeoreferencedTwice } from './model/georeference.js'
import { objectAttribute, type IfcFile } from './model/ifc-file.js'
import type { Placements } from './model/placements.js'
import { toClassName } from './model/product-classes.js'
import { drawableState } from './model/shapes/shapes.js'
import type { SpatialTree } from './model/spatial-tree.js'
import type { ProjectUnits } from './model/units.js'
import {
  buildReport,
  warning,
  information,
  findingIf,
  countedFinding,
  farFromOriginFinding,
  maxNamedElements,
} from '../kit/report.js'

/** Input of the report. */
export interface ReportSource {
  readonly file: IfcFile
  readonly tree: SpatialTree
  readonly schema: Schema
  readonly units: ProjectUnits
  readonly placements: Placements
  readonly georeference: Georeference | null
  readonly origin: readonly [number, number, number] | null
  /** By node id, its drawable content (`drawableState`). */
  readonly drawable: Uint8Array
  readonly instanceCounts: Uint32Array
  /** By node id, the reason why it, or a part of it, is missing. */
  readonly failures: ReadonlyMap<number, string>
  /** Nodes drawn without their openings. */
  readonly uncut: readonly number[]
  /** Nodes with a body drawn without the cuts that would leave it empty. */
  readonly uncutBodies: readonly number[]
  readonly typesDrawn: boolean
  /** References of the tree and of shapes to statements that are missing in the file. */
  readonly missingReferences: number
  readonly findings: readonly Finding[]
  /** Names of referenced images that are not attached. */
  readonly missingCompanions: readonly string[]
}

/** Creates the report: what was read, what is missing and why, and other notes for the user. */
export function makeReport(source: ReportSource): ReadReport {
  const skipped = skippedElements(source)
  const findings = [...source.findings, ...fileFindings(source), ...modelFindings(source)]
  return buildReport({
    counts: countsByClass(source),
    skipped,
    findings,
    missingCompanions: source.missingCompanions,
    elements: countElements(source),
  })
}

function countsByClass({ file, tree }: ReportSource): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of tree.rows) {
    const name = toClassName(file.typeOf(row))
    if (row >= 0) counts[name] = (counts[name] ?? 0) + 1
  }
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Counts the elements with a shape, and those that are at least partly shown; a text alone is not a shape. */
function countElements(source: ReportSource): NonNullable<ReadReport['elements']> {
  let [visible, total] = [0, 0]
  source.tree.rows.forEach((_, node) => {
    if (source.instanceCounts[node] > 0) visible++
    if (source.instanceCounts[node] > 0 || missingReason(source, node) !== null) total++
  })
  return { shown: visible, total }
}

/** Lists the elements whose shape is not, or not completely, drawn: by class and reason, each by name. */
function skippedElements(source: ReportSource): Skipped[] {
  const groups = new Map<string, { kind: string; reason: string; nodes: number[] }>()
  source.tree.rows.forEach((row, node) => {
    const reason = row < 0 ? null : missingReason(source, node)
    if (reason === null) return
    const kind = toClassName(source.file.typeOf(row))
    const group = groups.get(`${kind} ${reason}`) ?? { kind, reason, nodes: [] }
    group.nodes.push(node)
    groups.set(`${kind} ${reason}`, group)
  })
  return [...groups.values()].map(({ kind, reason, nodes }) => ({
    kind,
    reason,
    count: nodes.length,
    elements: globalIds(source, nodes),
  }))
}

function missingReason(source: ReportSource, node: number): string | null {
  const failure = source.failures.get(node)
  const isDrawn = source.instanceCounts[node] > 0
  if (failure !== undefined) return isDrawn ? 'part-missing' : failure
  const state = source.drawable[node]
  if (isDrawn || state === drawableState.none || state === drawableState.texts) return null
  return state === drawableState.surfaces ? 'empty-shape' : 'lines-not-read'
}

function globalIds({ file, tree }: ReportSource, nodes: readonly number[]): string[] {
  return nodes.slice(0, maxNamedElements).map((node) => {
    const id = file.textAt(tree.rows[node], objectAttribute.globalId)
    return id || `#${file.index.getId(tree.rows[node])}`
  })
}

function fileFindings({ file, schema, units, missingReferences }: ReportSource): Finding[] {
  const { index } = file
  const projects = index.listRows('IFCPROJECT').length
  return [
    ...findingIf(!index.ended, warning('truncated-file', { bytePosition: file.bytes.length })),
    ...countedFinding('statements-unreadable', index.unreadable, warning),
    ...countedFinding('references-missing', missingReferences, warning),
    ...(schema.isApproximate ? [warning('schema-read-as', { stated: schema.declared, readAs: schema.readAs })] : []),
    ...findingIf(!units.lengthStated, warning('unit-missing')),
    ...findingIf(projects > 1, warning('several-projects', { count: projects })),
  ]
}

function modelFindings(source: ReportSource): Finding[] {
  const { placements, origin, georeference } = source
  return [
    ...farFromOriginFinding(origin ?? [0, 0, 0]),
    ...findingIf(isGeoreferencedTwice(georeference, origin), warning('georeference-doubled')),
    ...countedFinding('placement-cycle', placements.cyclic.size, warning),
    ...countedFinding('grid-placement-unresolved', placements.unresolved.size, warning),
    ...uncutFindings(source, 'openings-not-cut', source.uncut),
    ...uncutFindings(source, 'bodies-not-cut', source.uncutBodies),
    ...findingIf(source.typesDrawn, information('types-drawn')),
    ...textFindings(source),
    ...duplicateIds(source),
  ]
}

function uncutFindings(source: ReportSource, code: string, nodes: readonly number[]): Finding[] {
  return countedFinding(code, nodes.length, warning).map((finding) => ({
    ...finding,
    elements: globalIds(source, nodes),
  }))
}

/** Reports annotations that contain only text: they are not missing from the model, but still listed. */
function textFindings(source: ReportSource): Finding[] {
  const nodes = [...source.drawable.keys()].filter((node) => source.drawable[node] === drawableState.texts)
  if (nodes.length === 0) return []
  return [{ ...information('texts-not-drawn', { count: nodes.length }), elements: globalIds(source, nodes) }]
}

function duplicateIds({ file, tree }: ReportSource): Finding[] {
  const visited = new Set<string>()
  const doubled = new Set<string>()
  for (const row of tree.rows) {
    const id = row < 0 ? null : file.textAt(row, objectAttribute.globalId)
    if (!id) continue
    if (visited.has(id)) doubled.add(id)
    visited.add(id)
  }
  if (doubled.size === 0) return []
  const elements = [...doubled].slice(0, maxNamedElements)
  return [{ ...information('duplicate-global-ids', { count: doubled.size }), elements }]
}
