/**
 * How complete a translated file is: all of it; all of it, with something to know; with geometry missing; or nothing drawn
 * but the stored picture.
 */
export const reportLevels = ['complete', 'notes', 'incomplete', 'preview'] as const
/** One of `reportLevels`. */
export type ReportLevel = (typeof reportLevels)[number]

/** The headline of a translation report, by which a file has the same level wherever it is listed. */
export interface ReportSummary {
  readonly level: ReportLevel
  /** Entries that the report lists as notes. */
  readonly notes: number
  /** Elements that are missing; of a file whose elements are not counted (`total` null), records of any kind. */
  readonly missing: number
  /** Elements of which only a part is shown. */
  readonly inPart: number
  /** Elements with geometry; null where the reader does not count them. */
  readonly total: number | null
}

/** Records of one kind that are not shown, and why. */
export interface SkippedRecords {
  readonly kind: string
  readonly reason: string
  readonly count: number
}

/** The parts of a report, or of a stored one, from which its summary is computed. */
export interface SummarizedReport {
  readonly status: 'complete' | 'partial' | 'preview'
  readonly skipped: readonly SkippedRecords[]
  readonly findings: readonly { readonly code: string; readonly details?: Readonly<Record<string, string | number>> }[]
  readonly missingCompanions: readonly string[]
  /** Elements with geometry, and how many of them are shown. */
  readonly elements?: ElementCounts
  /** What was found is all left out. */
  readonly nothingDrawn?: true
}

/** Elements with geometry, and how many of them are shown. */
export interface ElementCounts {
  readonly shown: number
  readonly total: number
}

/** What a finding says about the model: `statement` holds for every file read in this way, `loss` means missing geometry. */
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
  'openings-not-cut',
  'reference-not-readable',
  'references-missing',
  'statements-unreadable',
  'truncated-file',
])

/** Kinds of records without which the geometry is complete: properties, structure, appearance, lines that only help to build. */
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

/** Reasons by which an element is shown, but not all of it. */
const partialReasons: ReadonlySet<string> = new Set([
  'embedded-object-in-part',
  'not-applied',
  'only-wires',
  'part-missing',
  'picture-not-attached',
  'some-faces-missing',
])

/** How much a finding weighs; codes that are not in a table are notes. */
export function weighFinding(code: string): FindingWeight {
  if (statements.has(code)) return 'statement'
  return losses.has(code) ? 'loss' : 'note'
}

/** Whether a skipped record is geometry. Kinds that are not in the table are: what is unknown counts as a loss. */
export function isGeometryLoss({ kind, reason }: Pick<SkippedRecords, 'kind' | 'reason'>): boolean {
  // What packages of Revit files called the lines of sketches, grids and families before.
  const isHelperCurve = kind === 'curve' && reason === 'lines-not-read'
  return !metadataKinds.has(kind) && reason !== 'hidden' && !isHelperCurve
}

type Losses = Pick<SummarizedReport, 'skipped' | 'findings'>

const hasLoss = ({ skipped, findings }: Losses): boolean =>
  skipped.some(isGeometryLoss) || findings.some(({ code }) => weighFinding(code) === 'loss')

/** The status of a read that drew something: `partial` when geometry is missing, whatever else the report lists. */
export const readStatus = (losses: Losses): 'complete' | 'partial' => (hasLoss(losses) ? 'partial' : 'complete')

/**
 * The level of a report and its numbers. Everything that states how complete a file is takes it from here: list, preview,
 * viewer, command line and the manifests of APS clients.
 */
export function summarizeReport(report: SummarizedReport): ReportSummary {
  const notes = countNotes(report)
  const elements = getElementCounts(report)
  const total = elements?.total ?? null
  if (report.status === 'preview') return { level: 'preview', notes, missing: 0, inPart: 0, total }
  // A report that is called partial and lists nothing is not explained: then it stays partial.
  const isUnexplained = report.status === 'partial' && report.skipped.length + report.findings.length === 0
  const isIncomplete = hasLoss(report) || isUnexplained || report.nothingDrawn === true
  if (isIncomplete || (elements && elements.shown < elements.total))
    return { level: 'incomplete', notes, ...countMissing(report, elements), total }
  return { level: notes > 0 ? 'notes' : 'complete', notes, missing: 0, inPart: 0, total }
}

/** As many as the report lists under its notes: findings, metadata that is missing, and the files that are missing as one. */
function countNotes({ skipped, findings, missingCompanions }: SummarizedReport): number {
  const noted = findings.filter(({ code }) => weighFinding(code) !== 'statement').length
  const metadata = skipped.filter((row) => !isGeometryLoss(row)).length
  return noted + metadata + (missingCompanions.length > 0 ? 1 : 0)
}

/** Elements with geometry, by the report itself or by the finding in which older ones state them. */
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
