import { matchesAt } from '@kamar/codecs/detection'

/** Header before a model. */
export interface SketchUpHeader {
  /** Product version: `2017`, `8`; '' when the file states none. */
  readonly version: string
  /** `17.2.2555` */
  readonly fileVersion: string
  /** Start of the zip archive in files since 2021; null for the older container. */
  readonly archiveStart: number | null
}

const unicodePrefix = '\u00ff\u00fe\u00ff'
const firstNamedRelease = 13
const lastNamedRelease = 80
/** The archive follows closely after the texts of the header. */
const maxArchiveOffset = 1024

/** Parses the two texts at the start and determines the container. */
export function parseHeader(header: Uint8Array): SketchUpHeader {
  const name = textAt(header, 0)
  const versionText = textAt(header, name.end)
  const fileVersion = /^\{([\d.]{1,30})\}$/.exec(versionText.text)?.[1] ?? ''
  const release = Number.parseInt(fileVersion, 10)
  return { version: versionName(release), fileVersion, archiveStart: archiveAfter(header, versionText.end) }
}

function versionName(release: number): string {
  if (!(release > 0)) return ''
  return release >= firstNamedRelease && release <= lastNamedRelease ? String(2000 + release) : String(release)
}

/** Reads a text with its length in characters, one byte or, after 255, two. */
function textAt(header: Uint8Array, at: number): { readonly text: string; readonly end: number } {
  if (!matchesAt(header, at, unicodePrefix) || at + 6 > header.length) return { text: '', end: at }
  const isLong = header[at + 3] === 255
  const length = isLong ? header[at + 4] + 256 * header[at + 5] : header[at + 3]
  const start = at + (isLong ? 6 : 4)
  const end = start + 2 * length
  return { text: new TextDecoder('utf-16le').decode(header.subarray(start, end)), end }
}

function archiveAfter(header: Uint8Array, start: number): number | null {
  for (let at = start; at < start + maxArchiveOffset; at++) if (matchesAt(header, at, 'PK\u0003\u0004')) return at
  return null
}
