import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Next to the compiled module, so that the templates are removed with the version of PGlite that made them.
const folder = fileURLToPath(new URL('.', import.meta.url))
const prefix = 'cluster-template-'

/** Name of the empty template. */
export const emptyTemplate = 'empty'

const formatFileName = (name: string): string => `${prefix}${name}.tar`

/**
 * Reads an initialised cluster as an archive; null when there is none. For in-memory databases, of which a test run
 * opens dozens: initdb costs 1.7–3 s each, our tables 2 s of processor, the archive of both 0.9 s (measured).
 */
export async function readTemplate(name: string): Promise<Blob | null> {
  try {
    return new Blob([await readFile(join(folder, formatFileName(name)))])
  } catch {
    return null
  }
}

/** Saves an archive for later use in place of older ones; does nothing when the installation is read-only. */
export async function writeTemplate(name: string, archive: Blob): Promise<void> {
  const draft = join(folder, `${randomUUID()}.draft`)
  const currentFiles = [formatFileName(name), formatFileName(emptyTemplate)]
  try {
    await writeFile(draft, new Uint8Array(await archive.arrayBuffer()))
    await rename(draft, join(folder, formatFileName(name)))
    const older = (await readdir(folder)).filter((file) => file.startsWith(prefix) && !currentFiles.includes(file))
    for (const file of older) if (file.endsWith('.tar')) await rm(join(folder, file), { force: true })
  } catch {
    // Without a template, the next cluster is initialised from scratch again.
  }
}
