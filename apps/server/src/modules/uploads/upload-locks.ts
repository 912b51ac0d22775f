import type { Lock, Locker, RequestRelease } from '@tus/server'

/** Error that tus expects from a locker when the holder does not release. */
const lockTimeout = { status_code: 409, body: 'upload-conflict' } as const

interface Holder {
  readonly release: RequestRelease
  readonly waiting: Set<() => void>
}

/**
 * Locks that allow one request at a time per upload. The newest tells the one before it to stop, so that a client whose
 * old connection hangs half-open can resume at once, and waits without polling (unlike tus' own locker).
 */
export class UploadLocks implements Locker {
  readonly #holders = new Map<string, Holder>()
  readonly #waitMilliseconds: number

  constructor(waitMilliseconds = 10_000) {
    this.#waitMilliseconds = waitMilliseconds
  }

  /** Returns whether a request currently holds this upload. */
  isHeld(id: string): boolean {
    return this.#holders.has(id)
  }

  newLock(id: string): Lock {
    return {
      lock: async (signal, release) => {
        const deadline = Date.now() + this.#waitMilliseconds
        for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
          await holder.release()
          if (!(await released(holder, signal, deadline - Date.now()))) throw lockTimeout
        }
        this.#holders.set(id, { release, waiting: new Set() })
      },
      unlock: async () => {
        const holder = this.#holders.get(id)
        this.#holders.delete(id)
        for (const wake of holder?.waiting ?? []) wake()
      },
    }
  }
}

/** Returns whether the holder released in time; false when it did not, or when the waiting request was aborted. */
function released(holder: Holder, signal: AbortSignal, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (free: boolean): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', give)
      holder.waiting.delete(wake)
      resolve(free)
    }
    const wake = (): void => finish(true)
    const give = (): void => finish(false)
    const timer = setTimeout(give, Math.max(0, milliseconds))
    signal.addEventListener('abort', give)
    holder.waiting.add(wake)
    if (signal.aborted) give()
  })
}
