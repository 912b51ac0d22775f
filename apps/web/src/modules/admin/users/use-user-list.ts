import type { AccountStatus, AdminUserQuery } from '@kamar/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../../../platform/api/api.js'
import { adminKeys } from '../admin-keys.js'

export type UserSort = NonNullable<AdminUserQuery['sort']>

/** Filter, order and page of the displayed accounts, and functions that change them. */
export interface UserListView {
  readonly search: string
  readonly status: AccountStatus | 'all'
  readonly sort: UserSort
  readonly ascending: boolean
  readonly setSearch: (search: string) => void
  readonly setStatus: (status: AccountStatus | 'all') => void
  readonly sortBy: (sort: UserSort) => void
  readonly setPage: (page: number) => void
}

const pageSize = 25

/** Provides a page of accounts, filtered, sorted and paginated by the server. */
export function useUserList() {
  const [view, setView] = useState({ search: '', status: 'all' as AccountStatus | 'all', sort: 'date' as UserSort })
  const [ascending, setAscending] = useState(false)
  const [page, setPage] = useState(1)
  const search = useDeferredValue(view.search.trim())
  const query: AdminUserQuery = {
    ...(search === '' ? {} : { search }),
    ...(view.status === 'all' ? {} : { status: view.status }),
    sort: view.sort,
    order: ascending ? 'asc' : 'desc',
    page,
    size: pageSize,
  }
  const result = useQuery({
    queryKey: [...adminKeys.users, query],
    queryFn: ({ signal }) => api.call('listUsers', { query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const change = (part: Partial<typeof view>): void => {
    setView({ ...view, ...part })
    setPage(1)
  }
  const listView: UserListView = {
    ...view,
    ascending,
    setSearch: (text) => change({ search: text }),
    setStatus: (status) => change({ status }),
    sortBy(sort) {
      setAscending(sort === view.sort ? !ascending : sort !== 'date' && sort !== 'used')
      change({ sort })
    },
    setPage,
  }
  return { result, view: listView }
}
