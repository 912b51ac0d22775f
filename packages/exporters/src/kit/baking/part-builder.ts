import type { BakedPart, BakedTexture, PlacedArrays } from './baked-part.js'

/** Merges shapes with one colour or texture. */
export class PartBuilder {
  readonly #color: BakedPart['color']
  readonly #texture: BakedTexture | null
  readonly #shapes: PlacedArrays[] = []

  /** With a texture, all shapes have texture coordinates; all are single-sided, or all double-sided. */
  constructor(color: BakedPart['color'], texture: BakedTexture | null = null) {
    this.#color = color
    this.#texture = texture
  }

  add(shape: PlacedArrays): void {
    this.#shapes.push(shape)
  }

  part(): BakedPart {
    const all = this.#shapes
    const positions = joined(
      all.map((shape) => shape.positions),
      Float32Array,
    )
    const hasColors = all.every(({ colors }) => colors !== null)
    return {
      color: this.#color,
      positions,
      normals: joined(
        all.map((shape) => shape.normals),
        Float32Array,
      ),
      vertexColors: hasColors
        ? joined(
            all.map(({ colors }) => colors ?? new Uint16Array(0)),
            Uint16Array,
          )
        : null,
      texture: this.#texture,
      isSingleSided: all.some(({ isSingleSided }) => isSingleSided),
      textureCoordinates: this.#texture
        ? joined(
            all.map(({ textureCoordinates }) => textureCoordinates ?? new Float32Array(0)),
            Float32Array,
          )
        : null,
      indices: joinedIndices(all),
    }
  }
}

type Numbers = Float32Array | Uint16Array

function joined<T extends Numbers>(shapes: readonly T[], ArrayType: new (length: number) => T): T {
  const out = new ArrayType(shapes.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const shape of shapes) {
    out.set(shape, at)
    at += shape.length
  }
  return out
}

function joinedIndices(shapes: readonly PlacedArrays[]): Uint32Array {
  const out = new Uint32Array(shapes.reduce((sum, { indices }) => sum + indices.length, 0))
  let [at, firstVertex] = [0, 0]
  for (const { indices, positions } of shapes) {
    for (const vertex of indices) out[at++] = vertex + firstVertex
    firstVertex += positions.length / 3
  }
  return out
}
