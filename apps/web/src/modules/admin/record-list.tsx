import { ChevronRight, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../platform/design/button.js'

interface RecordListProps {
  readonly hint: string
  /** Label of the button that creates a record. */
  readonly create: string
  readonly onCreate: () => void
  /** Replaces an empty list. */
  readonly empty: ReactNode
  /** One row for each record. */
  readonly children: readonly ReactNode[]
}

/** Renders a list of records that an administrator creates and opens. */
export function RecordList({ children, create, empty, hint, onCreate }: RecordListProps) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="min-w-0 grow basis-64 text-13 text-pretty text-muted">{hint}</p>
        <Button tone="primary" icon={<Plus />} onClick={onCreate}>
          {create}
        </Button>
      </div>
      <div className="rounded-card border border-line bg-surface">
        {children.length === 0 ? empty : <ul className="divide-y divide-line">{children}</ul>}
      </div>
    </>
  )
}

interface RecordRowProps {
  readonly icon: ReactNode
  readonly name: string
  readonly details: string
  readonly onOpen: () => void
}

/** Renders a record, which opens in a dialog. */
export function RecordRow({ details, icon, name, onOpen }: RecordRowProps) {
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-page sm:px-5"
      >
        {icon}
        <span className="min-w-0 grow">
          <span className="block text-14 font-medium wrap-anywhere">{name}</span>
          <span className="block text-13 text-muted">{details}</span>
        </span>
        <ChevronRight className="shrink-0 text-muted" />
      </button>
    </li>
  )
}
