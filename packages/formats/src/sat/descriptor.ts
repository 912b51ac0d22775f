import type { FormatDescriptor } from '@kamar/core'
import { matchesAt, decodeHeaderText } from '@kamar/codecs/detection'

/** Descriptor of ACIS files; see README.md in this folder. */
export const descriptor: FormatDescriptor = {
  id: 'sat',
  name: 'ACIS',
  order: 120,
  source: 'upload',
  extensions: ['.sat', '.sab'],
  optionalExtensions: [],
  dimensions: '3d',
  exactSolids: true,
  companions: [],
  versions: ['SAT (text) from 1.06', 'SAB (binary)', 'ASM text and binary, with 4 and 8 byte numbers'],
  notRead: [
    'Surfaces and curves that are stored as formulas only (coils, law curves without an approximation, elliptic cones): their faces are counted.',
    'History, constraints and features: only the bodies are read.',
    'Textures and transparency.',
  ],
  detect,
}

/** First line, exactly: version, number of records, number of bodies, and flags. */
const firstLine = /^\s*\d{2,5}(?: +\d+){2,3} *\r?\n/
/**
 * Second line: the writing program, the kernel and the date, each with its length; in the oldest files the first
 * record.
 */
const secondLine = /^@?\d+ .*(ACIS|ASM|\d\.\d|NT|\d{4})|^ *(?:-0 +)?[a-z_]+(?:-[a-z_]+)* +\$-?\d+ /

function detect(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  if (matchesAt(header, 0, 'ACIS BinaryFile') || matchesAt(header, 0, 'ASM BinaryFile')) return 'yes'
  const text = decodeHeaderText(header) ?? ''
  const start = firstLine.exec(text)
  return start && secondLine.test(text.slice(start[0].length)) ? 'yes' : 'no'
}
