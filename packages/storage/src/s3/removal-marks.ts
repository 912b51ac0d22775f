import { AppError } from '@kamar/core'
import type { ObjectClient } from './object-client.js'

/** Milliseconds after which a remover gives up; a mark older than `expiryMilliseconds` belongs to a dead process. */
const removerMilliseconds = 20_000
const expiryMilliseconds = 60_000
const pollMilliseconds = 200

const formatMarkKey = (sha256: string): string => `removing/${sha256}`

/**
 * Serialises removal and storage of the same bytes, in a store that can neither rename nor lock. A remover writes a
 * mark, then checks whether the bytes arrived again, then removes. A writer writes the bytes, then checks for a mark.
 * So one of the two always sees the other.
 */
export class RemovalMarks {
  readonly #client: ObjectClient

  constructor(client: ObjectClient) {
    this.#client = client
  }

  /** Runs a removal under a mark, and passes it the minimum lead of the store's clock over ours, milliseconds. */
  async during(
    sha256: string,
    remove: (aheadMilliseconds: number, signal: AbortSignal) => Promise<boolean>,
  ): Promise<boolean> {
    const begun = Date.now()
    const key = formatMarkKey(sha256)
    await this.#client.put(key, new Uint8Array(0))
    try {
      const mark = await this.#client.stat(key)
      if (mark === null) throw new AppError('changed-meanwhile')
      const now = Date.now()
      const left = removerMilliseconds - (now - begun)
      return await remove(mark.modified.getTime() - now, AbortSignal.timeout(Math.max(1, left)))
    } finally {
      await this.#client.remove(key)
    }
  }

  /** Waits until no removal of these bytes is in progress. Returns whether there was one: the bytes may be gone. */
  async settled(sha256: string): Promise<boolean> {
    const key = formatMarkKey(sha256)
    let lastState = ''
    let since = 0
    for (;;) {
      const mark = await this.#client.stat(key)
      if (mark === null) return lastState !== ''
      const state = `${mark.etag} ${mark.modified.getTime()}`
      if (lastState !== state) [lastState, since] = [state, Date.now()]
      else if (Date.now() - since > expiryMilliseconds) await this.#client.remove(key)
      await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
    }
  }
}
