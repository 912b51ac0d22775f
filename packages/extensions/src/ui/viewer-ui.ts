import { ToolBar } from './controls.js'
import type { DockingPanel } from './docking-panel.js'
import { Observed } from './observed.js'

/** User interface of extensions around the model: one tool bar and any number of panels. The application draws them. */
export class ViewerUi extends Observed {
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
  /** Called by panels on creation. */
  addPanel(panel: DockingPanel): void {
    this.#panels.set(
      panel,
      panel.onChange(() => this.changed()),
    )
    this.changed()
  }
  /** Called by panels on removal. */
  removePanel(panel: DockingPanel): void {
    this.#panels.get(panel)?.()
    if (this.#panels.delete(panel)) this.changed()
  }
}
