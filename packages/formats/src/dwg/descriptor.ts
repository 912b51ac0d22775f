import type { FormatDescriptor } from '@kamar/core'
import { matchesAt, decodeHeaderText } from '@kamar/codecs/detection'

/** Descriptor of AutoCAD drawings; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'dwg',
  name: 'AutoCAD drawing',
  order: 10,
  source: 'upload',
  extensions: ['.dwg'],
  optionalExtensions: ['.dxf'],
  dimensions: '2d and 3d',
  cloudSheets: true,
  exactSolids: true,
  cadDrawings: true,
  companions: ['.dwg', '.dxf', '.png', '.jpg', '.jpeg', '.tga', '.bmp', '.shx', '.ttf', '.otf'],
  versions: ['DWG of releases 13 to 2018 and later', 'DXF of releases 9 to 2018 and later, text or binary'],
  notRead: [
    'Drawings of releases before 13: they are refused with the advice to save them as release 2000 or newer.',
    'Underlays (PDF, DWF, DGN) and embedded OLE objects without a saved picture: a frame shows their place, their contents are not drawn.',
    'Letters of fonts that are not among your drawing fonts: the nearest of ours takes their place, and the report names both.',
    'Objects of other programs without saved graphics.',
  ],
  detect,
}

/** `AC1012` and the like; `AC1.40`, `AC2.10` before that. */
const version = /^AC(10\d\d|[12]\.\d\d)/
/** Magic bytes of a binary DXF. */
export const binaryMagic = 'AutoCAD Binary DXF\r\n\u001a\0'
/**
 * Comments, then the first section: only a DXF begins like this. Each line matches in one way only, so that matching
 * takes linear time.
 */
const textStart = /^\s*(?:999[ \t]*\r?\n[^\n]*\n[ \t]*)*0[ \t]*\r?\n[ \t]*SECTION[ \t]*\r?\n/

function detect(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  if (isDxf(header)) return 'yes'
  return version.test(String.fromCharCode(...header.subarray(0, 6))) ? 'yes' : 'no'
}

/** Returns whether a file begins as a DXF, text or binary. */
export function isDxf(header: Uint8Array): boolean {
  return matchesAt(header, 0, binaryMagic) || textStart.test(decodeHeaderText(header.subarray(0, 4096)) ?? '')
}
