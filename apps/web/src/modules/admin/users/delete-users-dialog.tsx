import type { AdminUser, AdminUserRemoval, FilesOfDeleted } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { Choice } from '../../../platform/design/fields/choice.js'
import { ConfirmDialog } from '../../../platform/design/dialog.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { adminKeys } from '../admin-keys.js'
import type { useUserChanges } from './use-user-changes.js'

interface DeleteUsersDialogProps {
  /** Empty: the dialog is closed. */
  readonly users: readonly AdminUser[]
  readonly changes: ReturnType<typeof useUserChanges>
  readonly onClose: () => void
}

/** Describes what deletion removes, offers the choice about the files, and deletes on confirmation. */
export function DeleteUsersDialog({ users, changes, onClose }: DeleteUsersDialogProps) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<FilesOfDeleted>('delete')
  const [only] = users
  const close = (): void => {
    setFiles('delete')
    onClose()
  }
  const confirm = (): void => {
    if (users.length === 1 && only) changes.remove.mutate({ id: only.id, files }, { onSettled: close })
    else changes.bulk.mutate({ ids: users.map(({ id }) => id), action: 'delete', files }, { onSettled: close })
  }
  return (
    <ConfirmDialog
      open={users.length > 0}
      title={users.length === 1 ? t('admin.deleteTitle') : t('admin.deleteSeveralTitle', { count: users.length })}
      confirm={t('admin.delete')}
      confirming={t('files.deleting')}
      busy={changes.remove.isPending || changes.bulk.isPending}
      onConfirm={confirm}
      onCancel={close}
    >
      {users.length === 1 && only ? (
        <Consequences user={only} />
      ) : (
        <p>{t('admin.deleteSeveralText', { names: users.map(({ name }) => name).join(', ') })}</p>
      )}
      <Choice
        legend={t('admin.filesOfDeleted')}
        value={files}
        onChoose={setFiles}
        choices={[
          { value: 'delete', label: t('admin.filesDelete') },
          { value: 'keep', label: t('admin.filesKeep') },
        ]}
      />
      <p>{t('files.deleteWarning')}</p>
    </ConfirmDialog>
  )
}

function Consequences({ user }: { user: AdminUser }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: [...adminKeys.users, 'removal', user.id],
    queryFn: ({ signal }) => api.call('userRemoval', { parameters: { id: user.id } }, { signal }),
    staleTime: 0,
  })
  const filesText = ({ files, binFiles, bytes }: AdminUserRemoval): string => {
    const count = files + binFiles
    return count === 0 ? t('admin.deleteNoFiles') : t('admin.deleteFiles', { count, size: formats.volume(bytes) })
  }
  const signInsText = ({ signIns: count }: AdminUserRemoval): string =>
    count === 0 ? t('admin.deleteNoSignIns') : t('admin.deleteSignIns', { count })
  return (
    <>
      <p>{t('admin.deleteText', { name: user.name, email: user.email })}</p>
      <p aria-live="polite">{data ? `${filesText(data)} ${signInsText(data)}` : t('settings.loading')}</p>
    </>
  )
}
