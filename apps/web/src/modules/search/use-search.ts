import { searchStates, type SearchQuery } from '@kamar/contracts'
import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.js'
import { useUrlState } from '../../platform/use-url-state.js'

/** Filters with a value among those that the results have. */
export const facetNames = ['project', 'type', 'state', 'person'] as const
export type FacetName = (typeof facetNames)[number]

/** Periods of the last change, in days. */
export const periodsDays = [1, 7, 30, 365] as const
type PeriodDays = (typeof periodsDays)[number]

/** Text and filters of the page, which are in its address. */
export interface SearchView {
  readonly text: string
  readonly facets: Readonly<Partial<Record<FacetName, string>>>
  /** Null for any time. */
  readonly days: PeriodDays | null
}

const millisecondsOfDay = 86_400_000

export function useSearchView() {
  return useUrlState({ read: readAddress, write: writeAddress })
}

/** Loads the results of a search page by page; nothing without a text. */
export function useSearchResults(view: SearchView) {
  const query = toQuery(view)
  return useInfiniteQuery({
    queryKey: ['search', query],
    initialPageParam: undefined as string | undefined,
    queryFn:
      query.words === ''
        ? skipToken
        : ({ pageParam, signal }) =>
            api.call(
              'search',
              { query: { ...query, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
              { signal },
            ),
    getNextPageParam: ({ next }) => next ?? undefined,
    // The current results remain on screen until the next ones are loaded.
    placeholderData: (before) => before,
  })
}

/** Returns the query of the server. A period begins with a day, so that its query remains the same. */
function toQuery({ days, facets, text }: SearchView): SearchQuery {
  const state = searchStates.find((name) => name === facets.state)
  return {
    words: text.trim(),
    ...(facets.project === undefined ? {} : { project: facets.project }),
    ...(facets.type === undefined ? {} : { type: facets.type }),
    ...(facets.person === undefined ? {} : { person: facets.person }),
    ...(state === undefined ? {} : { state }),
    ...(days === null ? {} : { from: getStart(days) }),
  }
}

function getStart(days: number): string {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return new Date(today.getTime() - (days - 1) * millisecondsOfDay).toISOString()
}

function readAddress(parameters: URLSearchParams): SearchView {
  return {
    text: parameters.get('words') ?? '',
    facets: Object.fromEntries(
      facetNames.flatMap((name) => {
        const value = parameters.get(name)
        return value === null || value === '' ? [] : [[name, value]]
      }),
    ),
    days: periodsDays.find((days) => String(days) === parameters.get('days')) ?? null,
  }
}

/** Formats the address; other parameters stay. */
function writeAddress({ days, facets, text }: SearchView, parameters: URLSearchParams): string {
  const next = new URLSearchParams(parameters)
  const put = (name: string, value: string): void => {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  put('words', text)
  for (const name of facetNames) put(name, facets[name] ?? '')
  put('days', days === null ? '' : String(days))
  return next.toString()
}
