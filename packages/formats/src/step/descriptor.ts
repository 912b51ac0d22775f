import type { FormatDescriptor } from '@kamar/core'
import { isZip, zipEntryNames, decodeHeaderText } from '@kamar/codecs/detection'

/** Descriptor of STEP; see README.md in this folder. */
export const descriptor: FormatDescriptor = {
  id: 'step',
  name: 'STEP',
  order: 100,
  source: 'upload',
  extensions: ['.step', '.stp'],
  optionalExtensions: ['.stpz'],
  dimensions: '3d',
  exactSolids: true,
  companions: [],
  versions: [
    'AP203 (editions 1 and 2)',
    'AP214 (CC1, CC2, IS)',
    'AP242 (editions 1 to 3): exact shapes and tessellated ones',
    'zipped STEP',
  ],
  notRead: [
    'Swept and constructive solids (CSG): they are counted as not shown.',
    'Dimensions and tolerances as graphics: their values and texts are properties.',
    'Parts in other files that an assembly refers to: they are named as missing files.',
    'STEP-XML and Part 28: the file must be saved as STEP (Part 21).',
    'Kinematics, simulation results and composite layups.',
  ],
  detect,
}

function detect(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  if (isZip(header)) return detectZip(header)
  const text = decodeHeaderText(header)
  if (text === null) return 'no'
  // Some programs write a stray byte before it; comments may also precede it.
  const start = /^(.{0,8}?)(\s|\/\*[\s\S]*?\*\/)*ISO-10303-21\s*;/i.exec(text)
  return start ? detectExchangeStructure(text) : 'no'
}

/** Detects an exchange structure. IFC uses the same syntax: only the schema distinguishes them. */
function detectExchangeStructure(text: string): 'yes' | 'maybe' | 'no' {
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(text)
  if (schema) return /^\s*IFC/i.test(schema[1]) ? 'no' : 'yes'
  if (/=\s*IFC[A-Z0-9]+\s*\(/i.test(text)) return 'no'
  // A long description may push the schema beyond the header bytes.
  return /\bDATA\s*;/i.test(text) ? 'yes' : 'maybe'
}

function detectZip(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  const names = zipEntryNames(header).filter((name) => !name.endsWith('/'))
  if (names.some((name) => /\.(stp|step|p21)$/i.test(name))) return 'yes'
  return names.every((name) => name.trim() === '') ? 'maybe' : 'no'
}
