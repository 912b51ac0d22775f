import { limits, type UploadRules } from '@kamar/contracts'
import { uploadExtensions } from '@kamar/core'
import { api } from '../../api/api.js'
import { createObservable, useObservable } from '../../observable.js'

type AcceptedUploads = Omit<UploadRules, 'optionalExtensions'>

/** Until the server reports other rules, those of a new deployment; it checks every upload again. */
export const defaultUploads: AcceptedUploads = {
  extensions: [...uploadExtensions],
  limitBytes: limits.defaultUploadBytes,
}

/** Files that the account may upload. */
export const acceptedUploads = createObservable(defaultUploads)

/** Returns the extensions that may be uploaded, lower case with the dot. */
export const acceptedExtensions = (): readonly string[] => acceptedUploads.get().extensions

export const useAcceptedUploads = (): AcceptedUploads => useObservable(acceptedUploads)

/** Loads the server's rules; without a response they are unchanged. */
export async function loadUploadRules(signal: AbortSignal): Promise<void> {
  const rules = await api.call('uploadRules', undefined, { signal }).catch(() => null)
  if (rules) acceptedUploads.set(rules)
}
