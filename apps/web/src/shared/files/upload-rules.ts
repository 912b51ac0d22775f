import { uploadExtensions } from '@kamar/contracts'
import { api } from '../api/api.js'
import { createObservable, useObservable } from '../observable.js'

/** The twenty until the server says what else is taken; it judges every upload again. */
export const takenExtensions = createObservable<readonly string[]>(uploadExtensions)

/** Extensions that may be uploaded, lower case with the dot. */
export const acceptedExtensions = (): readonly string[] => takenExtensions.get()

export const useAcceptedExtensions = (): readonly string[] => useObservable(takenExtensions)

/** Asks the server what it takes; without an answer it stays as it was. */
export async function loadUploadRules(signal: AbortSignal): Promise<void> {
  const rules = await api.call('uploadRules', undefined, { signal }).catch(() => null)
  if (rules) takenExtensions.set(rules.extensions)
}
