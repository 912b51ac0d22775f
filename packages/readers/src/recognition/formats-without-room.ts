import { uploadFormats } from '@kamar/contracts/core'
import { matchesAt } from '../shared/head.js'
import { isZip, zipEntryNames } from '../shared/containers.js'

/** How sure a look at the head is. */
export type Verdict = 'yes' | 'maybe' | 'no'
type Test = (head: Uint8Array, size: number) => Verdict

const yesIf = (condition: boolean): Verdict => (condition ? 'yes' : 'no')

const hasSignature = (id: string, head: Uint8Array): boolean =>
  uploadFormats
    .find((format) => format.id === id)
    ?.signatures.some(({ offset, bytes }) => matchesAt(head, offset, bytes)) ?? false

/** Office documents are zip archives with Open Packaging parts as well. */
const isOfficePart = (name: string): boolean => /^(word|xl|ppt|META-INF)\//.test(name)

function testDwfx(head: Uint8Array): Verdict {
  if (!isZip(head)) return 'no'
  const names = zipEntryNames(head)
  if (names.some(isOfficePart)) return 'no'
  return names.some((name) => /^dwf\/|\.fdseq$|\.dwfseq$/i.test(name)) ? 'yes' : 'maybe'
}

/** Programs save the packaged kind under the older extension as well. */
function testDwf(head: Uint8Array): Verdict {
  if (hasSignature('dwf', head)) return 'yes'
  return testDwfx(head) === 'no' ? 'no' : 'maybe'
}

const tests: Readonly<Record<string, Test>> = {
  dwf: testDwf,
  dwfx: testDwfx,
}

/**
 * Whether the first bytes are one of the twenty formats, told without its room: by the signatures of the upload table
 * and, where those are missing or too short to mean much, by what else stands at the beginning.
 */
export function recogniseWithoutRoom(id: string, head: Uint8Array, size: number): Verdict {
  return tests[id]?.(head, size) ?? yesIf(hasSignature(id, head))
}
