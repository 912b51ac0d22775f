import type { ViewChip } from '@kamar/extensions'
import { Eye, EyeOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ControlTooltip } from '../../platform/design/control-tooltip.js'
import { classNames } from '../../platform/design/class-names.js'
import { isOnSurface } from '../kit/tool.js'
import { useTools } from '../kit/tools-context.js'

/** Renders what alters the view of the model, each with a button that ends it; on a phone one line that scrolls. */
export function ViewChips({ isCompact }: { readonly isCompact: boolean }) {
  const { t } = useTranslation()
  const all = useTools().flatMap(({ tool, context }) =>
    (tool.chips?.(context) ?? []).filter((chip) => isOnSurface(tool, chip, context.session)),
  )
  const replaced = new Set(all.flatMap(({ replaces = [] }) => replaces))
  const chips = all.filter(({ id }) => !replaced.has(id))
  if (chips.length === 0) return null
  return (
    <ul
      aria-label={t('chips.label')}
      className={classNames(
        'flex gap-1.5',
        isCompact
          ? // Ends before the view cube.
            'pointer-events-auto mt-1.5 me-27 overflow-x-auto rounded-full [scrollbar-width:none]'
          : 'mx-28 mt-1.5 flex-wrap justify-center',
      )}
    >
      {chips.map((chip) => (
        <Chip key={chip.id} {...chip} />
      ))}
    </ul>
  )
}

function Chip({ text, visibility, action, remove }: ViewChip) {
  const { t } = useTranslation()
  const VisibilityIcon = visibility?.isVisible === false ? EyeOff : Eye
  return (
    <li className="pointer-events-auto flex max-w-72 shrink-0 items-center rounded-full border border-line bg-surface ps-3 pe-0.5 text-13 shadow-float">
      <span className={classNames('min-w-0 truncate pe-1', visibility?.isVisible === false && 'text-muted')}>
        {text}
      </span>
      {action ? (
        <button
          type="button"
          aria-label={`${action.label}: ${text}`}
          onClick={action.run}
          className="h-7 shrink-0 rounded-full px-2 font-medium text-accent hover:bg-sunken pointer-coarse:h-11"
        >
          {action.label}
        </button>
      ) : null}
      {visibility ? (
        <ChipButton label={visibility.label} onClick={visibility.toggle}>
          <VisibilityIcon size={16} />
        </ChipButton>
      ) : null}
      <ChipButton label={t('chips.remove', { name: text })} onClick={remove}>
        <X size={16} />
      </ChipButton>
    </li>
  )
}

interface ChipButtonProps {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function ChipButton({ label, onClick, children }: ChipButtonProps) {
  return (
    <ControlTooltip label={label}>
      <button
        type="button"
        aria-label={label}
        onClick={onClick}
        className="flex size-7 shrink-0 items-center justify-center rounded-full text-muted hover:bg-sunken hover:text-text pointer-coarse:size-11"
      >
        {children}
      </button>
    </ControlTooltip>
  )
}
