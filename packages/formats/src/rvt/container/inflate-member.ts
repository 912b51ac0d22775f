import { constants, inflateRawSync } from 'node:zlib'
import { TranslationError } from '@kamar/core'
import { MalformedRecordError } from '@kamar/codecs/records'

/** Remaining bytes that may be inflated from a file. */
export interface InflateBudget {
  left: number
}

const fixedHeaderBytes = 10
const extraFlag = 4
const nameFlag = 8
const commentFlag = 16
const checksumFlag = 2

function readHeaderLength(member: Uint8Array): number {
  if (member.length < fixedHeaderBytes || member[0] !== 0x1f || member[1] !== 0x8b || member[2] !== 8) {
    throw new MalformedRecordError('no gzip member')
  }
  const flags = member[3]
  let at = fixedHeaderBytes
  if (flags & extraFlag) at += 2 + member[at] + 256 * member[at + 1]
  for (const flag of [nameFlag, commentFlag]) {
    if (flags & flag) at = member.indexOf(0, at) + 1
    if (at === 0) throw new MalformedRecordError('a name without an end')
  }
  const end = flags & checksumFlag ? at + 2 : at
  if (!(end <= member.length)) throw new MalformedRecordError('a head beyond the end')
  return end
}

/** Inflates a gzip member. Does not rely on the length and checksum after it, which programs omit. */
export function inflateMember(member: Uint8Array, budget: InflateBudget): Uint8Array {
  const compressed = member.subarray(readHeaderLength(member))
  const bytes = inflated(compressed, budget.left)
  budget.left -= bytes.length
  return bytes
}

function inflated(compressed: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return inflateRawSync(compressed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, maxBytes),
    })
  } catch (error) {
    if (error instanceof RangeError) {
      throw new TranslationError({ code: 'limit-exceeded', details: { limit: 'inflatedBytes' } })
    }
    throw new MalformedRecordError('not a deflate stream')
  }
}
