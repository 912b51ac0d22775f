import type { FormatCard } from '@kamar/scene'
import { recogniseCompound } from '../shared/compound/recognise-compound.js'

/** Facts about Revit projects; see the room's README. */
export const card: FormatCard = {
  id: 'rvt',
  name: 'Revit project',
  extensions: ['.rvt'],
  optionalExtensions: [],
  dimensions: '3d',
  previewOnly: true,
  companions: [],
  versions: ['2013 to 2025: version, build and the stored preview'],
  notRead: ['The elements and their shapes: export IFC from Revit (File > Export > IFC) and upload that.'],
  recognise: (head) =>
    recogniseCompound(head, /^(BasicFileInfo|RevitPreview|Formats|Partitions|TransmissionData|ProjectInformation)/),
}
