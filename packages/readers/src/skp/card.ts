import type { FormatCard } from '@kamar/scene'
import { matchesAt } from '../shared/head.js'

/** How SketchUp writes the first of its texts: a mark, the length, UTF-16. */
const firstText = `\u00ff\u00fe\u00ff\u000e${'SketchUp'.replaceAll(/./g, '$&\0')}`

/** Facts about SketchUp models; see the room's README. */
export const card: FormatCard = {
  id: 'skp',
  name: 'SketchUp',
  extensions: ['.skp'],
  optionalExtensions: [],
  dimensions: '3d',
  previewOnly: true,
  companions: [],
  versions: ['6 to 2025: version and the stored preview'],
  notRead: ['The faces and groups: export IFC, FBX or OBJ from SketchUp (File > Export > 3D Model) and upload that.'],
  recognise: (head) => (matchesAt(head, 0, firstText) ? 'yes' : 'no'),
}
