import { ApiError, Draft } from '@kamar/contracts'
import { api } from '../../../platform/api/api.js'
import { storage } from '../../../platform/storage.js'

/** Where a draft is stored: on this device, and for users with an account also on the server. */
export interface DraftStore {
  readonly readLocal: () => Draft | null
  readonly writeLocal: (draft: Draft) => void
  /** Returns the draft of the server; null without any, or without a connection. */
  readonly fetch: () => Promise<Draft | null>
  /** Sends a draft; failures are ignored, as it stays on this device and is sent at the next opening. */
  readonly send: (draft: Draft) => Promise<void>
}

interface DraftAddress {
  /** Id of the account; null for guests. */
  readonly owner: string | null
  /** Id of the file; null for an example or a guest. */
  readonly fileId: string | null
  readonly urn: string
}

/** Returns the store of the draft of a user and a file. */
export function createDraftStore({ fileId, owner, urn }: DraftAddress): DraftStore {
  const key = `viewDraft ${owner ?? 'guest'} ${fileId ?? urn}`
  const isShared = owner !== null && fileId !== null
  return {
    readLocal() {
      const parsed = Draft.safeParse(storage.readJson(key))
      return parsed.success ? parsed.data : null
    },
    writeLocal(draft) {
      // The server knows that the draft was discarded; without an account nothing remains.
      if (draft.views.length === 0 && !isShared) storage.remove(key)
      else storage.writeJson(key, draft)
    },
    fetch: () =>
      isShared ? ignoreFailure(api.call('getDraft', { parameters: { id: fileId } })) : Promise.resolve(null),
    async send(draft) {
      if (isShared) await ignoreFailure(api.call('saveDraft', { parameters: { id: fileId }, body: draft }))
    },
  }
}

async function ignoreFailure<Result>(request: Promise<Result>): Promise<Result | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
