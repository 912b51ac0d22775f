import { type FileRecord, limits } from '@kamar/contracts'
import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import { FilePicker, useFilePicker } from '../../../platform/files/upload/file-picker.js'
import { uploadVersion, whenUploadFinished } from '../../../platform/files/upload/uploads.js'
import { useInvalidateVersions } from '../../../platform/files/use-versions.js'

/** Uploads the next version of a file, with a note about the change. */
export function UploadVersion({ file }: { file: FileRecord }) {
  const { t } = useTranslation()
  const picker = useFilePicker()
  const [note, setNote] = useState('')
  const invalidate = useInvalidateVersions()
  useEffect(() => whenUploadFinished(invalidate), [invalidate])
  const upload = ([first]: readonly File[]): void => {
    if (!first) return
    notify(t('versions.uploading', { file: first.name }))
    uploadVersion(first, { target: file, note: note.trim() })
    setNote('')
  }
  return (
    <div className="mt-4 flex flex-col gap-2">
      <TextField
        label={t('versions.note')}
        value={note}
        maxLength={limits.maxNoteCharacters}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FilePicker inputRef={picker.ref} label={t('versions.upload')} onPick={upload} />
      <Button icon={<Upload />} onClick={picker.open}>
        {t('versions.upload')}
      </Button>
    </div>
  )
}
