import type { Camera } from 'three'
import type { Box } from '@kamar/view-package/read'
import type { FrameTarget } from './frame-target.js'
import type { SelectionColors } from './viewer-colors.js'
import type { FrameRequest } from './scene-renderer.js'

/** A picture that is drawn and may be shaded. */
export interface RenderedFrame {
  readonly request: FrameRequest
  readonly camera: Camera
  /** Has the picture and its depths. */
  readonly source: FrameTarget
  /** Has the picture, one sample per pixel; null is the canvas. */
  readonly into: WebGLFramebuffer | null
}

/** Shades still pictures: the code for it is fetched after the first picture (`look/`). */
export interface FrameShading {
  /** Whether there is anything to do. */
  readonly shades: boolean
  /** Draws onto `into` by the depths of `source`; may leave the card in any state. */
  shade(frame: RenderedFrame): void
  /** Pixels beyond the part of a picture, so high in all, on which that part's shades depend. */
  computeMargin(frameHeight: number): number
  /** The card is gone, with all that was made on it. */
  release(): void
}

/** A picture that is drawn, to be marked where something is selected. */
export interface SelectionRequest {
  readonly target: FrameTarget
  readonly camera: Camera
  /** Around what is selected, metres; null for all of the picture. */
  readonly bounds: Box | null
  readonly colors: SelectionColors
  /** Pixels of the target in a CSS pixel. */
  readonly pixelRatio: number
  /** Draws what is selected as 1, by the depths that are there. */
  readonly drawMask: () => void
}

/** Marks what is selected: the code for it is fetched with the first selection (`selection/`). */
export interface SelectionMarks {
  /** So far from what is selected something may be painted, CSS pixels. */
  readonly marginPixels: number
  /** Paints onto the picture; three.js draws there afterwards. */
  paint(request: SelectionRequest): void
  /** The card is gone, with all that was made on it. */
  release(): void
}
