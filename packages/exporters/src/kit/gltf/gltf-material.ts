import { toLinear } from '../geometry-arrays.js'
import type { GltfMaterial } from './gltf-types.js'

/** Appearance of a surface. */
interface SurfaceProperties {
  /** r g b, sRGB, 0 to 255. */
  readonly color: readonly number[]
  /** 0 to 255. */
  readonly opacity: number
  readonly name?: string | undefined
  readonly isSingleSided?: boolean
  /** Index of its texture, and whether the image has transparent pixels. */
  readonly baseColorTexture?: { readonly texture: number; readonly hasHoles: boolean }
}

/** Creates a matt material, double-sided unless single-sided: the usual meaning of a colour in building models. */
export function gltfMaterial({
  color,
  opacity,
  name,
  baseColorTexture,
  isSingleSided = false,
}: SurfaceProperties): GltfMaterial {
  return {
    ...(name ? { name } : {}),
    pbrMetallicRoughness: {
      baseColorFactor: [...color.map((part) => toLinear(part)), opacity / 255],
      ...(baseColorTexture === undefined ? {} : { baseColorTexture: { index: baseColorTexture.texture } }),
      metallicFactor: 0,
      roughnessFactor: 0.9,
    },
    ...(opacity < 255
      ? { alphaMode: 'BLEND' as const }
      : baseColorTexture?.hasHoles
        ? { alphaMode: 'MASK' as const }
        : {}),
    doubleSided: !isSingleSided,
  }
}
