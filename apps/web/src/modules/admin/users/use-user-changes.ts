import type { AdminBulkAction, AdminUserChange, FilesOfDeleted } from '@kamar/contracts'
import type { ErrorCode } from '@kamar/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../../platform/api/api.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage, messageOfCode } from '../../../platform/errors/error-message.js'
import { adminKeys } from '../admin-keys.js'

const notifyError = (error: Error): void => void notify(errorMessage(error), { tone: 'problem' })

/** Provides the changes of accounts; reloads the list after each, whether it succeeded or not. */
export function useUserChanges() {
  const client = useQueryClient()
  const onSettled = (): Promise<unknown> =>
    Promise.all([adminKeys.users, adminKeys.overview].map((queryKey) => client.invalidateQueries({ queryKey })))
  const change = useMutation({
    mutationFn: ({ id, body }: { id: string; body: AdminUserChange }) =>
      api.call('changeUser', { parameters: { id }, body }),
    onError: notifyError,
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id, files }: { id: string; files: FilesOfDeleted }) =>
      api.call('deleteUser', { parameters: { id }, query: { files } }),
    onError: notifyError,
    onSettled,
  })
  const resetTwoFactor = useMutation({
    mutationFn: (id: string) => api.call('resetTwoFactor', { parameters: { id } }),
    onSuccess: ({ name }) => void notify(i18next.t('admin.resetTwoFactorDone', { name })),
    onError: notifyError,
    onSettled,
  })
  const bulk = useMutation({
    mutationFn: (body: AdminBulkAction) => api.call('changeUsers', { body }),
    onSuccess({ done, refused }) {
      notify(i18next.t('admin.bulkDone', { count: done.length }))
      for (const code of new Set(refused.map((one) => one.code))) {
        notify(messageOfCode(code as ErrorCode), { tone: 'problem' })
      }
    },
    onError: notifyError,
    onSettled,
  })
  return { change, remove, resetTwoFactor, bulk }
}
