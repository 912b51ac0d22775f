const databaseName = 'kamar-outbox'
const storeName = 'files'

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new TypeError('no database')))
  })
}

/** Runs one request on the stored files; resolves when it is durable. */
async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.addEventListener('complete', () => resolve(request.result))
      const fail = (): void => reject(transaction.error ?? new TypeError('storage refused'))
      transaction.addEventListener('abort', fail)
      transaction.addEventListener('error', fail)
    })
  } finally {
    database.close()
  }
}

/**
 * Photos and files that wait to be sent, by their keys: too large for the list of waiting entries. Stored as bytes,
 * because some browsers cannot store blobs in private windows.
 */
export const outboxFiles = {
  async put(key: string, content: Blob): Promise<void> {
    const bytes = await content.arrayBuffer()
    await run('readwrite', (store) => store.put({ bytes, type: content.type }, key))
  },
  /** Returns null when the device no longer has it. */
  async get(key: string): Promise<Blob | null> {
    const stored = (await run('readonly', (store) => store.get(key))) as
      | { readonly bytes: ArrayBuffer; readonly type: string }
      | undefined
    return stored ? new Blob([stored.bytes], { type: stored.type }) : null
  },
  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await run('readwrite', (store) => store.delete(key))
  },
}
