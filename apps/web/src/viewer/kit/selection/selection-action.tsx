import type { LucideIcon } from 'lucide-react'
import { Button } from '../../../platform/design/button.js'
import { useViewerSession } from '../../session/session.js'

interface SelectionActionProps {
  readonly icon: LucideIcon
  readonly label: string
  /** Label on a phone, where several actions share a line. */
  readonly shortLabel: string
  readonly onClick: () => void
}

/** Renders an action of the selection bar: an icon above a short label on a phone, otherwise a button. */
export function SelectionAction({ icon: Icon, label, shortLabel, onClick }: SelectionActionProps) {
  const { layout } = useViewerSession()
  if (!layout.isCompact)
    return (
      <Button size="small" tone="quiet" icon={<Icon />} onClick={onClick}>
        {label}
      </Button>
    )
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="flex h-full min-w-13 shrink-0 flex-col items-center justify-center gap-0.5 px-1 text-12 text-accent"
    >
      <Icon size={18} />
      <span className="max-w-24 truncate">{shortLabel}</span>
    </button>
  )
}
