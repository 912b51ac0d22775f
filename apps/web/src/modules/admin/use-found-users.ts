import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.js'
import { adminKeys } from './admin-keys.js'

/** Finds accounts by name or address; none without a text. */
export function useFoundUsers(search: string) {
  return useQuery({
    queryKey: [...adminKeys.users, 'found', search],
    queryFn:
      search === ''
        ? skipToken
        : async ({ signal }) => (await api.call('listUsers', { query: { search, size: 10 } }, { signal })).users,
  })
}
