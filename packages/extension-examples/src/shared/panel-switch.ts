import { Button, ControlGroup, DockingPanel, type ToolBar, type ViewerApi } from '@kamar/extensions'

/** Options of a panel switch. */
export interface PanelSwitchOptions {
  readonly id: string
  readonly iconPath: string
  /** Title of the panel and label of the button, in the page's language. */
  readonly title: () => string
  /** Called whenever the panel is opened or closed. */
  readonly changed: (visible: boolean) => void
}

/** Panel that reports when it is opened or closed. */
class NotifyingPanel extends DockingPanel {
  onVisibilityChange: (visible: boolean) => void = () => undefined
  override visibilityChanged(visible: boolean): void {
    this.onVisibilityChange(visible)
  }
}

/**
 * Adds a panel and the button that opens it, which is all that most extensions need. Returns a function that removes
 * both.
 */
export function addPanelSwitch(api: ViewerApi, toolBar: ToolBar, parts: PanelSwitchOptions) {
  const { id, iconPath, title, changed } = parts
  const panel = new NotifyingPanel(api.ui, id, title())
  const button = new Button(id, { label: title(), iconPath, onClick: () => panel.setVisible(!panel.isVisible()) })
  const group = toolBar.getControl('examples') ?? new ControlGroup('examples')
  toolBar.addControl(group)
  group.addControl(button)
  panel.onVisibilityChange = (visible) => {
    button.setState(visible ? 'active' : 'inactive')
    changed(visible)
  }
  const stop = api.on('LANGUAGE_CHANGED_EVENT', () => {
    panel.setTitle(title())
    button.setToolTip(title())
    if (panel.isVisible()) changed(true)
  })
  const end = (): void => {
    stop()
    panel.uninitialize()
    group.removeControl(button)
  }
  return { panel, button, end }
}
