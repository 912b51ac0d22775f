import type { Camera } from 'three'
import type { Box } from '@kamar/package-format/read'
import type { FrameTarget } from './frame-target.js'
import type { SelectionColors } from './viewer-colors.js'
import type { FrameRequest } from './frame-request.js'
import type { MaskPart } from './model-batches.js'

/** Drawn frame that may be shaded. */
export interface RenderedFrame {
  readonly request: FrameRequest
  readonly camera: Camera
  /** Target with the frame's colour and depth. */
  readonly source: FrameTarget
  /** Target of the shading, one sample per pixel; null is the canvas. */
  readonly into: WebGLFramebuffer | null
}

/** Shading of still frames: its code is fetched after the first frame. */
export interface FrameShading {
  /** Whether any shading is enabled. */
  readonly shades: boolean
  /** Whether its programs are compiled, which the first shaded frame does. */
  readonly isReady: boolean
  /** Draws onto `into` by the depths of `source`; the state cache of three.js stays valid. */
  shade(frame: RenderedFrame): void
  /** Returns the pixels around a tile that its shading depends on, in a frame of this height. */
  computeMargin(frameHeight: number): number
  /** Releases the GPU resources after the context was lost. */
  release(): void
}

/** Drawn frame whose selection is to be highlighted. */
export interface SelectionRequest {
  readonly target: FrameTarget
  readonly camera: Camera
  /** Bounds of the selection, metres; null for the whole frame. */
  readonly bounds: Box | null
  readonly colors: SelectionColors
  /** Target pixels per CSS pixel. */
  readonly pixelRatio: number
  /** Indices that the mask of all of it draws. */
  readonly indexCount: number
  /** Whether it consists of lines and points alone, which need a wider outline. */
  readonly isThin: boolean
  /** Draws the selection as 1: `all` of it, or what is `visible` in front of the existing depths. */
  readonly drawMask: (part: MaskPart) => void
}

/** Selection highlight: its code is fetched with the first selection (`selection/`). */
export interface SelectionMarks {
  /** Maximum distance of the highlight from the selection, CSS pixels. */
  readonly marginPixels: number
  /** Paints onto the frame; three.js draws there afterwards. */
  paint(request: SelectionRequest): void
  /** Releases the GPU resources after the context was lost. */
  release(): void
}
