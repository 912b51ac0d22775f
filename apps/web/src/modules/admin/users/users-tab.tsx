import type { AdminUser } from '@kamar/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../../platform/shell/page-states.js'
import { useIsNarrow } from '../../../platform/use-media.js'
import { AddUserForm } from './add-user-form.js'
import { BulkBar } from './bulk-bar.js'
import { DeleteUsersDialog } from './delete-users-dialog.js'
import { Pages } from '../pages.js'
import { PasswordLinkDialog } from './password-link-dialog.js'
import { RejectDialog } from './reject-dialog.js'
import { useSettings } from '../use-settings.js'
import { UploadLimitDialog } from './upload-limit-dialog.js'
import { useUserChanges } from './use-user-changes.js'
import { ResetTwoFactorDialog } from './reset-two-factor-dialog.js'
import { type UserListView, useUserList } from './use-user-list.js'
import { UserCards } from './user-cards.js'
import { UsersTable } from './users-table.js'
import { UsersToolbar } from './users-toolbar.js'
import type { UsersShownProps } from './users-shown.js'

/** Renders the form for adding accounts, and the list with its actions. */
export function UsersTab() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { result, view } = useUserList()
  const changes = useUserChanges()
  const [chosenIds, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [request, setRequest] = useState<UserDialogRequest | null>(null)
  const setDeleting = (accounts: readonly AdminUser[]): void => setRequest({ operation: 'delete', users: accounts })
  const setRejecting = (accounts: readonly AdminUser[]): void => setRequest({ operation: 'reject', users: accounts })
  const requiresApproval = useSettings().data?.requireApproval ?? true
  const users = result.data?.users ?? []
  const selected = new Set(users.filter(({ id }) => chosenIds.has(id)).map(({ id }) => id))
  const list: UsersShownProps = {
    users,
    selected,
    changes,
    onDelete: setDeleting,
    onResetTwoFactor: (user) => setRequest({ operation: 'two-factor', users: [user] }),
    onPasswordLink: (user) => setRequest({ operation: 'password-link', users: [user] }),
    onUploadLimit: (user) => setRequest({ operation: 'upload-limit', users: [user] }),
    requiresApproval,
    onStatus(user, status) {
      if (status === 'rejected') setRejecting([user])
      else changes.change.mutate({ id: user.id, body: { status } })
    },
    onChoose: (ids, on) => setChosen(new Set([...selected, ...ids].filter((id) => on || !ids.includes(id)))),
  }
  return (
    <>
      <AddUserForm />
      <section aria-labelledby="applications" className="mt-6 rounded-card border border-line bg-surface">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:p-5">
          <h2 id="applications" className="text-16">
            {t('admin.listTitle')}
          </h2>
          <p role="status" className="text-13 text-muted tabular-nums">
            {result.data
              ? t('admin.total', { count: result.data.total, shown: formats.number(result.data.total) })
              : null}
          </p>
          <UsersToolbar view={view} />
        </div>
        {selected.size > 0 ? (
          <BulkBar
            users={users.filter(({ id }) => selected.has(id))}
            changes={changes}
            onDelete={setDeleting}
            onReject={setRejecting}
            onClear={() => setChosen(new Set())}
          />
        ) : null}
        <UserList result={result} list={list} view={view} />
        {result.data && result.data.pages > 1 ? (
          <Pages page={result.data.page} pages={result.data.pages} onPage={view.setPage} />
        ) : null}
      </section>
      <UserDialogs {...{ request, changes }} onClose={() => setRequest(null)} />
    </>
  )
}

/** Open dialog and its users. */
interface UserDialogRequest {
  readonly operation: 'delete' | 'reject' | 'two-factor' | 'password-link' | 'upload-limit'
  readonly users: readonly AdminUser[]
}

interface UserDialogsProps {
  readonly request: UserDialogRequest | null
  readonly changes: ReturnType<typeof useUserChanges>
  readonly onClose: () => void
}

function UserDialogs({ request, changes, onClose }: UserDialogsProps) {
  const usersFor = (operation: UserDialogRequest['operation']): readonly AdminUser[] =>
    request?.operation === operation ? request.users : []
  const [linked] = usersFor('password-link')
  const [limited] = usersFor('upload-limit')
  return (
    <>
      <DeleteUsersDialog users={usersFor('delete')} changes={changes} onClose={onClose} />
      <ResetTwoFactorDialog user={usersFor('two-factor')[0] ?? null} changes={changes} onClose={onClose} />
      <RejectDialog users={usersFor('reject')} changes={changes} onClose={onClose} />
      {linked ? <PasswordLinkDialog user={linked} onClose={onClose} /> : null}
      {limited ? <UploadLimitDialog user={limited} changes={changes} onClose={onClose} /> : null}
    </>
  )
}

interface UserListProps {
  readonly result: ReturnType<typeof useUserList>['result']
  readonly list: UsersShownProps
  readonly view: UserListView
}

function UserList({ result, list, view }: UserListProps) {
  const { t } = useTranslation()
  const isNarrow = useIsNarrow()
  if (result.isError && !result.data) return <LoadFailed error={result.error} onRetry={() => void result.refetch()} />
  if (!result.data) {
    return (
      <div className="p-4">
        <CardsSkeleton heightsPixels={[200]} />
      </div>
    )
  }
  if (list.users.length === 0) return <EmptyState title={t('admin.nobody')} />
  return isNarrow ? <UserCards {...list} /> : <UsersTable {...list} view={view} />
}
