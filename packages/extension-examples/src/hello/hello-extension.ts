import { ApiExtension, type ToolBar } from '@kamar/extensions'
import { make } from '../shared/elements.js'
import { addPanelSwitch } from '../shared/panel-switch.js'
import { helloMessages } from './messages.js'

const speech = 'M4 5h16v11H9l-5 4z'

/** The tutorial's extension: a button, a panel, and one event that updates the panel's text. */
export class HelloExtension extends ApiExtension {
  override load(): boolean {
    this.extendLocalization(helloMessages)
    return true
  }

  override onToolbarCreated(toolBar: ToolBar): void {
    const title = (): string => this.t('hello.title')
    const { panel, end } = addPanelSwitch(this.api, toolBar, {
      id: 'hello',
      iconPath: speech,
      title,
      changed: () => show(),
    })
    const show = (): void => {
      const count = this.api.getSelection().length
      panel.container.replaceChildren(make('p', this.t('hello.selected', { count })))
    }
    this.atUnload(end, this.api.on('SELECTION_CHANGED_EVENT', show))
  }
}
