import type { FormatCard } from '@kamar/scene'
import { matchesAt } from '../shared/head.js'

/** Facts about Rhino files; see the room's README. */
export const card: FormatCard = {
  id: '3dm',
  name: 'Rhino 3D',
  extensions: ['.3dm'],
  optionalExtensions: [],
  dimensions: '3d',
  exactSolids: true,
  companions: [],
  versions: ['versions 1 to 8'],
  notRead: [
    'Texts, dimensions and hatches are not drawn; the words of a text are a property.',
    'Points and point clouds are counted, not drawn.',
    'Textures: a material is shown in its colour.',
    'Clipping planes, lights, layouts and views.',
    'Displacement and other modifiers that Rhino works out while it draws.',
  ],
  recognise: (head) => (matchesAt(head, 0, '3D Geometry File Format ') ? 'yes' : 'no'),
}
