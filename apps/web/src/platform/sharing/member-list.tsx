import type { FileRecord, ProjectInvitation, ProjectMember, ProjectPeople } from '@kamar/contracts'
import { LogOut, MailX, UserMinus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../design/button.js'
import { ConfirmDialog } from '../design/dialog.js'
import { notify } from '../design/toasts-state.js'
import { errorMessage } from '../errors/error-message.js'
import { TimeInText } from '../format/shown-time.js'
import { Avatar } from '../shell/avatar.js'
import { MemberRoleSelect } from './invite-form.js'
import { type SharingCalls, useSharingCalls } from './use-members.js'

interface MemberListProps {
  readonly file: Pick<FileRecord, 'id' | 'description'>
  readonly projectMembers: ProjectPeople
  /** Called when the user has left the project. */
  readonly onLeft: () => void
}

/** Lists all users with access to the file, with their roles. */
export function MemberList({ file, projectMembers, onLeft }: MemberListProps) {
  const { t } = useTranslation()
  const calls = useSharingCalls(file.id)
  const { folder, project } = projectMembers
  return (
    <section aria-label={t('share.people')}>
      <h3 className="text-14">{t('share.people')}</h3>
      <p className="mt-0.5 mb-1 text-12 text-pretty text-muted">
        {project.personal
          ? t('share.onlyYou')
          : folder
            ? t('share.folder', { folder: folder.name })
            : t('share.project', { project: project.name })}
      </p>
      <ul className="divide-y divide-line/60">
        {projectMembers.members.map((member) => (
          <Member key={member.id} {...{ file, projectMembers, member, calls, onLeft }} />
        ))}
        {projectMembers.invitations.map((invitation) => (
          <Invitation key={invitation.id} {...{ projectMembers, invitation, calls }} />
        ))}
      </ul>
    </section>
  )
}

const notifyError = (error: unknown): void => void notify(errorMessage(error), { tone: 'problem' })

type MemberProps = MemberListProps & { readonly member: ProjectMember; readonly calls: SharingCalls }

function Member(props: MemberProps) {
  const { t } = useTranslation()
  const { projectMembers, member, calls } = props
  const { folder, project, mayShare } = projectMembers
  // Roles in a folder are changed with its permissions, those of groups with the group.
  const mayChange = mayShare && folder === null && member.isMember && !member.isPayer && !member.isYou
  const note = member.email || member.organizations.join(', ') || t('share.byGroup')
  return (
    <Row name={member.name} note={note} mark={member.isYou ? t('share.you') : null}>
      {mayChange ? (
        <MemberRoleSelect
          label={t('share.roleOf', { name: member.name })}
          value={member.role}
          className="w-36"
          onChange={(role) => void calls.changeRole(project.id, member.id, role).catch(notifyError)}
        />
      ) : (
        <span className="px-2 text-13 text-muted">{t(`share.roles.${member.role}`)}</span>
      )}
      {mayChange || (member.isYou && member.isMember && !member.isPayer) ? <Removal {...props} /> : null}
    </Row>
  )
}

/**
 * Renders the removal of a member, or leaving the project; leaving needs a confirmation, because rejoining needs an
 * invitation.
 */
function Removal({ file, projectMembers, member, calls, onLeft }: MemberProps) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { id: projectId } = projectMembers.project
  if (!member.isYou) {
    return (
      <IconButton
        label={t('share.remove', { name: member.name })}
        onClick={() => void calls.remove(projectId, member.id).catch(notifyError)}
      >
        <UserMinus />
      </IconButton>
    )
  }
  const leave = (): void => {
    setConfirming(false)
    calls.leave(projectId, member.id).then(onLeft, notifyError)
  }
  return (
    <>
      <IconButton label={t('share.leave')} onClick={() => setConfirming(true)}>
        <LogOut />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        title={t('share.leaveTitle', { file: file.description })}
        confirm={t('share.leave')}
        onConfirm={leave}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('share.leaveText')}</p>
      </ConfirmDialog>
    </>
  )
}

interface InvitationProps {
  readonly projectMembers: ProjectPeople
  readonly invitation: ProjectInvitation
  readonly calls: SharingCalls
}

function Invitation({ projectMembers, invitation, calls }: InvitationProps) {
  const { t } = useTranslation()
  const note = (
    <TimeInText value={invitation.expiresAt} as="day">
      {(date) => t('share.invitedUntil', { date })}
    </TimeInText>
  )
  return (
    <Row name={invitation.email} note={note} mark={null}>
      <span className="px-2 text-13 text-muted">
        {t(`share.roles.${invitation.folders[0]?.role ?? invitation.role}`)}
      </span>
      <IconButton
        label={t('share.withdraw', { email: invitation.email })}
        onClick={() => void calls.withdraw(projectMembers.project.id, invitation.id).catch(notifyError)}
      >
        <MailX />
      </IconButton>
    </Row>
  )
}

interface RowProps {
  readonly name: string
  readonly note: ReactNode
  readonly mark: string | null
  readonly children: ReactNode
}

function Row({ name, note, mark, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Avatar name={name} version={null} className="size-8 text-[11px]" />
      <div className="min-w-40 grow basis-40">
        <p className="text-14 font-medium wrap-anywhere">
          {name}
          {mark === null ? null : <span className="font-normal text-muted">{` (${mark})`}</span>}
        </p>
        <p className="text-12 text-muted wrap-anywhere">{note}</p>
      </div>
      <div className="ms-auto flex items-center gap-1">{children}</div>
    </li>
  )
}
