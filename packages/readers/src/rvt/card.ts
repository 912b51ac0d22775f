import type { FormatCard } from '@kamar/scene'
import { recogniseCompound } from '../shared/compound/recognise-compound.js'

/** Facts about Revit projects; see the room's README. */
export const card: FormatCard = {
  id: 'rvt',
  name: 'Revit project',
  extensions: ['.rvt'],
  optionalExtensions: [],
  dimensions: '3d',
  companions: [],
  versions: ['2013 to 2027, by the description of its classes that every file brings'],
  notRead: [
    'Texts, dimensions and lines; views and sheets are counted, not drawn.',
    'Linked models: upload them as files of their own.',
    'Textures of materials, and what add-ins stored with elements.',
  ],
  recognise: (head) =>
    recogniseCompound(head, /^(BasicFileInfo|RevitPreview|Formats|Partitions|TransmissionData|ProjectInformation)/),
}
