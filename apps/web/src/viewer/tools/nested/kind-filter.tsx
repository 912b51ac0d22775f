import { useTranslation } from 'react-i18next'
import { ControlTooltip } from '../../../platform/design/control-tooltip.js'
import { type ViewableKind, viewableKinds } from './viewables.js'

const labels = { '2d': 'nestedViewer.drawings', '3d': 'nestedViewer.models' } as const

interface KindFilterProps {
  readonly kinds: ReadonlySet<ViewableKind>
  readonly onToggle: (kind: ViewableKind) => void
}

/** Renders the filter of listed viewables: 2D, 3D, or both. */
export function KindFilter({ kinds, onToggle }: KindFilterProps) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('nestedViewer.filter')} className="flex shrink-0 gap-0.5">
      {viewableKinds.map((kind) => (
        <ControlTooltip key={kind} label={t(labels[kind])}>
          <button
            type="button"
            aria-label={t(labels[kind])}
            aria-pressed={kinds.has(kind)}
            onClick={() => onToggle(kind)}
            className="flex h-7 min-w-8 items-center justify-center rounded-control border border-line text-12 text-muted uppercase hover:text-text aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-text"
          >
            {kind}
          </button>
        </ControlTooltip>
      ))}
    </div>
  )
}
