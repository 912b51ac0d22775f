import type { FileRecord, ProjectPeople } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { ContentDialog } from '../design/dialog.js'
import { Skeleton } from '../design/skeleton.js'
import { errorMessage } from '../errors/error-message.js'
import type { CurrentView } from './current-view.js'
import { CloudSection } from './cloud-section.js'
import { InviteForm } from './invite-form.js'
import { LinkSection } from './link-section.js'
import { MemberList } from './member-list.js'
import { useMembers } from './use-members.js'
import { ViewLinkSection } from './view-link-section.js'

interface ShareDialogProps {
  readonly file: Pick<FileRecord, 'id' | 'description'>
  readonly onClose: () => void
  /** What the viewer shows, if a model is open. */
  readonly currentView?: CurrentView | null
}

/**
 * Returns whether the user may share. A personal project is never shared; a file in it gets a project of its own with
 * the first invitation.
 */
const mayShare = ({ mayShare: isAllowed, project }: ProjectPeople): boolean =>
  isAllowed || (project.personal && project.role === 'owner')

/** Renders the members with access to a file, and its secret links. */
export function ShareDialog({ currentView = null, file, onClose }: ShareDialogProps) {
  const { t } = useTranslation()
  return (
    <ContentDialog title={t('share.title', { file: file.description })} width="narrow" onClose={onClose}>
      {currentView && <ViewLinkSection view={currentView} />}
      <FileSharing {...{ currentView, file, onClose }} />
    </ContentDialog>
  )
}

interface FileSharingProps extends ShareDialogProps {
  /** Whether several files of one project are shared: settings of this file alone are then omitted. */
  readonly isOneOfSeveral?: boolean
}

/** Renders the members of the file's project, its links, and whether its files may leave this server. */
export function FileSharing({ currentView = null, file, onClose, isOneOfSeveral = false }: FileSharingProps) {
  const { t } = useTranslation()
  const projectMembers = useMembers(file.id)
  return (
    <div className="space-y-6">
      {projectMembers.data ? (
        <>
          {mayShare(projectMembers.data) ? <InviteForm fileId={file.id} /> : null}
          <MemberList file={file} projectMembers={projectMembers.data} onLeft={onClose} />
          {mayShare(projectMembers.data) && !isOneOfSeveral ? (
            <LinkSection fileId={file.id} currentView={currentView} />
          ) : null}
          {isOneOfSeveral ? null : <CloudSection fileId={file.id} project={projectMembers.data.project} />}
        </>
      ) : projectMembers.isError ? (
        <div className="text-13">
          <p role="alert" className="mb-3 text-danger">
            {t('share.failed', { reason: errorMessage(projectMembers.error) })}
          </p>
          <Button size="small" onClick={() => void projectMembers.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <div className="space-y-3">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
    </div>
  )
}
