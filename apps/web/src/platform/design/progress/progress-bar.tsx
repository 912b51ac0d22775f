import { useTranslation } from 'react-i18next'
import { Button } from '../button.js'

interface ProgressBarProps {
  /** Name of the work. */
  readonly label: string
  /** Says how much is done. */
  readonly text: string
  readonly percent: number
  readonly onCancel: () => void
}

/** Renders the progress of work that can be cancelled. */
export function ProgressBar({ label, text, percent, onCancel }: ProgressBarProps) {
  const { t } = useTranslation()
  return (
    <div className="min-w-56 grow">
      <div className="flex items-center gap-2 text-12 text-muted tabular-nums">
        <span className="min-w-0 grow text-pretty">{text}</span>
        <Button tone="quiet" size="small" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label={label}
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
