import { createObservable } from '../observable.js'
import { storage, storageKeys } from '../storage.js'

const observable = createObservable<string | null>(storage.read(storageKeys.accessToken))

// Another tab signed in or out: this one follows.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === storageKeys.accessToken || event.key === null) observable.set(storage.read(storageKeys.accessToken))
})

/** Storage refused the token: it lives in this page alone. */
let isOnlyHere = false

/** The session's access token, kept in local storage and shared by all tabs of this browser. */
export const accessToken = {
  /** Reads storage itself and not the last event, which a busy tab may not have seen yet. */
  read(): string | null {
    if (isOnlyHere) return observable.get()
    return storage.read(storageKeys.accessToken) ?? (observable.get() === null ? null : clear())
  },
  write(token: string): void {
    isOnlyHere = !storage.write(storageKeys.accessToken, token)
    observable.set(token)
  },
  clear(): void {
    isOnlyHere = false
    storage.remove(storageKeys.accessToken)
    observable.set(null)
  },
  subscribe: observable.subscribe,
}

function clear(): null {
  observable.set(null)
  return null
}
