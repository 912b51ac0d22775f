import type { ElementChange } from '@kamar/comparison'
import { ChevronDown, ChevronUp, MessageSquarePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../platform/design/button.js'
import { useFormats } from '../../../../platform/format/use-formats.js'

interface ChangeStepperProps {
  /** The changes of the list, in its order. */
  readonly changes: readonly ElementChange[]
  /** The change that is in view. */
  readonly current: ElementChange | null
  readonly onChoose: (change: ElementChange) => void
  /** Null for those who may not write issues, and without a change in view. */
  readonly onIssue: (() => void) | null
}

/** Renders the buttons for the previous and next change, and for an issue of the one in view. */
export function ChangeStepper({ changes, current, onChoose, onIssue }: ChangeStepperProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const position = current === null ? -1 : changes.indexOf(current)
  const stepBy = (step: number): void => {
    const from = position < 0 ? (step > 0 ? -1 : 0) : position
    const next = changes[(from + step + changes.length) % changes.length]
    if (next) onChoose(next)
  }
  const positionText = `${position < 0 ? '–' : formats.number(position + 1)} / ${formats.number(changes.length)}`
  return (
    <div className="flex shrink-0 items-center gap-1 border-t border-line px-3 py-1.5">
      <IconButton label={t('compare.previous')} disabled={changes.length === 0} onClick={() => stepBy(-1)}>
        <ChevronUp size={20} />
      </IconButton>
      <span
        role="status"
        aria-label={t('compare.step', { place: positionText })}
        className="min-w-14 text-center text-13 tabular-nums"
      >
        {positionText}
      </span>
      <IconButton label={t('compare.next')} disabled={changes.length === 0} onClick={() => stepBy(1)}>
        <ChevronDown size={20} />
      </IconButton>
      {onIssue ? (
        <Button size="small" className="ms-auto" icon={<MessageSquarePlus />} onClick={onIssue}>
          {t('compare.issue')}
        </Button>
      ) : null}
    </div>
  )
}
