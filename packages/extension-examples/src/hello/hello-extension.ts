import { ApiExtension, type ExtensionTool } from '@kamar/extensions'
import { make } from '../shared/elements.js'
import { createPanelTool } from '../shared/panel-tool.js'
import { helloMessages } from './messages.js'

const speech = 'M4 5h16v11H9l-5 4z'

/** The tutorial's extension: a button, a panel, and one event that updates the panel's text. */
export class HelloExtension extends ApiExtension {
  override load(): boolean {
    this.extendLocalization(helloMessages)
    return true
  }

  protected override createTool(): ExtensionTool {
    return createPanelTool(this.api, {
      id: 'examples.hello',
      iconPath: speech,
      title: () => this.t('hello.title'),
      draw: (container) => {
        const count = this.api.getSelection().length
        container.replaceChildren(make('p', this.t('hello.selected', { count })))
      },
      redrawOn: ['SELECTION_CHANGED_EVENT'],
    })
  }
}
