/** A position in CSS pixels from the viewer's left and top. */
export interface ScreenPoint {
  readonly x: number
  readonly y: number
}

/** Two fingers: their midpoint and distance. */
export interface Pinch {
  readonly center: ScreenPoint
  readonly distance: number
}

/** Kinds of drags; `look` rotates the camera about its own position. */
export type DragKind = 'orbit' | 'pan' | 'look'

/** Handler of mouse, pen and touch gestures. */
export interface GestureHandler {
  /** Whether the left and right mouse buttons are swapped. */
  readonly leftHanded: boolean
  /** Starts a drag; the object under it becomes the pivot. */
  dragStart(kind: DragKind, position: ScreenPoint): void
  drag(kind: DragKind, from: ScreenPoint, to: ScreenPoint): void
  pinch(from: Pinch, to: Pinch): void
  /** Called when the last finger or button is released. */
  dragEnd(): void
  wheel(factor: number, position: ScreenPoint): void
  click(click: Click): void
}

/** A click without a drag. */
export interface Click {
  readonly kind: 'click' | 'doubleClick' | 'contextMenu'
  readonly position: ScreenPoint
  readonly shift: boolean
  readonly control: boolean
  readonly alt: boolean
  readonly touch: boolean
}

/** Movements below this count as a click, CSS pixels; fingers are less steady. */
const clickTolerance = { mouse: 4, touch: 10 } as const
const longPressMilliseconds = 550
const doubleClickMilliseconds = 350
/** Zoom factor per pixel of wheel travel. */
const wheelRate = 0.0012

interface Contact {
  readonly start: ScreenPoint
  position: ScreenPoint
  readonly button: number
}

/** Converts pointer and wheel events of an element to gestures. */
export class Gestures {
  readonly #element: HTMLElement
  readonly #handler: GestureHandler
  readonly #contacts = new Map<number, Contact>()
  #dragging: DragKind | null = null
  #longPress: ReturnType<typeof setTimeout> | undefined
  #isClickPending = false
  #lastClick = { time: -Infinity, position: { x: 0, y: 0 } }
  readonly #abort = new AbortController()

  constructor(element: HTMLElement, handler: GestureHandler) {
    this.#element = element
    this.#handler = handler
    const options = { signal: this.#abort.signal }
    element.addEventListener('pointerdown', (event) => this.#down(event), options)
    element.addEventListener('pointermove', (event) => this.#move(event), options)
    element.addEventListener('pointerup', (event) => this.#up(event), options)
    element.addEventListener('pointercancel', (event) => this.#cancel(event), options)
    element.addEventListener('contextmenu', (event) => event.preventDefault(), options)
    element.addEventListener('wheel', (event) => this.#wheel(event), { ...options, passive: false })
  }

  dispose(): void {
    this.#abort.abort()
    clearTimeout(this.#longPress)
  }

  #toScreenPoint(event: MouseEvent): ScreenPoint {
    const box = this.#element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  #down(event: PointerEvent): void {
    const position = this.#toScreenPoint(event)
    this.#contacts.set(event.pointerId, { start: position, position, button: this.#toLogicalButton(event) })
    this.#element.setPointerCapture(event.pointerId)
    clearTimeout(this.#longPress)
    if (this.#contacts.size > 1) {
      this.#isClickPending = false
      if (this.#contacts.size === 3) this.#beginDrag('look', this.#center())
      else if (this.#dragging === null) this.#beginDrag('pan', this.#center())
      return
    }
    this.#isClickPending = true
    if (event.pointerType !== 'touch') return
    this.#longPress = setTimeout(() => {
      this.#isClickPending = false
      this.#handler.click({ ...readModifiers(event), kind: 'contextMenu', position })
    }, longPressMilliseconds)
  }

  #move(event: PointerEvent): void {
    const contact = this.#contacts.get(event.pointerId)
    if (contact === undefined) return
    const position = this.#toScreenPoint(event)
    if (this.#contacts.size === 2) return this.#pinch(contact, position)
    if (this.#contacts.size === 3) return this.#dragThree(contact, position)
    if (this.#contacts.size !== 1) return
    const touch = event.pointerType === 'touch'
    const far =
      Math.hypot(position.x - contact.start.x, position.y - contact.start.y) >
      (touch ? clickTolerance.touch : clickTolerance.mouse)
    if (this.#dragging === null && !far) return
    clearTimeout(this.#longPress)
    this.#isClickPending = false
    if (this.#dragging === null) this.#beginDrag(toDragKind(event, contact.button), contact.start)
    this.#handler.drag(this.#dragging ?? 'orbit', contact.position, position)
    contact.position = position
  }

  /** Handles three fingers by their midpoint. */
  #dragThree(contact: Contact, position: ScreenPoint): void {
    const before = this.#center()
    contact.position = position
    this.#handler.drag('look', before, this.#center())
  }

  #pinch(contact: Contact, position: ScreenPoint): void {
    const before = this.#pinchNow()
    contact.position = position
    this.#handler.pinch(before, this.#pinchNow())
  }

  #pinchNow(): Pinch {
    const [a, b] = [...this.#contacts.values()].map((contact) => contact.position) as [ScreenPoint, ScreenPoint]
    return { center: this.#center(), distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) }
  }

  #center(): ScreenPoint {
    const positions = [...this.#contacts.values()].map((contact) => contact.position)
    const sum = positions.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
    return { x: sum.x / positions.length, y: sum.y / positions.length }
  }

  #beginDrag(kind: DragKind, position: ScreenPoint): void {
    this.#dragging = kind
    this.#handler.dragStart(kind, position)
  }

  #up(event: PointerEvent): void {
    const contact = this.#contacts.get(event.pointerId)
    this.#contacts.delete(event.pointerId)
    clearTimeout(this.#longPress)
    if (contact === undefined) return
    if (this.#contacts.size === 0 && this.#dragging !== null) this.#endDrag()
    else if (this.#isClickPending && this.#contacts.size === 0) this.#click(event, contact)
  }

  #cancel(event: PointerEvent): void {
    this.#contacts.delete(event.pointerId)
    clearTimeout(this.#longPress)
    this.#isClickPending = false
    if (this.#contacts.size === 0 && this.#dragging !== null) this.#endDrag()
  }

  #endDrag(): void {
    this.#dragging = null
    this.#handler.dragEnd()
  }

  #click(event: PointerEvent, contact: Contact): void {
    this.#isClickPending = false
    const position = this.#toScreenPoint(event)
    const click = { ...readModifiers(event), position }
    if (contact.button === 2) return this.#handler.click({ ...click, kind: 'contextMenu' })
    if (contact.button !== 0) return
    const last = this.#lastClick
    const near = Math.hypot(position.x - last.position.x, position.y - last.position.y) < clickTolerance.touch * 2
    const double = near && event.timeStamp - last.time < doubleClickMilliseconds
    this.#lastClick = { time: double ? -Infinity : event.timeStamp, position }
    this.#handler.click({ ...click, kind: double ? 'doubleClick' : 'click' })
  }

  #toLogicalButton({ button, pointerType }: PointerEvent): number {
    return this.#handler.leftHanded && pointerType === 'mouse' && button !== 1 ? 2 - button : button
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    // A touchpad pinch arrives as a wheel event with Ctrl, in steps ten times smaller.
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1
    const travel = event.deltaY * unit * (event.ctrlKey ? 8 : 1)
    const limited = Math.max(-400, Math.min(400, travel))
    this.#handler.wheel(Math.exp(limited * wheelRate), this.#toScreenPoint(event))
  }
}

function toDragKind(event: PointerEvent, button: number): DragKind {
  return button === 0 && !event.shiftKey ? 'orbit' : 'pan'
}

function readModifiers(event: PointerEvent): Pick<Click, 'shift' | 'control' | 'alt' | 'touch'> {
  const { shiftKey: shift, altKey: alt } = event
  return { shift, alt, control: event.ctrlKey || event.metaKey, touch: event.pointerType === 'touch' }
}
