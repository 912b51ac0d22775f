import {
  cellElementsPath,
  cellsPath,
  type Manifest,
  type ManifestChunk,
  type PackageFile,
  type Vector3,
} from '@kamar/package-format/read'
import { computeMatrix, movedBox, computeUnion, type ModelPlacement } from './placement.js'

/** A finished package to federate. */
export interface FederatedModel {
  /** The same for all versions of the file. */
  readonly key: string
  readonly label: string
  readonly manifest: Manifest
  readonly placement: ModelPlacement
}

/** First numbers of a model in the federation. Its file is element `element`, the package's own elements follow. */
export interface ModelOffsets {
  readonly element: number
  readonly geometry: number
  readonly material: number
  readonly instance: number
  readonly picture: number
}

const texturePattern = /^textures\/(\d+)\.webp$/

/** Returns the number of texture images of a package. */
export function countTextures({ files }: Manifest): number {
  let count = 0
  for (const { path } of files) {
    const number = texturePattern.exec(path)?.[1]
    if (number !== undefined) count = Math.max(count, Number(number) + 1)
  }
  return count
}

const sum = (chunks: readonly ManifestChunk[], of: 'geometries' | 'instances'): number =>
  chunks.reduce((total, chunk) => total + chunk[of], 0)

/** Computes the first numbers of each model, in order. */
export function computeModelOffsets(manifests: readonly Manifest[]): ModelOffsets[] {
  let next: ModelOffsets = { element: 0, geometry: 0, material: 0, instance: 0, picture: 0 }
  return manifests.map((manifest) => {
    const offsets = next
    next = {
      element: offsets.element + 1 + manifest.counts.nodes,
      geometry: offsets.geometry + sum(manifest.chunks, 'geometries'),
      material: offsets.material + manifest.counts.materials,
      instance: offsets.instance + sum(manifest.chunks, 'instances'),
      picture: offsets.picture + countTextures(manifest),
    }
    return offsets
  })
}

/** Returns the path of a chunk of the model with this number. */
export const joinedChunkPath = (model: number, path: string): string => `m${model}/${path}`

/** Returns the model and the path in it of a joined chunk; null for another file. */
export function readJoinedPath(path: string): { readonly model: number; readonly path: string } | null {
  const match = /^m(\d+)\/(.+)$/.exec(path)
  return match === null ? null : { model: Number(match[1]), path: match[2] }
}

const madeFile = (path: string): PackageFile => ({ path, size: 0, sha256: '0'.repeat(64), encoding: 'identity' })

/** Returns whether all models are written as cells: then so is the federation. */
export const haveCells = (models: readonly FederatedModel[]): boolean =>
  models.every(({ manifest }) => manifest.proxies !== undefined)

const joinChunks = (
  models: readonly FederatedModel[],
  of: (manifest: Manifest) => readonly ManifestChunk[],
): ManifestChunk[] =>
  models.flatMap(({ manifest }, model) =>
    of(manifest).map((chunk) => ({ ...chunk, path: joinedChunkPath(model, chunk.path) })),
  )

/** Joins the manifests of all models: chunks in order, counts summed, positions relative to `origin`. */
export function joinManifests(models: readonly FederatedModel[], origin: Vector3): Manifest {
  const [first] = models
  const manifests = models.map(({ manifest }) => manifest)
  const hasFile = (path: string): boolean => manifests.some(({ files }) => files.some((file) => file.path === path))
  const count = (name: keyof Manifest['counts']): number =>
    manifests.reduce((total, { counts }) => total + (counts[name] ?? 0), 0)
  // Chunks of cells can be read in any order, also as those of a model without cells. Members read their own packs.
  const { proxies: _proxies, packs: _packs, ...ordered } = first.manifest
  const isCells = haveCells(models)
  const { counts } = ordered
  return {
    ...ordered,
    version: isCells ? 4 : 3,
    origin,
    bounds: computeUnion(
      models.map(({ manifest, placement }) =>
        manifest.bounds === null ? null : movedBox(manifest.bounds, computeMatrix(placement, manifest.origin, origin)),
      ),
    ),
    counts: {
      ...(Object.fromEntries(
        Object.keys(counts).map((name) => [name, count(name as keyof typeof counts)]),
      ) as unknown as Manifest['counts']),
      points: count('points'),
      nodes: count('nodes') + models.length,
    },
    chunks: joinChunks(models, ({ chunks }) => chunks),
    ...(isCells ? { proxies: joinChunks(models, ({ proxies = [] }) => proxies) } : {}),
    files: [
      madeFile('tree.bin'),
      ...(hasFile('properties/index.bin') ? [madeFile('properties/index.bin')] : []),
      ...(hasFile('exterior.bin') ? [madeFile('exterior.bin')] : []),
      ...(isCells ? [madeFile(cellsPath), madeFile(cellElementsPath)] : []),
    ],
  }
}
