import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * Creates an empty folder; the caller removes it with `removeFolder`. For hooks; inside a test use `temporaryFolder`.
 */
export const createTemporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'kamar-test-'))

/** Removes a folder and its contents; does nothing if it is already gone. */
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 })

/** Creates an empty folder that is removed when the running test ends. */
export async function temporaryFolder(): Promise<string> {
  const path = await createTemporaryFolder()
  onTestFinished(() => removeFolder(path))
  return path
}
