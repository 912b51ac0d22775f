import type { OrthographicView } from './raster/orthographic-view.js'

const toLinear = Float64Array.from({ length: 256 }, (_, value) => (value / 255) ** 2.2)
const encodedSteps = 4095
const fromLinear = Uint8Array.from({ length: encodedSteps + 1 }, (_, step) =>
  Math.round(255 * (step / encodedSteps) ** (1 / 2.2)),
)
/** Converts a linear value from 0 to 1 (clipped above) to an sRGB byte. */
const encoded = (linear: number): number => fromLinear[Math.min(encodedSteps, Math.round(linear * encodedSteps))]

/** Averages of equal bytes: the steps of the linear values merge some of the darkest. */
const averaged = Uint8Array.from(toLinear, (linear) => encoded(linear))

const opaque = 0xff << 24

/**
 * Minimum linear brightness: some programs assign black to uncoloured surfaces, and black shows no faces under any
 * light.
 */
const minBrightness = 0.03

/** Packs an sRGB colour under a light (1 leaves it unchanged) as r, g, b, 255 from the low byte up. */
export function packColor(color: ArrayLike<number>, light: number): number {
  const [red, green, blue] = [toLinear[color[0]], toLinear[color[1]], toLinear[color[2]]]
  const lift = Math.max(0, minBrightness - Math.max(red, green, blue))
  return (
    encoded((red + lift) * light) |
    (encoded((green + lift) * light) << 8) |
    (encoded((blue + lift) * light) << 16) |
    opaque
  )
}

const edgeShade = 0.5
/** Surfaces whose channels are all below this get creases lighter than the surface, by `edgeLift`. */
const darkSurface = 72
const edgeLift = 0x3c3c3c

/** Returns the colour of a crease on a surface of this colour; edges over the background are dark. */
export function shadeEdge(color: number): number {
  if (color === 0) return opaque | 0x303030
  const brightest = Math.max(color & 255, (color >> 8) & 255, (color >> 16) & 255)
  if (brightest < darkSurface) return color + edgeLift
  return (
    ((color & 255) * edgeShade) |
    ((((color >> 8) & 255) * edgeShade) << 8) |
    ((((color >> 16) & 255) * edgeShade) << 16) |
    (color & opaque)
  )
}

/**
 * Computes flat shading from projected vertices: an orthographic view at one scale preserves angles, so the normal
 * needs no other data.
 */
export class FaceShading {
  readonly #up: readonly [number, number, number]
  readonly #key: readonly [number, number, number]

  constructor({ rows, scale }: OrthographicView) {
    const toViewSpace = (x: number, y: number, z: number): [number, number, number] => [
      (rows[0] * x + rows[1] * y + rows[2] * z) / scale,
      (rows[3] * x + rows[4] * y + rows[5] * z) / scale,
      (rows[6] * x + rows[7] * y + rows[8] * z) / scale,
    ]
    this.#up = toViewSpace(0, 0, 1)
    this.#key = toViewSpace(-0.15, -0.62, 0.77)
  }

  /**
   * Computes the light on the triangle whose indices start at `first`: hemisphere plus a key light from over the
   * viewer's left shoulder, both sides lit. 0 for a degenerate triangle, and with `cullBack` for a back face.
   */
  computeLight(points: Float32Array, indices: Uint32Array, first: number, cullBack: boolean): number {
    const a = indices[first] * 3
    const b = indices[first + 1] * 3
    const c = indices[first + 2] * 3
    const ux = points[b] - points[a]
    const uy = points[b + 1] - points[a + 1]
    const vx = points[c] - points[a]
    const vy = points[c + 1] - points[a + 1]
    const nz = ux * vy - uy * vx
    if (nz === 0 || (cullBack && nz > 0)) return 0
    const uz = points[b + 2] - points[a + 2]
    const vz = points[c + 2] - points[a + 2]
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const towardsViewer = (nz > 0 ? -1 : 1) / Math.sqrt(nx * nx + ny * ny + nz * nz)
    const up = (nx * this.#up[0] + ny * this.#up[1] + nz * this.#up[2]) * towardsViewer
    const key = (nx * this.#key[0] + ny * this.#key[1] + nz * this.#key[2]) * towardsViewer
    return 0.6 + 0.14 * up + 0.38 * Math.max(0, key)
  }

  /** Blends a packed colour over the one at `pixel`. */
  blend(target: Int32Array, pixel: number, color: number, opacity: number): void {
    const below = target[pixel]
    const alpha = (below >>> 24) / 255
    const covered = alpha * (1 - opacity) + opacity
    let mixed = Math.round(covered * 255) << 24
    for (let shift = 0; shift < 24; shift += 8) {
      const under = toLinear[(below >> shift) & 255] * alpha * (1 - opacity)
      mixed |= encoded((under + toLinear[(color >> shift) & 255] * opacity) / covered) << shift
    }
    target[pixel] = mixed
  }
}

/** Image size, and samples per pixel and axis. */
export interface SampledSize {
  readonly width: number
  readonly height: number
  readonly samples: number
}

/** Returns whether a pixel is empty or of one opaque colour, as most are: their average is that colour. */
function isUniform(
  colors: Int32Array,
  start: number,
  { across, samples }: { readonly across: number; readonly samples: number },
): boolean {
  const first = colors[start]
  if (first !== 0 && first >>> 24 !== 255) return false
  for (let row = start; row < start + samples * across; row += across)
    for (let sample = row; sample < row + samples; sample++) if (colors[sample] !== first) return false
  return true
}

/** Writes a packed colour as r g b a bytes. */
function copyColor(color: number, out: Uint8Array, at: number): void {
  out[at] = averaged[color & 255]
  out[at + 1] = averaged[(color >> 8) & 255]
  out[at + 2] = averaged[(color >> 16) & 255]
  out[at + 3] = color >>> 24
}

/** Averages the samples of each pixel in linear light, to r g b a bytes with straight alpha. */
export function resolveSamples(colors: Int32Array, { width, height, samples }: SampledSize): Uint8Array {
  const out = new Uint8Array(width * height * 4)
  const across = width * samples
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const start = y * samples * across + x * samples
      const at = (y * width + x) * 4
      if (isUniform(colors, start, { across, samples })) {
        copyColor(colors[start], out, at)
        continue
      }
      let red = 0
      let green = 0
      let blue = 0
      let alpha = 0
      for (let row = start; row < start + samples * across; row += across) {
        for (let sample = row; sample < row + samples; sample++) {
          const color = colors[sample]
          if (color === 0) continue
          const weight = color >>> 24
          alpha += weight
          red += toLinear[color & 255] * weight
          green += toLinear[(color >> 8) & 255] * weight
          blue += toLinear[(color >> 16) & 255] * weight
        }
      }
      out[at] = encoded(red / alpha)
      out[at + 1] = encoded(green / alpha)
      out[at + 2] = encoded(blue / alpha)
      out[at + 3] = Math.round(alpha / (samples * samples))
    }
  }
  return out
}
