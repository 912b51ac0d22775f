import type { ModelTree } from '@kamar/view-package/read'
import type { PickResult, Viewer } from '@kamar/viewer'
import { elementName } from '../use-tree.js'
import type { NewTopicPlace } from './new-topic-form.js'

/** A new topic where something was picked; the server keeps the model's own coordinates. */
export function newTopicAt(pick: PickResult | null, viewer: Viewer | null, tree: ModelTree | null): NewTopicPlace {
  const origin = viewer?.model?.manifest.origin
  if (!pick || !origin) return { anchor: null }
  const [x, y, z] = pick.point
  const sourceId = tree?.sourceId(pick.element) || null
  const anchor = {
    point: [x + origin[0], y + origin[1], z + origin[2]] as [number, number, number],
    normal: [...pick.normal] as [number, number, number],
    sourceId,
  }
  return tree ? { anchor, elementName: elementName(tree, pick.element) } : { anchor }
}
