import type { FormatDescriptor } from '@kamar/core'
import { detectCompoundFile } from '@kamar/codecs/detection'

/** Descriptor of Revit projects and families; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'rvt',
  name: 'Revit project',
  order: 50,
  source: 'upload',
  extensions: ['.rvt'],
  optionalExtensions: ['.rfa'],
  dimensions: '3d',
  cloudSheets: true,
  buildings: true,
  companions: [],
  versions: ['2013 to 2027, by the description of its classes that every file brings'],
  notRead: [
    'Texts, dimensions and lines other than model lines; plans, sections and sheets are listed, not drawn; 3D views in perspective or cropped are counted.',
    'What a 3D view of the file hides or cuts: it shows the whole model.',
    'Linked models: upload them as files of their own and open them together; they take the positions of their links.',
    'Textures of materials, and what add-ins stored with elements.',
  ],
  detect: (header) =>
    detectCompoundFile(header, /^(BasicFileInfo|RevitPreview|Formats|Partitions|TransmissionData|ProjectInformation)/),
}
