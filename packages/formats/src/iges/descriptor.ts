import type { FormatDescriptor } from '@kamar/core'
import { byteOrderMark, decodeHeaderText } from '@kamar/codecs/detection'

/** Descriptor of the IGES format; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'iges',
  name: 'IGES',
  order: 110,
  source: 'upload',
  extensions: ['.iges', '.igs'],
  optionalExtensions: [],
  dimensions: '3d',
  exactSolids: true,
  companions: [],
  versions: ['4.0 to 5.3, fixed format: trimmed surfaces, solids, subfigures and curves'],
  notRead: [
    'The compressed and the binary form: the file must be saved in the fixed ASCII form.',
    'Dimensions, notes and symbols of drawings: they are counted.',
    'Constructive solids (CSG) and finite elements.',
    'Subfigures with surfaces stand in every place as meshes of their own.',
  ],
  detect,
}

/**
 * Checks for the start section: 72 columns of free text, the letter S (C for the compressed form) and a number from 1.
 */
function detect(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  const columns = Buffer.from(header.subarray(byteOrderMark(header)?.length ?? 0)).toString('latin1')
  const first = /^.{72}[SC](?:[ 0]{6}[01]|[ 0]*[01]\b)/
  return decodeHeaderText(header) !== null && (first.test(columns) || first.test(decodeHeaderText(header) ?? ''))
    ? 'yes'
    : 'no'
}
