/**
 * Completeness of a translated file: complete; complete with notes; geometry missing; or only the stored preview image.
 */
export const reportLevels = ['complete', 'notes', 'incomplete', 'preview'] as const
/** One of `reportLevels`. */
export type ReportLevel = (typeof reportLevels)[number]

/** Summary of a translation report, which gives a file the same level wherever it is listed. */
export interface ReportSummary {
  readonly level: ReportLevel
  /** Number of report entries listed as notes. */
  readonly notes: number
  /** Missing elements; for a file whose elements are not counted (`total` null), records of any kind. */
  readonly missing: number
  /** Elements that are shown only in part. */
  readonly inPart: number
  /** Elements with geometry; null when the reader does not count them. */
  readonly total: number | null
}

/** Skipped records of one kind, and the reason. */
export interface SkippedRecords {
  readonly kind: string
  readonly reason: string
  readonly count: number
}

/** Parts of a report, or of a stored one, from which its summary is computed. */
export interface SummarizedReport {
  readonly status: 'complete' | 'partial' | 'preview'
  readonly skipped: readonly SkippedRecords[]
  readonly findings: readonly { readonly code: string; readonly details?: Readonly<Record<string, string | number>> }[]
  readonly missingCompanions: readonly string[]
  /** Elements with geometry, and how many are shown. */
  readonly elements?: ElementCounts
  /** Everything that was found was skipped. */
  readonly nothingDrawn?: true
}

/** Elements with geometry, and how many are shown. */
export interface ElementCounts {
  readonly shown: number
  readonly total: number
}

/** Weight of a finding: `statement` holds for every file read in this way, `loss` means missing geometry. */
export type FindingWeight = 'statement' | 'note' | 'loss'

const statements: ReadonlySet<string> = new Set(['opened-without-program', 'check-dimensions', 'autodesk-cloud'])

const losses: ReadonlySet<string> = new Set([
  'archive-has-more-models',
  'bodies-not-cut',
  'characters-without-glyph',
  'drawing-too-repetitive',
  'faces-missing',
  'facet-count-wrong',
  'file-ends-early',
  'file-shorter-than-stated',
  'lists-damaged',
  'objects-missing',
  'openings-not-cut',
  'reference-not-readable',
  'references-missing',
  'statements-unreadable',
  'truncated-file',
])

/** Kinds of records that do not affect the geometry: properties, structure, appearance, construction lines. */
const metadataKinds: ReadonlySet<string> = new Set([
  'analyticalLine',
  'clip',
  'companion',
  'familyLine',
  'fill pattern',
  'font',
  'gridLine',
  'guide',
  'layer',
  'material',
  'materials',
  'opacity mask',
  'pen pattern',
  'properties',
  'relation',
  'sketchLine',
  'texture',
  'tree',
  'view',
])

/** Skip reasons with which an element is shown only in part. */
const partialReasons: ReadonlySet<string> = new Set([
  'embedded-object-in-part',
  'not-applied',
  'only-wires',
  'part-missing',
  'picture-not-attached',
  'some-faces-missing',
])

/** Returns the weight of a finding; codes that are not in a table are notes. */
export function weighFinding(code: string): FindingWeight {
  if (statements.has(code)) return 'statement'
  return losses.has(code) ? 'loss' : 'note'
}

/** Returns whether a skipped record is geometry. Unknown kinds count as a loss. */
export function isGeometryLoss({ kind, reason }: Pick<SkippedRecords, 'kind' | 'reason'>): boolean {
  // Older packages of Revit files used this for the lines of sketches, grids and families.
  const isHelperCurve = kind === 'curve' && reason === 'lines-not-read'
  return !metadataKinds.has(kind) && reason !== 'hidden' && !isHelperCurve
}

type Losses = Pick<SummarizedReport, 'skipped' | 'findings'>

const hasLoss = ({ skipped, findings }: Losses): boolean =>
  skipped.some(isGeometryLoss) || findings.some(({ code }) => weighFinding(code) === 'loss')

/**
 * Returns the status of a read that drew something: `partial` when geometry is missing, whatever else the report lists.
 */
export const readStatus = (losses: Losses): 'complete' | 'partial' => (hasLoss(losses) ? 'partial' : 'complete')

/**
 * Computes the level of a report and its numbers. Every statement of completeness uses it: list, preview, viewer,
 * command line and the manifests of APS clients.
 */
export function summarizeReport(report: SummarizedReport): ReportSummary {
  const notes = countNotes(report)
  const elements = getElementCounts(report)
  const total = elements?.total ?? null
  if (report.status === 'preview') return { level: 'preview', notes, missing: 0, inPart: 0, total }
  // A partial report without entries has no explanation: it stays partial.
  const isUnexplained = report.status === 'partial' && report.skipped.length + report.findings.length === 0
  const isIncomplete = hasLoss(report) || isUnexplained || report.nothingDrawn === true
  if (isIncomplete || (elements && elements.shown < elements.total))
    return { level: 'incomplete', notes, ...countMissing(report, elements), total }
  return { level: notes > 0 ? 'notes' : 'complete', notes, missing: 0, inPart: 0, total }
}

/** Counts the entries that the report lists as notes: findings, missing metadata, and all missing files as one. */
function countNotes({ skipped, findings, missingCompanions }: SummarizedReport): number {
  const noted = findings.filter(({ code }) => weighFinding(code) !== 'statement').length
  const metadata = skipped.filter((row) => !isGeometryLoss(row)).length
  return noted + metadata + (missingCompanions.length > 0 ? 1 : 0)
}

/** Returns the counts of elements with geometry, from the report or, in older ones, from a finding. */
function getElementCounts({ elements, findings }: SummarizedReport): ElementCounts | null {
  if (elements) return elements
  const details = findings.find(({ code }) => code === 'opened-without-program')?.details
  const [displayedCount, total] = [details?.['shown'], details?.['total']]
  return typeof displayedCount === 'number' && typeof total === 'number' ? { shown: displayedCount, total } : null
}

function countMissing(
  { skipped }: SummarizedReport,
  elements: ElementCounts | null,
): Pick<ReportSummary, 'missing' | 'inPart'> {
  const lost = skipped.filter(isGeometryLoss)
  const count = (rows: typeof lost): number => rows.reduce((sum, row) => sum + row.count, 0)
  const inPart = count(lost.filter(({ reason }) => partialReasons.has(reason)))
  if (!elements) return { missing: count(lost.filter(({ reason }) => !partialReasons.has(reason))), inPart }
  const missing = elements.total - elements.shown
  return { missing, inPart: Math.min(inPart, elements.total - missing) }
}
