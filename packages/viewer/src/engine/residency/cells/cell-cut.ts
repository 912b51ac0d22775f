import { cellRank, noProxy, type CellTree } from '@kamar/package-format/read'
import type { CullView } from '../../cull/culler.js'
import { stillQuality } from '../../cull/quality.js'
import { computeCellBytes, fillRatio, isWithin, mapSizes, type CellSize } from './cell-capacity.js'

/** Maximum error of a proxy on screen, pixels. */
const maxErrorPixels = 2
/** Weight of the error of a cell beside or behind the view: a rotation of the camera shows it. */
const offscreenRatio = 0.02
/** A cell that is open stays open until its error is smaller by this factor, which prevents flicker. */
const hysteresisFactor = 1.25
/** Maximum ratio of the capacity for one chunk. */
const maxChunkRatio = 0.7
/** Minimum distance of a cell, metres. */
const minDistance = 0.1

/** What to draw of the cells in a view. */
export interface CellChoice {
  /** 1 for cells that are drawn by their own content and their children, 0 for those drawn by a proxy. */
  readonly isOpen: Uint8Array
  /** Chunks that this needs, the most urgent first; proxies follow the chunks in numbers. */
  readonly chunks: readonly number[]
}

/** Conditions of a choice. */
export interface CellChoiceRequest {
  /** Null before the first frame: only the root is needed. */
  readonly view: CullView | null
  /** Whether only what is visible from outside is drawn. */
  readonly isExterior: boolean
  /** The previous choice. */
  readonly isOpen: Uint8Array
  /** Chunks that are needed in any case. */
  readonly pinned: Iterable<number>
}

/** Chooses which cells to open: the largest error on screen first, as long as the capacity suffices. */
export class CellCut {
  readonly #tree: CellTree
  readonly #sizes: readonly CellSize[]
  readonly #capacity: CellSize
  /** 1 for chunks that are left out: one must not keep everything else from being drawn. */
  readonly #isOversized: Uint8Array
  readonly #chunkCount: number
  /** 1 for chunks with an element that is not hidden; null while all are visible. */
  #isChunkVisible: Uint8Array | null = null
  /** 1 for cells with such a chunk in them or below. */
  readonly #isNodeVisible: Uint8Array

  constructor(
    tree: CellTree,
    {
      sizes,
      capacity,
      maxChunkBytes,
    }: { readonly sizes: readonly CellSize[]; readonly capacity: CellSize; readonly maxChunkBytes: number },
  ) {
    this.#tree = tree
    this.#sizes = sizes
    this.#capacity = mapSizes((name) => capacity[name] * fillRatio)
    const total = mapSizes((name) => sizes.reduce((sum, size) => sum + size[name], 0))
    const ratio = isWithin(total, this.#capacity) ? 1 : maxChunkRatio
    const maxChunk = mapSizes((name) => this.#capacity[name] * ratio)
    this.#isOversized = Uint8Array.from(sizes, (size) =>
      isWithin(size, maxChunk) && computeCellBytes(size) <= maxChunkBytes ? 0 : 1,
    )
    this.#chunkCount = tree.chunkRank.length
    this.#isNodeVisible = new Uint8Array(tree.nodeCount).fill(1)
  }

  /** Sets which chunks have an element that is not hidden (1): cells without one need nothing. Null for all. */
  setVisible(isVisible: Uint8Array | null): void {
    this.#isChunkVisible = isVisible
    // Children follow their parents.
    for (let node = this.#tree.nodeCount - 1; node >= 0; node--) {
      const isVisibleBelow = this.listChildren(node).some((child) => this.#isNodeVisible[child] === 1)
      this.#isNodeVisible[node] = isVisibleBelow || this.listOwnChunks(node).length > 0 || isVisible === null ? 1 : 0
    }
  }

  /** Returns the exterior chunks of a cell that are too large for the capacity: a proxy draws their elements. */
  listOversized(node: number): number[] {
    return this.listOwnChunks(node).filter((number) => this.#isExterior(number) && this.#isOversized[number] === 1)
  }

  choose(request: CellChoiceRequest): CellChoice {
    const { view, isExterior } = request
    const isOpen = new Uint8Array(this.#tree.nodeCount)
    const selection = new Set<number>()
    let free = this.#capacity
    const take = (numbers: readonly number[]): boolean => {
      const added = numbers.filter((number) => !selection.has(number))
      const left = added.reduce((rest, number) => subtract(rest, this.#sizes[number]), free)
      if (!isWithin({ vertices: 0, indices: 0, rows: 0, geometries: 0 }, left)) return false
      free = left
      for (const number of added) selection.add(number)
      return true
    }
    for (const number of request.pinned) take([number])
    take(this.listRepresentation(0))
    const queue = new PixelQueue()
    const visit = (node: number): void => {
      if (this.#isNodeVisible[node] === 0) return
      if (this.#tree.childCount[node] === 0) {
        if (!isExterior) this.#takeInterior(node, take)
        return
      }
      if (this.isAlwaysOpen(node)) queue.add(node, Infinity)
      if (view === null || this.isAlwaysOpen(node)) return
      const pixels = this.#computePixels(node, view, isExterior) * (request.isOpen[node] === 1 ? hysteresisFactor : 1)
      if (pixels > maxErrorPixels) queue.add(node, pixels)
    }
    visit(0)
    for (let node = queue.pop(); node !== null; node = queue.pop()) {
      const children = this.listChildren(node)
      const needed = [...this.listContent(node), ...children.flatMap((child) => this.listRepresentation(child))]
      if (!take(needed)) continue
      isOpen[node] = 1
      if (!isExterior) this.#takeInterior(node, take)
      for (const child of children) visit(child)
    }
    return { isOpen, chunks: [...selection] }
  }

  /** Returns whether a cell is drawn by its children as they become resident: the root of several models. */
  isAlwaysOpen(node: number): boolean {
    return this.#tree.error[node] === Infinity
  }

  listChildren(node: number): number[] {
    const first = this.#tree.firstChild[node]
    return Array.from({ length: this.#tree.childCount[node] }, (_, index) => first + index)
  }

  /** Returns the chunks of a cell's own content that are drawn from outside, without those beyond the capacity. */
  listContent(node: number): number[] {
    return this.listOwnChunks(node).filter((number) => this.#isExterior(number) && this.#isOversized[number] === 0)
  }

  /** Returns the chunks of a cell's own content, without those whose elements are all hidden. */
  listOwnChunks(node: number): number[] {
    const first = this.#tree.firstChunk[node]
    const numbers = Array.from({ length: this.#tree.chunkCount[node] }, (_, index) => first + index)
    const isVisible = this.#isChunkVisible
    return isVisible === null ? numbers : numbers.filter((number) => isVisible[number] === 1)
  }

  /** Returns the chunks that draw a cell as a whole: its proxy, or the content of a leaf. */
  listRepresentation(node: number): number[] {
    if (this.#tree.childCount[node] === 0) return this.listContent(node)
    const proxy = this.#tree.proxy[node]
    return proxy === noProxy || this.#isNodeVisible[node] === 0 ? [] : [this.#chunkCount + proxy]
  }

  #isExterior(number: number): boolean {
    return this.#tree.chunkRank[number] === cellRank.exterior
  }

  /** Adds the chunks of a cell's own content that are not visible from outside, as far as there is space. */
  #takeInterior(node: number, take: (numbers: readonly number[]) => boolean): void {
    for (const number of this.listOwnChunks(node)) if (this.#isOversized[number] === 0) take([number])
  }

  /** Returns the error of a cell's proxy on screen. */
  #computePixels(node: number, view: CullView, isExterior: boolean): number {
    const metres = Math.max(this.#tree.error[node], isExterior ? 0 : this.#computeInteriorError(node))
    const weight = isBoxInFrustum(this.#tree.box, node * 6, view.planes) ? 1 : offscreenRatio
    if (view.orthographic) return metres * view.pixelScale * weight
    return (
      (metres * view.pixelScale * weight) / Math.max(minDistance, computeDistance(this.#tree.box, node * 6, view.eye))
    )
  }

  /** Interior elements are drawn from the size at which they are drawn at all. */
  #computeInteriorError(node: number): number {
    return (this.#tree.interiorSize[node] * maxErrorPixels) / (stillQuality.minPixels * interiorFactor)
  }
}

/** Interior elements matter from this multiple of the minimum size on. */
const interiorFactor = 4

const subtract = (size: CellSize, other: CellSize): CellSize => mapSizes((name) => size[name] - other[name])

function computeDistance(box: Float32Array, at: number, eye: readonly [number, number, number]): number {
  const axisDistance = (axis: number): number => Math.max(box[at + axis] - eye[axis], 0, eye[axis] - box[at + axis + 3])
  return Math.hypot(axisDistance(0), axisDistance(1), axisDistance(2))
}

function isBoxInFrustum(box: Float32Array, at: number, planes: Float64Array): boolean {
  for (let plane = 0; plane < planes.length; plane += 4) {
    let height = planes[plane + 3]
    for (let axis = 0; axis < 3; axis++)
      height += planes[plane + axis] * box[at + axis + (planes[plane + axis] > 0 ? 3 : 0)]
    if (height < 0) return false
  }
  return true
}

/** Binary heap of cells by pixels. */
class PixelQueue {
  readonly #nodes: number[] = []
  readonly #pixels: number[] = []

  add(node: number, pixels: number): void {
    let at = this.#nodes.push(node) - 1
    this.#pixels.push(pixels)
    for (let parent = (at - 1) >> 1; at > 0 && this.#pixels[parent] < this.#pixels[at]; parent = (at - 1) >> 1) {
      this.#swap(at, parent)
      at = parent
    }
  }

  /** Removes and returns the node with the most pixels; null if there is none. */
  pop(): number | null {
    const [largest] = this.#nodes
    if (largest === undefined) return null
    this.#swap(0, this.#nodes.length - 1)
    this.#nodes.pop()
    this.#pixels.pop()
    for (let at = 0; ;) {
      let next = at
      for (const child of [at * 2 + 1, at * 2 + 2])
        if (child < this.#nodes.length && this.#pixels[child] > this.#pixels[next]) next = child
      if (next === at) return largest
      this.#swap(at, next)
      at = next
    }
  }

  #swap(one: number, other: number): void {
    ;[this.#nodes[one], this.#nodes[other]] = [this.#nodes[other], this.#nodes[one]]
    ;[this.#pixels[one], this.#pixels[other]] = [this.#pixels[other], this.#pixels[one]]
  }
}
