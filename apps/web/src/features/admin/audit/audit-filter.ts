import { type AuditFilter, type AuditGroup, auditGroups } from '@kamar/contracts'

/** Time ranges of the audit trail, as the address names them. */
export const auditRanges = ['all', 'today', '7d', '30d', 'own'] as const
export type AuditRange = (typeof auditRanges)[number]

/** What the filters of the page are set to; all of it is in the address, so that a link keeps it. */
export interface AuditView {
  /** An id, or what was typed. */
  readonly person: string
  readonly file: string
  readonly kind: AuditGroup | 'all'
  readonly range: AuditRange
  /** Days (`2026-11-24`) of an own range; empty where it is open. */
  readonly from: string
  readonly to: string
}

export const emptyView: AuditView = { person: '', file: '', kind: 'all', range: 'all', from: '', to: '' }

/** Reads the filters from the address; what it cannot mean is left out. */
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

/** The filters as parameters of the address, without those that are not set. */
export function writeView(view: AuditView): Record<string, string> {
  const { from, kind, range, to, ...names } = view
  const days = range === 'own' ? { from, to } : {}
  const entries = Object.entries({ ...names, ...days, kind: kind === 'all' ? '' : kind, range })
  return Object.fromEntries(entries.filter(([name, value]) => value !== '' && !(name === 'range' && value === 'all')))
}

/** What the server is asked for; days begin at midnight where the reader is. */
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
/** How many days a range reaches back before today. */
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

/** Days are added by the calendar: some have 23 or 25 hours. */
function midnight(day: Date, days = 0): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
}

const toDay = (day: string): Date => new Date(`${day}T12:00:00`)

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toDay(text).getTime())
}
