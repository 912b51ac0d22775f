import type { ExtensionChoice, UserExtension } from '@kamar/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'

/** Query key of the list in the cache. */
export const extensionsKey = ['extensions'] as const

/** Stores the user's decision about an extension on the server. */
export function useExtensionChoice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, choice }: { id: string; choice: ExtensionChoice }) =>
      api.call('chooseExtension', { parameters: { id }, body: choice }),
    onSuccess: (changed) =>
      client.setQueryData<UserExtension[]>(extensionsKey, (list) =>
        list?.map((extension) => (extension.id === changed.id ? changed : extension)),
      ),
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
  })
}
