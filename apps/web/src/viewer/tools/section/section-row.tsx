import { Eye, EyeOff, FlipHorizontal2, ScanEye, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'

interface SectionRowProps {
  readonly name: string
  readonly isSelected: boolean
  readonly enabled: boolean
  readonly onSelect: () => void
  readonly onEnable: () => void
  readonly onRemove: () => void
  readonly onFlip?: () => void
  readonly onView: () => void
  readonly children: ReactNode
}

/** Renders a plane or the box; a click on its name attaches the gizmo. */
export function SectionRow(props: SectionRowProps) {
  const { t } = useTranslation()
  const { name, isSelected, enabled } = props
  const VisibilityIcon = enabled ? Eye : EyeOff
  return (
    <li className={classNames('px-3 py-2', isSelected ? 'bg-accent-soft' : undefined)}>
      <div className="flex items-center gap-0.5">
        <button
          type="button"
          aria-pressed={isSelected}
          onClick={props.onSelect}
          className={classNames('min-h-9 min-w-0 grow truncate text-start text-14', enabled ? undefined : 'text-muted')}
        >
          {name}
        </button>
        <IconButton size="small" label={t('section.look')} disabled={!enabled} onClick={props.onView}>
          <ScanEye />
        </IconButton>
        {props.onFlip ? (
          <IconButton size="small" label={t('section.flip')} onClick={props.onFlip}>
            <FlipHorizontal2 />
          </IconButton>
        ) : null}
        <IconButton size="small" label={t(enabled ? 'section.off' : 'section.on')} onClick={props.onEnable}>
          <VisibilityIcon />
        </IconButton>
        <IconButton size="small" label={t('section.remove')} onClick={props.onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      {isSelected && enabled ? <div className="pt-1 pb-2">{props.children}</div> : null}
    </li>
  )
}
