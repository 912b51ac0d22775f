import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from './class-names.js'

interface SortHeaderProps {
  readonly label: string
  /** Null when the table is sorted by another column. */
  readonly direction: 'ascending' | 'descending' | null
  readonly onSort: () => void
}

/** Renders the heading of a column that a table sorts by. */
export function SortHeader({ label, direction, onSort }: SortHeaderProps) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={direction ?? undefined} className="px-2 py-1 text-start font-normal">
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          'inline-flex min-h-7 items-center gap-1 rounded-control whitespace-nowrap hover:text-text pointer-coarse:min-h-11',
          direction !== null && 'font-medium text-text',
        )}
      >
        {label}
        {direction === null ? null : <Arrow size={14} aria-hidden="true" />}
      </button>
    </th>
  )
}
