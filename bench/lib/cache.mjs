import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from './paths.mjs'

/**
 * Returns a file derived from a source file, created once per source content.
 * @param {{ sha256: string, name: string }} sample
 * @param {string} fileName  name of the derived file, with the version of its converter: `fragments-3.4.7.frag`
 * @param {(target: string) => Promise<unknown>} make
 * @returns {Promise<string>} path
 */
export async function cachedFile(sample, fileName, make) {
  const target = join(cacheFolder, 'converted', `${sample.name}-${sample.sha256.slice(0, 16)}`, fileName)
  if (existsSync(target)) return target
  mkdirSync(dirname(target), { recursive: true })
  const partial = join(dirname(target), `part-${fileName}`)
  await make(partial)
  renameSync(partial, target)
  return target
}
