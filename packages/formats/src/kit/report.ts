import { readStatus, type Finding, type ReadReport, type Skipped } from '@kamar/core'
import type { Vector } from '@kamar/core/math'

/** Maximum number of elements that a row or a finding names. */
export const maxNamedElements = 100
const maxNames = 10

/** Counter of content that is not shown, by kind and reason. */
export class SkipList {
  readonly #groups = new Map<string, { kind: string; reason: string; count: number; elements: string[] }>()

  add(kind: string, reason: string, { count = 1, elements = [] as readonly string[] } = {}): void {
    const key = `${kind}\n${reason}`
    const group = this.#groups.get(key) ?? { kind, reason, count: 0, elements: [] }
    this.#groups.set(key, group)
    group.count += count
    for (const element of elements)
      if (element !== '' && group.elements.length < maxNamedElements && !group.elements.includes(element))
        group.elements.push(element)
  }

  /** Returns how many are not shown for this reason. */
  count(kind: string, reason: string): number {
    return this.#groups.get(`${kind}\n${reason}`)?.count ?? 0
  }

  get list(): Skipped[] {
    return [...this.#groups.values()].map(({ elements, ...group }) =>
      elements.length > 0 ? { ...group, elements } : group,
    )
  }
}

/** Content of a report; rows of `skipped` without a count are dropped. */
export interface ReportContent {
  readonly counts: ReadReport['counts']
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  readonly missingCompanions?: Iterable<string>
  readonly elements?: NonNullable<ReadReport['elements']>
}

/** Builds the report of a read. */
export function buildReport({
  counts,
  findings,
  missingCompanions = [],
  elements,
  ...content
}: ReportContent): ReadReport {
  const skipped = content.skipped.filter(({ count }) => count > 0)
  return {
    status: readStatus({ skipped, findings }),
    counts,
    skipped,
    findings,
    missingCompanions: [...missingCompanions],
    ...(elements && { elements }),
  }
}

/** Returns the counts that are not zero. */
export const positiveCounts = (counts: ReadReport['counts']): ReadReport['counts'] =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** Returns a finding that calls for action. */
export const warning = (code: string, details?: Finding['details']): Finding => ({
  code,
  severity: 'warning',
  ...(details && { details }),
})

/** Returns an informative finding. */
export const information = (code: string, details?: Finding['details']): Finding => ({
  ...warning(code, details),
  severity: 'information',
})

/** Returns the finding, or none. */
export const findingIf = (condition: boolean, finding: Finding): Finding[] => (condition ? [finding] : [])

/** Returns a finding with a count, or none for zero. */
export const countedFinding = (code: string, count: number, create = information): Finding[] =>
  findingIf(count > 0, create(code, { count }))

/** Returns a finding that names files, or none without names. */
export const namedFinding = (code: string, names: readonly string[], create = warning): Finding[] =>
  findingIf(names.length > 0, create(code, { count: names.length, names: names.slice(0, maxNames).join(', ') }))

/** Returns the finding about a model that is moved to the origin, or none. */
export const farFromOriginFinding = ([x, y, z]: Vector): Finding[] =>
  findingIf(x !== 0 || y !== 0 || z !== 0, information('far-from-origin', { x, y, z }))

/** Returns the findings about a file of a proprietary program. */
export const proprietaryFindings = (
  program: string,
  elements: NonNullable<ReadReport['elements']>,
  create = elements.shown < elements.total ? warning : information,
): Finding[] => [create('opened-without-program', { program, ...elements }), warning('check-dimensions', { program })]
