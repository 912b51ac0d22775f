import type { SandboxMessage, SandboxStart } from './sandbox-frame.js'

// Complete script of the sandboxed frame: it imports nothing, because the frame cannot fetch. The server embeds the
// compiled file in the frame's document (`apps/server/src/modules/extensions/frame-page.ts`).

type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }

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
