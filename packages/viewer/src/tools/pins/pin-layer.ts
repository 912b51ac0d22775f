/** A numbered marker, wherever it is. */
export interface PinFace {
  readonly id: string
  /** Text of one to three characters. */
  readonly text: string
  /** Accessible name and tooltip. */
  readonly label: string
  /** CSS colour of the background; the text is white. */
  readonly color: string
  /** Whether the pin is highlighted, for the item open in the panel. */
  readonly selected?: boolean
}

/** Size of a pin, CSS pixels. */
export const pinPixels = 26

/** Buttons over a canvas, constant in screen size. */
export class PinLayer {
  readonly #box = document.createElement('div')
  readonly #buttons = new Map<string, HTMLButtonElement>()
  readonly #clicked: (id: string) => void

  constructor(element: HTMLElement, clicked: (id: string) => void) {
    this.#clicked = clicked
    this.#box.dataset['pins'] = ''
    Object.assign(this.#box.style, {
      position: 'absolute',
      inset: '0',
      overflow: 'hidden',
      pointerEvents: 'none',
      zIndex: '1',
    })
    element.append(this.#box)
  }

  dispose(): void {
    this.#box.remove()
    this.#buttons.clear()
  }

  /** Replaces the displayed pins. */
  set(pins: readonly PinFace[]): void {
    const ids = new Set(pins.map(({ id }) => id))
    for (const [id, button] of this.#buttons) {
      if (ids.has(id)) continue
      button.remove()
      this.#buttons.delete(id)
    }
    for (const pin of pins) this.#dress(pin)
  }

  /** Moves a pin: its tip, the lower left corner, is at the position; null hides it. */
  move(id: string, position: { readonly x: number; readonly y: number } | null): void {
    const button = this.#buttons.get(id)
    if (button === undefined) return
    button.style.display = position === null ? 'none' : ''
    if (position !== null)
      button.style.transform = `translate(${position.x.toFixed(1)}px, ${(position.y - pinPixels).toFixed(1)}px)`
  }
  /** Returns the button of a pin. */
  getButton(id: string): HTMLButtonElement | undefined {
    return this.#buttons.get(id)
  }

  #dress(pin: PinFace): void {
    const button = this.#buttons.get(pin.id) ?? this.#createButton(pin.id)
    button.textContent = pin.text
    button.title = pin.label
    button.setAttribute('aria-label', pin.label)
    button.setAttribute('aria-pressed', String(pin.selected === true))
    Object.assign(button.style, {
      background: pin.color,
      zIndex: pin.selected === true ? '2' : '1',
      boxShadow: pin.selected === true ? `0 0 0 3px ${pin.color}66` : '0 1px 4px rgb(0 0 0 / 0.35)',
    })
  }

  #createButton(id: string): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    Object.assign(button.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      width: `${pinPixels}px`,
      height: `${pinPixels}px`,
      padding: '0',
      border: '2px solid #ffffff',
      borderRadius: '50% 50% 50% 4px',
      color: '#ffffff',
      font: '700 12px/1 "Noto Sans", sans-serif',
      pointerEvents: 'auto',
      cursor: 'pointer',
    })
    button.addEventListener('click', () => this.#clicked(id))
    this.#box.append(button)
    this.#buttons.set(id, button)
    return button
  }
}
