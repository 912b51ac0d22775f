import type { FormatDescriptor } from '@kamar/core'
import { detectCompoundFile } from '@kamar/codecs/detection'

/** Descriptor of 3ds Max scenes; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'max',
  name: '3ds Max scene',
  order: 160,
  source: 'upload',
  extensions: ['.max'],
  optionalExtensions: [],
  dimensions: '3d',
  companions: ['.png', '.jpg', '.jpeg', '.tga', '.bmp'],
  versions: [
    '3ds Max 2017 to 2019, compared with glTF exported from them, 2014 with FBX and 3DS; 4, 2009 to 2023 as far as their records are the same',
  ],
  notRead: [
    'Modifiers other than XForm, Mirror, Symmetry and moved or attached corners of Edit Poly: objects are shown as they are below them; with Skin and Morpher in the pose in which they were bound.',
    'Splines, patches, NURBS, compound objects (Boolean, ProBoolean), proxies of renderers: counted by name.',
    'Animation: the scene is shown as it was saved. Scripts in the file are never run.',
    'Materials other than Standard, Physical, Arch & Design, Multi/Sub-Object, Double Sided and Arnold Standard Surface.',
  ],
  detect: (header) =>
    detectCompoundFile(
      header,
      /^(ClassDirectory|DllDirectory|VideoPostQueue|Scene$|ScriptedCustAttribDefs|SaveConfigData|FileAssetMetaData)/,
    ),
}
