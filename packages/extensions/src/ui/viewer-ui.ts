import { ToolBar } from './controls.js'
import type { DockingPanel, PanelOwner } from './docking-panel.js'
import { Observed } from './observed.js'

/** User interface of extensions around the model: one tool bar and any number of panels. The application draws them. */
export class ViewerUi extends Observed implements PanelOwner {
  readonly toolBar = new ToolBar()
  readonly #panels = new Map<DockingPanel, () => void>()

  constructor() {
    super()
    this.toolBar.onChange(() => this.changed())
  }

  /** All panels, open or closed. */
  get panels(): readonly DockingPanel[] {
    return [...this.#panels.keys()]
  }
  /** Open panels. */
  get openPanels(): readonly DockingPanel[] {
    return this.panels.filter((panel) => panel.isVisible())
  }
  addPanel(panel: DockingPanel): void {
    this.#panels.set(
      panel,
      panel.onChange(() => this.changed()),
    )
    this.changed()
  }
  removePanel(panel: DockingPanel): void {
    this.#panels.get(panel)?.()
    if (this.#panels.delete(panel)) this.changed()
  }
}
