import { TranslationError } from '@kamar/core'
import { BooleanBodies } from './boolean-bodies.js'
import type { TimeSliced } from '../../time-slices.js'
import { readAxisPlacement, readOrIdentity, readTransformationOperator } from '../coordinates.js'
import type { IfcFile } from '../ifc-file.js'
import { identityMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import { MatrixList } from '../../matrix-list.js'
import { OccurrenceTable } from './occurrences.js'
import { noScale, splitScale, type Scale } from './scale.js'
import { drawingRank, isSubtractionType } from '../product-classes.js'
import { GrowingInt32 } from '../../../kit/growing-array.js'
import { RowMap } from '../../row-map.js'
import type { Relations } from '../relations.js'
import { ShapeTable } from './shape-table.js'
import { drawnRepresentations, isLinearItem, shapeItems } from '../representations.js'
import type { SpatialTree } from '../spatial-tree.js'
import type { Styles } from '../styles.js'

/** Max nesting of maps; no known program nests more than three. */
const maxMapDepth = 12
/** Nested maps multiply: a few lines can request more instances than there are atoms. */
const maxInstancesPerElement = 200_000

/** Frames that are found again; those of distant elements are computed twice. */
const maxCachedFrames = 200_000

/** Plan of everything to be drawn. */
export interface ShapePlan {
  readonly shapes: Pick<ShapeTable, 'get' | 'length' | typeof Symbol.iterator>
  readonly occurrences: OccurrenceTable
  /** Frames between an element's placement and a shape, in the file's unit. */
  readonly frames: Pick<MatrixList, 'get'>
  /** By node id, the drawable content of an element. */
  readonly drawable: Uint8Array
  /** Substitutes for Boolean results that became empty. */
  readonly bodies: BooleanBodies
}

/** Values of `ShapePlan.drawable`. */
export const drawableState = { none: 0, surfaces: 1, lines: 2, texts: 3 } as const

interface Context {
  readonly node: number
  readonly rank: number
  readonly frame: number
  readonly style: number
  /** Rows of the enclosing maps. */
  readonly maps: readonly number[]
}

/** Collector that splits products into the items they share, so that each is tessellated once. */
export class ShapeCollector {
  readonly shapes: ShapeTable
  readonly occurrences = new OccurrenceTable()
  readonly frames = new MatrixList()
  readonly drawable: Uint8Array
  readonly bodies: BooleanBodies
  readonly #file: IfcFile
  readonly #styles: Styles
  readonly #relations: Relations
  #shapeOfItem = new RowMap()
  /** By row and scale, the shape of an item that is stretched. */
  #shapeOfStretchedItem = new Map<string, number>()
  /** By frame: itself if it has no scale, else the number of its rigid part; -1 until it is needed. */
  readonly #rigidFrames = new GrowingInt32()
  readonly #scales = new Map<number, Scale>()
  readonly #frameNumbers = new Map<string, number>()
  readonly #maxInstances: number
  /** Instance count before the current element. */
  #countBefore = 0

  constructor(input: { file: IfcFile; styles: Styles; relations: Relations; nodeCount: number; maxInstances: number }) {
    this.#file = input.file
    this.#styles = input.styles
    this.#relations = input.relations
    this.#maxInstances = input.maxInstances
    this.drawable = new Uint8Array(input.nodeCount)
    this.bodies = new BooleanBodies(input.file)
    this.shapes = new ShapeTable((row) => this.listOpenings(row))
  }

  /** Adds the shapes of a product. With `cutOpenings` false its openings stay uncut. */
  addProduct(node: number, row: number, options: { cutOpenings: boolean } = { cutOpenings: true }): void {
    const file = this.#file
    const typeName = file.typeOf(row)
    this.#countBefore = this.occurrences.count
    if (isSubtractionType(typeName)) return
    const rank = drawingRank(typeName)
    const representations = drawnRepresentations(file, row)
    const openings = options.cutOpenings ? this.listOpenings(row) : []
    if (openings.length > 0 && this.#hasSurfaces(representations)) {
      this.drawable[node] = drawableState.surfaces
      const shape = this.shapes.push({ kind: 'element', row, rank, scale: noScale })
      this.#addOccurrence(shape, { node, frame: 0, style: -1 })
      return
    }
    for (const representation of representations) {
      this.#addItems(file.rowsAt(representation, 3), { node, rank, frame: 0, style: -1, maps: [] })
    }
    // An empty shape is reported instead of skipped.
    if (representations.length > 0) this.drawable[node] ||= drawableState.surfaces
  }

  /**
   * Adds a shape again with one cut less in each of its Boolean results, for shapes that became empty; false when no
   * cut or no capacity is left.
   */
  addWithFewerCuts(number: number): boolean {
    const shape = this.shapes.get(number)
    if (this.occurrences.count >= this.#maxInstances) return false
    const items = shape.kind === 'item' ? [shape.row] : shapeItems(this.#file, shape.row)
    const changed = items.filter((item) => this.bodies.takeCutOff(item))
    if (changed.length === 0) return false
    const again = this.shapes.push(shape)
    for (const occurrence of this.occurrences.of(number)) this.occurrences.add(again, occurrence)
    return true
  }

  /** Adds the shape of a type (IfcTypeProduct), for files that contain a library instead of a building. */
  addTypeProduct(node: number, row: number): void {
    const context = { node, rank: 2, frame: 0, style: -1, maps: [] }
    this.#countBefore = this.occurrences.count
    for (const map of this.#file.rowsAt(row, 6)) this.#addMap(map, identityMatrix, { ...context, key: `type ${map}` })
  }

  /** Ends the shapes so far: items that are found again get a new shape, which has its own occurrences. */
  closeShapes(): void {
    this.#shapeOfItem = new RowMap()
    this.#shapeOfStretchedItem = new Map()
  }

  /** Returns the openings cut out of an element: its own and those of the whole it is part of. */
  listOpenings(row: number): readonly number[] {
    const own = this.#relations.listOpenings.get(row) ?? []
    const aggregate = this.#relations.aggregateByPart.get(row)
    const inherited = aggregate === undefined ? [] : (this.#relations.listOpenings.get(aggregate) ?? [])
    return inherited.length === 0 ? own : [...own, ...inherited]
  }

  #hasSurfaces(representations: readonly number[]): boolean {
    return representations.some((representation) =>
      this.#file.rowsAt(representation, 3).some((item) => !isLinearItem(this.#file.typeOf(item))),
    )
  }

  #addItems(items: readonly number[], context: Context): void {
    for (const item of items) {
      const typeName = this.#file.typeOf(item)
      if (typeName.startsWith('IFCTEXTLITERAL')) this.drawable[context.node] ||= drawableState.texts
      else if (isLinearItem(typeName)) this.#noteLines(context.node)
      else if (typeName === 'IFCMAPPEDITEM') this.#addMappedItem(item, context)
      else this.#addItem(item, context)
    }
  }

  #noteLines(node: number): void {
    if (this.drawable[node] !== drawableState.surfaces) this.drawable[node] = drawableState.lines
  }

  #addItem(item: number, context: Context): void {
    this.drawable[context.node] = drawableState.surfaces
    const { scale, frame } = this.#rigidFrame(context.frame)
    const shape = this.#shapeNumber(item, scale, context.rank)
    this.shapes.lowerRank(shape, context.rank)
    this.#addOccurrence(shape, { ...context, frame })
  }

  /** Returns the number of an item's shape with this scale, a new one for a new shape. */
  #shapeNumber(item: number, scale: Scale, rank: number): number {
    const key = scale === noScale ? '' : `${item} ${scale.join(' ')}`
    const cached = key === '' ? this.#shapeOfItem.get(item) : this.#shapeOfStretchedItem.get(key)
    if (cached !== undefined) return cached
    const shape = this.shapes.push({ kind: 'item', row: item, rank, scale })
    if (key === '') this.#shapeOfItem.set(item, shape)
    else this.#shapeOfStretchedItem.set(key, shape)
    return shape
  }

  /** Returns a frame without its stretch, which is applied to the mesh. */
  #rigidFrame(frame: number): { scale: Scale; frame: number } {
    const cached = frame < this.#rigidFrames.length ? this.#rigidFrames.at(frame) : -1
    if (cached >= 0) return { scale: this.#scales.get(frame) ?? noScale, frame: cached }
    const { scale, matrix } = splitScale(this.frames.get(frame))
    const rigid = scale === noScale ? frame : this.frames.push(matrix)
    this.#setRigidFrame(frame, rigid)
    if (scale !== noScale) this.#scales.set(frame, scale)
    return { scale, frame: rigid }
  }

  #setRigidFrame(frame: number, rigid: number): void {
    this.#rigidFrames.extend(frame + 1, -1)
    this.#rigidFrames.set(frame, rigid)
  }

  #addMappedItem(item: number, context: Context): void {
    const cursor = this.#file.at(item)
    const [map, target] = [cursor.row(), cursor.row()]
    if (map < 0 || context.maps.length >= maxMapDepth || context.maps.includes(map)) return
    const style = this.#styles.ofItem(item)
    const inner = { ...context, style: style >= 0 ? style : context.style, key: `${context.frame} ${map} ${target}` }
    this.#addMap(map, target, inner)
  }

  /** Adds a map; `target` is the row of the operator that places it, or its matrix. */
  #addMap(map: number, target: number | Matrix, context: Context & { readonly key: string }): void {
    const cursor = this.#file.at(map)
    const [origin, representation] = [cursor.row(), cursor.row()]
    if (representation < 0) return
    const frame = this.#frameNumber(context.key, () => {
      const operator =
        typeof target === 'number' ? readOrIdentity(readTransformationOperator(this.#file, target)) : target
      const own = multiplyMatrices(operator, readOrIdentity(readAxisPlacement(this.#file, origin)))
      return multiplyMatrices(this.frames.get(context.frame), own)
    })
    this.#addItems(this.#file.rowsAt(representation, 3), { ...context, frame, maps: [...context.maps, map] })
  }

  #frameNumber(key: string, make: () => Matrix): number {
    const cached = this.#frameNumbers.get(key)
    if (cached !== undefined) return cached
    const number = this.frames.push(make())
    if (this.#frameNumbers.size >= maxCachedFrames) this.#frameNumbers.clear()
    this.#frameNumbers.set(key, number)
    return number
  }

  #addOccurrence(shape: number, occurrence: { node: number; frame: number; style: number }): void {
    const limit = Math.min(this.#maxInstances, this.#countBefore + maxInstancesPerElement)
    if (this.occurrences.count >= limit) {
      throw new TranslationError({
        code: 'limit-exceeded',
        details: { limit: `${limit - this.#countBefore} instances` },
      })
    }
    this.occurrences.add(shape, occurrence)
  }
}

/** Products to be split into shapes. */
export interface ShapeSource {
  readonly tree: SpatialTree
  readonly typeRows: readonly number[]
  /** Nodes that are not drawn. */
  readonly unplaced?: ReadonlySet<number>
}

/** Splits the products and drawn types of the tree into the shapes that they share. */
export function* collectShapes(
  collector: ShapeCollector,
  { tree, typeRows, unplaced }: ShapeSource,
): TimeSliced<ShapePlan> {
  const isType = new Set(typeRows)
  const { rows } = tree
  for (let node = 0; node < rows.length; node++) {
    const row = rows[node]
    if (isType.has(row)) collector.addTypeProduct(node, row)
    else if (row >= 0 && !unplaced?.has(node)) collector.addProduct(node, row)
    if ((node & (nodesPerStep - 1)) === nodesPerStep - 1) yield
  }
  return collector
}

const nodesPerStep = 256
