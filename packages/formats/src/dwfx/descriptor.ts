import type { FormatDescriptor } from '@kamar/core'
import { isDwf, detectOpenPackage } from '@kamar/codecs/detection'

/** Descriptor of XPS-based Design Web Format packages; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'dwfx',
  name: 'Design Web Format XPS',
  order: 30,
  source: 'upload',
  extensions: ['.dwfx'],
  optionalExtensions: [],
  dimensions: '2d and 3d',
  extensionGroup: 'Design Web Format',
  companions: [],
  versions: ['DWFx (XPS pages, W3D models)', 'XPS documents and DWF 6 under this extension'],
  notRead: [
    'Packages with a password.',
    'Visual brushes of pages.',
    'Free-form surfaces, texts and markers of models.',
  ],
  detect,
}

function detect(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  return isDwf(header) ? 'maybe' : detectOpenPackage(header)
}
