import type { SheetMatrix } from '@kamar/core'
import type { SheetInfo } from '@kamar/package-format/sheets'
import type { GpuLines } from './gpu-lines.js'
import type { StretchBox } from './line-records.js'

/** GPU resources of a sheet. */
export interface GpuSheet {
  readonly info: SheetInfo
  readonly lines: readonly GpuLines[]
  /** Maximum width of its lines: grid steps, or millimetres of line weight. */
  readonly widest: { readonly steps: number; readonly millimetres: number }
  readonly areas: WebGLVertexArrayObject
  readonly indexCount: number
  readonly opaqueIndices: number
  readonly buffers: readonly WebGLBuffer[]
}

/** Parameters of drawing a sheet into the frame. */
export interface SheetPass {
  readonly sheet: GpuSheet
  readonly styles: WebGLTexture
  /** From the sheet's units to device pixels from the centre of the frame, y up. */
  readonly matrix: SheetMatrix
  /** Depth range of its levels. */
  readonly far: number
  readonly near: number
  /** Device pixels per millimetre of line weight. */
  readonly pixelsPerMillimetre: number
  readonly minLinePixels: number
  /** Scale factor of dashes. */
  readonly dashScale: number
}

/** A rectangle of the canvas, device pixels from its lower left corner. */
export interface FrameRegion {
  readonly left: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** Converts a point from the sheet's units to grid steps. */
export const toGrid = ({ origin, step }: SheetInfo, x: number, y: number): [number, number] => [
  (x - origin[0]) / step,
  (y - origin[1]) / step,
]

/** Computes the whole steps and the remainder of the sheet point at the centre of the frame. */
export function computeCenter(
  info: SheetInfo,
  [a, b, c, d, e, f]: SheetMatrix,
): readonly [number, number, number, number] {
  const determinant = a * d - b * c || 1
  const x = (c * f - d * e) / determinant
  const y = (b * e - a * f) / determinant
  const [gridX, gridY] = toGrid(info, x, y)
  const [integerX, integerY] = [Math.round(gridX), Math.round(gridY)]
  return [integerX, integerY, gridX - integerX, gridY - integerY]
}

/** Computes the maximum line width of a sheet. */
export function computeWidest({ layers, step, styles }: SheetInfo): GpuSheet['widest'] {
  const widest = { steps: 0, millimetres: 0 }
  for (const { layer, lineWeightMillimetres: own, widthUnits } of styles) {
    widest.steps = Math.max(widest.steps, widthUnits / step)
    widest.millimetres = Math.max(widest.millimetres, own === 'layer' ? layers[layer].lineWeightMillimetres : own)
  }
  return widest
}

/** Computes the device pixels of a grid step. */
export const computeStepPixels = ({ step }: SheetInfo, [a, b, c, d]: SheetMatrix): number =>
  Math.sqrt(Math.abs(a * d - b * c)) * step

/** Computes the maximum width of the drawn lines, device pixels. */
export const computeMaxLinePixels = (pass: SheetPass): number =>
  Math.max(
    pass.minLinePixels,
    pass.sheet.widest.steps * computeStepPixels(pass.sheet.info, pass.matrix),
    pass.sheet.widest.millimetres * pass.pixelsPerMillimetre,
  )

/** Computes the part of a sheet that a region around the centre of the frame shows, in grid steps. */
export function computeVisibleBox(
  info: SheetInfo,
  [a, b, c, d, e, f]: SheetMatrix,
  { width, height }: Pick<FrameRegion, 'width' | 'height'>,
): StretchBox {
  const determinant = a * d - b * c || 1
  const vertices = [-0.5, 0.5].flatMap((x) =>
    [-0.5, 0.5].map((y) => {
      const [across, up] = [x * width - e, y * height - f]
      return toGrid(info, (d * across - c * up) / determinant, (a * up - b * across) / determinant)
    }),
  )
  const [xs, ys] = [vertices.map(([x]) => x), vertices.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
