import type { CommandTarget } from '@kamar/extensions'
import type { ModelTree } from '@kamar/package-format/read'
import type { PickResult, Point, SheetTarget, SheetView, Viewer } from '@kamar/viewer'
import { toSheetReference } from '../../../kit/viewpoints/sheet-viewpoints.js'
import { fileFrame } from '../../../session/models/file-frame.js'
import { nameEntity } from '../../../session/sheets/name-entity.js'
import type { Drawing } from '../../../session/sheets/use-drawing.js'
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

/** Starts a new topic at a point of the model or of the displayed sheet. */
export async function newTopicAtTarget(
  target: CommandTarget | null,
  { drawing, sheet, ...picked }: PickedOn & { readonly drawing: Drawing; readonly sheet: SheetView | null },
): Promise<NewTopicTarget> {
  if (target === null || !('sheet' in target)) return newTopicAt(target, picked)
  return newTopicOnSheet(target, { drawing, view: sheet })
}

/** Starts a new topic at a point of the displayed sheet, about the entity there. */
export async function newTopicOnSheet(
  { sheet, point, pick }: SheetTarget,
  { drawing, view }: { readonly drawing: Drawing; readonly view: SheetView | null },
): Promise<NewTopicTarget> {
  const entity = pick && view ? await view.fetchEntityInfo(pick).catch(() => null) : null
  const anchor = {
    point: [...(pick?.point ?? point), 0] as [number, number, number],
    normal: null,
    sourceId: entity?.handle || null,
    sheet: toSheetReference(drawing.sheets, sheet),
  }
  return entity ? { anchor, elementName: nameEntity(entity) } : { anchor }
}
