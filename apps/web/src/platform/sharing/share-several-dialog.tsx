import { collaborationLimits, type FileRecord } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.js'
import { Button } from '../design/button.js'
import { ContentDialog } from '../design/dialog.js'
import { focusWhenShown } from '../design/focus-when-shown.js'
import { FormError } from '../design/fields/form-error.js'
import { TextField } from '../design/fields/text-field.js'
import { useFileCache } from '../files/use-files.js'
import { useAsyncAction } from '../use-async-action.js'
import { FileSharing } from './share-dialog.js'

interface ShareSeveralDialogProps {
  readonly files: readonly FileRecord[]
  readonly onClose: () => void
}

/** Renders the sharing of several files: members are invited to projects, so the files must be in one project. */
export function ShareSeveralDialog({ files, onClose }: ShareSeveralDialogProps) {
  const { t } = useTranslation()
  const [sharedFiles, setShown] = useState(files)
  const [first] = sharedFiles
  const projects = new Map(sharedFiles.map(({ sharing }) => [sharing?.projectId, sharing?.projectName ?? '']))
  const isPersonal = sharedFiles.every(({ sharing }) => sharing?.personal === true)
  return (
    <ContentDialog title={t('share.severalTitle', { count: files.length })} width="narrow" onClose={onClose}>
      {isPersonal ? (
        <NewProject files={sharedFiles} onMoved={setShown} />
      ) : projects.size === 1 && first ? (
        <FileSharing file={first} onClose={onClose} isOneOfSeveral />
      ) : (
        <p className="text-14 text-pretty text-muted">
          {t('share.severalProjects', { projects: [...projects.values()].join(', ') })}
        </p>
      )}
    </ContentDialog>
  )
}

interface NewProjectProps {
  readonly files: readonly FileRecord[]
  readonly onMoved: (files: readonly FileRecord[]) => void
}

/** Moves files of the personal project, which is never shared, to a new project. */
function NewProject({ files, onMoved }: NewProjectProps) {
  const { t } = useTranslation()
  const cache = useFileCache()
  const [name, setName] = useState('')
  // After an error, another attempt continues with the project and the files of the first.
  const [createdId, setCreatedId] = useState<string | null>(null)
  const [finished, setFinished] = useState<readonly FileRecord[]>([])
  const { busy, error, begin } = useAsyncAction({ inPlace: true })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin(async () => {
      const projectId = createdId ?? (await api.call('createProject', { body: { name: name.trim() } })).id
      setCreatedId(projectId)
      const movedFiles = [...finished]
      for (const { id } of files.slice(finished.length)) {
        const file = await api.call('moveFile', { parameters: { id }, body: { projectId } })
        cache.put(file)
        movedFiles.push(file)
        setFinished([...movedFiles])
      }
      onMoved(movedFiles)
    })
  }
  return (
    <form onSubmit={submit}>
      <p className="mb-4 text-14 text-pretty text-muted">{t('share.severalHint', { count: files.length })}</p>
      <TextField
        ref={focusWhenShown}
        label={t('share.projectName')}
        value={name}
        required
        readOnly={createdId !== null}
        autoComplete="off"
        maxLength={collaborationLimits.projectNameCharacters}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormError text={error} />
      <div className="mt-5 flex justify-end">
        <Button type="submit" tone="primary" busy={busy} disabled={busy || name.trim() === ''}>
          {t('share.createProject')}
        </Button>
      </div>
    </form>
  )
}
