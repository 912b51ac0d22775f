import { randomUUID } from 'node:crypto'
import { openSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Opens a file that no path leads to, so that it disappears with the process, however that ends. */
export function openUnnamedFile(folder: string): number {
  const path = join(folder, `.scratch-${randomUUID()}`)
  const descriptor = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return descriptor
}
