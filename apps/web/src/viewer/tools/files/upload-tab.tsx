import { Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormatChips } from '../../../platform/files/format-chips.js'
import { ChooseFileButton } from '../../../platform/files/upload/upload-button.js'
import { useAcceptedExtensions } from '../../../platform/files/upload/upload-rules.js'

/** Renders the upload area; files may be dropped anywhere on the page. */
export function UploadTab() {
  const { t } = useTranslation()
  return (
    <div className="space-y-4">
      <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-edge px-4 py-8 text-center">
        <Upload size={20} className="text-muted" />
        <p className="text-13 text-pretty text-muted">{t('upload.dropOrChoose')}</p>
        <ChooseFileButton />
        <p className="text-12 text-muted">{t('upload.limits')}</p>
      </div>
      <FormatChips extensions={useAcceptedExtensions()} label={t('upload.formats')} />
    </div>
  )
}
