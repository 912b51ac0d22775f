import { invertMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import type { StepFile } from '../step-file.js'
import { frameToFrame, readFrame } from './placements.js'
import type { ProductStructure } from './product-structure.js'
import { inPlace, readRepresentation, type LinkedRepresentation, type Representation } from './representations.js'
import type { Units } from './units.js'

/** Kind of a shape's item. */
export type ItemKind = 'solid' | 'tessellated' | 'curves' | 'not-read'

/** A drawable item of a product. */
export interface ShapeItem {
  readonly row: number
  readonly kind: ItemKind
  /** Row of the shape that contains it, or -1. */
  readonly representation: number
  /** Row of the context that states its units, or -1. */
  readonly context: number
  /** Metres, in the product's frame. */
  readonly matrix: Matrix
  /** Rows of the mapped items on the path to it, outermost first: they may be styled. */
  readonly mappedBy: readonly number[]
}

const kindsByType: Readonly<Record<string, ItemKind>> = {
  MANIFOLD_SOLID_BREP: 'solid',
  BREP_WITH_VOIDS: 'solid',
  FACETED_BREP: 'solid',
  FACETED_BREP_AND_BREP_WITH_VOIDS: 'solid',
  SHELL_BASED_SURFACE_MODEL: 'solid',
  FACE_BASED_SURFACE_MODEL: 'solid',
  CLOSED_SHELL: 'solid',
  OPEN_SHELL: 'solid',
  ORIENTED_CLOSED_SHELL: 'solid',
  ORIENTED_OPEN_SHELL: 'solid',
  CONNECTED_FACE_SET: 'solid',
  ADVANCED_FACE: 'solid',
  FACE_SURFACE: 'solid',
  TESSELLATED_SOLID: 'tessellated',
  TESSELLATED_SHELL: 'tessellated',
  TRIANGULATED_FACE: 'tessellated',
  COMPLEX_TRIANGULATED_FACE: 'tessellated',
  TRIANGULATED_SURFACE_SET: 'tessellated',
  COMPLEX_TRIANGULATED_SURFACE_SET: 'tessellated',
  TESSELLATED_GEOMETRIC_SET: 'tessellated',
  GEOMETRIC_CURVE_SET: 'curves',
  GEOMETRIC_SET: 'curves',
  EDGE_BASED_WIREFRAME_MODEL: 'curves',
  SHELL_BASED_WIREFRAME_MODEL: 'curves',
  TESSELLATED_CURVE_SET: 'curves',
  POLYLINE: 'curves',
  TRIMMED_CURVE: 'curves',
  COMPOSITE_CURVE: 'curves',
  B_SPLINE_CURVE_WITH_KNOTS: 'curves',
  B_SPLINE_CURVE: 'curves',
  CIRCLE: 'curves',
  ELLIPSE: 'curves',
}

/** Unsupported solids and surfaces; they are counted as not shown. */
const notRead =
  /^(EXTRUDED_|REVOLVED_|SWEPT_|CSG_SOLID|BOOLEAN_RESULT|BLOCK$|RIGHT_|SPHERE$|TORUS$|HALF_SPACE|SOLID_REPLICA|B_SPLINE_SURFACE|RECTANGULAR_TRIMMED_SURFACE|CURVE_BOUNDED_SURFACE)/

const maxMappingDepth = 64
/** Maximum number of items per product; more indicate mapped items that double at every level. */
const maxItems = 200_000

/** Finder of a product's drawable items: in its shapes, in linked shapes, and mapped ones. */
export class ShapeItems {
  readonly #file: StepFile
  readonly #units: Units
  readonly #structure: ProductStructure
  readonly #representations = new Map<number, Representation | null>()
  readonly #mappings = new Map<number, Mapping>()
  readonly #kinds = new Map<number, ItemKind | null>()
  /** Visited representations: the remaining ones belong to no product. */
  readonly visited = new Set<number>()

  constructor(file: StepFile, units: Units, structure: ProductStructure) {
    this.#file = file
    this.#units = units
    this.#structure = structure
  }

  /** Returns the items of a product definition. */
  of(definition: number): ShapeItem[] {
    const items: ShapeItem[] = []
    const visited = new Set<number>()
    for (const shape of this.#structure.shapesOf(definition))
      this.#linked({ row: shape, relation: null }, { items, visited })
    return items
  }

  /** Returns the items of one representation that belongs to no product. */
  ofRepresentation(row: number): ShapeItem[] {
    const items: ShapeItem[] = []
    this.#linked({ row, relation: null }, { items, visited: new Set() })
    return items
  }

  /** Returns the kind of an item's row; null for frames, points and texts. */
  getKind(row: number): ItemKind | null {
    let kind = this.#kinds.get(row)
    if (kind === undefined) {
      kind = this.#readKind(row)
      this.#kinds.set(row, kind)
    }
    return kind
  }

  #readKind(row: number): ItemKind | null {
    for (const name of this.#file.listTypes(row)) {
      const kind = kindsByType[name]
      if (kind) return kind
      if (notRead.test(name)) return 'not-read'
    }
    return null
  }

  /** Collects a shape and, breadth-first, all linked shapes; visits each once. */
  #linked(start: LinkedRepresentation, { items, visited }: { items: ShapeItem[]; visited: Set<number> }): void {
    const queue: { row: number; matrix: Matrix }[] = [{ row: start.row, matrix: inPlace }]
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (visited.has(next.row)) continue
      visited.add(next.row)
      this.#collectItems(next.row, { matrix: next.matrix, mappedBy: [], items })
      for (const link of this.#structure.links.of(next.row)) {
        queue.push({ row: link.row, matrix: multiplyMatrices(next.matrix, this.#computeMatrix(next.row, link)) })
      }
    }
  }

  #computeMatrix(from: number, { row, relation }: LinkedRepresentation): Matrix {
    if (relation === null) return inPlace
    const ends = relation.isFirst ? { first: row, second: from } : { first: from, second: row }
    const matrix = this.#structure.transformation(relation.transformation, ends)
    return relation.isFirst ? matrix : (invertMatrix(matrix) ?? matrix)
  }

  #representation(row: number): Representation | null {
    let representation = this.#representations.get(row)
    if (representation === undefined) {
      representation = readRepresentation(this.#file, row)
      this.#representations.set(row, representation)
    }
    return representation
  }

  #collectItems(row: number, walk: Walk): void {
    const representation = this.#representation(row)
    if (!representation || walk.mappedBy.length > maxMappingDepth) return
    this.visited.add(row)
    const { context } = representation
    for (const item of representation.items) {
      if (walk.items.length >= maxItems) return
      const kind = this.getKind(item)
      if (kind)
        walk.items.push({ row: item, kind, representation: row, context, matrix: walk.matrix, mappedBy: walk.mappedBy })
      else if (this.#file.is(item, 'MAPPED_ITEM')) this.#mapped(item, context, walk)
    }
  }

  #mapped(item: number, context: number, walk: Walk): void {
    if (walk.mappedBy.includes(item)) return
    const { source, transform } = this.#mapping(item, context)
    this.#collectItems(source, {
      matrix: multiplyMatrices(walk.matrix, transform),
      mappedBy: [...walk.mappedBy, item],
      items: walk.items,
    })
  }

  /**
   * Returns the source and transform of a mapped item; cached, as the same one is reached once per mapping of its
   * container.
   */
  #mapping(item: number, context: number): Mapping {
    let mapping = this.#mappings.get(item)
    if (!mapping) {
      mapping = this.#readMapping(item, context)
      this.#mappings.set(item, mapping)
    }
    return mapping
  }

  #readMapping(item: number, context: number): Mapping {
    const file = this.#file
    const attributes = file.part(item, 'MAPPED_ITEM') ?? []
    const map = file.rowOf(attributes.at(-2))
    const source = file.rowAt(map, 1)
    const from = readFrame(
      file,
      file.rowAt(map, 0),
      this.#units.getLengthUnit(this.#representation(source)?.context ?? -1).metres,
    )
    const to = readFrame(file, file.rowOf(attributes.at(-1)), this.#units.getLengthUnit(context).metres)
    return { source, transform: frameToFrame(from ?? inPlace, to ?? inPlace, multiplyMatrices) }
  }
}

interface Mapping {
  /** Row of the mapped representation. */
  readonly source: number
  /** Metres. */
  readonly transform: Matrix
}

interface Walk {
  readonly matrix: Matrix
  readonly mappedBy: readonly number[]
  readonly items: ShapeItem[]
}
