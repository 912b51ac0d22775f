import { failureDetails, failureMessages, fillPlaceholders } from '@kamar/contracts'
import { isGeometryLoss, summarizeReport, type TranslationFailure } from '@kamar/core'
import { listStoredFiles, type TranslationOutcome } from '@kamar/translation/run'

type Manifest = Extract<TranslationOutcome, { ok: true }>['manifest']
type Report = NonNullable<Manifest['report']>

/** Output of `--json`; the numbers are zero when the translation failed. */
export interface Summary {
  readonly status: 'complete' | 'partial' | 'preview' | 'failed'
  /** Format id of the reader that read the file; null when none did. */
  readonly reader: string | null
  /** Rows of the model tree. */
  readonly nodes: number
  /** Elements with geometry; null where the reader does not count them. */
  readonly elements: number | null
  readonly meshes: number
  readonly instances: number
  readonly triangles: number
  readonly placedTriangles: number
  readonly lines: number
  readonly sheets: number
  readonly skipped: Report['skipped']
  readonly findings: Report['findings']
  /** Total of all files of the package, as stored. */
  readonly bytes: number
  readonly milliseconds: number
  readonly failure?: TranslationFailure
}

const noContentMessages = {
  nodes: 0,
  elements: null,
  meshes: 0,
  instances: 0,
  triangles: 0,
  placedTriangles: 0,
  lines: 0,
  sheets: 0,
  skipped: [],
  findings: [],
  bytes: 0,
}

const statuses = { complete: 'complete', notes: 'complete', incomplete: 'partial', preview: 'preview' } as const

/** Summarises an outcome. */
export function createSummary(outcome: TranslationOutcome, milliseconds: number): Summary {
  const rounded = Math.round(milliseconds)
  if (!outcome.ok)
    return { status: 'failed', reader: null, ...noContentMessages, milliseconds: rounded, failure: outcome.failure }
  const { counts, report } = outcome.manifest
  const headline = report ? summarizeReport(report) : null
  return {
    status: statuses[headline?.level ?? 'complete'],
    reader: outcome.reader,
    nodes: counts.nodes,
    elements: headline?.total ?? null,
    meshes: counts.meshes,
    instances: counts.instances,
    triangles: counts.triangles,
    placedTriangles: counts.placedTriangles,
    lines: counts.lines,
    sheets: counts.sheets,
    skipped: report?.skipped ?? [],
    findings: report?.findings ?? [],
    bytes: listStoredFiles(outcome.manifest).reduce((sum, file) => sum + file.size, 0),
    milliseconds: rounded,
  }
}

const count = (amount: number, one: string, plural = `${one}s`): string =>
  `${amount.toLocaleString('en')} ${amount === 1 ? one : plural}`

/** Formats the summary as text, one fact per line. */
export function describeSummary(summary: Summary): string {
  const seconds = `${(summary.milliseconds / 1000).toFixed(1)} s`
  if (summary.failure !== undefined) {
    const { failure } = summary
    return `Failed after ${seconds}: ${fillPlaceholders(failureMessages.en[failure.code], failureDetails(failure, 'en'))}`
  }
  const extents = {
    complete: 'Read completely',
    partial: 'Read in part',
    preview: 'Recognised, with nothing to draw,',
    failed: 'Failed',
  }
  const lines = [
    `${extents[summary.status]} by the ${summary.reader} reader in ${seconds}.`,
    `${describeElements(summary)}, ${count(summary.instances, 'instance')} of ${count(summary.meshes, 'mesh', 'meshes')}.`,
    `${count(summary.triangles, 'triangle')}, ${count(summary.placedTriangles, 'triangle')} as placed.`,
    ...(summary.lines > 0 ? [`${count(summary.lines, 'line')}.`] : []),
    ...(summary.sheets > 0 ? [`${count(summary.sheets, 'sheet')}.`] : []),
    ...summary.skipped.map((skip) => {
      const title = isGeometryLoss(skip) ? 'Not shown' : 'Note'
      return `${title}: ${count(skip.count, skip.kind, skip.kind)} (${skip.reason}).`
    }),
    ...summary.findings.map((finding) => `Note: ${finding.code}${describeDetails(finding.details)}.`),
    `Package: ${count(summary.bytes, 'byte')}.`,
  ]
  return lines.join('\n')
}

/** Describes both numbers where they differ: storeys and groups are in the tree but have no geometry. */
function describeElements({ elements, nodes }: Summary): string {
  if (elements === null || elements === nodes) return count(nodes, 'element')
  return `${count(elements, 'element')} with geometry, ${nodes.toLocaleString('en')} in the tree`
}

function describeDetails(details: Readonly<Record<string, string | number>> = {}): string {
  const parts = Object.entries(details).map(([name, value]) => `${name} ${value}`)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}
