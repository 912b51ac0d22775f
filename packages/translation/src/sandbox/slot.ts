import { chmod, chown, copyFile, link, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxMethod } from './isolation-levels.js'
import { hasOwnUser, type SlotFolders } from './sandbox-command.js'
import { releaseUser, takeUser } from './reader-users.js'

/** The folders of one reader process: its input, its output, and the mount point of its root. */
export interface Slot extends SlotFolders {
  /** Puts a file into `input` under a name that we choose. */
  addFile(sourcePath: string, name: string): Promise<void>
  remove(): Promise<void>
}

/**
 * Creates a slot. A reader with a user of its own and without a root of its own must reach its slot by path, which a
 * private data folder forbids, so those methods use the system's temporary folder.
 */
export async function createSlot(workFolder: string, method: SandboxMethod): Promise<Slot> {
  const parent = method === 'stranger' || method === 'landlock-user' ? tmpdir() : workFolder
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'reader-'))
  const user = hasOwnUser(method) ? takeUser() : null
  const slot = { root: join(folder, 'root'), input: join(folder, 'input'), output: join(folder, 'output'), user }
  for (const path of [slot.root, slot.input, slot.output]) await mkdir(path)
  if (user !== null) {
    await chmod(folder, 0o711)
    await chmod(slot.input, 0o755)
    await chmod(slot.output, 0o700)
    await chown(slot.output, user, user)
  }
  return {
    ...slot,
    addFile: (sourcePath, name) => placeReadable(sourcePath, join(slot.input, name)),
    async remove() {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      if (user !== null) releaseUser(user)
    },
  }
}

const readableByAll = 0o444

/** A hard link costs nothing, and stored blobs are read-only for everyone who can reach them; others are copied. */
async function placeReadable(sourcePath: string, target: string): Promise<void> {
  const { mode } = await stat(sourcePath)
  const linked = (mode & readableByAll) === readableByAll && (await tryLink(sourcePath, target))
  if (linked) return
  await copyFile(sourcePath, target)
  await chmod(target, readableByAll)
}

/** Returns false if the two are on different file systems, or links are unavailable. */
async function tryLink(sourcePath: string, target: string): Promise<boolean> {
  try {
    await link(sourcePath, target)
    return true
  } catch {
    return false
  }
}
