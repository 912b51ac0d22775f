import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  /** The suggested next action. */
  readonly action?: ReactNode
}

/** Explains why there is nothing and what the user can do. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-120 flex-col items-center px-6 py-10 text-center">
      {icon ? <div className="mb-4 text-muted">{icon}</div> : null}
      <h2 className="text-20">{title}</h2>
      {children ? <div className="mt-2 text-14 text-pretty text-muted">{children}</div> : null}
      {action ? <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}
