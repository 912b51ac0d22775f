import { uploadExtensions } from '@kamar/core'
import { api } from '../../api/api.js'
import { createObservable, useObservable } from '../../observable.js'

/** Accepted extensions: the twenty known ones until the server reports others; it checks every upload again. */
export const takenExtensions = createObservable<readonly string[]>(uploadExtensions)

/** Returns the extensions that may be uploaded, lower case with the dot. */
export const acceptedExtensions = (): readonly string[] => takenExtensions.get()

export const useAcceptedExtensions = (): readonly string[] => useObservable(takenExtensions)

/** Loads the server's accepted extensions; without a response they are unchanged. */
export async function loadUploadRules(signal: AbortSignal): Promise<void> {
  const rules = await api.call('uploadRules', undefined, { signal }).catch(() => null)
  if (rules) takenExtensions.set(rules.extensions)
}
