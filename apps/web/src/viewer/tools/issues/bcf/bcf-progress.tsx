import { useTranslation } from 'react-i18next'
import { Button } from '../../../../platform/design/button.js'
import type { ImportProgress } from './import-bcf.js'

interface BcfProgressProps {
  /** Null until the archive is uploaded and opened. */
  readonly progress: ImportProgress | null
  readonly onCancel: () => void
}

/** Renders the progress of a running import, and a button that cancels it. */
export function BcfProgress({ onCancel, progress }: BcfProgressProps) {
  const { t } = useTranslation()
  const percent = progress && progress.topics > 0 ? (100 * progress.imported) / progress.topics : 0
  const text = progress ? t('topics.bcf.progress', { ...progress }) : t('topics.bcf.importing')
  return (
    <div className="min-w-0 grow basis-full">
      <div className="flex items-center gap-2 text-12 text-muted tabular-nums">
        <span className="min-w-0 grow text-pretty">{text}</span>
        <Button tone="quiet" size="small" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label={t('topics.bcf.importing')}
        aria-valuetext={text}
        aria-valuenow={Math.floor(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-1 h-1 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-accent transition-[width] duration-200" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
