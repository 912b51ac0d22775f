import { toLinear } from './geometry-arrays.js'
import type { GltfMaterial } from './gltf-types.js'

/** How a surface looks. */
interface SurfaceProperties {
  /** r g b, sRGB, 0 to 255. */
  readonly color: readonly number[]
  /** 0 to 255. */
  readonly opacity: number
  readonly name?: string | undefined
  readonly isSingleSided?: boolean
  /** Number of its texture, and whether the picture has holes. */
  readonly baseColorTexture?: { readonly texture: number; readonly hasHoles: boolean }
}

/** A matt surface, seen from both sides unless it has one: what building models mean by a colour. */
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
