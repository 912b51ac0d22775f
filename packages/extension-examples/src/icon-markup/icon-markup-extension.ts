import { ApiExtension, type ExtensionTool, type InstanceTree } from '@kamar/extensions'
import type { Point } from '@kamar/viewer'
import { make } from '../shared/elements.js'
import { createButtonTool } from '../shared/panel-tool.js'
import { iconMarkupMessages } from './messages.js'

const tag = 'M12 21s-6-5.5-6-10a6 6 0 0 1 12 0c0 4.5-6 10-6 10zM12 9v4'
const layerName = 'icon-markup'
/** Maximum number of labels; more would obscure the model. */
const maxIcons = 60

/** Adds a name label to each selected element; labels follow the camera and select their elements. */
export class IconMarkupExtension extends ApiExtension {
  override load(): boolean {
    this.extendLocalization(iconMarkupMessages)
    this.atUnload(
      this.api.on('SELECTION_CHANGED_EVENT', () => void this.#show()),
      this.api.on('MODEL_UNLOADED_EVENT', () => this.api.overlays.removeScene(layerName)),
    )
    return true
  }
  override unload(): void {
    this.api.overlays.removeScene(layerName)
    super.unload()
  }

  override activate(mode?: string): boolean {
    if (!super.activate(mode)) return false
    this.api.ui.refresh()
    void this.#show()
    return true
  }
  override deactivate(): boolean {
    this.api.overlays.removeScene(layerName)
    const wasActive = super.deactivate()
    this.api.ui.refresh()
    return wasActive
  }

  protected override createTool(): ExtensionTool {
    const button = { id: 'examples.icon-markup', iconPath: tag, title: () => this.t('icons.title') }
    return createButtonTool(button, {
      isOn: () => this.isActive(),
      run: () => (this.isActive() ? this.deactivate() : this.activate()),
    })
  }

  async #show(): Promise<void> {
    if (!this.isActive() || this.viewer.model === null) return
    const tree = await this.api.getInstanceTree()
    if (!this.isActive()) return
    const layer = this.api.overlays.addScene(layerName)
    layer.clear()
    for (const id of this.api.getSelection().slice(0, maxIcons)) {
      const box = tree.getNodeBox(id)
      if (box === null) continue
      const center = [0, 1, 2].map((axis) => ((box.min[axis] ?? 0) + (box.max[axis] ?? 0)) / 2)
      layer.addIcon({ at: center as unknown as Point, element: this.#createLabel(id, tree) })
    }
  }

  #createLabel(id: number, tree: InstanceTree): HTMLElement {
    const label = make('button', tree.getNodeName(id) || tree.getNodeType(id))
    label.type = 'button'
    label.className = 'extension-label'
    label.addEventListener('click', () => this.api.fitToView(id))
    return label
  }
}
