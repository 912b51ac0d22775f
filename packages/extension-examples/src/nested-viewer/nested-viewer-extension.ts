import { ApiExtension, type ExtensionTool } from '@kamar/extensions'
import { createViewer, type Viewer } from '@kamar/viewer'
import { make } from '../shared/elements.js'
import { createPanelTool } from '../shared/panel-tool.js'
import { nestedMessages } from './messages.js'

const panelId = 'examples.nested-viewer'
const windowInWindow = 'M3 5h18v14H3zM12 11h9M12 11v8'

/** Second view of the model in a panel, which shows the selected elements only. */
export class NestedViewerExtension extends ApiExtension {
  #inner: Viewer | null = null

  override load(): boolean {
    this.extendLocalization(nestedMessages)
    this.atUnload(
      this.api.on('SELECTION_CHANGED_EVENT', () => this.#follow()),
      this.api.on('THEME_CHANGED_EVENT', ({ theme }) => this.#inner?.setTheme(theme)),
      this.api.on('MODEL_UNLOADED_EVENT', () => this.api.ui.session?.layout.close(panelId)),
    )
    return true
  }

  protected override createTool(): ExtensionTool {
    return createPanelTool(this.api, {
      id: panelId,
      iconPath: windowInWindow,
      title: () => this.t('nested.title'),
      draw: (container) => (this.#inner === null ? void this.#begin(container) : undefined),
      closed: () => this.#end(),
    })
  }

  async #begin(container: HTMLElement): Promise<void> {
    const source = this.api.modelSource?.() ?? null
    if (source === null) return container.replaceChildren(make('p', this.t('nested.nothing')))
    const stage = make('div')
    stage.className = 'extension-stage'
    container.replaceChildren(stage)
    const inner = createViewer(stage, { theme: this.viewer.theme, viewCube: false })
    this.#inner = inner
    await inner.load(source).catch((error: unknown) => {
      // Ignores the error when the panel was closed before the model loaded.
      if (this.#inner === inner) container.replaceChildren(make('p', String(error)))
    })
    this.#follow()
  }

  #follow(): void {
    const inner = this.#inner
    if (inner === null || inner.model === null) return
    const selected = this.api.getSelection()
    if (selected.length === 0) inner.visibility.showAll()
    else inner.visibility.isolate(selected)
    inner.fitToView(selected.length === 0 ? undefined : selected)
  }

  #end(): void {
    this.#inner?.dispose()
    this.#inner = null
  }
}
