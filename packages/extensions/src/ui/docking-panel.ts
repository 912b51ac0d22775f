import { Observed } from './observed.js'

/** User interface that panels belong to; implemented by `ViewerUi`. */
export interface PanelOwner {
  /** Called by panels on creation. */
  addPanel(panel: DockingPanel): void
  /** Called by panels on removal. */
  removePanel(panel: DockingPanel): void
}

/**
 * Panel that floats over the model. The page draws its frame and title; the extension fills `container` with its own
 * elements, which the page styles: headings, text, tables, lists, buttons.
 */
export class DockingPanel extends Observed {
  readonly id: string
  /** Container of the content. */
  readonly container: HTMLElement
  readonly #ui: PanelOwner
  #title: string
  #visible = false

  constructor(ui: PanelOwner, id: string, title: string) {
    super()
    this.#ui = ui
    this.id = id
    this.#title = title
    this.container = document.createElement('div')
    this.container.className = 'extension-panel'
    ui.addPanel(this)
  }

  get title(): string {
    return this.#title
  }
  setTitle(title: string): void {
    this.#title = title
    this.changed()
  }
  isVisible(): boolean {
    return this.#visible
  }
  setVisible(visible: boolean): void {
    if (visible === this.#visible) return
    this.#visible = visible
    this.changed()
    this.visibilityChanged(visible)
  }
  /** Called when the panel is opened or closed, also by the user; extensions update their button here. */
  visibilityChanged(_visible: boolean): void {
    // Does nothing by default.
  }
  /** Removes the panel permanently. */
  uninitialize(): void {
    this.setVisible(false)
    this.#ui.removePanel(this)
  }
}
