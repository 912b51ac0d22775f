import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CompanionFinder } from '@kamar/translation/run'

/** A file in the folder of the model. */
export interface SiblingFile {
  readonly name: string
  readonly path: string
}

/** Lists all files in the folder of a model except the model itself. */
export async function listSiblingFiles(modelPath: string): Promise<SiblingFile[]> {
  const folder = dirname(modelPath)
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => path !== modelPath)
}

/**
 * Creates a finder for the companion files that a reader requests by name: looks in the folder of the model, ignores
 * case and opens no other file.
 */
export function createCompanionFinder(modelPath: string): CompanionFinder {
  let files: Promise<SiblingFile[]> | undefined
  return async (name) => {
    files ??= listSiblingFiles(modelPath)
    return (await files).find((file) => file.name.toLowerCase() === name.toLowerCase())?.path ?? null
  }
}
