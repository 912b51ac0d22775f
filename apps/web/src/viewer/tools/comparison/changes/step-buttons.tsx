import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../platform/design/button.js'
import { useFormats } from '../../../../platform/format/use-formats.js'

interface StepButtonsProps {
  /** Index of the change in view, from 0; negative for none. */
  readonly position: number
  readonly count: number
  /** Moves by a number of changes. */
  readonly onStep: (by: 1 | -1) => void
}

/** Renders the buttons for the previous and the next change, and the number of the one in view. */
export function StepButtons({ position, count, onStep }: StepButtonsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const positionText = `${position < 0 ? '–' : formats.number(position + 1)} / ${formats.number(count)}`
  return (
    <>
      <IconButton side="top" label={t('compare.previous')} disabled={count === 0} onClick={() => onStep(-1)}>
        <ChevronUp size={20} />
      </IconButton>
      <span
        role="status"
        aria-label={t('compare.step', { place: positionText })}
        className="min-w-14 text-center text-13 tabular-nums"
      >
        {positionText}
      </span>
      <IconButton side="top" label={t('compare.next')} disabled={count === 0} onClick={() => onStep(1)}>
        <ChevronDown size={20} />
      </IconButton>
    </>
  )
}
