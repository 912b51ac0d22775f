import type { AuthoringTool } from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import { findChild, type FbxTree } from './fbx-node.js'
import { Properties } from './properties.js'

/** Reads the program that exported the scene, as stated in the header. */
export function readAuthoringTool({ root }: FbxTree): AuthoringTool | null {
  const header = findChild(root, 'FBXHeaderExtension')
  const info = new Properties(findChild(header, 'SceneInfo'), null)
  const name = cleanName(info.text('Original|ApplicationName'))
  const release = cleanName(info.text('Original|ApplicationVersion'))
  // Some exporters state the keyword of a version control system instead of a release.
  return name === '' ? null : { name, release: /^[\w. ()-]+$/.test(release) ? release : '' }
}
