import type { ApiEventName, ExtensionTool, ViewerApi } from '@kamar/extensions'

/** Options of a button. */
export interface ButtonOptions {
  /** Id of its command. */
  readonly id: string
  readonly iconPath: string
  /** Returns the label, in the page's language. */
  readonly title: () => string
}

/** Returns a tool of one button, in the group of all examples. */
export function createButtonTool(
  { id, iconPath, title }: ButtonOptions,
  action: Pick<ExtensionTool['actions'][string], 'run' | 'isOn'>,
): ExtensionTool {
  const button = { group: 'extensions examples', order: 0, on: ['extensions'] } as const
  return {
    descriptor: {
      id,
      order: 0,
      surface: 'model',
      access: 'member',
      commands: [{ id, text: title(), group: 'tools', button }],
    },
    actions: { [id]: { icon: { path: iconPath }, text: title, ...action } },
  }
}

/** Options of a panel and its button. */
export interface PanelOptions extends ButtonOptions {
  /** Fills the panel when it is opened, when the language changes, and after the events of `redrawOn`. */
  readonly draw: (container: HTMLElement) => void
  readonly redrawOn?: readonly ApiEventName[]
  readonly closed?: () => void
}

/** Returns a tool of a panel and the button that opens it, which is all that most extensions need. */
export function createPanelTool(api: ViewerApi, options: PanelOptions): ExtensionTool {
  const { id, title, draw, redrawOn = [], closed } = options
  const mount = (element: HTMLElement): (() => void) => {
    const redraw = (): void => draw(element)
    redraw()
    const ends = ['LANGUAGE_CHANGED_EVENT' as const, ...redrawOn].map((name) => api.on(name, redraw))
    return () => {
      for (const end of ends) end()
      closed?.()
    }
  }
  return {
    ...createButtonTool(options, {
      isOn: ({ session }) => session.layout.isOpen(id),
      run: ({ session }) => session.layout.toggle(id),
    }),
    views: [{ id, slot: 'floating', order: 0, getTitle: title, content: { mount } }],
  }
}
