import { seededRandom } from '../random.js'

/** Values for corrupted lengths, counts and offsets. */
const replacementNumbers = [0, 1, 0xffffffff, 0x7fffffff, 0x80000000]

type Mutation = (bytes: Uint8Array, random: () => number) => Uint8Array

const position = (bytes: Uint8Array, random: () => number): number => Math.floor(random() * bytes.length)

const changeBytes: Mutation = (bytes, random) => {
  const changed = bytes.slice()
  const count = 1 + Math.floor(random() * 8)
  for (let index = 0; index < count; index++) changed[position(bytes, random)] = Math.floor(random() * 256)
  return changed
}

const replaceNumber: Mutation = (bytes, random) => {
  const changed = bytes.slice()
  const offset = Math.min(position(bytes, random), Math.max(0, bytes.length - 4))
  const value = replacementNumbers[Math.floor(random() * replacementNumbers.length)] ?? 0
  if (bytes.length >= 4) new DataView(changed.buffer).setUint32(offset, value, true)
  return changed
}

const removeRun: Mutation = (bytes, random) => {
  const start = position(bytes, random)
  const end = Math.min(bytes.length, start + 1 + Math.floor(random() * 64))
  return Uint8Array.from([...bytes.subarray(0, start), ...bytes.subarray(end)])
}

const repeatRun: Mutation = (bytes, random) => {
  const start = position(bytes, random)
  const end = Math.min(bytes.length, start + 1 + Math.floor(random() * 64))
  return Uint8Array.from([...bytes.subarray(0, end), ...bytes.subarray(start)])
}

const mutations: readonly Mutation[] = [changeBytes, changeBytes, replaceNumber, removeRun, repeatRun]

/**
 * Returns a damaged copy of a file: bytes changed, a number falsified, a run lost or repeated. The same seed gives the
 * same damage.
 */
export function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seededRandom(seed)
  const mutation = mutations[Math.floor(random() * mutations.length)] ?? changeBytes
  return bytes.length === 0 ? bytes : mutation(bytes, random)
}
