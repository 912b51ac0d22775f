import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../design/button.js'
import { CircularProgress } from '../design/circular-progress.js'
import { MiddleEllipsis } from '../design/middle-ellipsis.js'
import { useFormats } from '../format/use-formats.js'
import { cancelUpload, useUploadState } from './uploads.js'

/** Shows how far an upload is, strictly between 0 and 100 percent; the page stays usable under it. */
export function UploadOverlay() {
  const { t } = useTranslation()
  const formats = useFormats()
  const upload = useUploadState()
  if (upload.percent <= 0 || upload.percent >= 100) return null
  const sizes = { sent: formats.size(upload.sentBytes), total: formats.size(upload.totalBytes) }
  return (
    <section
      aria-label={t('upload.title')}
      className="fixed inset-x-4 bottom-20 z-50 mx-auto flex max-w-96 animate-rise items-center gap-4 rounded-card border border-line bg-surface p-4 shadow-float sm:end-4 sm:bottom-4 sm:mx-0 sm:ms-auto sm:w-96"
    >
      <CircularProgress percent={upload.percent} label={t('upload.title')} />
      <div className="min-w-0 grow">
        <h2 className="text-14">{t('upload.title')}</h2>
        <MiddleEllipsis name={upload.fileName} className="text-13" />
        <p className="mt-0.5 text-12 text-muted tabular-nums">
          {upload.paused ? t('upload.paused') : t('upload.of', sizes)}
          {upload.waiting > 0 ? ` · ${t('upload.waiting', { count: upload.waiting })}` : null}
        </p>
      </div>
      <IconButton label={t('upload.cancel')} side="top" onClick={cancelUpload} className="-me-1 self-start">
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </section>
  )
}
