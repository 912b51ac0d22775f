import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to: session, uploads, toasts. */
export interface Observable<Value> {
  readonly get: () => Value
  readonly set: (next: Value | ((current: Value) => Value)) => void
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createObservable<Value>(initial: Value): Observable<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const changed = typeof next === 'function' ? (next as (current: Value) => Value)(value) : next
      if (Object.is(changed, value)) return
      value = changed
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useObservable<Value>(observable: Observable<Value>): Value {
  return useSyncExternalStore(observable.subscribe, observable.get)
}
