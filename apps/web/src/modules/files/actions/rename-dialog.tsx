import { getFileExtension } from '@kamar/core'
import { type FileRecord, limits } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { ContentDialog, FormButtons } from '../../../platform/design/dialog.js'
import { focusWhenShown } from '../../../platform/design/focus-when-shown.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import { useFileCache } from '../../../platform/files/use-files.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'

interface RenameDialogProps {
  readonly file: FileRecord
  readonly onClose: () => void
}

/** Renames a file. The extension, which determines the format, stays. */
export function RenameDialog({ file, onClose }: RenameDialogProps) {
  const { t } = useTranslation()
  const cache = useFileCache()
  const { busy, error, begin } = useAsyncAction({ inPlace: true })
  const extension = file.description.slice(file.description.length - getFileExtension(file.description).length)
  const [stem, setStem] = useState(file.description.slice(0, file.description.length - extension.length))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const description = stem.trim() + extension
    if (description === file.description) return onClose()
    begin(async () => {
      cache.put(await api.call('renameFile', { parameters: { id: file.id }, body: { description } }))
      onClose()
    })
  }
  return (
    <ContentDialog title={t('files.renameTitle')} width="narrow" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label={t('files.newName')}
          value={stem}
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.maxFileNameCharacters - extension.length}
          trailing={<span className="pe-2 text-14 text-muted">{extension}</span>}
          className="[&_input]:pe-16"
          ref={focusWhenShown}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setStem(event.currentTarget.value)}
        />
        <FormError text={error} />
        <FormButtons confirm={t('files.rename')} busy={busy} canSubmit={stem.trim() !== ''} onCancel={onClose} />
      </form>
    </ContentDialog>
  )
}
