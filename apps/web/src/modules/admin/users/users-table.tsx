import type { AdminUser } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../platform/auth/session.js'
import { Button } from '../../../platform/design/button.js'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { classNames } from '../../../platform/design/class-names.js'
import { SortHeader } from '../../../platform/design/sort-header.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import { PositionField } from './position-field.js'
import { StatusSelect } from './status-select.js'
import { UploadLimitButton } from './upload-limit-button.js'
import type { UserListView, UserSort } from './use-user-list.js'
import type { UsersShownProps } from './users-shown.js'

const columns = ['name', 'email', 'position', 'status', 'date'] as const satisfies readonly UserSort[]

/** Renders the accounts in columns with a sticky header. */
export function UsersTable(props: UsersShownProps & { view: UserListView }) {
  const { t } = useTranslation()
  const { users, selected, onChoose, view } = props
  const all = users.every(({ id }) => selected.has(id))
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full min-w-220 border-collapse text-14">
        <thead className="sticky top-0 z-10 bg-surface text-start text-12 text-muted">
          <tr className="border-y border-line">
            <th scope="col" className="w-10 ps-5">
              <Checkbox
                aria-label={t('admin.selectAll')}
                checked={all}
                mixed={selected.size > 0 && !all}
                onChange={() =>
                  onChoose(
                    users.map(({ id }) => id),
                    !all,
                  )
                }
              />
            </th>
            {columns.map((column) => (
              <SortHeader
                key={column}
                label={t(`admin.column.${column}`)}
                direction={view.sort === column ? (view.ascending ? 'ascending' : 'descending') : null}
                onSort={() => view.sortBy(column)}
              />
            ))}
            <th scope="col" className="pe-5 text-end font-normal">
              {t('admin.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} {...props} user={user} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function UserRow({
  user,
  selected,
  onChoose,
  changes,
  onStatus,
  requiresApproval,
  ...actions
}: UsersShownProps & { user: AdminUser }) {
  const { t } = useTranslation()
  const isSelf = useSession().account?.id === user.id
  return (
    <tr className={classNames('border-b border-line/60', selected.has(user.id) ? 'bg-sunken' : 'hover:bg-page')}>
      <td className="ps-5">
        <Checkbox
          aria-label={t('admin.select', { name: user.name })}
          checked={selected.has(user.id)}
          onChange={(event) => onChoose([user.id], event.currentTarget.checked)}
        />
      </td>
      <td className="max-w-60 px-2 py-2">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium" title={user.name}>
            {user.name}
          </span>
          {user.role === 'admin' ? <RoleMark /> : null}
        </span>
      </td>
      <td className="max-w-64 truncate px-2 text-muted" title={user.email}>
        {user.email}
      </td>
      <td className="px-0">
        <PositionField
          name={user.name}
          position={user.position}
          onChange={(position) => changes.change.mutate({ id: user.id, body: { position } })}
        />
      </td>
      <td className="px-2">
        <StatusSelect
          name={user.name}
          status={user.status}
          disabled={isSelf}
          requiresApproval={requiresApproval}
          onChange={(status) => onStatus(user, status)}
        />
      </td>
      <td className="px-2 whitespace-nowrap text-muted tabular-nums">
        <ShownTime value={user.createdAt} as="list" />
      </td>
      <td className="pe-5 text-end whitespace-nowrap">
        <RowActions {...actions} user={user} isSelf={isSelf} />
      </td>
    </tr>
  )
}

function RowActions({
  user,
  isSelf,
  onDelete,
  onPasswordLink,
  onResetTwoFactor,
  onUploadLimit,
}: Pick<UsersShownProps, 'onDelete' | 'onPasswordLink' | 'onResetTwoFactor' | 'onUploadLimit'> & {
  readonly user: AdminUser
  readonly isSelf: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      <UploadLimitButton tone="quiet" user={user} onUploadLimit={onUploadLimit} />
      {user.status === 'rejected' || isSelf ? null : (
        <Button
          size="small"
          tone="quiet"
          aria-label={t('admin.passwordLinkOf', { name: user.name })}
          onClick={() => onPasswordLink(user)}
        >
          {t('admin.passwordLink')}
        </Button>
      )}
      {user.twoFactor && !isSelf ? (
        <Button
          size="small"
          tone="quiet"
          aria-label={t('admin.resetTwoFactorOf', { name: user.name })}
          onClick={() => onResetTwoFactor(user)}
        >
          {t('admin.resetTwoFactor')}
        </Button>
      ) : null}
      <Button
        size="small"
        tone="quiet-danger"
        disabled={isSelf}
        aria-label={t('admin.deleteNamed', { name: user.name })}
        onClick={() => onDelete([user])}
      >
        {t('admin.delete')}
      </Button>
    </>
  )
}

/** Marks an administrator. */
export function RoleMark() {
  const { t } = useTranslation()
  return (
    <span className="shrink-0 rounded-[4px] border border-line px-1 text-12 text-muted">{t('admin.roleAdmin')}</span>
  )
}
