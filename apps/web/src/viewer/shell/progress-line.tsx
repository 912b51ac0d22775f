import { useTranslation } from 'react-i18next'

interface ProgressLineProps {
  /** 0 to 100, or null when nothing is in progress. */
  readonly percent: number | null
  /** Current activity, in words. */
  readonly text: string | null
}

/** Renders a thin progress bar under the top bar. Its text is in the top bar if there is space. */
export function ProgressLine({ percent, text }: ProgressLineProps) {
  const { t } = useTranslation()
  if (percent === null) return null
  const percentage = Math.floor(percent)
  return (
    <div className="mx-2.5 -mt-px">
      <div
        role="progressbar"
        aria-label={t('viewer.progress')}
        aria-valuetext={text ?? undefined}
        aria-valuenow={percentage}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-0.75 overflow-hidden rounded-b-full bg-line"
      >
        <div className="h-full bg-accent transition-[width] duration-200" style={{ width: `${percent}%` }} />
      </div>
      {text ? (
        <p className="mx-auto mt-1.5 w-fit rounded-control bg-surface px-2 py-0.5 text-12 text-muted tabular-nums shadow-float md:hidden">
          {text} · {percentage}%
        </p>
      ) : null}
    </div>
  )
}
