import type { AdminUser } from '@kamar/contracts'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../platform/auth/session.js'
import { Button, IconButton } from '../../../platform/design/button.js'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import { PositionField } from './position-field.js'
import { StatusSelect } from './status-select.js'
import { UploadLimitButton } from './upload-limit-button.js'
import type { UsersShownProps } from './users-shown.js'
import { RoleMark } from './users-table.js'

/** Renders the accounts as cards where there is no space for columns. */
export function UserCards(props: UsersShownProps) {
  const { users, selected, onChoose, changes, onDelete } = props
  const { t } = useTranslation()
  const ownId = useSession().account?.id
  return (
    <ul className="divide-y divide-line border-t border-line">
      {users.map((user) => (
        <li key={user.id} className="grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3">
          <Checkbox
            aria-label={t('admin.select', { name: user.name })}
            checked={selected.has(user.id)}
            onChange={(event) => onChoose([user.id], event.currentTarget.checked)}
          />
          <div className="min-w-0">
            <p className="flex min-w-0 items-center gap-2">
              <span className="truncate text-14 font-medium">{user.name}</span>
              {user.role === 'admin' ? <RoleMark /> : null}
            </p>
            <p className="truncate text-13 text-muted">{user.email}</p>
            <div className="-ms-2 mt-1">
              <PositionField
                name={user.name}
                position={user.position}
                onChange={(position) => changes.change.mutate({ id: user.id, body: { position } })}
              />
            </div>
            <div className="mt-1 flex flex-wrap items-center gap-3">
              <StatusSelect
                name={user.name}
                status={user.status}
                disabled={ownId === user.id}
                requiresApproval={props.requiresApproval}
                onChange={(status) => props.onStatus(user, status)}
              />
              <ShownTime value={user.createdAt} as="list" className="text-12 text-muted tabular-nums" />
            </div>
            <CardActions {...props} user={user} isSelf={ownId === user.id} />
          </div>
          <IconButton
            label={t('admin.deleteNamed', { name: user.name })}
            disabled={ownId === user.id}
            onClick={() => onDelete([user])}
            className="text-danger"
          >
            <Trash2 />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

interface CardActionsProps extends UsersShownProps {
  readonly user: AdminUser
  readonly isSelf: boolean
}

function CardActions({ user, isSelf, onPasswordLink, onResetTwoFactor, onUploadLimit }: CardActionsProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <UploadLimitButton user={user} onUploadLimit={onUploadLimit} />
      {user.status === 'rejected' || isSelf ? null : (
        <Button
          size="small"
          aria-label={t('admin.passwordLinkOf', { name: user.name })}
          onClick={() => onPasswordLink(user)}
        >
          {t('admin.passwordLink')}
        </Button>
      )}
      {user.twoFactor && !isSelf ? (
        <Button
          size="small"
          aria-label={t('admin.resetTwoFactorOf', { name: user.name })}
          onClick={() => onResetTwoFactor(user)}
        >
          {t('admin.resetTwoFactor')}
        </Button>
      ) : null}
    </div>
  )
}
