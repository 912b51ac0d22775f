/** Equal bytes that are not copied. */
interface Literals {
  readonly byte: number
  readonly count: number
}

/** A copy of earlier output, and the literals after it. */
export interface CopyRun {
  readonly distance: number
  readonly length: number
  readonly literals: Literals
}

/** Output of a compression: literals, and copies with literals after them. */
export interface PackedRuns {
  readonly first: Literals
  readonly copies: readonly CopyRun[]
}

/** Returns the bytes that runs stand for. */
export function expandRuns({ first, copies }: PackedRuns): number[] {
  const bytes = listLiterals(first)
  for (const { distance, length, literals } of copies) {
    for (let left = length; left > 0; left--) bytes.push(bytes[bytes.length - distance])
    bytes.push(...listLiterals(literals))
  }
  return bytes
}

const listLiterals = ({ byte, count }: Literals): number[] => Array.from({ length: count }, () => byte)

/** The largest distance of each form of a copy of release 2004. */
const [shortDistance2004, nearDistance2004] = [0x400, 0x4000]
const [maxShortLength2004, maxNearLength2004, maxFarLength2004] = [14, 33, 9]
/** Literals whose number is among the two bits of the copy before them. */
const maxAttached2004 = 3
const endOfData2004 = 0x11

/** Packs runs as release 2004 does. The first literals are at least four, and copies of far distances are too. */
export function packRuns2004({ first, copies }: PackedRuns): Uint8Array {
  const bytes = [...writeRunCode2004(first.count), ...listLiterals(first)]
  for (const { literals, ...copy } of copies) {
    const attached = literals.count <= maxAttached2004 ? literals.count : 0
    bytes.push(...writeCopy2004(copy, attached))
    if (attached < literals.count) bytes.push(...writeRunCode2004(literals.count))
    bytes.push(...listLiterals(literals))
  }
  return Uint8Array.from([...bytes, endOfData2004, 0, 0])
}

const writeRunCode2004 = (count: number): number[] => (count <= 18 ? [count - 3] : [0, ...writeLength2004(count - 18)])

function writeCopy2004({ distance, length }: Omit<CopyRun, 'literals'>, attached: number): number[] {
  const back = distance - 1
  if (distance <= shortDistance2004 && length <= maxShortLength2004)
    return [((length + 1) << 4) | ((back & 3) << 2) | attached, back >> 2]
  if (distance <= nearDistance2004)
    return [
      ...(length <= maxNearLength2004 ? [0x20 | (length - 2)] : [0x20, ...writeLength2004(length - 33)]),
      ...writeBack2004(back, attached),
    ]
  const far = distance - nearDistance2004
  const form = 0x10 | ((far >> 11) & 8)
  return [
    ...(length <= maxFarLength2004 ? [form | (length - 2)] : [form, ...writeLength2004(length - 9)]),
    ...writeBack2004(far & 0x3fff, attached),
  ]
}

const writeBack2004 = (back: number, attached: number): number[] => [((back & 63) << 2) | attached, back >> 6]

/** Returns the bytes of a length above 0: a zero stands for 255. */
function writeLength2004(length: number): number[] {
  const zeros = Math.ceil(length / 255) - 1
  return [...Array.from({ length: zeros }, () => 0), length - 255 * zeros]
}

/** Numbers of literals up to 7 are among the bits of the copy before them. */
const maxAttached2007 = 7

/** Packs runs as release 2007 does. The first literals are at least eight. */
export function packRuns2007({ first, copies }: PackedRuns): Uint8Array {
  const bytes = [...writeRunCode2007(first.count), ...listLiterals(first)]
  let hasLiterals = true
  for (const { literals, ...copy } of copies) {
    const attached = literals.count <= maxAttached2007 ? literals.count : 0
    const code = writeCopy2007(copy, attached)
    // A copy of the first form behind another copy would be a number of literals.
    if (!hasLiterals && code[0] < 0x10) code[0] |= 0xf0
    bytes.push(...code)
    if (attached < literals.count) bytes.push(...writeRunCode2007(literals.count))
    bytes.push(...listLiterals(literals))
    hasLiterals = literals.count > 0
  }
  return Uint8Array.from(bytes)
}

function writeRunCode2007(count: number): number[] {
  if (count < 0x17) return [count - 8]
  let rest = count - 0x17
  if (rest < 0xff) return [0x0f, rest]
  const code = [0x0f, 0xff]
  for (rest -= 0xff; rest >= 0xffff; rest -= 0xffff) code.push(0xff, 0xff)
  return [...code, rest & 0xff, rest >> 8]
}

function writeCopy2007({ distance, length }: Omit<CopyRun, 'literals'>, attached: number): number[] {
  const back = distance - 1
  const [low, high] = [back & 0xff, back >> 8]
  if (length >= 3 && length < 15 && distance <= 0x200)
    return [(length << 4) | (back & 15), ((back >> 4) << 3) | attached]
  if (length >= 3 && length <= 18 && distance <= 0x2000) return [0x10 | (length - 3), low, (high << 3) | attached]
  if (length >= 19 && length <= 50 && distance <= 0x1000) {
    const more = length - 19
    return [more & 15, low, ((more & 16) << 3) | (high << 3) | attached]
  }
  if (length < 0x100) return [0x20 | (length & 7), distance & 0xff, distance >> 8, (length & 0xf8) | attached]
  const more = length - 0x100
  return [0x28 | (more & 7), low, high, (more >> 3) & 0xff, ((more >> 11) << 3) | attached]
}
