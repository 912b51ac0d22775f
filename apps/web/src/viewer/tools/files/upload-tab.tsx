import { formatLimitBytes } from '@kamar/contracts'
import { Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormatChips } from '../../../platform/files/format-chips.js'
import { ChooseFileButton } from '../../../platform/files/upload/upload-button.js'
import { useAcceptedUploads } from '../../../platform/files/upload/upload-rules.js'
import { currentLanguage } from '../../../platform/i18n/index.js'

/** Renders the upload area; files may be dropped anywhere on the page. */
export function UploadTab() {
  const { t } = useTranslation()
  const { extensions, limitBytes } = useAcceptedUploads()
  return (
    <div className="space-y-4">
      <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-edge px-4 py-8 text-center">
        <Upload size={20} className="text-muted" />
        <p className="text-13 text-pretty text-muted">{t('upload.dropOrChoose')}</p>
        <ChooseFileButton />
        <p className="text-12 text-muted">
          {t('upload.limits', { limit: formatLimitBytes(currentLanguage(), limitBytes) })}
        </p>
      </div>
      <FormatChips extensions={extensions} label={t('upload.formats')} />
    </div>
  )
}
