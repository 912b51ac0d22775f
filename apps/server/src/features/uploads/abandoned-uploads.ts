import { identityOf, type UploadFolder } from './upload-folder.js'
import type { UploadLocks } from './upload-locks.js'
import { uploadLifetimeMilliseconds } from './upload-store.js'

/** Removes uploads that nobody went on with for a week; one that a request holds is alive whatever the clock says. */
export async function removeAbandonedUploads(
  folder: UploadFolder,
  locks: UploadLocks,
  now: Date = new Date(),
): Promise<number> {
  const before = new Date(now.getTime() - uploadLifetimeMilliseconds)
  let removed = 0
  for await (const { name, lastWritten } of folder.list()) {
    if (lastWritten >= before || locks.isHeld(identityOf(name))) continue
    await folder.remove(name)
    removed++
  }
  return removed
}
