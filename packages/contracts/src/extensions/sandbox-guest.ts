import type { SandboxMessage, SandboxStart } from './sandbox-frame.js'

// Complete script of the sandboxed frame: it imports nothing, because the frame cannot fetch. The server embeds the
// compiled file in the frame's document (`apps/server/src/modules/extensions/frame-page.ts`).

type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }

/** What the functions of a tool are given in the frame. */
export interface SandboxContext {
  readonly session: {
    /** One view of the extension is open at a time. */
    readonly layout: {
      readonly isOpen: (view: string) => boolean
      readonly open: (view: string) => void
      readonly close: (view: string) => void
      readonly toggle: (view: string) => void
    }
  }
  readonly control: Kamar
}

/** Content of a view in the frame: blocks that the page draws, because the frame cannot draw into the page. */
export interface SandboxContent {
  /** Returns the blocks of `panel.show`; called when the view opens, and by `refresh`. */
  blocks(context: SandboxContext): readonly unknown[] | Promise<readonly unknown[]>
  /** Called with the id of a clicked button or bar. */
  onClick?(context: SandboxContext, id: string): unknown
}

/** The fields of a `ViewerTool` that the frame uses: its content is `SandboxContent`, its icons are paths. */
export interface SandboxTool {
  readonly descriptor: { readonly commands: readonly { readonly id: string; readonly text: string }[] }
  readonly actions: Readonly<
    Record<
      string,
      {
        readonly icon?: { readonly path: string }
        run(context: SandboxContext): unknown
        text?(context: SandboxContext): string
      }
    >
  >
  readonly views?: readonly {
    readonly id: string
    readonly slot: string
    readonly content: SandboxContent
    getTitle?(context: SandboxContext): string
  }[]
}

/** API object of a third-party extension: calls that return promises, and events. */
class Kamar {
  readonly language: string
  readonly theme: string
  readonly #port: MessagePort
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Map<string, Set<(data: unknown) => void>>()
  #next = 1

  constructor(port: MessagePort, { language, theme }: SandboxStart) {
    this.#port = port
    this.language = language
    this.theme = theme
    port.onmessage = (event: MessageEvent<SandboxMessage>) => this.#take(event.data)
  }

  /** Calls an API method, e.g. `call('elements.select', [1, 2])`; the methods are listed in docs/extensions. */
  call(method: string, parameter: unknown = null): Promise<unknown> {
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#port.postMessage({ kind: 'call', id, method, parameter })
    })
  }
  /** Registers `listener` for an event and returns a function that removes it. */
  on(name: string, listener: (data: unknown) => void): () => void {
    const eventListeners = this.#listeners.get(name) ?? new Set()
    eventListeners.add(listener)
    this.#listeners.set(name, eventListeners)
    return () => void eventListeners.delete(listener)
  }

  /**
   * Adds buttons and a panel as a tool, as the viewer's own: a button for each command, and the `floating` views. Needs
   * the permission `toolbar`, and `panel` for views. Returns a function that draws the open view again.
   */
  async addTool({ actions, descriptor, views = [] }: SandboxTool): Promise<() => Promise<void>> {
    let open: string | null = null
    const findView = () => views.find(({ id, slot }) => id === open && slot === 'floating')
    const refresh = async (): Promise<void> => {
      const view = findView()
      if (view === undefined) return
      const blocks = await view.content.blocks(context)
      if (view === findView()) await this.call('panel.show', { title: view.getTitle?.(context), blocks })
    }
    const layout = {
      isOpen: (view: string) => view === open,
      open: (view: string) => {
        open = view
        void refresh()
      },
      close: (view: string) => {
        if (view !== open) return
        open = null
        void this.call('panel.hide')
      },
      toggle: (view: string) => (view === open ? layout.close(view) : layout.open(view)),
    }
    const context: SandboxContext = { session: { layout }, control: this }
    this.on('button', (data) => actions[(data as { readonly id: string }).id]?.run(context))
    this.on('panelButton', (data) => findView()?.content.onClick?.(context, (data as { readonly id: string }).id))
    this.on('panelClosed', () => (open = null))
    const buttons = descriptor.commands.map(({ id, text }) => ({
      id,
      label: actions[id]?.text?.(context) ?? text,
      iconPath: actions[id]?.icon?.path,
    }))
    await this.call('toolbar.set', buttons)
    return refresh
  }

  #take(message: SandboxMessage): void {
    if (message.kind === 'event') {
      for (const listener of this.#listeners.get(message.name) ?? []) listener(message.data)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.ok) waiting?.resolve(message.result)
    else waiting?.reject(new RangeError(message.reason))
  }
}

async function run(port: MessagePort, start: SandboxStart): Promise<void> {
  const address = URL.createObjectURL(new Blob([start.code], { type: 'text/javascript' }))
  try {
    const module = (await import(address)) as { readonly start?: (kamar: Kamar) => unknown }
    if (module.start === undefined) throw new TypeError('the module exports no function start')
    await module.start(new Kamar(port, start))
    port.postMessage({ kind: 'started' })
  } catch (error) {
    port.postMessage({ kind: 'failed', reason: String(error).slice(0, 500) })
  }
}

addEventListener('message', function begin(event: MessageEvent<SandboxStart>) {
  const [port] = event.ports
  if (event.source !== parent || event.data.kind !== 'start' || port === undefined) return
  removeEventListener('message', begin)
  void run(port, event.data)
})
