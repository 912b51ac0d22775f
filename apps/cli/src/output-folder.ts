import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { UsageError } from './usage-error.js'

interface ListedFiles {
  readonly format?: unknown
  readonly files?: readonly { readonly path?: unknown }[]
  readonly packs?: readonly { readonly path?: unknown }[]
}

async function earlierPackage(folder: string): Promise<ListedFiles | null> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as ListedFiles
    return manifest.format === 'kamar-view-package' ? manifest : null
  } catch {
    return null
  }
}

/**
 * Prepares the output folder of a package: it may be absent, empty, or hold an earlier package, whose files are
 * removed. Throws `UsageError` for any other content, which is not touched.
 */
export async function prepareOutputFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length === 0) return
  const earlier = await earlierPackage(folder)
  if (earlier === null) throw new UsageError(`${folder} is not empty and contains no view package.`)
  await rm(join(folder, 'manifest.json'))
  for (const { path } of [...(earlier.files ?? []), ...(earlier.packs ?? [])]) {
    const file = resolve(folder, String(path))
    if (file.startsWith(resolve(folder) + sep)) await rm(file, { force: true })
  }
}

/** Copies the listed files of a package and its manifest from the output folder of a sandboxed reader. */
export async function copyPackage(from: string, to: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(from, path), join(to, path))
  }
}
