import { createObservable } from '../observable.js'
import { storage, storageKeys } from '../storage.js'

const observable = createObservable<string | null>(storage.read(storageKeys.accessToken))

// Follows a sign-in or sign-out in another tab.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === storageKeys.accessToken || event.key === null) observable.set(storage.read(storageKeys.accessToken))
})

/** Set when storage rejected the token, which then exists in this page only. */
let isSessionOnly = false

/** Access token of the session, in local storage and thus shared by all tabs of this browser. */
export const accessToken = {
  /** Reads storage itself rather than the last event, which a busy tab may not have processed yet. */
  read(): string | null {
    if (isSessionOnly) return observable.get()
    return storage.read(storageKeys.accessToken) ?? (observable.get() === null ? null : clear())
  },
  write(token: string): void {
    isSessionOnly = !storage.write(storageKeys.accessToken, token)
    observable.set(token)
  },
  clear(): void {
    isSessionOnly = false
    storage.remove(storageKeys.accessToken)
    observable.set(null)
  },
  subscribe: observable.subscribe,
}

function clear(): null {
  observable.set(null)
  return null
}
