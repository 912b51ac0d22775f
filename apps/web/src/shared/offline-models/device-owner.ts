import { storage, storageKeys } from '../storage.js'

/** The folder's name is repeated here, because whoever signs out must not need the code that keeps models. */
const deviceFolder = 'kamar'
const attempts = 5
const pauseMilliseconds = 200

/** Somebody was seen signed in: this device keeps models for them, and nothing of anybody before them. */
export async function ownDevice(accountId: string): Promise<void> {
  const before = storage.read(storageKeys.deviceOwner)
  if (before === accountId) return
  if (before !== null) await wipeDevice()
  storage.write(storageKeys.deviceOwner, accountId)
}

/** Takes every model away that was kept on this device, in whichever tab it was. */
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
      // A file is being written; whoever writes it finds no owner after this file.
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    }
  }
}
