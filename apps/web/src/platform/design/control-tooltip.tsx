import { Tooltip } from 'radix-ui'
import type { ReactElement } from 'react'
import { getPortalRoot } from './portal-root.js'

interface ControlTooltipProps {
  readonly label: string
  readonly shortcut?: string | undefined
  /** What the control does, on a line of its own. */
  readonly hint?: string | undefined
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  readonly children: ReactElement
}

/** Renders a tooltip for a control without a visible name. */
export function ControlTooltip({ label, shortcut, hint, side = 'bottom', children }: ControlTooltipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal container={getPortalRoot()}>
        <Tooltip.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-appear flex-wrap items-center gap-x-2 rounded-control bg-text px-2 py-1 text-12 text-page shadow-float"
        >
          {label}
          {shortcut ? <kbd className="font-sans opacity-70">{shortcut}</kbd> : null}
          {hint ? <span className="basis-full opacity-70">{hint}</span> : null}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

export const TooltipProvider = Tooltip.Provider
