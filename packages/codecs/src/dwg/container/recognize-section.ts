import type { SectionName } from './container.js'

interface SectionStart {
  readonly name: SectionName
  readonly start: readonly number[]
}

/** First bytes of sections: the marks of the variables and of the classes, of the objects, and `jard`. */
const sectionStarts: readonly SectionStart[] = [
  { name: 'AcDb:Header', start: [0xcf, 0x7b, 0x1f, 0x23, 0xfd, 0xde, 0x38, 0xa9] },
  { name: 'AcDb:Classes', start: [0x8d, 0xa1, 0xc4, 0xb8, 0xc4, 0xa9, 0xf8, 0xc5] },
  { name: 'AcDb:AcDbObjects', start: [0xca, 0x0d, 0, 0] },
  { name: 'AcDb:AcDsPrototype_1b', start: [0x6a, 0x61, 0x72, 0x64] },
]

/** Returns the section that begins with some bytes; null for others. */
export const recognizeSection = (bytes: Uint8Array): SectionName | null =>
  sectionStarts.find(({ start }) => start.every((byte, at) => bytes[at] === byte))?.name ?? null
