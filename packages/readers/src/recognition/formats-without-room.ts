import { uploadFormats } from '@kamar/contracts/core'
import { matchesAt, textOfHead } from '../shared/head.js'
import { compoundStreamNames, isCompoundFile, isZip, zipEntryNames } from '../shared/containers.js'

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

/** A compound file whose directory is in sight is named by its streams; else it may be what its extension says. */
const compoundTest =
  (own: RegExp): Test =>
  (head) => {
    if (!isCompoundFile(head)) return 'no'
    const names = compoundStreamNames(head)
    if (names.length === 0) return 'maybe'
    return yesIf(names.some((name) => own.test(name)))
  }

/** The start section: 72 columns of free text, the letter S and a number from 1. */
const isIges = (head: Uint8Array): boolean => /^.{72}[SC][ 0]*[01]\b/.test(textOfHead(head) ?? '')

/** First line three to four integers, second line a counted string (`11 Cobalt v4 16`, `@33 Open Design`). */
const isSatText = (head: Uint8Array): boolean =>
  /^\s*\d{3,5}\s+\d+\s+\d+(\s+\d+)?\s*\n@?\d+ .*(ACIS|ASM|\d\.\d|NT|\d{4})/.test(textOfHead(head) ?? '')

const tests: Readonly<Record<string, Test>> = {
  dwg: (head) => yesIf(hasSignature('dwg', head) || /^AC2\.\d\d/.test(textOfLetters(head))),
  dwf: testDwf,
  dwfx: testDwfx,
  rvt: compoundTest(/^(BasicFileInfo|RevitPreview|Formats|Partitions|TransmissionData)/),
  nwd: (head) => yesIf(matchesAt(head, 0, '#LcUStream')),
  iges: (head) => yesIf(isIges(head)),
  sat: (head) => yesIf(hasSignature('sat', head) || isSatText(head)),
  max: compoundTest(/^(ClassDirectory|DllDirectory|VideoPostQueue|Scene$|ScriptedCustAttribDefs|SaveConfigData)/),
}

function textOfLetters(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(0, 8))
}

/**
 * Whether the first bytes are one of the twenty formats, told without its room: by the signatures of the upload table
 * and, where those are missing or too short to mean much, by what else stands at the beginning.
 */
export function recogniseWithoutRoom(id: string, head: Uint8Array, size: number): Verdict {
  return tests[id]?.(head, size) ?? yesIf(hasSignature(id, head))
}
