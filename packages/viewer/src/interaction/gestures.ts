/** A place in CSS pixels from the viewer's left and top. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Two fingers: their middle, and how far they are apart. */
export interface Pinch {
  readonly middle: Place
  readonly apart: number
}

/** What drags do; `look` turns the camera where it stands. */
export type DragKind = 'orbit' | 'pan' | 'look'

/** What the gestures of mouse, pen and fingers mean. */
export interface GestureHandler {
  /** Left and right buttons of the mouse are exchanged. */
  readonly leftHanded: boolean
  /** A drag begins here; what is under it becomes the pivot. */
  dragStart(kind: DragKind, place: Place): void
  drag(kind: DragKind, from: Place, to: Place): void
  pinch(from: Pinch, to: Pinch): void
  /** The last finger or button went up. */
  dragEnd(): void
  wheel(factor: number, place: Place): void
  press(press: Press): void
}

/** A press without a drag. */
export interface Press {
  readonly kind: 'click' | 'doubleClick' | 'contextMenu'
  readonly place: Place
  readonly shift: boolean
  readonly control: boolean
  readonly alt: boolean
  readonly touch: boolean
}

/** Movements below this are a press, CSS pixels; fingers are less steady. */
const slack = { mouse: 4, touch: 10 } as const
const longPressMilliseconds = 550
const doublePressMilliseconds = 350
/** Factor per pixel of wheel travel. */
const wheelRate = 0.0012

interface Contact {
  readonly start: Place
  place: Place
  readonly button: number
}

/** Turns pointer and wheel events of an element into gestures. */
export class Gestures {
  readonly #element: HTMLElement
  readonly #handler: GestureHandler
  readonly #contacts = new Map<number, Contact>()
  #dragging: DragKind | null = null
  #longPress: ReturnType<typeof setTimeout> | undefined
  #pressed = false
  #lastPress = { time: -Infinity, place: { x: 0, y: 0 } }
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

  #placeOf(event: MouseEvent): Place {
    const box = this.#element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  #down(event: PointerEvent): void {
    const place = this.#placeOf(event)
    this.#contacts.set(event.pointerId, { start: place, place, button: this.#buttonOf(event) })
    this.#element.setPointerCapture(event.pointerId)
    clearTimeout(this.#longPress)
    if (this.#contacts.size > 1) {
      this.#pressed = false
      if (this.#contacts.size === 3) this.#beginDrag('look', this.#middle())
      else if (this.#dragging === null) this.#beginDrag('pan', this.#middle())
      return
    }
    this.#pressed = true
    if (event.pointerType !== 'touch') return
    this.#longPress = setTimeout(() => {
      this.#pressed = false
      this.#handler.press({ ...modifiersOf(event), kind: 'contextMenu', place })
    }, longPressMilliseconds)
  }

  #move(event: PointerEvent): void {
    const contact = this.#contacts.get(event.pointerId)
    if (contact === undefined) return
    const place = this.#placeOf(event)
    if (this.#contacts.size === 2) return this.#pinch(contact, place)
    if (this.#contacts.size === 3) return this.#dragThree(contact, place)
    if (this.#contacts.size !== 1) return
    const touch = event.pointerType === 'touch'
    const far = Math.hypot(place.x - contact.start.x, place.y - contact.start.y) > (touch ? slack.touch : slack.mouse)
    if (this.#dragging === null && !far) return
    clearTimeout(this.#longPress)
    this.#pressed = false
    if (this.#dragging === null) this.#beginDrag(dragKindOf(event, contact.button), contact.start)
    this.#handler.drag(this.#dragging ?? 'orbit', contact.place, place)
    contact.place = place
  }

  /** Three fingers go together: what counts is their middle. */
  #dragThree(contact: Contact, place: Place): void {
    const before = this.#middle()
    contact.place = place
    this.#handler.drag('look', before, this.#middle())
  }

  #pinch(contact: Contact, place: Place): void {
    const before = this.#pinchNow()
    contact.place = place
    this.#handler.pinch(before, this.#pinchNow())
  }

  #pinchNow(): Pinch {
    const [a, b] = [...this.#contacts.values()].map((contact) => contact.place) as [Place, Place]
    return { middle: this.#middle(), apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) }
  }

  #middle(): Place {
    const places = [...this.#contacts.values()].map((contact) => contact.place)
    const sum = places.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
    return { x: sum.x / places.length, y: sum.y / places.length }
  }

  #beginDrag(kind: DragKind, place: Place): void {
    this.#dragging = kind
    this.#handler.dragStart(kind, place)
  }

  #up(event: PointerEvent): void {
    const contact = this.#contacts.get(event.pointerId)
    this.#contacts.delete(event.pointerId)
    clearTimeout(this.#longPress)
    if (contact === undefined) return
    if (this.#contacts.size === 0 && this.#dragging !== null) this.#endDrag()
    else if (this.#pressed && this.#contacts.size === 0) this.#press(event, contact)
  }

  #cancel(event: PointerEvent): void {
    this.#contacts.delete(event.pointerId)
    clearTimeout(this.#longPress)
    this.#pressed = false
    if (this.#contacts.size === 0 && this.#dragging !== null) this.#endDrag()
  }

  #endDrag(): void {
    this.#dragging = null
    this.#handler.dragEnd()
  }

  #press(event: PointerEvent, contact: Contact): void {
    this.#pressed = false
    const place = this.#placeOf(event)
    const press = { ...modifiersOf(event), place }
    if (contact.button === 2) return this.#handler.press({ ...press, kind: 'contextMenu' })
    if (contact.button !== 0) return
    const last = this.#lastPress
    const near = Math.hypot(place.x - last.place.x, place.y - last.place.y) < slack.touch * 2
    const double = near && event.timeStamp - last.time < doublePressMilliseconds
    this.#lastPress = { time: double ? -Infinity : event.timeStamp, place }
    this.#handler.press({ ...press, kind: double ? 'doubleClick' : 'click' })
  }

  #buttonOf({ button, pointerType }: PointerEvent): number {
    return this.#handler.leftHanded && pointerType === 'mouse' && button !== 1 ? 2 - button : button
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    // A pinch on a touchpad comes as a wheel with Ctrl, in steps ten times smaller.
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1
    const travel = event.deltaY * unit * (event.ctrlKey ? 8 : 1)
    const limited = Math.max(-400, Math.min(400, travel))
    this.#handler.wheel(Math.exp(limited * wheelRate), this.#placeOf(event))
  }
}

function dragKindOf(event: PointerEvent, button: number): DragKind {
  return button === 0 && !event.shiftKey ? 'orbit' : 'pan'
}

function modifiersOf(event: PointerEvent): Pick<Press, 'shift' | 'control' | 'alt' | 'touch'> {
  const { shiftKey: shift, altKey: alt } = event
  return { shift, alt, control: event.ctrlKey || event.metaKey, touch: event.pointerType === 'touch' }
}
