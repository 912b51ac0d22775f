import { fileTypeLabel } from '../format/format.js'
import { classNames } from '../design/class-names.js'

/** Renders a tile with the extension. */
export function FileTypeIcon({ name, className }: { name: string; className?: string }) {
  const label = fileTypeLabel(name)
  return (
    <span
      className={classNames(
        'inline-flex h-5 min-w-9 items-center justify-center rounded-[4px] border border-line bg-surface px-1 text-12 font-medium text-muted',
        className,
      )}
    >
      {label.length > 5 ? `${label.slice(0, 4)}…` : label}
    </span>
  )
}
