import { X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { useRestoreFocus } from '../use-restore-focus.js'
import { panelPixels } from '../../session/layout/use-panels.js'

const keyStepPixels = 16

interface PanelProps {
  readonly title: string
  readonly side: 'left' | 'right'
  readonly width: number
  /** On a phone a panel is a sheet over the lower half, without a width of its own. */
  readonly asSheet: boolean
  readonly onWidth: (pixels: number) => void
  readonly onClose: () => void
  /** Replaces the title, e.g. with tabs. */
  readonly heading?: ReactNode
  readonly children: ReactNode
}

/** Renders a floating panel over the model, resizable at its inner edge. */
export function Panel(props: PanelProps) {
  const { t } = useTranslation()
  const { title, side, width, asSheet } = props
  const focusBack = useRestoreFocus(title, props.onClose)
  return (
    <aside
      ref={focusBack}
      aria-label={title}
      style={asSheet ? undefined : { width }}
      className={classNames(
        'pointer-events-auto flex min-h-0 animate-rise flex-col border border-line bg-surface shadow-float',
        asSheet
          ? 'absolute inset-x-0 bottom-14 max-h-[52dvh] min-h-56 rounded-t-dialog border-x-0 border-b-0'
          : 'relative h-full max-w-[calc(100vw-5rem)] shrink-0 rounded-card',
      )}
    >
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line ps-3 pe-1">
        <div className="min-w-0 grow">
          <h2 className={props.heading ? 'sr-only' : 'truncate text-14'}>{title}</h2>
          {props.heading}
        </div>
        <IconButton
          size="small"
          label={t('viewer.collapse')}
          onClick={props.onClose}
          className="me-1 pointer-coarse:me-0"
        >
          <X />
        </IconButton>
      </div>
      <div className="flex min-h-0 grow flex-col">{props.children}</div>
      {asSheet ? null : <ResizeEdge side={side} width={width} onWidth={props.onWidth} />}
    </aside>
  )
}

interface ResizeEdgeProps {
  readonly side: 'left' | 'right'
  readonly width: number
  readonly onWidth: (pixels: number) => void
}

/** Renders the resize edge; dragged, or moved with the arrow keys. */
function ResizeEdge({ side, width, onWidth }: ResizeEdgeProps) {
  const { t } = useTranslation()
  const start = useRef<{ x: number; width: number } | null>(null)
  const outwards = side === 'left' ? 1 : -1
  const onMove = (event: PointerEvent): void => {
    if (start.current) onWidth(start.current.width + (event.clientX - start.current.x) * outwards)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowRight: outwards, ArrowLeft: -outwards }
    const step = steps[event.key]
    if (step !== undefined) onWidth(width + step * keyStepPixels)
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={t('viewer.resize')}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={panelPixels.narrowest}
      aria-valuemax={panelPixels.widest}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        start.current = null
      }}
      className={classNames(
        'absolute inset-y-3 w-2 cursor-col-resize touch-none rounded-full transition-colors hover:bg-line',
        side === 'left' ? '-end-1.5' : '-start-1.5',
      )}
    />
  )
}
