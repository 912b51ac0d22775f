import type { FileRecord } from '@kamar/contracts'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../design/button.js'
import { useFormats } from '../../format/use-formats.js'
import { AttachButton } from '../companions/attach-button.js'
import { failureText } from './failure-text.js'
import { reportWord } from './report-text.js'

/** Renders why a translation failed, and the remedies: try again, or attach missing files. */
export function FailureMessage({ file, onRetry }: { file: FileRecord; onRetry: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { failure } = file
  if (!failure) return null
  return (
    <section aria-label={t('preview.whyFailed')} className="rounded-card bg-danger-soft p-3 text-13">
      <p className="flex items-start gap-2">
        <TriangleAlert className="mt-0.5 shrink-0 text-danger" />
        <span className="min-w-0 break-words">{failureText(failure)}</span>
      </p>
      {typeof failure.details?.['cloud'] === 'string' ? (
        <p className="mt-1 ps-6">{reportWord('finding', `cloud-${failure.details['cloud']}`)}</p>
      ) : null}
      {failure.bytePosition === undefined ? null : (
        <p className="mt-1 ps-6 text-12">{t('preview.position', { position: number(failure.bytePosition) })}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2 ps-6">
        <Button size="small" icon={<RotateCw />} onClick={onRetry}>
          {t('preview.retry')}
        </Button>
        {failure.code === 'companion-missing' ? <AttachButton file={file} /> : null}
      </div>
    </section>
  )
}
