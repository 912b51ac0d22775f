import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes an empty folder; the caller removes it with `removeFolder`. For hooks; inside a test use `temporaryFolder`. */
export const createTemporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'kamar-test-'))

/** Removes a folder and everything in it; a folder that is gone already is fine. */
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 })

/** An empty folder that is removed when the running test ends. */
export async function temporaryFolder(): Promise<string> {
  const path = await createTemporaryFolder()
  onTestFinished(() => removeFolder(path))
  return path
}
