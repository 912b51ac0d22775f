import { Observed } from './observed.js'

/** Display state of a button. */
export type ButtonState = 'inactive' | 'active' | 'disabled'

/** Options of a button. */
export interface ButtonOptions {
  /** Accessible name and tooltip. */
  readonly label: string
  /** Outline of a 24 × 24 icon, as the `d` of an SVG path; by default the label's first letter. */
  readonly iconPath?: string
  readonly onClick?: () => void
}

/** Tool bar button. */
export class Button extends Observed {
  readonly id: string
  readonly iconPath: string | null
  /** Click handler; may be set later, as tool bar samples do. */
  onClick: (() => void) | null
  #label: string
  #state: ButtonState = 'inactive'
  #visible = true

  constructor(id: string, { label, iconPath, onClick }: ButtonOptions) {
    super()
    this.id = id
    this.iconPath = iconPath ?? null
    this.onClick = onClick ?? null
    this.#label = label
  }

  get label(): string {
    return this.#label
  }
  /** Sets another label, e.g. after a change of language. */
  setToolTip(label: string): void {
    this.#label = label
    this.changed()
  }
  getState(): ButtonState {
    return this.#state
  }
  setState(state: ButtonState): void {
    if (state === this.#state) return
    this.#state = state
    this.changed()
  }
  isVisible(): boolean {
    return this.#visible
  }
  setVisible(visible: boolean): void {
    if (visible === this.#visible) return
    this.#visible = visible
    this.changed()
  }
  /** Called by the page on a click. */
  click(): void {
    if (this.#state !== 'disabled') this.onClick?.()
  }
}

/** Button that opens a menu of other buttons. */
export class ComboButton extends Button {
  readonly #buttons: Button[] = []

  get buttons(): readonly Button[] {
    return this.#buttons
  }
  /** Adds a button to the menu. */
  addControl(button: Button): void {
    this.#buttons.push(button)
    button.onChange(() => this.changed())
    this.changed()
  }
}

/** Group of buttons. */
export class ControlGroup extends Observed {
  readonly id: string
  readonly #controls = new Map<string, { readonly button: Button; readonly end: () => void }>()

  constructor(id: string) {
    super()
    this.id = id
  }

  get controls(): readonly Button[] {
    return [...this.#controls.values()].map(({ button }) => button)
  }
  getControl(id: string): Button | null {
    return this.#controls.get(id)?.button ?? null
  }
  /** Adds a button; returns false when the id is taken. */
  addControl(button: Button): boolean {
    if (this.#controls.has(button.id)) return false
    this.#controls.set(button.id, { button, end: button.onChange(() => this.changed()) })
    this.changed()
    return true
  }
  /** Removes a button; returns false when there is none. */
  removeControl(button: Button | string): boolean {
    const id = typeof button === 'string' ? button : button.id
    this.#controls.get(id)?.end()
    const removed = this.#controls.delete(id)
    if (removed) this.changed()
    return removed
  }
}

/** Tool bar of extensions: groups of buttons. */
export class ToolBar extends Observed {
  readonly #groups = new Map<string, { readonly group: ControlGroup; readonly end: () => void }>()

  /** Groups with visible buttons. */
  get groups(): readonly ControlGroup[] {
    return [...this.#groups.values()]
      .map(({ group }) => group)
      .filter(({ controls }) => controls.some((button) => button.isVisible()))
  }
  getControl(id: string): ControlGroup | null {
    return this.#groups.get(id)?.group ?? null
  }
  /** Adds a group; returns false when the id is taken. */
  addControl(group: ControlGroup): boolean {
    if (this.#groups.has(group.id)) return false
    this.#groups.set(group.id, { group, end: group.onChange(() => this.changed()) })
    this.changed()
    return true
  }
  /** Removes a group; returns false when there is none. */
  removeControl(group: ControlGroup | string): boolean {
    const id = typeof group === 'string' ? group : group.id
    this.#groups.get(id)?.end()
    const removed = this.#groups.delete(id)
    if (removed) this.changed()
    return removed
  }
}
