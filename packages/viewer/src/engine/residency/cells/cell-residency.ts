import {
  cellElementsPath,
  cellsPath,
  decodeCellElements,
  decodeCells,
  decoderReady,
  type CellTree,
  type ExteriorSet,
} from '@kamar/package-format/read'
import type { CullView } from '../../cull/culler.js'
import { asViewerError, isOutOfMemory, ViewerError } from '../../errors.js'
import { hiddenFlags, type ElementStates } from '../../store/element-states.js'
import type { GpuChunk } from '../../store/gpu-chunk.js'
import type { RowRun } from '../../store/model-data.js'
import type { RecyclingDecoder } from '../../stream/chunk-decoder.js'
import { fetchFile } from '../../stream/chunk-stream.js'
import type { PackageLoader, ResidencyStatus } from '../../types.js'
import type { CellResidency as CellResidencyType } from '../content-residency.js'
import {
  computeCellBytes,
  computeScratchBytes,
  listCellSizes,
  maxConcurrentLoads,
  scratchCopies,
} from './cell-capacity.js'
import { CellCut } from './cell-cut.js'
import { CellElementsTable } from './cell-elements-table.js'
import { CellStore, type CellChunk, type CellStoreDependencies, type ElementTest } from './cell-store.js'

/** States of elements that decide what is needed. */
export type VisibilityStates = Pick<ElementStates, 'flags' | 'visibilityVersion'>

/** Dependencies of the residency of cells. */
export interface CellResidencyDependencies extends CellStoreDependencies {
  readonly loader: PackageLoader
  readonly signal: AbortSignal
  /** Bytes. */
  readonly budget: number
  readonly states: VisibilityStates
  createDecoder(): RecyclingDecoder
  /** Reports a changed display. */
  changed(): void
  /** Reports a possibly changed residency status. */
  statusChanged(): void
}

/** Tree of the package, and what follows from it. */
interface Cells {
  readonly tree: CellTree
  readonly cut: CellCut
  readonly store: CellStore
}

/**
 * Draws a model of any size within a budget: cells that are large on screen by their content, others by their proxies
 * (`docs/decisions/0064-octree-and-hierarchical-level-of-detail-for-large-models.md`). A proxy is drawn until
 * everything that replaces it is resident, so nothing is missing at any time.
 */
export class CellResidency implements CellResidencyType {
  readonly kind = 'cells'
  readonly #world: CellResidencyDependencies
  #cells: Cells | null = null
  #boxes: CellElementsTable | null = null
  #isOpen: Uint8Array = new Uint8Array(0)
  /** Chunks of the last choice, the most urgent first. */
  #needed: readonly number[] = []
  #choiceCount = 0
  readonly #pins = new Map<number, number>()
  #view: CullView | null = null
  #isExterior = false
  /** `visibilityVersion` of the states by which chunks were left out, −1 before. */
  #visibilityVersion = -1
  /** What a proxy draws of open cells, by its chunk: the elements of chunks that are too large. */
  readonly #elementsByProxy = new Map<number, ElementTest>()
  #exterior: ExteriorSet | null = null
  #loadingCount = 0
  /** Bytes of chunks that are loading, all copies, and their limit. */
  #loadingBytes = 0
  #scratchBytes = 0
  #decoder: RecyclingDecoder | null = null
  /** Why a chunk failed. */
  #error: unknown = null
  #status: ResidencyStatus
  readonly #waiters = new Set<() => void>()

  constructor(world: CellResidencyDependencies) {
    this.#world = world
    const { chunks, proxies = [] } = world.content.manifest
    const count = chunks.length + proxies.length
    this.#status = { needed: 0, resident: 0, isNearMissing: false, chunks: count, bytes: 0, budget: world.budget }
  }

  get status(): ResidencyStatus {
    return this.#status
  }
  get boxes(): CellElementsTable | null {
    return this.#boxes
  }
  get rowRuns(): readonly RowRun[] {
    return this.#cells?.store.runs ?? []
  }

  async load(): Promise<void> {
    this.#cells = this.#prepare(await this.#fetchTree())
    this.#choose()
    await this.#untilResident(this.#needed)
    this.#updateRuns()
  }

  async loadBoxes(): Promise<void> {
    const { chunks } = this.#world.content.manifest
    const elements = await this.#fetchFile(cellElementsPath, (bytes) => decodeCellElements(bytes, chunks.length))
    if (this.#cells === null) return
    this.#boxes = new CellElementsTable(elements, this.#cells.tree.box)
    this.#findElementsOfProxies(this.#cells, this.#boxes)
    if (this.#updateRuns()) this.#world.changed()
  }

  async reloadBoxes(): Promise<void> {
    const tree = await this.#fetchTree()
    const store = this.#cells?.store
    if (store === undefined) return
    this.#cells = { tree, store, cut: this.#createCut(tree, store) }
    this.#visibilityVersion = -1
    this.#view = null
    await this.loadBoxes()
    this.#world.changed()
  }

  setExterior(exterior: ExteriorSet): void {
    this.#exterior = exterior
    this.#cells?.store.setExterior(exterior)
  }

  updateView(view: CullView, exterior: Uint8Array | null): void {
    const isExterior = exterior !== null
    // Until it is known what is visible from outside, only proxies can be drawn.
    if (this.#cells === null || (isExterior && this.#exterior === null)) return
    const isVisibilityNew = this.#updateVisibility(this.#cells)
    if (!isVisibilityNew && isExterior === this.#isExterior && isSameView(this.#view, view)) return
    this.#view = { ...view, planes: view.planes.slice() }
    this.#isExterior = isExterior
    for (const chunk of this.#cells.store.chunks) if (chunk.state === 'failed') chunk.state = 'evicted'
    this.#choose()
    this.#updateRuns()
    this.#bring()
    this.#updateStatus()
  }

  hasElements(elements: Iterable<number>): boolean {
    return this.#listElementChunks(elements).every((number) => this.#cells?.store.chunks[number].state === 'resident')
  }

  async withElements(elements: readonly number[], action: () => void): Promise<void> {
    const numbers = this.#listElementChunks(elements)
    for (const number of numbers) this.#pins.set(number, (this.#pins.get(number) ?? 0) + 1)
    try {
      this.#choose()
      this.#bring()
      await this.#untilResident(numbers)
      action()
    } finally {
      for (const number of numbers) {
        const count = (this.#pins.get(number) ?? 1) - 1
        if (count > 0) this.#pins.set(number, count)
        else this.#pins.delete(number)
      }
    }
  }

  dispose(): void {
    this.#decoder?.close()
    this.#decoder = null
    this.#wake()
  }

  #prepare(tree: CellTree): Cells {
    const { content, budget } = this.#world
    const sizes = listCellSizes(content.manifest, tree)
    const store = new CellStore(this.#world, { sizes, budget })
    if (this.#exterior !== null) store.setExterior(this.#exterior)
    this.#isOpen = new Uint8Array(tree.nodeCount)
    this.#scratchBytes = computeScratchBytes(sizes, budget)
    return { tree, store, cut: this.#createCut(tree, store) }
  }

  #createCut(tree: CellTree, { chunks, capacity }: CellStore): CellCut {
    const sizes = chunks.map(({ size }) => size)
    return new CellCut(tree, { sizes, capacity, maxChunkBytes: this.#scratchBytes / scratchCopies })
  }

  #fetchTree(): Promise<CellTree> {
    const { chunks, proxies = [] } = this.#world.content.manifest
    const counts = { chunks: chunks.length, proxies: proxies.length }
    return this.#fetchFile(cellsPath, (bytes) => decodeCells(bytes, counts))
  }

  /** Leaves out the chunks whose elements are all hidden; returns whether this changed. */
  #updateVisibility({ cut, store }: Cells): boolean {
    const { states } = this.#world
    if (this.#boxes === null || states.visibilityVersion === this.#visibilityVersion) return false
    this.#visibilityVersion = states.visibilityVersion
    cut.setVisible(this.#boxes.listVisibleChunks(store.chunks.length, states.flags, hiddenFlags))
    return true
  }

  /** Determines what proxies draw while their cells are open: chunks that are too large for the budget. */
  #findElementsOfProxies({ cut, tree }: Cells, boxes: CellElementsTable): void {
    const oversized = new Map<number, Set<number>>()
    const visit = (node: number, proxyAbove: number | null): void => {
      const proxy = tree.childCount[node] === 0 ? proxyAbove : (cut.listRepresentation(node)[0] ?? proxyAbove)
      const numbers = cut.listOversized(node)
      if (proxy !== null && numbers.length > 0)
        oversized.set(proxy, new Set([...(oversized.get(proxy) ?? []), ...numbers]))
      for (const child of cut.listChildren(node)) visit(child, proxy)
    }
    visit(0, null)
    for (const [proxy, numbers] of oversized)
      this.#elementsByProxy.set(proxy, (element) => boxes.listChunks(element).some((number) => numbers.has(number)))
  }

  #listElementChunks(elements: Iterable<number>): number[] {
    const numbers = new Set<number>()
    for (const element of elements) for (const number of this.#boxes?.listChunks(element) ?? []) numbers.add(number)
    return [...numbers]
  }

  #choose(): void {
    if (this.#cells === null) return
    const { cut, store } = this.#cells
    const choice = cut.choose({
      view: this.#view,
      isExterior: this.#isExterior,
      isOpen: this.#isOpen,
      pinned: this.#pins.keys(),
    })
    this.#isOpen = choice.isOpen
    this.#needed = choice.chunks
    this.#choiceCount++
    for (const number of this.#needed) store.chunks[number].neededAt = this.#choiceCount
  }

  #bring(): void {
    if (this.#cells === null || this.#world.signal.aborted) return
    const { chunks } = this.#cells.store
    for (const number of this.#needed) {
      if (this.#loadingCount >= maxConcurrentLoads) return
      if (chunks[number].state !== 'evicted') continue
      const bytes = computeCellBytes(chunks[number].size) * scratchCopies
      if (this.#loadingCount > 0 && this.#loadingBytes + bytes > this.#scratchBytes) return
      this.#loadingCount++
      this.#loadingBytes += bytes
      chunks[number].state = 'loading'
      void this.#load(chunks[number])
    }
  }

  async #load(chunk: CellChunk): Promise<void> {
    const { loader, signal } = this.#world
    let isPlaced = false
    try {
      const bytes = await fetchFile(loader, chunk.path, signal)
      this.#decoder ??= this.#world.createDecoder()
      const decoder = this.#decoder
      const decoded = await decoder.buildInBuffer(bytes)
      if (signal.aborted) return
      // The view may have changed meanwhile.
      const isNeeded = chunk.neededAt === this.#choiceCount
      isPlaced = isNeeded && this.#put(chunk, decoded)
      decoder.recycle(decoded)
      if (!isPlaced) chunk.state = isNeeded ? 'failed' : 'evicted'
    } catch (error) {
      // The next movement retries; until then a proxy is drawn.
      chunk.state = 'failed'
      this.#failed(error)
    } finally {
      this.#loadingCount--
      this.#loadingBytes -= computeCellBytes(chunk.size) * scratchCopies
    }
    if (signal.aborted) return this.#wake()
    if (isPlaced && this.#updateRuns()) this.#world.changed()
    this.#bring()
    this.#updateStatus()
    this.#wake()
  }

  /** A worker that ran out of memory is dead: the next chunk gets another. */
  #failed(error: unknown): void {
    this.#error = error
    if (!isOutOfMemory(error)) return
    this.#decoder?.close()
    this.#decoder = null
  }

  #put(chunk: CellChunk, decoded: GpuChunk): boolean {
    return this.#cells?.store.put(chunk, decoded, ({ neededAt }) => neededAt !== this.#choiceCount) === true
  }

  /** Updates which rows are drawn; returns whether they changed. */
  #updateRuns(): boolean {
    return this.#cells?.store.draw(this.#listDrawn(this.#cells)) === true
  }

  /** Returns the numbers of the chunks to draw: of open cells their content, of others what represents them. */
  #listDrawn({ cut, tree, store: { chunks } }: Cells): Map<number, ElementTest | null> {
    const drawnChunks = new Map<number, ElementTest | null>()
    const isReady = (numbers: readonly number[]): boolean =>
      numbers.every((number) => chunks[number].state === 'resident')
    const stack = [0]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const children = cut.listChildren(node)
      const isOpen =
        children.length > 0 &&
        this.#isOpen[node] === 1 &&
        (cut.isAlwaysOpen(node) ||
          (isReady(cut.listContent(node)) && children.every((child) => isReady(cut.listRepresentation(child)))))
      const own = isOpen || tree.childCount[node] === 0 ? cut.listOwnChunks(node) : cut.listRepresentation(node)
      for (const number of own) if (chunks[number].state === 'resident') drawnChunks.set(number, null)
      if (!isOpen) continue
      stack.push(...children)
      for (const number of cut.listRepresentation(node)) {
        const elements = this.#elementsByProxy.get(number)
        if (elements !== undefined && chunks[number].state === 'resident') drawnChunks.set(number, elements)
      }
    }
    return drawnChunks
  }

  async #untilResident(numbers: readonly number[]): Promise<void> {
    this.#bring()
    for (;;) {
      if (this.#world.signal.aborted) throw new ViewerError('cancelled')
      const states = numbers.map((number) => this.#cells?.store.chunks[number].state)
      if (states.every((state) => state === 'resident')) return
      // Without a chunk in transit nothing will change: one failed, or has no space.
      if (this.#loadingCount === 0) throw asViewerError(this.#error, 'fetch-failed', cellsPath)
      await new Promise<void>((resolve) => this.#waiters.add(resolve))
    }
  }

  #wake(): void {
    for (const resolve of this.#waiters) resolve()
    this.#waiters.clear()
  }

  #updateStatus(): void {
    if (this.#cells === null) return
    const { cut, store } = this.#cells
    const { chunks } = store
    // Chunks that are too large are missing, although their elements are drawn by a proxy.
    const needed = new Set(this.#needed)
    for (let node = 0; node < this.#isOpen.length; node++)
      if (this.#isOpen[node] === 1)
        for (const cell of [node, ...cut.listChildren(node)])
          for (const number of cut.listOversized(cell)) needed.add(number)
    const resident = [...needed].filter((number) => chunks[number].state === 'resident').length
    const isAtWork = this.#loadingCount > 0
    this.#status = {
      ...this.#status,
      needed: needed.size,
      resident,
      isNearMissing: isAtWork ? this.#status.isNearMissing : resident < needed.size,
      bytes: store.byteLength,
    }
    this.#world.statusChanged()
  }

  async #fetchFile<Value>(path: string, decode: (bytes: Uint8Array) => Value): Promise<Value> {
    const { loader, signal } = this.#world
    const bytes = await fetchFile(loader, path, signal)
    await decoderReady
    try {
      return decode(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
    } catch (cause) {
      throw new ViewerError('package-damaged', path, { cause })
    }
  }
}

function isSameView(one: CullView | null, other: CullView): boolean {
  if (one === null || one.pixelScale !== other.pixelScale || one.planes.length !== other.planes.length) return false
  return (
    one.planes.every((value, at) => value === other.planes[at]) && one.eye.every((value, at) => value === other.eye[at])
  )
}
