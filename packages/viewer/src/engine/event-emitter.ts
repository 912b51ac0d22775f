/** Called with the event's own data. */
export type Listener<Data> = (data: Data) => void

/** Typed events: `Events` maps a name to its listeners' data. */
export class EventEmitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()

  /** Calls `listener` on every `name` from now on; returns the unsubscribe function. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(name, listeners)
    return () => this.off(name, listener)
  }

  /** Removes a listener added by `on`; ignores unknown ones. */
  off<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): void {
    this.#listeners.get(name)?.delete(listener)
  }

  /** Calls every listener of `name`, in the order of subscription. */
  emit<Name extends keyof Events>(name: Name, data: Events[Name]): void {
    const listeners = this.#listeners.get(name)
    if (listeners === undefined) return
    for (const listener of listeners) (listener as Listener<Events[Name]>)(data)
  }

  /** Removes all listeners. */
  clear(): void {
    this.#listeners.clear()
  }
}
