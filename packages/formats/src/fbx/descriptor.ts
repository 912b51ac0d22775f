import type { FormatDescriptor } from '@kamar/core'
import { matchesAt, decodeHeaderText } from '@kamar/codecs/detection'

/** Magic bytes of the binary encoding; two bytes and the version follow. */
export const binaryMagic = 'Kaydara FBX Binary  \0'

/** Descriptor of the FBX format; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'fbx',
  name: 'Autodesk FBX',
  order: 80,
  source: 'upload',
  extensions: ['.fbx'],
  optionalExtensions: [],
  dimensions: '3d',
  companions: ['.png', '.jpg', '.jpeg', '.tga', '.bmp'],
  versions: ['6.1 to 7.7, binary and ASCII'],
  notRead: [
    'Animation: everything stands as it was saved, skinned meshes in their bind pose.',
    'NURBS, patches, lights and cameras are counted, not drawn.',
    'Textures other than PNG, JPEG, TGA and BMP.',
    'Subdivision surfaces are drawn as their control mesh.',
  ],
  detect,
}

const asciiBeginning = /^\s*(;\s*FBX\s+\d|(;[^\n]*\n\s*)*FBXHeaderExtension\s*:)/

function detect(header: Uint8Array): 'yes' | 'maybe' | 'no' {
  if (matchesAt(header, 0, binaryMagic)) return 'yes'
  const text = decodeHeaderText(header)
  return text !== null && asciiBeginning.test(text) ? 'yes' : 'no'
}
