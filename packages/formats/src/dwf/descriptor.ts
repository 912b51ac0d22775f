import type { FormatDescriptor } from '@kamar/core'
import { isDwf, detectOpenPackage } from '@kamar/codecs/detection'

/** Descriptor of Design Web Format packages; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'dwf',
  name: 'Design Web Format',
  order: 20,
  source: 'upload',
  extensions: ['.dwf'],
  optionalExtensions: [],
  dimensions: '2d and 3d',
  extensionGroup: 'Design Web Format',
  companions: [],
  versions: ['DWF 6 (W2D pages, W3D models)', 'DWFx under the older extension'],
  notRead: [
    'DWF of releases before 6: they are refused with the advice to publish them again.',
    'Packages with a password.',
    'Fonts that are embedded in W2D pages: another font is shown.',
    'Free-form surfaces, texts and markers of models.',
  ],
  detect,
}

/** Programs also save the packaged kind under the older extension. */
function detect(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  if (isDwf(header)) return 'yes'
  return detectOpenPackage(header) === 'no' ? 'no' : 'maybe'
}
