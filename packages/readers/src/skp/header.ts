import { matchesAt } from '../shared/head.js'

/** What stands in front of a model. */
export interface SketchUpHeader {
  /** As the program is sold: `2017`, `8`; '' when the file does not say. */
  readonly version: string
  /** `17.2.2555` */
  readonly fileVersion: string
  /** Where the zip archive begins that files since 2021 are; null for the older kind. */
  readonly archiveStart: number | null
}

const textMark = '\u00ff\u00fe\u00ff'
const firstNamedRelease = 13
const lastNamedRelease = 80
/** The archive follows close behind the texts of the header. */
const farthestArchive = 1024

/** Reads the two texts at the beginning and finds out which of the two kinds of file it is. */
export function parseHeader(head: Uint8Array): SketchUpHeader {
  const name = textAt(head, 0)
  const stated = textAt(head, name.end)
  const fileVersion = /^\{([\d.]{1,30})\}$/.exec(stated.text)?.[1] ?? ''
  const release = Number.parseInt(fileVersion, 10)
  return { version: versionName(release), fileVersion, archiveStart: archiveAfter(head, stated.end) }
}

function versionName(release: number): string {
  if (!(release > 0)) return ''
  return release >= firstNamedRelease && release <= lastNamedRelease ? String(2000 + release) : String(release)
}

/** A text with its length in characters, one byte or, behind 255, two. */
function textAt(head: Uint8Array, at: number): { readonly text: string; readonly end: number } {
  if (!matchesAt(head, at, textMark) || at + 6 > head.length) return { text: '', end: at }
  const isLong = head[at + 3] === 255
  const length = isLong ? head[at + 4] + 256 * head[at + 5] : head[at + 3]
  const start = at + (isLong ? 6 : 4)
  const end = start + 2 * length
  return { text: new TextDecoder('utf-16le').decode(head.subarray(start, end)), end }
}

function archiveAfter(head: Uint8Array, start: number): number | null {
  for (let at = start; at < start + farthestArchive; at++) if (matchesAt(head, at, 'PK\u0003\u0004')) return at
  return null
}
