import { type AuditFilter, type AuditGroup, auditGroups } from '@kamar/contracts'

/** Time ranges of the audit trail, as in the URL. */
export const auditRanges = ['all', 'today', '7d', '30d', 'own'] as const
export type AuditRange = (typeof auditRanges)[number]

/** Filter settings of the page; all of it is in the URL, so that a link keeps it. */
export interface AuditView {
  /** Id, or the typed text. */
  readonly person: string
  readonly file: string
  readonly kind: AuditGroup | 'all'
  readonly range: AuditRange
  /** Days (`2026-11-24`) of a custom range; empty where it is open. */
  readonly from: string
  readonly to: string
}

export const emptyView: AuditView = { person: '', file: '', kind: 'all', range: 'all', from: '', to: '' }

/** Parses the filters of the URL; ignores invalid values. */
export function readView(parameters: URLSearchParams): AuditView {
  const read = (name: string): string => parameters.get(name)?.trim() ?? ''
  return {
    person: read('person').slice(0, maxNameCharacters),
    file: read('file').slice(0, maxNameCharacters),
    kind: auditGroups.find((group) => group === read('kind')) ?? 'all',
    range: auditRanges.find((range) => range === read('range')) ?? 'all',
    from: isDay(read('from')) ? read('from') : '',
    to: isDay(read('to')) ? read('to') : '',
  }
}

/** Formats the filters as parameters of the URL, without those that are not set. */
export function writeView(view: AuditView): Record<string, string> {
  const { from, kind, range, to, ...names } = view
  const days = range === 'own' ? { from, to } : {}
  const entries = Object.entries({ ...names, ...days, kind: kind === 'all' ? '' : kind, range })
  return Object.fromEntries(entries.filter(([name, value]) => value !== '' && !(name === 'range' && value === 'all')))
}

/** Converts the filters to a query; days begin at midnight in the reader's time zone. */
export function toQuery(view: AuditView, now: Date): AuditFilter {
  const { file, kind, person: user } = view
  const { from, to } = toMoments(view, now)
  return {
    ...(user === '' ? {} : { person: user }),
    ...(file === '' ? {} : { file }),
    ...(kind === 'all' ? {} : { kind }),
    ...(from ? { from: from.toISOString() } : {}),
    ...(to ? { to: to.toISOString() } : {}),
  }
}

const maxNameCharacters = 200
/** Days before today at which a range begins. */
const daysBefore = { today: 0, '7d': 6, '30d': 29 } as const

interface Moments {
  readonly from: Date | null
  readonly to: Date | null
}

function toMoments({ from, range, to }: AuditView, now: Date): Moments {
  if (range === 'all') return { from: null, to: null }
  if (range !== 'own') return { from: midnight(now, -daysBefore[range]), to: null }
  return { from: from === '' ? null : midnight(toDay(from)), to: to === '' ? null : midnight(toDay(to), 1) }
}

/** Adds days by the calendar: some have 23 or 25 hours. */
function midnight(day: Date, days = 0): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
}

const toDay = (day: string): Date => new Date(`${day}T12:00:00`)

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toDay(text).getTime())
}
