import { uploadExtensions } from '@kamar/contracts'
import { api } from '../api/api.js'
import { createObservable, useObservable } from '../observable.js'

/** The twenty until the server says what else is taken; it judges every upload again. */
const extensions = createObservable<readonly string[]>(uploadExtensions)

/** Extensions that may be uploaded, lower case with the dot. */
export const acceptedExtensions = (): readonly string[] => extensions.get()

export const useAcceptedExtensions = (): readonly string[] => useObservable(extensions)

/** Asks the server what it takes; without an answer it stays as it was. */
export async function loadUploadRules(signal: AbortSignal): Promise<void> {
  const rules = await api.call('uploadRules', undefined, { signal }).catch(() => null)
  if (rules) extensions.set(rules.extensions)
}
