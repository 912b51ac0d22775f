import { extendEntity, type EntityCommon, type Viewport, type Layer } from '../../drawing/index.js'
import { findExtendedData } from '../groups/extended-data.js'
import { GroupCursor } from '../groups/group-cursor.js'
import type { DxfRecord } from '../groups/group-table.js'
import { zAxis, type Groups } from '../groups/groups.js'
import type { Lookup } from './lookup.js'

/** Status of a viewport (DXF reference, VIEWPORT, group 90). */
const status = { clipped: 0x10000, off: 0x20000 } as const
const code = { status: 68, id: 69, flags: 90, boundary: 340, frozenLayers: [331, 341] } as const
const paperId = 1
/** Number of viewports that state none: they show the model. */
const otherId = 2
const radiansPerDegree = Math.PI / 180

type View = Pick<
  Viewport,
  'viewTarget' | 'viewDirection' | 'viewCenter' | 'viewHeight' | 'twistAngle' | 'frozenLayers' | 'boundary' | 'isOff'
>

/** Reads a VIEWPORT. */
export function readViewport(record: DxfRecord, common: EntityCommon, lookup: Lookup): Viewport {
  const { groups, extended } = record
  const id = groups.readInteger(code.id, otherId)
  const shape = {
    center: groups.readPoint(10),
    width: groups.readNumber(40),
    height: groups.readNumber(41),
    id,
    isPaper: id === paperId,
  }
  const view = groups.has(code.flags) ? readView(groups, lookup) : readOldView(groups, extended, lookup)
  return extendEntity(common, { kind: 'viewport', ...shape, ...view })
}

function readView(groups: Groups, lookup: Lookup): View {
  const flags = groups.readInteger(code.flags)
  const boundaryHandle = (flags & status.clipped) !== 0 ? groups.readHandle(code.boundary) : 0
  const view = {
    viewTarget: groups.readPoint(17),
    viewDirection: groups.readPoint(16, zAxis),
    viewCenter: groups.readPoint2(12),
    viewHeight: groups.readNumber(45),
    twistAngle: groups.readAngle(51),
    frozenLayers: readFrozenLayers(groups, lookup),
    isOff: (flags & status.off) !== 0,
  }
  return { ...view, boundary: boundaryHandle === 0 ? null : lookup.findEntity(boundaryHandle) }
}

/** Reads the layers that are frozen in a viewport. They may be listed twice, and remain listed when they are deleted. */
function readFrozenLayers(groups: Groups, lookup: Lookup): readonly Layer[] {
  const layers = new Set<Layer>()
  for (let at = groups.from; at < groups.to; at++) {
    const layer = code.frozenLayers.some((frozen) => frozen === groups.codeAt(at))
      ? lookup.findLayerByHandle(groups.handleAt(at))
      : null
    if (layer) layers.add(layer)
  }
  return [...layers]
}

const noView: View = {
  viewTarget: [0, 0, 0],
  viewDirection: zAxis,
  viewCenter: [0, 0],
  viewHeight: 0,
  twistAngle: 0,
  frozenLayers: [],
  boundary: null,
  isOff: false,
}

const viewMark = 'MVIEW'
const data = { text: 1000, layer: 1003, point: 1010, number: 1040, integer: 1070 } as const

/** Reads the view of a viewport before release 2000, which is in extended data. */
function readOldView(groups: Groups, extended: Groups, lookup: Lookup): View {
  const isOff = groups.readInteger(code.status, 1) === 0
  const application = findExtendedData(extended, 'ACAD')
  const markAt = application?.find(data.text) ?? -1
  if (!application || markAt < 0 || application.textAt(markAt) !== viewMark) return { ...noView, isOff }
  // The version of the data, after an opening bracket.
  const cursor = new GroupCursor(application, application.find(data.integer, markAt) + 1)
  const target = takeVector(cursor)
  const direction = takeVector(cursor)
  const twistAngle = cursor.takeNumber(data.number) * radiansPerDegree
  const viewHeight = cursor.takeNumber(data.number)
  const centerX = cursor.takeNumber(data.number)
  const centerY = cursor.takeNumber(data.number)
  const frozenLayers = readNamedLayers(application, lookup)
  const viewCenter = [centerX, centerY] as const
  return {
    ...noView,
    isOff,
    viewTarget: target,
    viewDirection: direction,
    twistAngle,
    viewHeight,
    viewCenter,
    frozenLayers,
  }
}

function takeVector(cursor: GroupCursor): View['viewTarget'] {
  const x = cursor.takeNumber(data.point)
  const y = cursor.takeNumber(data.point + 10)
  return [x, y, cursor.takeNumber(data.point + 20)]
}

function readNamedLayers(application: Groups, lookup: Lookup): readonly Layer[] {
  const layers = new Set<Layer>()
  for (let at = application.find(data.layer); at >= 0; at = application.find(data.layer, at + 1))
    layers.add(lookup.findLayer(application.textAt(at)))
  return [...layers]
}
