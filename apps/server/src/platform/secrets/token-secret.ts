import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const secretBytes = 32

/**
 * Reads the secret that signs tokens; generated once and stored in a file only this user can read. It is not in the
 * database, so a copied backup of the database signs nothing.
 */
export async function readOrMakeSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(randomBytes(secretBytes).toString('hex'))
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFile(path, 'utf8')
}
