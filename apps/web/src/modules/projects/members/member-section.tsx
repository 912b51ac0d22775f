import type { ProjectMember, ProjectPeople } from '@kamar/contracts'
import { Eye, LogOut } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { IconButton } from '../../../platform/design/button.js'
import { ConfirmDialog } from '../../../platform/design/dialog.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { PartBoundary } from '../../../platform/errors/part-boundary.js'
import { projectsPath } from '../../../platform/folders/folder-paths.js'
import { Section } from '../../../platform/shell/settings-shell.js'
import { SubjectRole } from './subject-role.js'
import { SubjectRow } from './subject-row.js'
import { type SeenBy, useMemberCalls } from './use-project-members.js'

const VisibleFoldersDialog = lazy(async () => ({
  default: (await import('./visible-folders-dialog.js')).VisibleFoldersDialog,
}))

/** Lists the members of a project with their firms and roles. */
export function MemberSection({ projectMembers }: { readonly projectMembers: ProjectPeople }) {
  const { t } = useTranslation()
  const { mayShare, members, project } = projectMembers
  return (
    <Section title={t('members.people')}>
      <ul className="-my-2.5 divide-y divide-line/60">
        {members.map((member) => (
          <MemberRow key={member.id} projectId={project.id} {...{ mayShare, member }} />
        ))}
      </ul>
    </Section>
  )
}

interface MemberRowProps {
  readonly projectId: string
  readonly mayShare: boolean
  readonly member: ProjectMember
}

function MemberRow({ mayShare, member, projectId }: MemberRowProps) {
  const { t } = useTranslation()
  const { email, id, isPayer, isYou, name, organizations, role } = member
  const canChange = mayShare && !isPayer && !isYou
  return (
    <SubjectRow
      kind="account"
      name={name}
      note={[email, ...organizations].join(' · ')}
      mark={isYou ? t('share.you') : null}
    >
      {mayShare ? <SeesButton projectId={projectId} account={member} /> : null}
      {canChange ? (
        <SubjectRole {...{ projectId, role, subject: { kind: 'account', id, name } }} />
      ) : (
        <span className="px-2 text-13 text-muted">{t(`share.roles.${role}`)}</span>
      )}
      {isYou && !isPayer ? <LeaveButton {...{ projectId, accountId: id }} /> : null}
    </SubjectRow>
  )
}

/** Opens what a person sees in the project. */
export function SeesButton({ account, projectId }: { readonly account: SeenBy; readonly projectId: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('members.sees', { name: account.name })} onClick={() => setOpen(true)}>
        <Eye />
      </IconButton>
      <PartBoundary isFloating>
        {isOpen ? <VisibleFoldersDialog {...{ account, projectId }} onClose={() => setOpen(false)} /> : null}
      </PartBoundary>
    </>
  )
}

/** Leaving needs a confirmation, because rejoining needs an invitation. */
function LeaveButton({ accountId, projectId }: { readonly accountId: string; readonly projectId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const calls = useMemberCalls(projectId)
  const [isConfirming, setConfirming] = useState(false)
  const leave = async (): Promise<void> => {
    setConfirming(false)
    try {
      await calls.leave(accountId)
      await navigate(projectsPath)
    } catch (error) {
      notify(errorMessage(error), { tone: 'problem' })
    }
  }
  return (
    <>
      <IconButton label={t('share.leave')} onClick={() => setConfirming(true)}>
        <LogOut />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        title={t('members.leaveTitle')}
        confirm={t('share.leave')}
        onConfirm={() => void leave()}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('share.leaveText')}</p>
      </ConfirmDialog>
    </>
  )
}
