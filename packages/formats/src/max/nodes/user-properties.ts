import type { Property } from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'

const maxProperties = 200
const maxTextLength = 64 * 1024
/** Pattern of paths, which reveal names of machines and users and are omitted. */
const looksLikePath = /[\\/]/

/** Parses the user-defined properties of a node: one line per name and value; other lines are skipped. */
export function userProperties(text: string): readonly Property[] {
  const lines = text.slice(0, maxTextLength).split(/\r?\n/, maxProperties)
  return lines.flatMap((line) => {
    const at = line.indexOf('=')
    const [name, value] = [cleanName(line.slice(0, Math.max(0, at))), cleanName(line.slice(at + 1))]
    return name === '' || value === '' || looksLikePath.test(value) ? [] : [{ name, value }]
  })
}
