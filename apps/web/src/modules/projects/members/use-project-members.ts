import type {
  InvitationResult,
  MemberRole,
  MembersPlanForm,
  ProjectInvitationForm,
  ProjectMember,
  ProjectPeople,
} from '@kamar/contracts'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/api.js'
import { collaborationKeys as keys } from '../../../platform/collaboration/collaboration-keys.js'

/** Loads the members, groups and invitations of a project. */
export function useProjectMembers(projectId: string) {
  return useQuery({
    queryKey: keys.projectMembers(projectId),
    queryFn: ({ signal }) => api.call('projectPeople', { parameters: { projectId } }, { signal }),
  })
}

/** Loads the groups that can be added to a project; only its owners may list them. */
export function useAvailableGroups(projectId: string) {
  return useQuery({
    queryKey: [...keys.projectMembers(projectId), 'available-groups'],
    queryFn: ({ signal }) => api.call('listAvailableGroups', { parameters: { projectId } }, { signal }),
  })
}

/** Loads who would gain and lose access by a change; nothing without one. */
export function useMembersPlan(projectId: string, form: MembersPlanForm | null) {
  return useQuery({
    queryKey: ['access-effects', 'members', projectId, form],
    queryFn:
      form === null
        ? skipToken
        : ({ signal }) => api.call('planMembers', { parameters: { projectId }, body: form }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Loads the folders of a project that a person sees. */
export function useVisibleFolders(projectId: string, accountId: string) {
  return useQuery({
    queryKey: [...keys.projectMembers(projectId), 'sees', accountId],
    queryFn: ({ signal }) => api.call('visibleFolders', { parameters: { projectId, accountId } }, { signal }),
    staleTime: 0,
  })
}

/** Account whose visible folders are shown. */
export type SeenBy = Pick<ProjectMember, 'id' | 'name'>

/** Member or group of a project. */
export interface Subject extends Pick<MembersPlanForm, 'kind' | 'id'> {
  readonly name: string
}

/** Returns the requests for the members of a project; each rejects with the server's error. */
export function useMemberCalls(projectId: string) {
  const client = useQueryClient()
  return useMemo(() => {
    const key = keys.projectMembers(projectId)
    const reload = async (members?: ProjectPeople): Promise<void> => {
      if (members) client.setQueryData(key, members)
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.members }),
        client.invalidateQueries({ queryKey: ['folders'] }),
        // The file records contain the number of their members.
        client.invalidateQueries({ queryKey: ['files'] }),
      ])
    }
    return {
      async invite(body: ProjectInvitationForm): Promise<InvitationResult> {
        return api.call('invitePerson', { parameters: { projectId }, body })
      },
      reload,
      async changeRole({ id, kind }: Subject, role: MemberRole) {
        const members = await (kind === 'group'
          ? api.call('setProjectGroup', { parameters: { projectId, groupId: id }, body: { role } })
          : api.call('changeMember', { parameters: { projectId, accountId: id }, body: { role } }))
        await reload(members)
      },
      async remove({ id, kind }: Subject) {
        await (kind === 'group'
          ? api.call('removeProjectGroup', { parameters: { projectId, groupId: id } })
          : api.call('removeMember', { parameters: { projectId, accountId: id } }))
        await reload()
      },
      /** Afterwards the project may be inaccessible. */
      async leave(accountId: string) {
        await api.call('removeMember', { parameters: { projectId, accountId } })
        client.removeQueries({ queryKey: key })
        await Promise.all(
          [['folders'], ['files'], ['file-pages']].map((queryKey) => client.invalidateQueries({ queryKey })),
        )
      },
      async withdraw(invitationId: string) {
        await api.call('withdrawInvitation', { parameters: { projectId, invitationId } })
        await reload()
      },
    }
  }, [client, projectId])
}
