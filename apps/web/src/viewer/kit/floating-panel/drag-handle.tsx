import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'

const keyStepPixels = 16

interface DragHandleProps {
  /** Label that names the moved item and mentions the arrow keys. */
  readonly label: string
  readonly className: string
  /** Pixels to the right and down since the last call. */
  readonly onDrag: (by: { readonly x: number; readonly y: number }) => void
  readonly children: ReactNode
}

const arrows: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -keyStepPixels, y: 0 },
  ArrowRight: { x: keyStepPixels, y: 0 },
  ArrowUp: { x: 0, y: -keyStepPixels },
  ArrowDown: { x: 0, y: keyStepPixels },
}

/** Renders a handle that is dragged with the pointer or moved with the arrow keys. */
export function DragHandle({ label, className, onDrag, children }: DragHandleProps) {
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (!last.current) return
    onDrag({ x: x - last.current.x, y: y - last.current.y })
    last.current = { x, y }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = arrows[event.key]
    if (!step) return
    event.preventDefault()
    onDrag(step)
  }
  const end = (): void => {
    last.current = null
  }
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={className}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId, clientX: x, clientY: y }) => {
        currentTarget.setPointerCapture(pointerId)
        last.current = { x, y }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {children}
    </button>
  )
}
