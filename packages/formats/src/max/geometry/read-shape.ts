import type { ClipBudget } from '@kamar/mesh'
import { findChunk, parseChunks } from '../container/chunks.js'
import { tryParse } from '@kamar/codecs/records'
import type { SceneObject } from '../container/scene-objects.js'
import { readEditableMesh } from './editable-mesh.js'
import { readEditablePoly } from './editable-poly.js'
import { isPrimitive, readPrimitive } from './primitives.js'
import type { TriangleShape } from './triangle-shape.js'

const meshId = 'e44f10b3:0'
const polyId = '1bf8338d:192f6098'
const geometry = 0x08fe

/** Reason why an object has no shape. */
export type ShapeFault = 'damaged' | 'not-read'

/** Reads the shape that an object stores or is generated from. */
export function readShape(object: SceneObject, budget: ClipBudget): TriangleShape | ShapeFault {
  const { id } = object.class
  if (isPrimitive(object)) {
    const shape = tryParse(() => readPrimitive(object) ?? 'not-read')
    return shape ?? 'damaged'
  }
  if (id !== meshId && id !== polyId) return 'not-read'
  const shape = tryParse(() => {
    const stored = findChunk(object.chunks, geometry)
    const chunks = stored?.isContainer ? parseChunks(stored.bytes) : []
    return id === meshId ? readEditableMesh(chunks) : readEditablePoly(chunks, budget)
  })
  return shape ?? 'damaged'
}
