import type { FileRecord } from '@kamar/contracts'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../design/button.js'
import { attachCompanions } from './attach-companions.js'
import { FilePicker, useFilePicker } from '../upload/file-picker.js'
import { useFileCache } from '../use-files.js'

/** Renders a button that attaches the files that a model references. */
export function AttachButton({ file }: { file: Pick<FileRecord, 'id'> }) {
  const { t } = useTranslation()
  const cache = useFileCache()
  const picker = useFilePicker()
  const [busy, setBusy] = useState(false)
  const attach = (files: readonly File[]): void => {
    setBusy(true)
    void attachCompanions(file.id, files)
      .then((changed) => (changed ? cache.put(changed) : undefined))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <FilePicker inputRef={picker.ref} label={t('report.attach')} multiple anyFile onPick={attach} />
      <Button size="small" busy={busy} icon={<Paperclip />} onClick={picker.open}>
        {busy ? t('report.attaching') : t('report.attach')}
      </Button>
    </>
  )
}
