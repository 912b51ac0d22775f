import type { AuditFilter } from '@kamar/contracts'
import { useSearchParams } from 'react-router'
import { type AuditView, emptyView, readView, toQuery, writeView } from './audit-filter.js'

/** The filters in the address, and the ways to change them. */
export interface AuditViewState {
  readonly view: AuditView
  readonly query: AuditFilter
  readonly isFiltered: boolean
  readonly change: (part: Partial<AuditView>) => void
  readonly clear: () => void
}

export function useAuditView(): AuditViewState {
  const [parameters, setParameters] = useSearchParams()
  const view = readView(parameters)
  const show = (next: AuditView): void => setParameters({ tab: 'audit', ...writeView(next) }, { replace: true })
  return {
    view,
    query: toQuery(view, new Date()),
    isFiltered: Object.keys(writeView(view)).length > 0,
    change: (part) => show({ ...view, ...part }),
    clear: () => show(emptyView),
  }
}
