import type { MaterialId, MaterialInput } from '@kamar/scene'
import { colorOfClass } from '../class-colors.js'

/** A surface as the package keeps it. */
export interface ResolvedMaterial {
  readonly name: string
  /** r g b opacity, 0 to 255. */
  readonly color: readonly [number, number, number, number]
}

const toByte = (value: number): number => Math.round(Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0)) * 255)

/** Surfaces of the source and, for elements without one, of their class; equal ones are kept once. */
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

  /** Adds a surface of the source. */
  add(input: MaterialInput): MaterialId {
    const [red, green, blue] = input.color
    return this.#intern({ name: input.name, color: [toByte(red), toByte(green), toByte(blue), toByte(input.opacity)] })
  }

  /** The surface of elements of a class that have none of their own. */
  ofClass(className: string): MaterialId {
    const known = this.#ofClass.get(className)
    if (known !== undefined) return known
    const [red, green, blue, opacity] = colorOfClass(className)
    const number = this.#intern({ name: '', color: [red, green, blue, toByte(opacity)] })
    this.#ofClass.set(className, number)
    return number
  }

  #intern(material: ResolvedMaterial): MaterialId {
    const key = `${material.color.join()} ${material.name}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#materials.length)
    this.#materials.push(material)
    return this.#materials.length - 1
  }
}
