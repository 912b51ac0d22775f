import { ArrowLeftRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/design/button.js'
import type { Moment } from './comparison-view.js'

/** Slow enough for the eye to take in both, and far from what may trouble anybody (WCAG 2.3.1: three a second). */
const flickerMilliseconds = 900

const moments = [
  { moment: 'before', text: 'compare.momentBefore' },
  { moment: 'after', text: 'compare.momentAfter' },
  { moment: 'both', text: 'compare.momentBoth' },
] as const

interface MomentsProps {
  readonly moment: Moment | 'beside'
  readonly onShow: (moment: Moment) => void
  /** Shows both versions side by side, where that can be shown. */
  readonly onBeside?: () => void
}

/** The model as it was, as it is, or both; and a switch that goes back and forth between them. */
export function Moments({ moment, onShow, onBeside }: MomentsProps) {
  const { t } = useTranslation()
  const [flickers, setFlickers] = useState(false)
  useEffect(() => {
    if (!flickers) return
    const timer = setTimeout(() => onShow(moment === 'before' ? 'after' : 'before'), flickerMilliseconds)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- each change of the picture starts the time to the next
  }, [flickers, moment])
  return (
    <div className="flex shrink-0 items-center gap-1.5 px-3 pb-3">
      <div
        role="group"
        aria-label={t('compare.moment')}
        // Four words do not stand in one row in every language.
        className={`${onBeside ? 'flex sm:grid sm:grid-cols-2' : 'flex'} min-w-0 grow rounded-control border border-line p-0.5`}
      >
        {moments.map((choice) => (
          <MomentButton
            key={choice.moment}
            text={t(choice.text)}
            isShown={moment === choice.moment}
            onShow={() => {
              setFlickers(false)
              onShow(choice.moment)
            }}
          />
        ))}
        {onBeside ? (
          <MomentButton
            text={t('compare.momentBeside')}
            isShown={moment === 'beside'}
            onShow={() => {
              setFlickers(false)
              onBeside()
            }}
          />
        ) : null}
      </div>
      <IconButton
        size="small"
        label={t('compare.flicker')}
        pressed={flickers}
        onClick={() => {
          setFlickers(!flickers)
          if (!flickers) onShow('before')
        }}
      >
        <ArrowLeftRight size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

interface MomentButtonProps {
  readonly text: string
  readonly isShown: boolean
  readonly onShow: () => void
}

function MomentButton({ text, isShown, onShow }: MomentButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      title={text}
      onClick={onShow}
      className="min-h-8 min-w-0 grow truncate rounded-[4px] px-1.5 text-13 text-muted pointer-coarse:min-h-11 hover:text-text aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-text"
    >
      {text}
    </button>
  )
}
