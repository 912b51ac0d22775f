import { type AllTopicsQuery, allTopicsSorts } from '@kamar/contracts'
import { useUrlState } from '../../platform/use-url-state.js'

export const issueTabs = ['mine', 'all', 'overdue'] as const
export type IssueTab = (typeof issueTabs)[number]
export const issueStates = ['open', 'closed', 'any'] as const
export type IssueState = (typeof issueStates)[number]
export type IssueSort = NonNullable<AllTopicsQuery['sort']>

/** Filters with a value among those that topics have. */
export const valueFilters = ['status', 'assignee', 'priority', 'label', 'file', 'project'] as const
export type ValueFilter = (typeof valueFilters)[number]

/** Filter, order and layout of the page, which are in its address. */
export interface IssueView {
  readonly tab: IssueTab
  readonly state: IssueState
  readonly text: string
  readonly values: Readonly<Partial<Record<ValueFilter, string>>>
  readonly sort: IssueSort
  readonly isAscending: boolean
  readonly layout: 'table' | 'board'
}

export const defaultView: IssueView = {
  tab: 'all',
  state: 'open',
  text: '',
  values: {},
  sort: 'changed',
  isAscending: false,
  layout: 'table',
}

export function useIssueView() {
  return useUrlState({ read: readAddress, write: writeAddress })
}

/** Returns the query of the server for a view; the board needs every state. */
export function toQuery({ isAscending, layout, sort, state, tab, text, values }: IssueView): AllTopicsQuery {
  const isEveryState = state === 'any' || layout === 'board'
  return {
    ...values,
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(tab === 'mine' ? { mine: 'assigned' } : {}),
    ...(tab === 'overdue' ? { overdue: 'true' } : isEveryState ? {} : { state }),
    sort,
    order: isAscending ? 'asc' : 'desc',
  }
}

function readAddress(parameters: URLSearchParams): IssueView {
  const parseOption = <Value extends string>(name: string, values: readonly Value[], other: Value): Value =>
    values.find((value) => value === parameters.get(name)) ?? other
  return {
    tab: parseOption('tab', issueTabs, defaultView.tab),
    state: parseOption('state', issueStates, defaultView.state),
    text: parameters.get('search') ?? '',
    values: Object.fromEntries(
      valueFilters.flatMap((name) => {
        const value = parameters.get(name)
        return value === null || value === '' ? [] : [[name, value]]
      }),
    ),
    sort: parseOption('sort', allTopicsSorts, defaultView.sort),
    isAscending: parameters.get('order') === 'asc',
    layout: parseOption('view', ['table', 'board'], defaultView.layout),
  }
}

/** Formats the address: only values that differ from the default; other parameters stay. */
function writeAddress(view: IssueView, parameters: URLSearchParams): string {
  const next = new URLSearchParams(parameters)
  const put = (name: string, value: string, initial = ''): void => {
    if (value === initial) next.delete(name)
    else next.set(name, value)
  }
  put('tab', view.tab, defaultView.tab)
  put('state', view.state, defaultView.state)
  put('search', view.text)
  for (const name of valueFilters) put(name, view.values[name] ?? '')
  put('sort', view.sort, defaultView.sort)
  put('order', view.isAscending ? 'asc' : '')
  put('view', view.layout, defaultView.layout)
  return next.toString()
}
