import type { TextureId } from '@kamar/core'
import type { ChunkInput, ChunkMaterials, ChunkTextures, ManifestChunk } from '@kamar/package-format'
import { loadGeometry } from '../stores/geometry-pool.js'
import type { ResolvedMaterial } from '../stores/material-store.js'
import type { TextureFile } from '../textures/write-textures.js'
import { hasTriangles, type PlacedGeometry, type PlacedScene } from './placed-scene.js'

/** Content counts of a chunk in the manifest. */
export type ChunkCounts = Pick<ManifestChunk, 'geometries' | 'instances' | 'triangles'>

/** Which chunks contain a geometry or material: that of its first instance, or every chunk with an instance of it. */
export type ChunkSharing = 'across-chunks' | 'within-chunk'

/** Converts ranges of instances to chunks and numbers geometries, materials and instances consecutively across them. */
export class ChunkBuilder {
  readonly #geometryNumbers = new Map<number, number>()
  readonly #materialNumbers = new Map<number, number>()
  readonly #textureFiles: ReadonlyMap<TextureId, TextureFile>
  readonly #sharing: ChunkSharing
  #firstGeometry = 0
  #firstMaterial = 0
  #instances = 0

  /** `textureFiles`: files of textures; without any, shapes have no texture coordinates. */
  constructor(textureFiles: ReadonlyMap<TextureId, TextureFile> = new Map(), sharing: ChunkSharing = 'across-chunks') {
    this.#textureFiles = textureFiles
    this.#sharing = sharing
  }

  /** Unique triangles so far. */
  triangles = 0
  get geometries(): number {
    return this.#firstGeometry + this.#geometryNumbers.size
  }
  get materials(): number {
    return this.#firstMaterial + this.#materialNumbers.size
  }

  /** Builds the chunk of these rows of `source`. */
  build(source: PlacedScene, rows: Uint32Array): { input: ChunkInput; counts: ChunkCounts } {
    const firstGeometry = this.geometries
    const firstMaterial = this.materials
    if (this.#sharing === 'within-chunk') this.#restartNumbers()
    const firstInstance = this.#instances
    const geometries: PlacedGeometry[] = []
    const materials: ResolvedMaterial[] = []
    const geometry = rows.map(
      (row) =>
        this.#firstGeometry +
        internNumber(this.#geometryNumbers, source.geometry[row], (number) =>
          geometries.push(atOwnZero(loadGeometry(source.geometries[number]), this.#textureFiles.size > 0)),
        ),
    )
    const material = rows.map(
      (row) =>
        this.#firstMaterial +
        internNumber(this.#materialNumbers, source.material[row], (number) => materials.push(source.materials[number])),
    )
    this.#instances += rows.length
    const { linear, rowOf } = uniqueMatrices(source.linear, rows)
    const triangles = geometries.reduce((sum, shape) => sum + (hasTriangles(shape) ? shape.levels[0].count / 3 : 0), 0)
    this.triangles += triangles
    const input: ChunkInput = {
      firstGeometry,
      firstMaterial,
      firstInstance,
      geometries,
      instances: {
        node: rows.map((row) => source.node[row]),
        geometry,
        material,
        linear: rowOf,
        translation: pickRows(source.translation, rows, 3),
      },
      linear,
      materials: { ...materialColumns(materials), ...textureColumns(materials, this.#textureFiles) },
    }
    return { input, counts: { geometries: geometries.length, instances: rows.length, triangles } }
  }

  #restartNumbers(): void {
    this.#firstGeometry = this.geometries
    this.#firstMaterial = this.materials
    this.#geometryNumbers.clear()
    this.#materialNumbers.clear()
  }
}

function atOwnZero(geometry: PlacedGeometry, isTextured: boolean): PlacedGeometry {
  if (isTextured || !hasTriangles(geometry)) return { ...geometry, origin: [0, 0, 0] }
  const { textureCoordinates: _, ...rest } = geometry
  return { ...rest, origin: [0, 0, 0] }
}

function internNumber<Key>(numbers: Map<Key, number>, key: Key, onNew: (key: Key) => void): number {
  const existing = numbers.get(key)
  if (existing !== undefined) return existing
  numbers.set(key, numbers.size)
  onNew(key)
  return numbers.size - 1
}

function pickRows(values: Float32Array, rows: Uint32Array, width: number): Float32Array {
  const out = new Float32Array(rows.length * width)
  rows.forEach((row, index) => out.set(values.subarray(row * width, row * width + width), index * width))
  return out
}

function uniqueMatrices(values: Float32Array, rows: Uint32Array): { linear: Float32Array; rowOf: Uint32Array } {
  const numbers = new Map<string, number>()
  const unique: number[] = []
  const rowOf = rows.map((row) => {
    const matrix = values.subarray(row * 9, row * 9 + 9)
    return internNumber(numbers, matrix.join(), () => unique.push(row))
  })
  return { linear: pickRows(values, Uint32Array.from(unique), 9), rowOf }
}

function materialColumns(materials: readonly ResolvedMaterial[]): ChunkMaterials {
  return {
    color: Uint8Array.from(materials.flatMap((material) => [...material.color])),
    names: materials.map((material) => material.name),
  }
}

/** Returns the textures of the materials; nothing when no material has one. */
function textureColumns(
  materials: readonly ResolvedMaterial[],
  textureFiles: ReadonlyMap<TextureId, TextureFile>,
): { textures?: ChunkTextures } {
  const textures = materials.map(({ texture }) => {
    const textureFile = texture === null ? undefined : textureFiles.get(texture.image)
    return texture === null || textureFile === undefined ? null : { ...textureFile, tintAndWrap: texture.tintAndWrap }
  })
  if (textures.every((own) => own === null)) return {}
  return {
    textures: {
      image: Uint16Array.from(textures, (own) => (own === null ? 0 : own.number + 1)),
      tintAndWrap: Uint8Array.from(textures.flatMap((own) => [...(own?.tintAndWrap ?? [0, 0, 0, 0])])),
      side: Uint16Array.from(textures, (own) => own?.side ?? 0),
    },
  }
}
