import type { ApplicationForm, ClientApplication, ClientSecret } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api/api.js'
import { applicationsKey } from './applications-key.js'

/** Provides the account's applications, as the server has them now. */
export function useApplications() {
  return useQuery({
    queryKey: applicationsKey,
    queryFn: ({ signal }) => api.call('listApplications', undefined, { signal }),
    // Programs use applications while the page is in the background.
    staleTime: 0,
  })
}

/** Provides the actions on applications; updates the list after each response. */
export function useApplicationChanges() {
  const client = useQueryClient()
  const change = (next: (list: readonly ClientApplication[]) => readonly ClientApplication[]): void => {
    client.setQueryData<readonly ClientApplication[]>(applicationsKey, (list) => next(list ?? []))
  }
  const put = (application: ClientApplication): void =>
    change((list) => list.map((other) => (other.id === application.id ? application : other)))
  return {
    create: useMutation({
      mutationFn: (body: ApplicationForm): Promise<ClientSecret> => api.call('createApplication', { body }),
      onSuccess: ({ application }) => change((list) => [application, ...list]),
    }),
    renewSecret: useMutation({
      mutationFn: (id: string): Promise<ClientSecret> => api.call('renewApplicationSecret', { parameters: { id } }),
      onSuccess: ({ application }) => put(application),
    }),
    revoke: useMutation({
      mutationFn: (id: string): Promise<ClientApplication> => api.call('revokeApplication', { parameters: { id } }),
      onSuccess: put,
    }),
    remove: useMutation({
      mutationFn: (id: string): Promise<undefined> => api.call('removeApplication', { parameters: { id } }),
      onSuccess: (_, id) => change((list) => list.filter((other) => other.id !== id)),
    }),
  }
}

export type ApplicationChanges = ReturnType<typeof useApplicationChanges>
