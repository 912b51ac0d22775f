import type { ProjectPeople } from '@kamar/contracts'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { ProjectFailed } from '../../../platform/folders/project-failed.js'
import { ProjectLink } from '../../../platform/folders/project-link.js'
import { useProjectName } from '../../../platform/folders/use-folders.js'
import { CardsSkeleton } from '../../../platform/shell/page-states.js'
import { Section, SettingsShell } from '../../../platform/shell/settings-shell.js'
import { GroupSection } from './group-section.js'
import { InvitationSection } from './invitation-section.js'
import { InviteMembersForm } from './invite-members-form.js'
import { MemberSection } from './member-section.js'
import { useProjectMembers } from './use-project-members.js'

/** Lists the members, groups and invitations of a project; its owners change them here. */
export function MembersPage() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const query = useProjectMembers(projectId)
  const getProjectName = useProjectName()
  const project = query.data?.project
  return (
    <SettingsShell
      title={t('members.title')}
      subtitle={project ? getProjectName(project) : '…'}
      aside={<ProjectLink projectId={projectId} />}
    >
      {query.data ? (
        <MembersContent projectMembers={query.data} />
      ) : query.isError ? (
        <ProjectFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[140, 280]} />
      )}
    </SettingsShell>
  )
}

function MembersContent({ projectMembers }: { readonly projectMembers: ProjectPeople }) {
  const { t } = useTranslation()
  const { groups, invitations, mayShare, members, project } = projectMembers
  const isEmpty = members.length <= 1 && groups.length === 0 && invitations.length === 0
  return (
    <>
      {mayShare ? (
        <Section title={t('members.invite')} hint={t('members.inviteHint')}>
          <InviteMembersForm projectId={project.id} />
        </Section>
      ) : null}
      {isEmpty ? (
        <EmptyState icon={<Users size={20} />} title={t('members.empty')}>
          {t(project.personal ? 'members.emptyPersonal' : 'members.emptyHint')}
        </EmptyState>
      ) : (
        <MemberSection projectMembers={projectMembers} />
      )}
      {mayShare || groups.length > 0 ? <GroupSection projectMembers={projectMembers} /> : null}
      {invitations.length > 0 ? <InvitationSection {...{ invitations, projectId: project.id }} /> : null}
    </>
  )
}
