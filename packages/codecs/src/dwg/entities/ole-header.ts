import type { Vector } from '@kamar/core/math'
import type { OleFrame } from '../../drawing/entities.js'

/** Before the four corners: the type of the object. */
const cornersAt = 2
const cornerBytes = 24
const noCorner: Vector = [0, 0, 0]

/** Reads the corners of the frame of an embedded object from the start of its data. */
export function readOleHeader(data: Uint8Array): Pick<OleFrame, 'upperLeft' | 'lowerRight' | 'application'> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const readCorner = (index: number): Vector => {
    const at = cornersAt + index * cornerBytes
    if (at + cornerBytes > data.length) return noCorner
    return [view.getFloat64(at, true), view.getFloat64(at + 8, true), view.getFloat64(at + 16, true)]
  }
  return { upperLeft: readCorner(0), lowerRight: readCorner(2), application: '' }
}
