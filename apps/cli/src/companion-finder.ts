import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CompanionFinder } from '@kamar/translation/run'

/** A file in the folder of the model. */
export interface SiblingFile {
  readonly name: string
  readonly path: string
}

/** All files in the folder of a model but the model itself. */
export async function listSiblingFiles(modelPath: string): Promise<SiblingFile[]> {
  const folder = dirname(modelPath)
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => path !== modelPath)
}

/** Finds the files that a reader asks for by name in the folder of the model, without regard to case; nothing else is opened. */
export function createCompanionFinder(modelPath: string): CompanionFinder {
  let files: Promise<SiblingFile[]> | undefined
  return async (name) => {
    files ??= listSiblingFiles(modelPath)
    return (await files).find((file) => file.name.toLowerCase() === name.toLowerCase())?.path ?? null
  }
}
