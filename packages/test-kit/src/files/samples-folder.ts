import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The folder already reported as missing. */
let reportedFolder = ''

/** Returns the repository folder: the nearest parent with the manifest named `kamar`. */
export function repositoryRoot(): string {
  let folder = process.cwd()
  while (true) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) {
      const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }
      if (name === 'kamar') return folder
    }
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No folder above ${process.cwd()} is the repository`)
    folder = parent
  }
}

/**
 * Returns the folder of real files by extension (`KAMAR_SAMPLES`, else `../shared/samples` beside the repository), or
 * null if absent: tests on samples are then skipped, and one sentence says so.
 */
export function samplesFolder(): string | null {
  const folder = resolve(repositoryRoot(), process.env['KAMAR_SAMPLES'] ?? '../shared/samples')
  if (existsSync(folder)) return folder
  if (folder !== reportedFolder)
    process.stderr.write(`Tests on sample files are skipped: there is no folder ${folder}.\n`)
  reportedFolder = folder
  return null
}
