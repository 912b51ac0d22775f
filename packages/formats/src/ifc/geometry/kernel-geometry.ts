import type { Kernel, KernelPlacedGeometry } from './kernel.js'

/** A mesh in metres in its own frame; the kernel repeats vertices per triangle. */
export interface RawMesh {
  readonly positions: Float32Array
  readonly indices: Uint32Array
  /** r, g, b, a per vertex, for face sets with face colours. */
  readonly colors?: Uint8Array
  /** u, v per vertex, for face sets with a texture. */
  readonly textureCoordinates?: Float32Array
}

const kernelFloatsPerVertex = 6

/** Copies a geometry out of the kernel's memory; null when it is empty. */
export function readGeometry(
  kernel: Kernel,
  model: number,
  options: { geometryId: number; unitMetres: number },
): RawMesh | null {
  const geometry = kernel.GetGeometry(model, options.geometryId)
  try {
    const vertexFloats = geometry.GetVertexDataSize()
    const indexCount = geometry.GetIndexDataSize()
    if (vertexFloats === 0 || indexCount < 3) return null
    const vertexStart = geometry.GetVertexData() >>> 2
    const indexStart = geometry.GetIndexData() >>> 2
    const source = kernel.HEAPF32.subarray(vertexStart, vertexStart + vertexFloats)
    const vertexCount = Math.floor(vertexFloats / kernelFloatsPerVertex)
    const positions = new Float32Array(vertexCount * 3)
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const from = vertex * kernelFloatsPerVertex
      positions[vertex * 3] = source[from] * options.unitMetres
      positions[vertex * 3 + 1] = source[from + 1] * options.unitMetres
      positions[vertex * 3 + 2] = source[from + 2] * options.unitMetres
    }
    return { positions, indices: kernel.HEAPU32.slice(indexStart, indexStart + indexCount) }
  } finally {
    geometry.delete()
  }
}

/** Converts the kernel's placement (4×4, Y up, in the file's unit) to 3×4, Z up, translation in metres. */
export function toPlacement({ flatTransformation: m }: KernelPlacedGeometry, unitMetres: number): number[] {
  return [0, 4, 8, 12].flatMap((column) => {
    const factor = column === 12 ? unitMetres : 1
    return [m[column] * factor, -m[column + 2] * factor, m[column + 1] * factor]
  })
}

/** Returns the number of the style that coloured a placed geometry, or -1. */
export function getStyle({ color }: KernelPlacedGeometry): number {
  return color.y === styleMark ? color.x : -1
}

/** Reads a kernel placement in the file's unit (4×4, Z up) as 3×4; null when it is not finite. */
export function readPlacement(kernel: Kernel, model: number, placementId: number): number[] | null {
  const m = kernel.GetWorldTransformMatrix(model, placementId)
  const placement = [0, 4, 8, 12].flatMap((column) => [m[column], m[column + 1], m[column + 2]])
  return placement.every((value) => Number.isFinite(value)) ? placement : null
}

/**
 * Green channel of the colour that encodes a style in a shard (red is the style's number): colours in files are never
 * negative, so that a placed mesh identifies its style, or that it has none.
 */
export const styleMark = -1
