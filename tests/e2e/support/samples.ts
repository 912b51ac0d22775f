import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const configured = process.env['KAMAR_SAMPLES'] ?? '../shared/samples'

/** Path of a real sample file, or null when the samples are not on this machine. */
export function sample(relativePath: string): string | null {
  const folder = isAbsolute(configured) ? configured : join(root, configured)
  const path = join(folder, relativePath)
  return existsSync(path) ? path : null
}

/** Path of one of our own fixtures. */
export const fixture = (relativePath: string): string => join(root, 'packages/readers/src', relativePath)
