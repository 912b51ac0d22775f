import type { FileRecord } from '@kamar/contracts'
import { type ReactNode, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FilePicker, useFilePicker } from '../../../platform/files/upload/file-picker.js'
import { uploadVersion } from '../../../platform/files/upload/uploads.js'

/** Lets the user pick the next version of a file, from a menu. */
export function useVersionPicker(): { readonly input: ReactNode; readonly open: (file: FileRecord) => void } {
  const { t } = useTranslation()
  const picker = useFilePicker()
  const target = useRef<FileRecord | null>(null)
  const { open: openPicker } = picker
  const open = useCallback(
    (file: FileRecord) => {
      target.current = file
      openPicker()
    },
    [openPicker],
  )
  const upload = ([picked]: readonly File[]): void => {
    if (picked && target.current) uploadVersion(picked, { target: target.current, note: '' })
  }
  return { open, input: <FilePicker inputRef={picker.ref} label={t('files.newVersion')} onPick={upload} /> }
}
