import { MalformedRecordError } from '../records/malformed-record-error.js'

/** Releases of AutoCAD whose drawings are read, by the signature in the first six bytes of the file. */
const releaseBySignature = {
  AC1012: 13,
  AC1014: 14,
  AC1015: 2000,
  AC1018: 2004,
  AC1021: 2007,
  AC1024: 2010,
  AC1027: 2013,
  AC1032: 2018,
} as const

/** Release of AutoCAD that introduced the version of a file. */
export type DwgRelease = (typeof releaseBySignature)[keyof typeof releaseBySignature]

/** Facts in the first bytes of every drawing. */
export interface DwgSignature {
  readonly release: DwgRelease
  /** Maintenance release: from 4 on, 2010 and 2013 have the wider section sizes of 2018. */
  readonly maintenance: number
  /** Number of the code page of texts before 2007. */
  readonly codePage: number
}

const signatureBytes = 0x80

/**
 * Reads release and code page of a drawing.
 * @throws {MalformedRecordError} for other files and other releases.
 */
export function readSignature(file: Uint8Array): DwgSignature {
  if (file.length < signatureBytes) throw new MalformedRecordError('no drawing')
  const signature = String.fromCharCode(...file.subarray(0, 6))
  const release = (releaseBySignature as Partial<Record<string, DwgRelease>>)[signature]
  if (release === undefined) throw new MalformedRecordError(`release ${signature}`)
  return { release, maintenance: file[0x0b], codePage: file[0x13] | (file[0x14] << 8) }
}

const encodings: Readonly<Partial<Record<number, string>>> = {
  28: 'windows-1250',
  29: 'windows-1251',
  30: 'windows-1252',
  31: 'gbk',
  32: 'windows-1253',
  33: 'windows-1254',
  34: 'windows-1255',
  35: 'windows-1256',
  36: 'windows-1257',
  37: 'windows-874',
  38: 'shift_jis',
  39: 'gbk',
  40: 'euc-kr',
  41: 'big5',
  44: 'windows-1258',
}

/** Returns the encoding of a code page as `TextDecoder` names it; Western European for unknown ones. */
export const getEncoding = (codePage: number): string => encodings[codePage] ?? 'windows-1252'
