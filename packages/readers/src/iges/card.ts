import type { FormatDescriptor } from '@kamar/scene'
import { byteOrderMark, textOfHead } from '../shared/head.js'

/** Facts about IGES; see the room's README. */
export const card: FormatDescriptor = {
  id: 'iges',
  name: 'IGES',
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
  detect: recognise,
}

/** The start section: 72 columns of free text, the letter S (C for the compressed form) and a number from 1. */
function recognise(head: Uint8Array): 'yes' | 'maybe' | 'no' {
  const columns = Buffer.from(head.subarray(byteOrderMark(head)?.length ?? 0)).toString('latin1')
  const first = /^.{72}[SC](?:[ 0]{6}[01]|[ 0]*[01]\b)/
  return textOfHead(head) !== null && (first.test(columns) || first.test(textOfHead(head) ?? '')) ? 'yes' : 'no'
}
