import { ApiError } from '@kamar/contracts'
import type { Manifest } from '@kamar/view-package/read'
import type { PackageLoader } from '@kamar/viewer'
import {
  type DeviceModel,
  findOnDevice,
  noteUseOnDevice,
  removeFromDevice,
} from '../../shared/offline-models/device-models.js'

/** What of this device a source needs. */
interface DeviceCopies {
  readonly find: (urn: string) => Promise<DeviceModel | null>
  readonly remove: (urn: string) => Promise<void>
  readonly noteUse: (urn: string) => Promise<void>
  readonly isOnline: () => boolean
}

const thisDevice: DeviceCopies = {
  find: findOnDevice,
  remove: removeFromDevice,
  noteUse: noteUseOnDevice,
  isOnline: () => navigator.onLine,
}

/**
 * A source whose files are read from this device where it keeps them. With a network the server is asked for the manifest
 * first: it says whether one may still see the model, and which files it has now; what it refuses is removed here too.
 * Without one the manifest is the one that was kept.
 */
export function withDeviceCopy(urn: string, server: PackageLoader, device: DeviceCopies = thisDevice): PackageLoader {
  // Looked for while the server answers, so that nobody waits for it.
  const copy = device.find(urn)
  const hashes = new Map<string, string>()
  return {
    ...server,
    async fetchManifest(signal) {
      const manifest = (await loadManifest(signal)) as Manifest
      if (manifest.state === 'complete') {
        for (const { path, sha256 } of [...(manifest.chunks ?? []), ...(manifest.files ?? [])]) hashes.set(path, sha256)
      }
      return manifest
    },
    async fetchFile(path, signal) {
      const hash = hashes.get(path)
      const stored = hash === undefined ? null : await (await copy)?.read(hash)
      return stored ?? server.fetchFile(path, signal)
    },
  }

  async function loadManifest(signal: AbortSignal): Promise<unknown> {
    if (!device.isOnline()) {
      const stored = await copy
      if (stored) return stored.model.manifest
    }
    try {
      const manifest = await server.fetchManifest(signal)
      if (await copy) void device.noteUse(urn)
      return manifest
    } catch (error) {
      // Not waited for: another tab may be writing just now.
      if (isRefusal(error)) void device.remove(urn)
      const stored = error instanceof ApiError && error.status === null ? await copy : null
      if (!stored) throw error
      return stored.model.manifest
    }
  }
}

/** The model is gone, or not for this account any more. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== null && [403, 404, 410].includes(error.status)
