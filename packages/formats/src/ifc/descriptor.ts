import type { FormatDescriptor } from '@kamar/core'
import { zipEntryNames, isZip, decodeHeaderText, exchangeStart } from '@kamar/codecs/detection'

/** Descriptor of the IFC format; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'ifc',
  name: 'Industry Foundation Classes',
  order: 40,
  source: 'upload',
  extensions: ['.ifc'],
  optionalExtensions: ['.ifczip'],
  dimensions: '3d',
  buildings: true,
  companions: ['.png', '.jpg', '.jpeg', '.tga', '.bmp'],
  versions: [
    'IFC 2x3 (TC1)',
    'IFC 4 (ADD1, ADD2)',
    'IFC 4.3 (ADD1, ADD2)',
    'IFC 2x, 2x2 (read as 2x3)',
    'IFC 4x1, 4x2 (read as 4.3)',
    'zipped IFC',
  ],
  notRead: [
    'ifcXML and ifcJSON: the file must be saved as IFC (STEP).',
    'Textures but on triangulated face sets, and other pictures than PNG, JPEG, TGA and BMP.',
    'Ports, and of the structural analysis model everything but its members: they are no things to look at.',
    'Texts and dimensions of annotations.',
  ],
  detect,
}

function detect(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  if (isZip(header)) return detectZip(header)
  const text = decodeHeaderText(header.subarray(exchangeStart(header)))
  if (text === null) return 'no'
  const start = text.replace(/^(\s|\/\*[\s\S]*?\*\/)+/, '')
  if (/^ISO-10303-21\s*;/i.test(start)) return detectStep(start)
  return /<([\w-]+:)?ifcXML\b|<([\w-]+:)?iso_10303_28\b/i.test(text) ? 'yes' : 'no'
}

function detectStep(text: string): 'yes' | 'maybe' | 'no' {
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(text)
  if (schema) return /^\s*IFC/i.test(schema[1]) ? 'yes' : 'no'
  if (/=\s*IFC[A-Z0-9]+\s*\(/i.test(text)) return 'yes'
  // A long description may push the schema beyond the header bytes; if the DATA section is already there, the schema is
  // missing.
  return /\bDATA\s*;/i.test(text) ? 'no' : 'maybe'
}

/** Detects a ZIP archive as IFC if one of the visible entry names says so; with other names it is another format. */
function detectZip(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  const names = zipEntryNames(header).filter((name) => !name.endsWith('/'))
  if (names.some((name) => /\.ifc(xml)?$/i.test(name))) return 'yes'
  return names.every((name) => name.trim() === '') ? 'maybe' : 'no'
}
