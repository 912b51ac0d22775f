import { ArrowLeftRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import type { DisplayedVersion } from './comparison-view.js'

/** Slow enough to perceive both versions, and far below the flash limit (WCAG 2.3.1: three per second). */
const flickerMilliseconds = 900

const displayedVersions = [
  { displayedVersion: 'before', text: 'compare.momentBefore' },
  { displayedVersion: 'after', text: 'compare.momentAfter' },
  { displayedVersion: 'both', text: 'compare.momentBoth' },
] as const

interface VersionSwitchProps {
  readonly displayedVersion: DisplayedVersion | 'side-by-side'
  readonly onShow: (displayedVersion: DisplayedVersion) => void
  /** Shows both versions side by side, where available. */
  readonly onSideBySide?: () => void
}

/** Renders the switch between the model as it was, as it is, or both, and a toggle that alternates between them. */
export function VersionSwitch({ displayedVersion, onShow, onSideBySide }: VersionSwitchProps) {
  const { t } = useTranslation()
  const [flickers, setFlickers] = useState(false)
  useEffect(() => {
    if (!flickers) return
    const timer = setTimeout(() => onShow(displayedVersion === 'before' ? 'after' : 'before'), flickerMilliseconds)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- each change of the picture starts the time to the next
  }, [flickers, displayedVersion])
  return (
    <div className="flex shrink-0 items-center gap-1.5 px-3 pb-3">
      <div
        role="group"
        aria-label={t('compare.moment')}
        // Four labels do not fit in one row in every language.
        className={`${onSideBySide ? 'flex sm:grid sm:grid-cols-2' : 'flex'} min-w-0 grow rounded-control border border-line p-0.5`}
      >
        {displayedVersions.map((choice) => (
          <VersionButton
            key={choice.displayedVersion}
            text={t(choice.text)}
            isShown={displayedVersion === choice.displayedVersion}
            onShow={() => {
              setFlickers(false)
              onShow(choice.displayedVersion)
            }}
          />
        ))}
        {onSideBySide ? (
          <VersionButton
            text={t('compare.momentBeside')}
            isShown={displayedVersion === 'side-by-side'}
            onShow={() => {
              setFlickers(false)
              onSideBySide()
            }}
          />
        ) : null}
      </div>
      <IconButton
        size="small"
        label={t('compare.flicker')}
        isActive={flickers}
        onClick={() => {
          setFlickers(!flickers)
          if (!flickers) onShow('before')
        }}
      >
        <ArrowLeftRight />
      </IconButton>
    </div>
  )
}

interface VersionButtonProps {
  readonly text: string
  readonly isShown: boolean
  readonly onShow: () => void
}

function VersionButton({ text, isShown, onShow }: VersionButtonProps) {
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
