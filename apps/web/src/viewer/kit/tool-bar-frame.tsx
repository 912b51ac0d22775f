import type { ReactNode } from 'react'
import { classNames } from '../../platform/design/class-names.js'
import { Toolbar } from '../../platform/design/toolbar.js'
import { useRestoreFocus } from './use-restore-focus.js'

interface ToolBarFrameProps {
  readonly label: string
  /** Instruction for the next step, above the buttons. */
  readonly hint: string
  readonly isCompact: boolean
  readonly children: ReactNode
  /** Actions next to all rows: the list, and the button that ends the tool. */
  readonly actions?: ReactNode
}

/** Renders the bar of a tool above the toolbar: its options, and a line of instructions. */
export function ToolBarFrame({ label, hint, isCompact, children, actions }: ToolBarFrameProps) {
  const focusBack = useRestoreFocus(label)
  return (
    <div
      ref={focusBack}
      className={classNames(
        'pointer-events-none flex min-w-0 flex-col items-center gap-1.5',
        isCompact ? 'absolute inset-x-2 bottom-16 z-10' : 'max-w-full',
      )}
    >
      <p
        role="status"
        className="max-w-full rounded-full border border-line bg-surface px-3 py-1 text-center text-12 text-pretty text-muted shadow-float"
      >
        {hint}
      </p>
      <Toolbar
        label={label}
        className={classNames(
          'pointer-events-auto flex max-w-full items-center rounded-card border border-line bg-surface p-1 shadow-float',
          isCompact ? undefined : 'flex-wrap justify-center gap-1',
        )}
      >
        {/* Wraps into rows on a phone, because users overlook content that scrolls sideways. */}
        <div className={isCompact ? 'flex min-w-0 flex-wrap items-center' : 'contents'}>{children}</div>
        {actions ? <span aria-hidden="true" className="mx-0.5 h-6 w-px shrink-0 bg-line" /> : null}
        {isCompact ? <div className="flex shrink-0 items-center">{actions}</div> : actions}
      </Toolbar>
    </div>
  )
}
