import type { FormatDescriptor } from '@kamar/core'
import { matchesAt } from '@kamar/codecs/detection'

/** Descriptor of Navisworks files; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'nwd',
  name: 'Navisworks document',
  order: 60,
  source: 'upload',
  extensions: ['.nwd', '.nwc'],
  optionalExtensions: [],
  dimensions: '3d',
  buildings: true,
  companions: [],
  versions: ['file versions 103 to 448 (containers lichunk-007 and -008); others as far as their records are the same'],
  notRead: [
    'Clash tests, selection sets, timelines and comments of the document.',
    'What a saved viewpoint hides, recolours or cuts, and movements: viewpoints show the whole model.',
    'Textures: shapes have the colour of their material.',
    'Documents with a password, and lists of references (.nwf).',
    'Records that are of no form that was seen: they are counted, and named where the tree knows them.',
  ],
  detect: (header) => (matchesAt(header, 0, '#LcUStream-V') ? 'yes' : 'no'),
}
