import type { ReactNode } from 'react'

interface DrawingFrameProps {
  readonly topBar: ReactNode
  /** Null when no panel is open. */
  readonly left: ReactNode
  readonly tools: ReactNode
  readonly right: ReactNode
  readonly isCompact: boolean
  /** The canvas, or the reason why it is empty. */
  readonly children: ReactNode
}

/** Renders a drawing over the whole page: canvas, top bar, panels at both sides, tools at the bottom centre. */
export function DrawingFrame({ topBar, left, tools, right, isCompact, children }: DrawingFrameProps) {
  return (
    <div className="absolute inset-0 bg-page">
      {children}
      <div className="pointer-events-none absolute inset-0">
        <div className="absolute inset-x-2 top-2 z-20">{topBar}</div>
        <div className={isCompact ? 'contents' : 'absolute inset-x-2 top-16 bottom-2 z-10 flex gap-2'}>
          {left}
          <div
            className={
              isCompact
                ? 'absolute inset-x-1 bottom-0.5 flex justify-center'
                : 'flex min-w-0 grow flex-col items-center justify-end'
            }
          >
            {tools}
          </div>
          {right}
        </div>
      </div>
    </div>
  )
}

/** Renders the reason why no sheet is drawn, at the centre of the canvas. */
export function GraphicsError({ children }: { readonly children: string }) {
  return (
    <p
      role="alert"
      className="absolute top-1/2 left-1/2 -translate-1/2 rounded-card border border-line bg-surface p-4 text-14 shadow-float"
    >
      {children}
    </p>
  )
}
