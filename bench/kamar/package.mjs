import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { logProgress } from '../lib/log.mjs'
import { measureProcess } from '../lib/measured-process.mjs'
import { benchFolder, cacheFolder } from '../lib/paths.mjs'

export const kamarDriver = join(benchFolder, 'kamar/translate.mjs')

/** Creates or empties the folder for the packages of a sample. */
export function emptyPackageFolder(sample) {
  const folder = join(cacheFolder, 'packages', `${sample.name}-${sample.sha256.slice(0, 16)}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return `${folder}/`
}

/**
 * Translates a sample with the currently compiled product; never cached, as the product changes.
 * @param {import('../lib/samples.mjs').Sample} sample
 * @returns {Promise<string>} folder of the view package
 */
export async function translateToPackage(sample) {
  const folder = emptyPackageFolder(sample)
  logProgress(`  translating ${sample.name} with Kamar`)
  await measureProcess({ script: kamarDriver, arguments: [sample.path, folder, sample.format] })
  return folder
}
