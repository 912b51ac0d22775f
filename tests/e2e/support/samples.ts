import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const configured = process.env['KAMAR_SAMPLES'] ?? '../shared/samples'

/** Returns the path of a real sample file, or null if the samples are not on this machine. */
export function sample(relativePath: string): string | null {
  const folder = isAbsolute(configured) ? configured : join(root, configured)
  const path = join(folder, relativePath)
  return existsSync(path) ? path : null
}

/** Returns the path of one of our own fixtures. */
export const fixture = (relativePath: string): string => join(root, 'packages/formats/src', relativePath)
