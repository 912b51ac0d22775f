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

const toKey = (owner: string | null, id: string): string => `viewDraft ${owner ?? 'guest'} ${id}`
const toFileKey = (owner: string | null, urn: string): string => `viewDraftFile ${owner ?? 'guest'} ${urn}`

/** Returns the id of the file of a model with a draft on this device; null without one. */
export const findDraftFile = (owner: string | null, urn: string): string | null => storage.read(toFileKey(owner, urn))

/** Returns the store of the draft of a user and a file. */
export function createDraftStore({ fileId, owner, urn }: DraftAddress): DraftStore {
  const key = toKey(owner, fileId ?? urn)
  const isShared = owner !== null && fileId !== null
  return {
    readLocal() {
      // A draft that was begun without a network, when the file of the model was unknown.
      const unnamedKey = toKey(owner, urn)
      const drafts = [readDraft(key), isShared ? readDraft(unnamedKey) : null].filter((draft) => draft !== null)
      if (isShared) storage.remove(unnamedKey)
      return drafts.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt))[0] ?? null
    },
    writeLocal(draft) {
      const isEmpty = draft.views.length === 0
      // The server knows that the draft was discarded; without an account nothing remains.
      if (isEmpty && !isShared) storage.remove(key)
      else storage.writeJson(key, draft)
      if (isEmpty || !isShared) storage.remove(toFileKey(owner, urn))
      else storage.write(toFileKey(owner, urn), fileId)
    },
    fetch: () =>
      isShared ? ignoreFailure(api.call('getDraft', { parameters: { id: fileId } })) : Promise.resolve(null),
    async send(draft) {
      if (isShared) await ignoreFailure(api.call('saveDraft', { parameters: { id: fileId }, body: draft }))
    },
  }
}

function readDraft(key: string): Draft | null {
  const parsed = Draft.safeParse(storage.readJson(key))
  return parsed.success ? parsed.data : null
}

async function ignoreFailure<Result>(request: Promise<Result>): Promise<Result | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
