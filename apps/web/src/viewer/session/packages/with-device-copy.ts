import { ApiError } from '@kamar/contracts'
import type { Manifest } from '@kamar/package-format/read'
import type { PackageLoader } from '@kamar/viewer'
import {
  type DeviceModel,
  findOnDevice,
  recordUseOnDevice,
  removeFromDevice,
} from '../../../platform/offline-models/device-models.js'

/** Functions of the offline cache that a source needs. */
interface DeviceCopies {
  readonly find: (urn: string) => Promise<DeviceModel | null>
  readonly remove: (urn: string) => Promise<void>
  readonly recordUse: (urn: string) => Promise<void>
  readonly isOnline: () => boolean
}

const thisDevice: DeviceCopies = {
  find: findOnDevice,
  remove: removeFromDevice,
  recordUse: recordUseOnDevice,
  isOnline: () => navigator.onLine,
}

/**
 * Wraps a source so that files stored on this device are read from it. Online, the manifest is first requested from the
 * server: it decides whether the user may still view the model, and which files it has now; a model that it refuses is
 * also removed from the device. Offline, the stored manifest is used.
 */
export function withDeviceCopy(urn: string, server: PackageLoader, device: DeviceCopies = thisDevice): PackageLoader {
  // Looked up in parallel with the server request, so that it causes no delay.
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
      if (await copy) void device.recordUse(urn)
      return manifest
    } catch (error) {
      // Not awaited, as another tab may be writing at the moment.
      if (isRefusal(error)) void device.remove(urn)
      const stored = error instanceof ApiError && error.status === null ? await copy : null
      if (!stored) throw error
      return stored.model.manifest
    }
  }
}

/** Returns whether the model is deleted, or no longer accessible to this account. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== null && [403, 404, 410].includes(error.status)
