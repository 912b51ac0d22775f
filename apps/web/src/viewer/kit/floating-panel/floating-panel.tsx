import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { returnFocus } from '../../../platform/design/return-focus.js'
import { type Observable, useObservable } from '../../../platform/observable.js'
import { DragHandle } from './drag-handle.js'
import { computeInitialBounds, clampToPage, moveBounds, type PanelBounds, resizeBounds } from './panel-bounds.js'
import { usePageSize } from './use-page-size.js'

interface FloatingPanelProps {
  readonly title: string
  readonly bounds: Observable<PanelBounds | null>
  /** CSS pixels that panels and tools cover at its initial position. */
  readonly covered: { readonly left: number; readonly bottom: number }
  /** On a phone the panel is a sheet over the lower half. */
  readonly asSheet: boolean
  readonly onClose: () => void
  /** Shown in the title bar. */
  readonly controls: ReactNode
  readonly children: ReactNode
}

const surfaceClass =
  'pointer-events-auto z-20 flex flex-col border border-line bg-surface shadow-float outline-none animate-rise'

/**
 * Renders a panel that can be moved anywhere on the page, by pointer or by keys; Escape closes it and restores the
 * focus.
 */
export function FloatingPanel(props: FloatingPanelProps) {
  const { title, bounds, asSheet } = props
  const page = usePageSize()
  const storedBounds = useObservable(bounds)
  const visibleBounds = clampToPage(storedBounds ?? computeInitialBounds(page, props.covered), page)
  const panel = useFocusWhileOpen()
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    // Stops the key before it reaches the model, where it would clear the selection.
    event.stopPropagation()
    props.onClose()
  }
  return (
    <section
      ref={panel}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      onKeyDownCapture={close}
      style={asSheet ? undefined : { ...visibleBounds }}
      className={classNames(
        surfaceClass,
        asSheet
          ? 'absolute inset-x-0 bottom-14 h-[52dvh] rounded-t-dialog border-x-0 border-b-0'
          : 'absolute rounded-card',
      )}
    >
      <TitleBar {...props} onMove={(by) => bounds.set(moveBounds(visibleBounds, by, page))} />
      <div className="min-h-0 grow">{props.children}</div>
      {asSheet ? null : <ResizeCorner onResize={(by) => bounds.set(resizeBounds(visibleBounds, by, page))} />}
    </section>
  )
}

type Shift = { readonly x: number; readonly y: number }

function TitleBar({ title, asSheet, controls, onClose, onMove }: FloatingPanelProps & { onMove: (by: Shift) => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line ps-1 pe-1">
      {asSheet ? (
        <h2 className="min-w-0 grow truncate ps-2 text-14">{title}</h2>
      ) : (
        <DragHandle
          label={t('floatingPanel.move', { title })}
          className="flex h-9 min-w-0 grow cursor-move touch-none items-center rounded-control ps-2 text-start"
          onDrag={onMove}
        >
          <span className="truncate text-14 font-semibold">{title}</span>
        </DragHandle>
      )}
      {controls}
      <IconButton size="small" label={t('common.close')} shortcut="Esc" onClick={onClose} className="me-1">
        <X />
      </IconButton>
    </div>
  )
}

function ResizeCorner({ onResize }: { onResize: (by: Shift) => void }) {
  const { t } = useTranslation()
  return (
    <DragHandle
      label={t('floatingPanel.resize')}
      className="absolute end-0 bottom-0 flex size-6 cursor-nwse-resize touch-none items-end justify-end rounded-control p-1 text-muted hover:text-text"
      onDrag={onResize}
    >
      <svg viewBox="0 0 10 10" width={10} height={10} aria-hidden="true" stroke="currentColor" strokeWidth={1.5}>
        <path d="M9 1 1 9M9 6 6 9" />
      </svg>
    </DragHandle>
  )
}

/** Moves the focus to the panel, and back to the previous element on close. */
function useFocusWhileOpen() {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => returnFocus(opener)
  }, [])
  return panel
}
