import type { GroupChange, GroupForm, OpenedGroup } from '@kamar/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/api.js'
import { adminKeys } from '../admin-keys.js'

/** Loads groups and organizations, by name. */
export function useGroups() {
  return useQuery({
    queryKey: adminKeys.groups,
    queryFn: ({ signal }) => api.call('listGroups', undefined, { signal }),
  })
}

const openedKey = (id: string) => [...adminKeys.groups, 'opened', id] as const

/** Loads a group with its members. */
export function useGroup(id: string) {
  return useQuery({
    queryKey: openedKey(id),
    queryFn: ({ signal }) => api.call('openGroup', { parameters: { id } }, { signal }),
  })
}

/** Returns the requests for groups; each rejects with the server's error. */
export function useGroupCalls() {
  const client = useQueryClient()
  return useMemo(() => {
    const afterwards = async (request: Promise<OpenedGroup>): Promise<OpenedGroup> => {
      const group = await request
      client.setQueryData(openedKey(group.id), group)
      await client.invalidateQueries({ queryKey: adminKeys.groups, exact: true })
      return group
    }
    return {
      create: (body: GroupForm) => afterwards(api.call('createGroup', { body })),
      change: (id: string, body: GroupChange) => afterwards(api.call('changeGroup', { parameters: { id }, body })),
      addMembers: (id: string, accountIds: readonly string[]) =>
        afterwards(api.call('addGroupMembers', { parameters: { id }, body: { accountIds: [...accountIds] } })),
      removeMember: (id: string, accountId: string) =>
        afterwards(api.call('removeGroupMember', { parameters: { id, accountId } })),
      async remove(id: string): Promise<void> {
        await api.call('deleteGroup', { parameters: { id }, query: { confirmed: 'true' } })
        client.removeQueries({ queryKey: openedKey(id) })
        await client.invalidateQueries({ queryKey: adminKeys.groups, exact: true })
      },
    }
  }, [client])
}
