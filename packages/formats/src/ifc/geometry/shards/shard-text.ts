import type { FileBytes } from '@kamar/codecs/part21'
import type { Shard } from './shard.js'

const encoder = new TextEncoder()

/** Creates the STEP text of a shard: a header, the statements copied from the file, and the generated ones. */
export function shardText(file: { readonly bytes: FileBytes; readonly schema: string }, shard: Shard): Uint8Array {
  const before = encoder.encode(
    `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('${file.schema}'));\nENDSEC;\nDATA;\n`,
  )
  const after = encoder.encode(`${shard.text}ENDSEC;\nEND-ISO-10303-21;\n`)
  const { runs } = shard
  let size = before.length + after.length
  for (let run = 0; run < runs.length; run += 2) size += runs[run + 1] - runs[run] + 2
  const text = new Uint8Array(size)
  text.set(before)
  let position = before.length
  for (let run = 0; run < runs.length; run += 2) {
    file.bytes.copy(runs[run], runs[run + 1], text, position)
    position += runs[run + 1] - runs[run]
    text[position++] = 59
    text[position++] = 10
  }
  text.set(after, position)
  return text
}
