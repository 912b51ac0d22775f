import type { FormatDescriptor } from '@kamar/core'
import { matchesAt } from '@kamar/codecs/detection'

/** Descriptor of Rhino files; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: '3dm',
  name: 'Rhino 3D',
  order: 140,
  source: 'upload',
  extensions: ['.3dm'],
  optionalExtensions: [],
  dimensions: '3d',
  exactSolids: true,
  companions: ['.png', '.jpg', '.jpeg', '.tga', '.bmp'],
  versions: ['versions 1 to 8'],
  notRead: [
    'Fonts, bold and italic letters: texts are drawn in Noto Sans; a dimension shows two decimals.',
    'Textures of subdivision surfaces and those laid by a texture mapping are shown as their average colour.',
    'Textures other than PNG, JPEG, TGA and BMP, and those that are not colours (bumps, transparency).',
    'Clipping planes, lights, layouts and views.',
    'Displacement and other modifiers that Rhino works out while it draws.',
  ],
  detect: (header) => (matchesAt(header, 0, '3D Geometry File Format ') ? 'yes' : 'no'),
}
