import { useEffect } from 'react'
import { keepOnDevice, stopKeeping } from '../../shared/device/device-models.js'
import { useFindVersions } from '../../shared/files/use-versions.js'
import type { ShownModel } from './use-model-view.js'
import type { OpenFile } from './use-open-file.js'
import { getViewerToken } from './viewer-token.js'

/** The picture comes first, and what people do at once after it. */
const afterMilliseconds = 2_000

/** Keeps the shown model on this device, so that it opens at once the next time, and without a network. */
export function useKeepOnDevice({ urn, manifest, hasPictures }: ShownModel, { name, isExample }: OpenFile): void {
  const findVersions = useFindVersions()
  const isComplete = manifest?.state === 'complete' && hasPictures
  useEffect(() => {
    if (urn === null || name === null || !manifest || !isComplete || !navigator.onLine || savesData()) return undefined
    const keep = async (): Promise<void> => {
      const { token } = await getViewerToken()
      await keepOnDevice({ urn, name, manifest, token, ...(isExample ? {} : await versionOf(urn, findVersions)) })
    }
    // Without it the model is read from the server again, as if nothing could be kept here.
    const timer = setTimeout(() => void keep().catch(() => null), afterMilliseconds)
    return () => clearTimeout(timer)
  }, [urn, name, isExample, manifest, isComplete, findVersions])
  useEffect(() => stopKeeping, [])
}

/** Nobody says which version of somebody else's file it is. */
async function versionOf(
  urn: string,
  findVersions: ReturnType<typeof useFindVersions>,
): Promise<{ readonly version?: number }> {
  const found = await findVersions(urn).catch(() => null)
  const version = found?.versions.find((one) => one.urn === urn)?.number
  return version === undefined ? {} : { version }
}

/** Who asked the browser to load little does not want parts of a model that nobody looked at. */
const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
