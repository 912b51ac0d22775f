import type { Vector } from '@kamar/core/math'
import type { OleFrame } from '../../drawing/index.js'

/** Before the four corners: the type of the object. */
const frameAt = 2
const pointBytes = 24
const origin: Vector = [0, 0, 0]

/** Reads the corners of the frame of an embedded object from the start of its data. */
export function readOleHeader(data: Uint8Array): Pick<OleFrame, 'upperLeft' | 'lowerRight' | 'application'> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const readPoint = (index: number): Vector => {
    const at = frameAt + index * pointBytes
    if (at + pointBytes > data.length) return origin
    return [view.getFloat64(at, true), view.getFloat64(at + 8, true), view.getFloat64(at + 16, true)]
  }
  return { upperLeft: readPoint(0), lowerRight: readPoint(2), application: '' }
}
