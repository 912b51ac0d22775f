import type { ChangeKind } from '@kamar/comparison'
import { elementClass } from '../../session/use-tree.js'
import type { PackageComparison } from './compare-packages.js'
import { changeKinds, kindAppearances } from './compared-kinds.js'
import { type Difference, readDifferences, type Wording } from './element-differences.js'

/** One line of the difference report: an added or removed element, or one difference of a changed one. */
export interface ReportLine extends Difference {
  readonly kind: ChangeKind
  readonly id: string
  readonly name: string
  readonly className: string
}

/** Number of elements whose properties are read concurrently. */
const batchSize = 32

interface ReportOptions extends Wording {
  readonly signal: AbortSignal
  /** 0 to 1. */
  readonly onFraction: (fraction: number) => void
}

/** Returns all lines of the report by kind, as in the list; properties are read for changed elements only. */
export async function readReport(result: PackageComparison, options: ReportOptions): Promise<readonly ReportLine[]> {
  const changes = changeKinds.flatMap((kind) => result.comparison.changes.filter((change) => change.kind === kind))
  const lines: ReportLine[] = []
  for (let start = 0; start < changes.length; start += batchSize) {
    options.signal.throwIfAborted()
    const some = changes.slice(start, start + batchSize)
    const read = await Promise.all(
      some.map(async (change) => {
        const isRemoved = change.after < 0
        const { tree } = isRemoved ? result.older : result.newer
        const element = isRemoved ? change.before : change.after
        const base = {
          kind: change.kind,
          id: tree.sourceId(element),
          name: tree.name(element),
          className: elementClass(tree, element),
        }
        if (change.kind !== 'changed') return [{ ...base, label: '', before: '', after: '' }]
        return (await readDifferences(result, change, options)).map((difference) => ({ ...base, ...difference }))
      }),
    )
    lines.push(...read.flat())
    options.onFraction(Math.min(1, (start + batchSize) / changes.length))
  }
  return lines
}

/** Without it, spreadsheets open the file in their own code page. */
const byteOrderMark = '\uFEFF'

/**
 * Writes the lines as CSV (RFC 4180). A text that a spreadsheet would run as a formula is prefixed with an apostrophe.
 */
export function writeReportCsv(lines: readonly ReportLine[], { t }: Pick<Wording, 't'>): string {
  const base = [
    t('difference.kind'),
    t('difference.id'),
    t('compare.name'),
    t('compare.class'),
    t('difference.what'),
    t('compare.before'),
    t('compare.after'),
  ]
  const rows = lines.map(({ after, before, className, id, kind, name, label }) => [
    t(kindAppearances[kind].text),
    id,
    name,
    className,
    label,
    before,
    after,
  ])
  return byteOrderMark + [base, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(cell: string): string {
  // A number may begin with a minus, a formula may not.
  const isFormula = /^[=+\-@\t\r]/.test(cell) && !/^-\d+([.,]\d+)?( \S+)?$/.test(cell)
  const text = isFormula ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
