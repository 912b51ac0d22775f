import type { ReactNode } from 'react'
import { useViewerSession } from '../session/session.js'
import { ViewerRail } from './viewer-rail.js'

interface CanvasFrameProps {
  /** At the top, over the whole width. */
  readonly top: ReactNode
  /** Null when no panel is open. */
  readonly left: ReactNode
  /** At the bottom centre; on a phone it places itself. */
  readonly bottom: ReactNode
  readonly right: ReactNode
  /** Whether the rail has only panels that models and sheets share. */
  readonly hasSharedPanelsOnly?: boolean
  /** Above the panels. */
  readonly overlay?: ReactNode
  /** The canvas, and what is at its centre. */
  readonly children: ReactNode
}

/** Renders the bars and panels that float over a canvas; between them, the pointer reaches the canvas. */
export function CanvasFrame({ top, left, bottom, right, overlay, hasSharedPanelsOnly, children }: CanvasFrameProps) {
  const { isCompact } = useViewerSession().layout
  return (
    <>
      {children}
      <div className="pointer-events-none absolute inset-0">
        <div className="absolute inset-x-2 top-2 z-20">{top}</div>
        <div className={isCompact ? 'contents' : 'absolute inset-x-2 top-16 bottom-2 z-10 flex gap-2'}>
          {isCompact ? null : <ViewerRail isSharedOnly={hasSharedPanelsOnly} />}
          {left}
          {isCompact ? null : <div className="flex min-w-0 grow flex-col items-center justify-end gap-2">{bottom}</div>}
          {right}
        </div>
        {overlay}
        {isCompact ? bottom : null}
      </div>
    </>
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
