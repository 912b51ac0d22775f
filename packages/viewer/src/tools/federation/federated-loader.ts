import {
  cellElementsPath,
  cellsPath,
  decodeCellElements,
  decodeCells,
  decodeExterior,
  decodePropertyIndex,
  decoderReady,
  decodeTree,
  propertyBlockPath,
  texturePath,
  withFrame,
  withMeta,
  type CellTree,
  type Manifest,
  type RigidMatrix,
  type Vector3,
} from '@kamar/package-format/read'
import type { PackageLoader } from '../../engine/types.js'
import { ViewerError } from '../../engine/errors.js'
import { joinCellElements, joinCells, type CellElementPart, type CellPart } from './join-cells.js'
import {
  joinExteriors,
  joinPropertyIndexes,
  joinTrees,
  computePropertyOffsets,
  type PropertyPart,
} from './join-files.js'
import {
  joinManifests,
  countTextures,
  computeModelOffsets,
  readJoinedPath,
  type FederatedModel,
  type ModelOffsets,
} from './join-manifests.js'
import type { InstanceFrame } from '../../engine/model/arrangement.js'
import { modelFrame, type ModelFrame } from './model-frame.js'
import { computeMatrix, type ModelPlacement } from './placement.js'

/** A model and its loader. */
export interface LoadableModel extends FederatedModel {
  readonly loader: PackageLoader
}

const asBytes = (bytes: ArrayBuffer | Uint8Array): Uint8Array =>
  bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)

/**
 * Merges several finished packages into one: element, instance and other numbers continue from one to the next, so that
 * all later stages (batched draws, picks, tree, search, sections) work as with one model. Joined files are built from
 * those of the packages on request; geometry is passed on with a frame in its header. `frames` gives the poses of the
 * models to the arrangement of the joined model: moving one needs no bytes.
 */
export class FederatedLoader implements PackageLoader {
  readonly offsetsByModel: readonly ModelOffsets[]
  readonly #origin: Vector3
  #models: readonly LoadableModel[]
  #manifest: Manifest
  readonly #derivedFiles = new Map<string, Promise<Uint8Array>>()
  #properties: Promise<readonly PropertyPart[]> | null = null
  #cells: Promise<readonly CellTree[]> | null = null

  /** `origin` is subtracted from all positions, in the coordinates after placement. */
  constructor(models: readonly LoadableModel[], origin: Vector3) {
    this.#models = models
    this.#origin = origin
    this.#manifest = joinManifests(models, origin)
    this.offsetsByModel = computeModelOffsets(models.map(({ manifest }) => manifest))
  }

  get manifest(): Manifest {
    return this.#manifest
  }
  /** Returns the transforms from each model's own positions to those of the federation, metres. */
  get matrices(): readonly RigidMatrix[] {
    return this.#models.map(({ manifest, placement }) => computeMatrix(placement, manifest.origin, this.#origin))
  }
  /** Returns the frames of the ranges of elements. */
  get frames(): readonly InstanceFrame[] {
    return this.matrices.map((matrix, model) => ({
      endElement: this.offsetsByModel[model + 1]?.element ?? Infinity,
      matrix,
    }))
  }
  /** Returns the frame between coordinates of a model's file and those of the federation; `model` is its number. */
  createFrame(model: number): ModelFrame {
    const { manifest, placement } = this.#models[model]
    return modelFrame(computeMatrix(placement, manifest.origin, this.#origin), manifest.origin)
  }
  /** Moves the same models to other placements, in their order. */
  move(placements: readonly ModelPlacement[]): void {
    this.#models = this.#models.map((model, at) => ({ ...model, placement: placements[at] ?? model.placement }))
    this.#manifest = joinManifests(this.#models, this.#origin)
    for (const path of [cellsPath, cellElementsPath]) this.#derivedFiles.delete(path)
  }

  fetchManifest(): Promise<unknown> {
    return Promise.resolve(this.manifest)
  }

  async fetchFile(path: string, signal: AbortSignal): Promise<ArrayBuffer | Uint8Array> {
    const chunk = readJoinedPath(path)
    if (chunk !== null) return this.#chunk(chunk, signal)
    const derived = makers[path]
    if (derived !== undefined) return this.#make(path, () => derived(this, signal))
    const texture = /^textures\/(\d+)\.webp$/.exec(path)?.[1]
    if (texture !== undefined) return this.#fetchTexture(Number(texture), signal)
    const block = /^properties\/(\d+)\.bin$/.exec(path)?.[1]
    if (block !== undefined) return this.#block(Number(block), signal)
    throw new ViewerError('fetch-failed', path)
  }

  async makeTree(signal: AbortSignal): Promise<Uint8Array> {
    const parts = this.#models.map(async ({ label, manifest }, model) => {
      const bytes = await this.#optional(model, 'tree.bin', signal)
      const tree = bytes === null ? null : decodeTree(bytes)
      return { label, tree, elementCount: manifest.counts.nodes }
    })
    return joinTrees(await Promise.all(parts))
  }

  async makeIndex(signal: AbortSignal): Promise<Uint8Array> {
    return joinPropertyIndexes(await this.#propertyParts(signal))
  }

  async makeExterior(signal: AbortSignal): Promise<Uint8Array> {
    const parts = this.#models.map(async ({ manifest }, model) => {
      const bytes = await this.#optional(model, 'exterior.bin', signal)
      const instances = manifest.chunks.reduce((sum, chunk) => sum + chunk.instances, 0)
      const exterior = bytes === null ? null : decodeExterior(bytes)
      return { exterior: exterior?.instanceCount === instances ? exterior : null, instances }
    })
    return joinExteriors(await Promise.all(parts))
  }

  async makeCells(signal: AbortSignal): Promise<Uint8Array> {
    return joinCells(await this.#loadCells(signal))
  }

  async makeCellElements(signal: AbortSignal): Promise<Uint8Array> {
    const parts: CellElementPart[] = []
    for (const [model, part] of (await this.#loadCells(signal)).entries()) {
      const bytes = await this.#fetch(model, cellElementsPath, signal)
      parts.push({ ...part, elements: decodeCellElements(bytes, part.tree.chunkRank.length) })
    }
    return joinCellElements(parts)
  }

  async #loadCells(signal: AbortSignal): Promise<CellPart[]> {
    const load = async ({ manifest: { chunks, proxies = [] } }: LoadableModel, model: number): Promise<CellTree> => {
      const bytes = await this.#fetch(model, cellsPath, signal)
      await decoderReady
      return decodeCells(bytes, { chunks: chunks.length, proxies: proxies.length })
    }
    this.#cells ??= Promise.all(this.#models.map(load)).catch((error: unknown) => {
      this.#cells = null
      throw error
    })
    const { matrices } = this
    return (await this.#cells).map((tree, model) => ({ tree, matrix: matrices[model] }))
  }

  async #chunk({ model, path }: { model: number; path: string }, signal: AbortSignal): Promise<Uint8Array> {
    const bytes = await this.#fetch(model, path, signal)
    const offsets = this.offsetsByModel[model]
    return withFrame(bytes, { ...offsets, element: offsets.element + 1 })
  }

  #fetchTexture(number: number, signal: AbortSignal): Promise<Uint8Array> {
    const model = this.#models.findIndex(
      ({ manifest }, at) => number < this.offsetsByModel[at].picture + countTextures(manifest),
    )
    return this.#fetch(model, texturePath(number - this.offsetsByModel[model].picture), signal)
  }

  async #block(number: number, signal: AbortSignal): Promise<Uint8Array> {
    const parts = await this.#propertyParts(signal)
    const offsetsByModel = computePropertyOffsets(parts)
    const model = parts.findIndex(({ index }, at) => number < offsetsByModel[at].block + (index?.blockCount ?? 0))
    const bytes = await this.#fetch(model, propertyBlockPath(number - offsetsByModel[model].block), signal)
    return withMeta(bytes, {
      firstSet: findFirstSet(parts[model], number - offsetsByModel[model].block) + offsetsByModel[model].set,
    })
  }

  #propertyParts(signal: AbortSignal): Promise<readonly PropertyPart[]> {
    this.#properties ??= Promise.all(
      this.#models.map(async ({ manifest }, model) => {
        const bytes = await this.#optional(model, 'properties/index.bin', signal)
        return { index: bytes === null ? null : decodePropertyIndex(bytes), elementCount: manifest.counts.nodes }
      }),
    ).catch((error: unknown) => {
      this.#properties = null
      throw error
    })
    return this.#properties
  }

  /** Returns a file that only some packages have. */
  async #optional(model: number, path: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const { files } = this.#models[model].manifest
    if (!files.some((file) => file.path === path)) return null
    const bytes = await this.#fetch(model, path, signal)
    await decoderReady
    return bytes
  }

  /** An error names the model of the file: the others can still be shown. */
  async #fetch(model: number, path: string, signal: AbortSignal): Promise<Uint8Array> {
    const { loader, key } = this.#models[model] ?? {}
    if (loader === undefined) throw new ViewerError('package-damaged', path)
    try {
      return asBytes(await loader.fetchFile(path, signal))
    } catch (cause) {
      if (signal.aborted) throw new ViewerError('cancelled')
      throw new ViewerError('fetch-failed', joinedDetail(key ?? '', path), { cause })
    }
  }

  #make(path: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const cached = this.#derivedFiles.get(path)
    if (cached !== undefined) return cached
    const derived = make()
    this.#derivedFiles.set(path, derived)
    derived.catch(() => this.#derivedFiles.delete(path))
    return derived
  }
}

const makers: Readonly<Record<string, (loader: FederatedLoader, signal: AbortSignal) => Promise<Uint8Array>>> = {
  'tree.bin': (loader, signal) => loader.makeTree(signal),
  'properties/index.bin': (loader, signal) => loader.makeIndex(signal),
  'exterior.bin': (loader, signal) => loader.makeExterior(signal),
  [cellsPath]: (loader, signal) => loader.makeCells(signal),
  [cellElementsPath]: (loader, signal) => loader.makeCellElements(signal),
}

function findFirstSet({ index }: PropertyPart, block: number): number {
  let first = 0
  while (index !== null && first < index.setCount && index.findBlock(first) < block) first++
  return first
}

const joinedDetail = (key: string, path: string): string => `${key}: ${path}`

/** Returns the key of the model whose file failed, from an error's detail; null for any other error. */
export function failedKey(detail: string): string | null {
  const at = detail.lastIndexOf(': ')
  return at < 0 ? null : detail.slice(0, at)
}
