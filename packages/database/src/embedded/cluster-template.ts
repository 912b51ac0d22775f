import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Beside the compiled module, so that they go with the version of PGlite they were made by.
const folder = fileURLToPath(new URL('.', import.meta.url))
const prefix = 'cluster-template-'

/** The template that is empty. */
export const emptyTemplate = 'empty'

const formatFileName = (name: string): string => `${prefix}${name}.tar`

/**
 * An initialised cluster as an archive, or null while there is none. For databases in memory, of which a test run opens
 * dozens: initdb costs 1.7–3 s each, our tables 2 s of processor, the archive of both 0.9 s (measured).
 */
export async function readTemplate(name: string): Promise<Blob | null> {
  try {
    return new Blob([await readFile(join(folder, formatFileName(name)))])
  } catch {
    return null
  }
}

/** Keeps an archive for the next time in the place of older ones; an installation that cannot be written goes without. */
export async function writeTemplate(name: string, archive: Blob): Promise<void> {
  const draft = join(folder, `${randomUUID()}.draft`)
  const currentFiles = [formatFileName(name), formatFileName(emptyTemplate)]
  try {
    await writeFile(draft, new Uint8Array(await archive.arrayBuffer()))
    await rename(draft, join(folder, formatFileName(name)))
    const older = (await readdir(folder)).filter((file) => file.startsWith(prefix) && !currentFiles.includes(file))
    for (const file of older) if (file.endsWith('.tar')) await rm(join(folder, file), { force: true })
  } catch {
    // The next one begins at the beginning again.
  }
}
