import type { Vector } from '@kamar/core/math'
import { extendEntity, type EntityCommon, type Point2, type Viewport } from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import type { Lookup } from './lookup.js'

/** Status of a viewport (DXF reference, VIEWPORT, group 90). */
const status = { clipped: 0x10000, off: 0x20000 } as const

type ViewShape = Pick<
  Viewport,
  'viewTarget' | 'viewDirection' | 'viewCenter' | 'viewHeight' | 'twistAngle' | 'frozenLayers' | 'boundary' | 'isOff'
>

/** Releases before 2000 keep the view in extended data, which is not read. */
const noView: ViewShape = {
  viewTarget: [0, 0, 0],
  viewDirection: [0, 0, 1],
  viewCenter: [0, 0],
  viewHeight: 0,
  twistAngle: 0,
  frozenLayers: [],
  boundary: null,
  isOff: false,
}

/** Reads a VIEWPORT; its number follows from its position in the block. */
export function readViewport(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Viewport {
  const center = reader.readPoint()
  const width = reader.readDouble()
  const height = reader.readDouble()
  const view = reader.release >= 2000 ? readView(reader, lookup) : noView
  if (reader.release <= 14) reader.skipHandles(1)
  return extendEntity(common, { kind: 'viewport', id: 0, isPaper: false, center, width, height, ...view })
}

function readView(reader: ObjectReader, lookup: Lookup): ViewShape {
  const camera = readCamera(reader)
  if (reader.release >= 2007) reader.readShort()
  const frozenCount = reader.readCount(0)
  const flags = reader.readLong()
  skipCoordinateSystem(reader)
  // Layers may be listed twice, and remain in the list when they are deleted.
  const frozenLayers = [...new Set(reader.readHandles(frozenCount))].flatMap((handle) => {
    const layer = lookup.findLayer(handle)
    return handle !== 0 && layer.handle === handle ? [layer] : []
  })
  const boundaryHandle = reader.readHandle()
  reader.skipHandles(reader.release === 2000 ? 3 : 2)
  if (reader.release >= 2007) reader.skipHandles(4)
  const isClipped = (flags & status.clipped) !== 0
  const boundary = isClipped ? lookup.findEntity(boundaryHandle) : null
  return { ...camera, frozenLayers, boundary, isOff: (flags & status.off) !== 0 }
}

interface Camera {
  readonly viewTarget: Vector
  readonly viewDirection: Vector
  readonly viewCenter: Point2
  readonly viewHeight: number
  readonly twistAngle: number
}

function readCamera(reader: ObjectReader): Camera {
  const viewTarget = reader.readPoint()
  const viewDirection = reader.readPoint()
  const twistAngle = reader.readDouble()
  const viewHeight = reader.readDouble()
  for (let left = 4; left > 0; left--) reader.readDouble()
  const viewCenter = reader.readRawPoint()
  for (let left = 3; left > 0; left--) reader.readRawPoint()
  reader.readShort()
  return { viewTarget, viewDirection, viewCenter, viewHeight, twistAngle }
}

function skipCoordinateSystem(reader: ObjectReader): void {
  const { release } = reader
  reader.readText()
  reader.readByte()
  reader.readBit()
  reader.readBit()
  for (let left = 3; left > 0; left--) reader.readPoint()
  reader.readDouble()
  reader.readShort()
  if (release >= 2004) reader.readShort()
  if (release < 2007) return
  reader.readBit()
  reader.readByte()
  reader.readDouble()
  reader.readDouble()
  reader.readColor()
}
