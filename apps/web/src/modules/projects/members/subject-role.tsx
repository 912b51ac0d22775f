import type { MemberRole } from '@kamar/contracts'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { ConfirmDialog } from '../../../platform/design/dialog.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { AccessEffectsList } from '../../../platform/folders/access-effects.js'
import { MemberRoleSelect } from '../../../platform/sharing/invite-form.js'
import { type Subject, useMemberCalls, useMembersPlan } from './use-project-members.js'

interface SubjectRoleProps {
  readonly projectId: string
  readonly subject: Subject
  readonly role: MemberRole
}

/** Returns whether somebody can lose access by a change: owners see every folder, folder members only named ones. */
const canNarrow = (from: MemberRole, to: MemberRole | null): boolean =>
  to === null || to === 'folder' || from === 'owner'

/** Renders the role of a member or group, and its removal; both name first who loses access. */
export function SubjectRole({ projectId, role, subject }: SubjectRoleProps) {
  const { t } = useTranslation()
  const calls = useMemberCalls(projectId)
  const [pending, setPending] = useState<{ readonly role: MemberRole | null } | null>(null)
  const apply = (to: MemberRole | null): void => {
    setPending(null)
    const request = to === null ? calls.remove(subject) : calls.changeRole(subject, to)
    request.catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
  }
  const change = (to: MemberRole | null): void => {
    if (canNarrow(role, to)) setPending({ role: to })
    else apply(to)
  }
  return (
    <>
      <MemberRoleSelect
        label={t('share.roleOf', { name: subject.name })}
        value={role}
        className="w-44 pointer-coarse:min-h-11"
        onChange={change}
      />
      <IconButton label={t('share.remove', { name: subject.name })} onClick={() => change(null)}>
        <UserMinus />
      </IconButton>
      {pending ? (
        <ChangeDialog
          {...{ projectId, subject, role: pending.role }}
          onConfirm={() => apply(pending.role)}
          onCancel={() => setPending(null)}
        />
      ) : null}
    </>
  )
}

interface ChangeDialogProps {
  readonly projectId: string
  readonly subject: Subject
  readonly role: MemberRole | null
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

function ChangeDialog({ onCancel, onConfirm, projectId, role, subject }: ChangeDialogProps) {
  const { t } = useTranslation()
  const { id, kind, name } = subject
  const plan = useMembersPlan(projectId, { kind, id, role })
  const hasNoLoser = plan.data?.losing.length === 0
  return (
    <ConfirmDialog
      open
      title={
        role === null
          ? t('members.removeTitle', { name })
          : t('members.roleTitle', { name, role: t(`share.roles.${role}`) })
      }
      confirm={t(role === null ? 'members.remove' : 'members.change')}
      canConfirm={plan.isSuccess}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {hasNoLoser ? <p>{t('members.noLoser')}</p> : null}
      <AccessEffectsList plan={plan} />
    </ConfirmDialog>
  )
}
