import type { ProjectInvitation } from '@kamar/contracts'
import { Mail, MailX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { TimeInText } from '../../../platform/format/shown-time.js'
import { Section } from '../../../platform/shell/settings-shell.js'
import { useMemberCalls } from './use-project-members.js'

interface InvitationSectionProps {
  readonly projectId: string
  readonly invitations: readonly ProjectInvitation[]
}

/** Lists the invitations that nobody accepted yet. */
export function InvitationSection({ invitations, projectId }: InvitationSectionProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('members.invitations')}>
      <ul className="-my-2.5 divide-y divide-line/60">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} {...{ invitation, projectId }} />
        ))}
      </ul>
    </Section>
  )
}

function InvitationRow({ invitation, projectId }: { invitation: ProjectInvitation; projectId: string }) {
  const { t } = useTranslation()
  const calls = useMemberCalls(projectId)
  const { email, expiresAt, folders, id, role } = invitation
  const withdraw = (): void =>
    void calls.withdraw(id).catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
  const targets = [
    ...(role === 'folder' ? [] : [t(`share.roles.${role}`)]),
    ...folders.map((folder) => `${folder.name}: ${t(`share.roles.${folder.role}`)}`),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-sunken text-muted">
        <Mail />
      </span>
      <div className="min-w-40 grow basis-40">
        <p className="text-14 font-medium wrap-anywhere">{email}</p>
        <p className="text-12 text-muted">
          <TimeInText value={expiresAt} as="day">
            {(date) => t('share.invitedUntil', { date })}
          </TimeInText>
        </p>
      </div>
      <div className="ms-auto flex items-center gap-1">
        <span className="px-2 text-13 text-muted wrap-anywhere">{targets.join(' · ')}</span>
        <IconButton label={t('share.withdraw', { email })} onClick={withdraw}>
          <MailX />
        </IconButton>
      </div>
    </li>
  )
}
