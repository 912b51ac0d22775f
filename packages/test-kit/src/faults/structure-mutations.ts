import { seededRandom } from '../random.js'
import { readParts, writeParts } from '../files/zip-parts.js'

/** How far from a random position a number is searched for. */
const searchedBytes = 4096
const textSampleBytes = 512

type Mutation = (bytes: Buffer, random: () => number) => Buffer

const pick = <Value>(values: readonly Value[], random: () => number): Value =>
  values[Math.floor(random() * values.length)] as Value

const looksLikeText = (bytes: Buffer): boolean =>
  bytes.subarray(0, textSampleBytes).every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d))

const replacementNumbers = ['0', '1', '-1', '2147483647', '4294967295', '9007199254740993', '1e308']

/** Replaces the next whole number in a text. */
const replaceNumberInText: Mutation = (bytes, random) => {
  const from = Math.floor(random() * bytes.length)
  const match = /-?\d+/.exec(bytes.toString('latin1', from, from + searchedBytes))
  if (match === null) return bytes
  const [start, word] = [from + match.index, pick(replacementNumbers, random)]
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(word), bytes.subarray(start + match[0].length)])
}

const readField = (bytes: Buffer, at: number, width: number, isLittleEndian: boolean): number =>
  isLittleEndian ? bytes.readUIntLE(at, width) : bytes.readUIntBE(at, width)

/** −1 has every bit set, which is also the maximum of a field. */
function writeField(
  bytes: Buffer,
  at: number,
  width: number,
  { isLittleEndian, value }: { isLittleEndian: boolean; value: number },
) {
  const max = 2 ** (8 * width) - 1
  const fieldValue = value < 0 ? max : Math.min(value, max)
  if (isLittleEndian) bytes.writeUIntLE(fieldValue, at, width)
  else bytes.writeUIntBE(fieldValue, at, width)
}

/** Changes a field that could be a length, a count or an offset, because its value is at most the file's length. */
const replaceField: Mutation = (bytes, random) => {
  const width = pick([1, 2, 4, 4, 4], random)
  const isLittleEndian = random() < 0.8
  const end = bytes.length - width
  const from = Math.floor(random() * Math.max(1, end))
  for (let at = from; at <= Math.min(end, from + searchedBytes); at++) {
    const value = readField(bytes, at, width, isLittleEndian)
    if (value === 0 || value > bytes.length) continue
    const changed = Buffer.from(bytes)
    const replacement = pick([0, 1, -1, 0x7fffffff, 0x80000000, value - 1, value + 1, bytes.length, 2 * value], random)
    writeField(changed, at, width, { isLittleEndian, value: replacement })
    return changed
  }
  return bytes
}

const replaceNumber: Mutation = (bytes, random) =>
  looksLikeText(bytes) ? replaceNumberInText(bytes, random) : replaceField(bytes, random)

/**
 * Falsifies one part of an archive and leaves the archive around it valid; every fourth time falsifies the archive
 * itself.
 */
const replaceNumberInArchive: Mutation = (bytes, random) => {
  const archive = readParts(bytes)
  if (archive === null || archive.parts.length === 0 || random() < 0.25) return replaceNumber(bytes, random)
  const mutatedPart = pick(archive.parts, random)
  const parts = archive.parts.map((part) =>
    part === mutatedPart ? { ...part, bytes: replaceNumber(part.bytes, random) } : part,
  )
  return writeParts({ ...archive, parts })
}

/**
 * Returns a copy of a file in which one length, count, offset or reference is another number: 0, 1, −1, the largest,
 * one more, one less. In text it is a whole number; in an archive a field of a part that is compressed again. The same
 * seed gives the same copy.
 */
export function mutateStructure(bytes: Uint8Array, seed: number): Uint8Array {
  if (bytes.length < 8) return bytes
  return Uint8Array.from(replaceNumberInArchive(Buffer.from(bytes), seededRandom(seed)))
}
