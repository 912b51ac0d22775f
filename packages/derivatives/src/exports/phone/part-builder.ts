import type { BakedPart, BakedPicture, PlacedArrays } from './baked-part.js'

/** Joins what has one colour or picture. */
export class PartBuilder {
  readonly #color: BakedPart['color']
  readonly #picture: BakedPicture | null
  readonly #pieces: PlacedArrays[] = []

  /** Under a picture all pieces have texture coordinates; all have one side, or both. */
  constructor(color: BakedPart['color'], picture: BakedPicture | null = null) {
    this.#color = color
    this.#picture = picture
  }

  add(piece: PlacedArrays): void {
    this.#pieces.push(piece)
  }

  part(): BakedPart {
    const all = this.#pieces
    const positions = joined(
      all.map((piece) => piece.positions),
      Float32Array,
    )
    const hasColors = all.every(({ colors }) => colors !== null)
    return {
      color: this.#color,
      positions,
      normals: joined(
        all.map((piece) => piece.normals),
        Float32Array,
      ),
      vertexColors: hasColors
        ? joined(
            all.map(({ colors }) => colors ?? new Uint16Array(0)),
            Uint16Array,
          )
        : null,
      picture: this.#picture,
      isSingleSided: all.some(({ isSingleSided }) => isSingleSided),
      textureCoordinates: this.#picture
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

function joined<T extends Numbers>(pieces: readonly T[], ArrayType: new (length: number) => T): T {
  const out = new ArrayType(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}

function joinedIndices(pieces: readonly PlacedArrays[]): Uint32Array {
  const out = new Uint32Array(pieces.reduce((sum, { indices }) => sum + indices.length, 0))
  let [at, firstVertex] = [0, 0]
  for (const { indices, positions } of pieces) {
    for (const vertex of indices) out[at++] = vertex + firstVertex
    firstVertex += positions.length / 3
  }
  return out
}
