import type { Box } from '@kamar/package-format/read'
import type { Pose } from '../camera/pose.js'
import type { ModelBatches } from './model-batches.js'

/** Canvas size, pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
  /** Pixels per CSS pixel; 1 by default. */
  readonly ratio?: number
}

/** Request of a frame. */
export interface FrameRequest {
  readonly pose: Pose
  readonly bounds: Box | null
  readonly model: ModelBatches | null
  readonly purpose: 'still' | 'moving'
  /** Resolution relative to the canvas, for moving frames on slow machines. */
  readonly resolution: number
  /** Whether the selection is highlighted. */
  readonly paintsSelection: boolean
  /** Tile of a larger frame, for `drawTile`. */
  readonly tile?: FrameTile | null
}

/** Part of a frame that may be larger than the canvas; pixels from the frame's left and top. */
export interface FrameTile extends PixelSize {
  readonly x: number
  readonly y: number
  readonly frame: PixelSize
}
