import type { InvitationForm, InvitationResult, MemberRole, ProjectPeople, ShareLinkForm } from '@kamar/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/api.js'
import { collaborationKeys as keys } from '../collaboration/collaboration-keys.js'

/** Loads the members with access to a file. */
export function useMembers(fileId: string) {
  return useQuery({
    queryKey: keys.fileMembers(fileId),
    queryFn: ({ signal }) => api.call('filePeople', { parameters: { id: fileId } }, { signal }),
  })
}

/** Loads the secret links to a file; only its owners may list them. */
export function useShareLinks(fileId: string, enabled: boolean) {
  return useQuery({
    queryKey: keys.links(fileId),
    queryFn: ({ signal }) => api.call('listShareLinks', { parameters: { id: fileId } }, { signal }),
    enabled,
  })
}

/** Loads the saved views of a file, which links can open. */
export function useSavedViews(fileId: string) {
  return useQuery({
    queryKey: keys.views(fileId),
    queryFn: ({ signal }) => api.call('listViews', { parameters: { id: fileId } }, { signal }),
  })
}

/** Returns the requests for sharing; each rejects with the server's error. */
export function useSharingCalls(fileId: string) {
  const client = useQueryClient()
  return useMemo(() => {
    const cacheMembers = (projectMembers: ProjectPeople): void => {
      client.setQueryData(keys.fileMembers(fileId), projectMembers)
      // The file record contains the number of its members.
      void client.invalidateQueries({ queryKey: ['files'] })
    }
    const reload = (): Promise<void> => client.invalidateQueries({ queryKey: keys.members })
    const reloadLinks = (): Promise<void> => client.invalidateQueries({ queryKey: keys.links(fileId) })
    return {
      async invite(form: InvitationForm): Promise<InvitationResult> {
        const { invitationCode, ...projectMembers } = await api.call('shareFile', {
          parameters: { id: fileId },
          body: form,
        })
        cacheMembers(projectMembers)
        return { ...projectMembers, invitationCode }
      },
      async changeRole(projectId: string, accountId: string, role: MemberRole) {
        cacheMembers(await api.call('changeMember', { parameters: { projectId, accountId }, body: { role } }))
      },
      async remove(projectId: string, accountId: string) {
        await api.call('removeMember', { parameters: { projectId, accountId } })
        await reload()
      },
      /** Afterwards the file and its members are inaccessible. */
      async leave(projectId: string, accountId: string) {
        await api.call('removeMember', { parameters: { projectId, accountId } })
        client.removeQueries({ queryKey: keys.fileMembers(fileId) })
        await client.invalidateQueries({ queryKey: ['files'] })
      },
      async withdraw(projectId: string, invitationId: string) {
        await api.call('withdrawInvitation', { parameters: { projectId, invitationId } })
        await reload()
      },
      async letFilesLeave(projectId: string, filesMayLeave: boolean) {
        await api.call('letFilesLeave', { parameters: { projectId }, body: { filesMayLeave } })
        await reload()
      },
      async createLink(form: ShareLinkForm): Promise<string> {
        const { secret } = await api.call('createShareLink', { parameters: { id: fileId }, body: form })
        await reloadLinks()
        return `${location.origin}/share#${secret}`
      },
      async revokeLink(linkId: string) {
        await api.call('revokeShareLink', { parameters: { id: fileId, linkId } })
        await reloadLinks()
      },
    }
  }, [client, fileId])
}
export type SharingCalls = ReturnType<typeof useSharingCalls>
