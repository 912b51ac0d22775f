import { Button, ControlGroup, DockingPanel, type ToolBar, type ViewerApi } from '@kamar/extensions'

/** What a switch is made of. */
export interface PanelSwitchOptions {
  readonly id: string
  readonly iconPath: string
  /** The panel's title and the button's name, in the page's language. */
  readonly title: () => string
  /** Called when the panel is opened, or closed, by whomever. */
  readonly changed: (visible: boolean) => void
}

/** A panel that says when it is opened or closed. */
class NotifyingPanel extends DockingPanel {
  onVisibilityChange: (visible: boolean) => void = () => undefined
  override visibilityChanged(visible: boolean): void {
    this.onVisibilityChange(visible)
  }
}

/** A panel and the button that opens it; most extensions are that. The answer takes both away. */
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
