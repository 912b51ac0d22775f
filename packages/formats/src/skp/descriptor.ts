import type { FormatDescriptor } from '@kamar/core'
import { matchesAt } from '@kamar/codecs/detection'

/** Encoding of SketchUp's first text: a marker, the length, UTF-16. */
const firstText = `\u00ff\u00fe\u00ff\u000e${'SketchUp'.replaceAll(/./g, '$&\0')}`

/** Descriptor of SketchUp models; see README.md in this folder. */
export const descriptor: FormatDescriptor = {
  id: 'skp',
  name: 'SketchUp',
  order: 130,
  source: 'upload',
  extensions: ['.skp'],
  optionalExtensions: [],
  dimensions: '3d',
  buildings: true,
  companions: [],
  versions: [
    '6, 8, 2013 to 2018, 2020 (one stream of objects)',
    '2021 to 2026 (zip); others as far as their records are the same',
  ],
  notRead: [
    'Section planes and dimensions of circles are counted, not drawn; texts of the screen are properties of the model.',
    'What a scene hides, cuts or shades: scenes are views of the file, and show the whole model.',
    'Back sides without a material of their own are shown with that of their front.',
    'Styles, shadows, fog and backgrounds; components that face the camera stand as they were saved.',
    'Records that are of no form that was seen: they are counted; up to 2020 nothing behind them can be read.',
  ],
  detect: (header) => (matchesAt(header, 0, firstText) ? 'yes' : 'no'),
}
