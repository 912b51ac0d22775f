import { storage, storageKeys } from '../storage.js'

/** Name of the folder; duplicated here, because signing out must not load the code of the offline cache. */
const deviceFolder = 'kamar'
const attempts = 5
const pauseMilliseconds = 200

/** Sets the signed-in account as the owner of this device's models, and removes those of any previous account. */
export async function ownDevice(accountId: string): Promise<void> {
  const before = storage.read(storageKeys.deviceOwner)
  if (before === accountId) return
  if (before !== null) await wipeDevice()
  storage.write(storageKeys.deviceOwner, accountId)
}

/** Removes all models stored on this device, by any tab. */
export async function wipeDevice(): Promise<void> {
  storage.remove(storageKeys.deviceOwner)
  if (!('storage' in navigator) || !('getDirectory' in navigator.storage)) return
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const root = await navigator.storage.getDirectory()
      await root.removeEntry(deviceFolder, { recursive: true })
      return
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return
      // A file is being written; its writer stops after this file, as it finds no owner.
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    }
  }
}
