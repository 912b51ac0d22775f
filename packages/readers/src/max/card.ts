import type { FormatCard } from '@kamar/scene'
import { recogniseCompound } from '../shared/compound/recognise-compound.js'

/** Facts about 3ds Max scenes; see the room's README. */
export const card: FormatCard = {
  id: 'max',
  name: '3ds Max scene',
  extensions: ['.max'],
  optionalExtensions: [],
  dimensions: '3d',
  previewOnly: true,
  companions: [],
  versions: ['3ds Max 4 to 2023: version, counts and the stored preview'],
  notRead: ['The objects and their shapes: export FBX from 3ds Max (File > Export) and upload that.'],
  recognise: (head) =>
    recogniseCompound(
      head,
      /^(ClassDirectory|DllDirectory|VideoPostQueue|Scene$|ScriptedCustAttribDefs|SaveConfigData|FileAssetMetaData)/,
    ),
}
