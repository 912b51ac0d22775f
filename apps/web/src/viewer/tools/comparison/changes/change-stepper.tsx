import type { ElementChange } from '@kamar/comparison'
import { MessageSquarePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../platform/design/button.js'
import { StepButtons } from './step-buttons.js'

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
  const position = current === null ? -1 : changes.indexOf(current)
  const stepBy = (step: number): void => {
    const from = position < 0 ? (step > 0 ? -1 : 0) : position
    const next = changes[(from + step + changes.length) % changes.length]
    if (next) onChoose(next)
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-t border-line px-3 py-1.5">
      <StepButtons position={position} count={changes.length} onStep={stepBy} />
      {onIssue ? (
        <Button size="small" className="grow" icon={<MessageSquarePlus />} onClick={onIssue}>
          {t('compare.issue')}
        </Button>
      ) : null}
    </div>
  )
}
