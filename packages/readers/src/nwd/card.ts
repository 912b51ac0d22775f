import type { FormatCard } from '@kamar/scene'
import { matchesAt } from '../shared/head.js'

/** Facts about Navisworks files; see the room's README. */
export const card: FormatCard = {
  id: 'nwd',
  name: 'Navisworks document',
  extensions: ['.nwd', '.nwc'],
  optionalExtensions: [],
  dimensions: '3d',
  previewOnly: true,
  companions: [],
  versions: ['file versions 103 to 448: what the file is and what it holds'],
  notRead: [
    'The elements and their shapes: export FBX from Navisworks (Output > FBX), or IFC from the original program.',
  ],
  recognise: (head) => (matchesAt(head, 0, '#LcUStream-V') ? 'yes' : 'no'),
}
