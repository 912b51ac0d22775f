import { type MemberRole, type ProjectRole, projectRoles } from '@kamar/contracts'
import { UserPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { inputClass } from '../design/fields/text-field.js'
import { notify } from '../design/toasts-state.js'
import { useAsyncAction } from '../use-async-action.js'
import { NewAddress } from './new-address.js'
import { useSharingCalls } from './use-members.js'

/** An invitation that is not sent by email: the inviter passes its link on. */
export interface Handover {
  readonly email: string
  readonly code: string
}

/** Renders the link of an invitation that the inviter passes on. */
export function InvitationLink({ email, code }: Handover) {
  const { t } = useTranslation()
  const address = `${location.origin}/invitation#code=${encodeURIComponent(code)}`
  return (
    <div className="mt-3">
      <NewAddress text={t('share.invitationMade', { email })} address={address} />
    </div>
  )
}

/** Renders the invitation of a user by email address, with a role. */
export function InviteForm({ fileId }: { readonly fileId: string }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<ProjectRole>('commenter')
  const { busy, error, begin } = useAsyncAction({ inPlace: true })
  const [handover, setHandover] = useState<Handover | null>(null)
  const calls = useSharingCalls(fileId)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin(async () => {
      const address = email.trim()
      const { invitationCode, members } = await calls.invite({ email: address, role })
      const isMember = members.some((member) => member.email.toLowerCase() === address.toLowerCase())
      setHandover(invitationCode === null ? null : { email: address, code: invitationCode })
      if (invitationCode === null) notify(t(isMember ? 'share.hasAccess' : 'share.invited', { email: address }))
      setEmail('')
    })
  }
  return (
    <form onSubmit={submit}>
      <div className="flex flex-wrap items-end gap-2">
        <label className="min-w-56 grow text-13 font-medium">
          {t('share.email')}
          <input
            type="email"
            required
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            className={`${inputClass} mt-1.5 font-normal`}
          />
        </label>
        <label className="grow text-13 font-medium sm:grow-0">
          {t('share.role')}
          <RoleSelect value={role} onChange={setRole} className="mt-1.5" />
        </label>
        <Button type="submit" tone="primary" className="h-11 grow sm:h-10 sm:grow-0" busy={busy} icon={<UserPlus />}>
          {t('share.invite')}
        </Button>
      </div>
      <p className="mt-1.5 text-12 text-pretty text-muted">{t(`share.may.${role}`)}</p>
      {error === null ? null : (
        <p role="alert" className="mt-1.5 text-13 text-danger">
          {error}
        </p>
      )}
      {handover === null ? null : <InvitationLink {...handover} />}
    </form>
  )
}

interface RoleSelectProps<Role extends MemberRole> {
  readonly value: Role
  readonly onChange: (role: Role) => void
  readonly label?: string
  readonly className?: string
}

/** Renders the choice of a role. */
export function RoleSelect({ value, ...props }: RoleSelectProps<ProjectRole>) {
  return <RoleField {...props} value={value} roles={projectRoles.toReversed()} />
}

/** Renders the choice of a role in a project, which may be named folders only. */
export function MemberRoleSelect(props: RoleSelectProps<MemberRole>) {
  return <RoleField {...props} roles={['folder', ...projectRoles.toReversed()]} />
}

interface RoleFieldProps<Role extends MemberRole> extends RoleSelectProps<Role> {
  readonly roles: readonly Role[]
}

function RoleField<Role extends MemberRole>({ value, onChange, label, className = '', roles }: RoleFieldProps<Role>) {
  const { t } = useTranslation()
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Role)}
      className={`${inputClass} font-normal ${className}`}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {t(`share.roles.${role}`)}
        </option>
      ))}
    </select>
  )
}
