import type { MaterialId, MaterialInput, TextureId } from '@kamar/core'
import { textureWrap } from '@kamar/package-format'
import { colorOfClass } from '../class-colors.js'

/** Material as stored in the package. */
export interface ResolvedMaterial {
  readonly name: string
  /** r g b opacity, 0 to 255. */
  readonly color: readonly [number, number, number, number]
  readonly texture: ResolvedTexture | null
}

/** Texture of a material. */
export interface ResolvedTexture {
  readonly image: TextureId
  /** r g b, 0 to 255, and `textureWrap`. */
  readonly tintAndWrap: readonly [number, number, number, number]
}

const toByte = (value: number): number => Math.round(Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0)) * 255)

function resolveTexture({ texture }: MaterialInput): ResolvedTexture | null {
  if (texture === undefined) return null
  const [red, green, blue] = texture.tint
  return { image: texture.image, tintAndWrap: [toByte(red), toByte(green), toByte(blue), textureWrap[texture.wrap]] }
}

/** Stores materials of the source and, for elements without one, default materials of their class; equal ones once. */
export class MaterialStore {
  readonly #materials: ResolvedMaterial[] = []
  readonly #numbers = new Map<string, number>()
  readonly #ofClass = new Map<string, number>()

  get count(): number {
    return this.#materials.length
  }
  material(number: MaterialId): ResolvedMaterial {
    return this.#materials[number]
  }

  /** Adds a material of the source. */
  add(input: MaterialInput): MaterialId {
    const [red, green, blue] = input.color
    const color = [toByte(red), toByte(green), toByte(blue), toByte(input.opacity)] as const
    return this.#intern({ name: input.name, color, texture: resolveTexture(input) })
  }

  /** Returns the material for elements of a class without their own. */
  ofClass(className: string): MaterialId {
    const existing = this.#ofClass.get(className)
    if (existing !== undefined) return existing
    const [red, green, blue, opacity] = colorOfClass(className)
    const number = this.#intern({ name: '', color: [red, green, blue, toByte(opacity)], texture: null })
    this.#ofClass.set(className, number)
    return number
  }

  #intern(material: ResolvedMaterial): MaterialId {
    const { color, texture } = material
    const textureKey = texture === null ? '' : `${texture.image} ${texture.tintAndWrap.join()} `
    const key = `${color.join()} ${textureKey}${material.name}`
    const existing = this.#numbers.get(key)
    if (existing !== undefined) return existing
    this.#numbers.set(key, this.#materials.length)
    this.#materials.push(material)
    return this.#materials.length - 1
  }
}
