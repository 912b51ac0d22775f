import { useEffect } from 'react'
import { cacheOnDevice, stopCaching } from '../../platform/offline-models/device-models.js'
import { readOfflineFile } from '../../platform/offline-models/offline-model.js'
import { useFindVersions } from '../../platform/files/use-versions.js'
import type { ActiveModel } from './use-model-view.js'
import type { OpenFile } from './use-open-file.js'
import { getViewerToken } from './packages/viewer-token.js'

/** Delay, so that the first frame and the first interactions have priority. */
const afterMilliseconds = 2_000

/** Stores the displayed model on this device, so that it opens at once next time, and offline. */
export function useOfflineCache({ urn, manifest, canRender }: ActiveModel, open: OpenFile): void {
  const { name, isExample } = open
  const file = open.file ? readOfflineFile(open.file) : null
  const [id, role] = [file?.id, file?.role]
  const findVersions = useFindVersions()
  const isComplete = manifest?.state === 'complete' && canRender
  useEffect(() => {
    if (urn === null || name === null || !manifest || !isComplete || !navigator.onLine || savesData()) return undefined
    const cacheModel = async (): Promise<void> => {
      const { token } = await getViewerToken()
      const version = isExample ? {} : await findVersion(urn, findVersions)
      await cacheOnDevice({ urn, name, manifest, token, ...version, ...(id && role ? { file: { id, role } } : {}) })
    }
    // On failure the model is read from the server again, as without a cache.
    const timer = setTimeout(() => void cacheModel().catch(() => null), afterMilliseconds)
    return () => clearTimeout(timer)
  }, [urn, name, id, role, isExample, manifest, isComplete, findVersions])
  useEffect(() => stopCaching, [])
}

/** Finds the version number; unknown for another user's file. */
async function findVersion(
  urn: string,
  findVersions: ReturnType<typeof useFindVersions>,
): Promise<{ readonly version?: number }> {
  const versions = await findVersions(urn).catch(() => null)
  const version = versions?.versions.find((one) => one.urn === urn)?.number
  return version === undefined ? {} : { version }
}

/** Users with data saving enabled do not download unviewed parts of a model. */
const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
