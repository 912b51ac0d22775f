import type { FolderRecord } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../../platform/design/button.js'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { Skeleton } from '../../../platform/design/skeleton.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { folderPath } from '../../../platform/folders/folder-paths.js'
import { FolderTree } from '../../../platform/folders/folder-tree.js'
import { type SeenBy, useProjectMembers, useVisibleFolders } from './use-project-members.js'

interface VisibleFoldersDialogProps {
  readonly projectId: string
  readonly account: SeenBy
  readonly onClose: () => void
}

/** Shows the folders that a person sees, with the role in each and the number of its files. */
export function VisibleFoldersDialog({ account, onClose, projectId }: VisibleFoldersDialogProps) {
  const { t } = useTranslation()
  const query = useVisibleFolders(projectId, account.id)
  return (
    <ContentDialog title={t('members.sees', { name: account.name })} width="narrow" onClose={onClose}>
      {query.data ? (
        <VisibleFolderTree folders={query.data.folders} {...{ account, onClose, projectId }} />
      ) : query.isError ? (
        <div className="text-13">
          <p role="alert" className="mb-3 text-danger">
            {errorMessage(query.error)}
          </p>
          <Button size="small" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </ContentDialog>
  )
}

interface VisibleFolderTreeProps extends VisibleFoldersDialogProps {
  readonly folders: readonly FolderRecord[]
}

function VisibleFolderTree({ account, folders, onClose, projectId }: VisibleFolderTreeProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: projectMembers } = useProjectMembers(projectId)
  const fileCount = folders.reduce((sum, { files }) => sum + files, 0)
  const getNote = ({ files, role }: FolderRecord): string =>
    role === null ? t('members.nameOnly') : `${t(`share.roles.${role}`)} · ${t('files.count', { count: files })}`
  const open = (folder: FolderRecord): void => {
    onClose()
    void navigate(folderPath(folder))
  }
  return (
    <>
      <p className="mb-2 text-13 text-pretty text-muted">{t('members.seesCount', { count: fileCount })}</p>
      <FolderTree
        label={t('members.sees', { name: account.name })}
        folders={folders}
        topName={projectMembers?.project.name ?? '…'}
        chosenId={null}
        initialId={folders.find(({ role }) => role !== null)?.id ?? projectId}
        isDisabled={() => false}
        getNote={getNote}
        onChoose={open}
      />
    </>
  )
}
