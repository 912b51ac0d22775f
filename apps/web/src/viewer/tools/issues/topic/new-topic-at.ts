import type { ModelTree } from '@kamar/package-format/read'
import type { PickResult, Point, Viewer } from '@kamar/viewer'
import { fileFrame } from '../../../session/models/file-frame.js'
import { elementName } from '../../../session/use-tree.js'
import type { NewTopicTarget } from '../collaboration.js'

interface PickedOn {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  /** File of the new topic. */
  readonly fileId: string | null
}

const copied = ([x, y, z]: Point): [number, number, number] => [x, y, z]

/**
 * Starts a new topic at a picked point; the server stores coordinates of the topic's file, regardless of its placement
 * in the view.
 */
export function newTopicAt(pick: PickResult | null, { viewer, tree, fileId }: PickedOn): NewTopicTarget {
  const frame = viewer && fileFrame(viewer, fileId)
  if (!pick || !frame) return { anchor: null }
  const sourceId = tree?.sourceId(pick.element) || null
  const anchor = {
    point: copied(frame.pointToFile(pick.point)),
    normal: copied(frame.directionToFile(pick.normal)),
    sourceId,
  }
  return tree ? { anchor, elementName: elementName(tree, pick.element) } : { anchor }
}
