import { useEffect } from 'react'
import { cacheOnDevice, stopCaching } from '../../shared/offline-models/device-models.js'
import { useFindVersions } from '../../shared/files/use-versions.js'
import type { ActiveModel } from './use-model-view.js'
import type { OpenFile } from './use-open-file.js'
import { getViewerToken } from './viewer-token.js'

/** The picture comes first, and what people do at once after it. */
const afterMilliseconds = 2_000

/** Keeps the shown model on this device, so that it opens at once the next time, and without a network. */
export function useOfflineCache({ urn, manifest, canRender }: ActiveModel, { name, isExample }: OpenFile): void {
  const findVersions = useFindVersions()
  const isComplete = manifest?.state === 'complete' && canRender
  useEffect(() => {
    if (urn === null || name === null || !manifest || !isComplete || !navigator.onLine || savesData()) return undefined
    const cacheModel = async (): Promise<void> => {
      const { token } = await getViewerToken()
      await cacheOnDevice({ urn, name, manifest, token, ...(isExample ? {} : await findVersion(urn, findVersions)) })
    }
    // Without it the model is read from the server again, as if nothing could be kept here.
    const timer = setTimeout(() => void cacheModel().catch(() => null), afterMilliseconds)
    return () => clearTimeout(timer)
  }, [urn, name, isExample, manifest, isComplete, findVersions])
  useEffect(() => stopCaching, [])
}

/** Nobody says which version of somebody else's file it is. */
async function findVersion(
  urn: string,
  findVersions: ReturnType<typeof useFindVersions>,
): Promise<{ readonly version?: number }> {
  const versions = await findVersions(urn).catch(() => null)
  const version = versions?.versions.find((one) => one.urn === urn)?.number
  return version === undefined ? {} : { version }
}

/** Who asked the browser to load little does not want parts of a model that nobody looked at. */
const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
