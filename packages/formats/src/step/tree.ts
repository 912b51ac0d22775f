import { type NodeId, type ReadContext, throwIfBeyond } from '@kamar/core'
import { multiplyMatrices, type Matrix } from '@kamar/core/math'
import { baseName, cleanName } from '@kamar/codecs/text'
import type { ItemInstance } from './geometry/step-scene-writer.js'
import type { ProductStructure } from './model/product-structure.js'
import { inPlace } from './model/representations.js'
import type { ItemKind, ShapeItem, ShapeItems } from './model/shape-items.js'
import type { Styles, SurfaceStyle, UseStyle } from './model/styles.js'
import type { StepFile } from './step-file.js'
import { toText } from './step-file.js'

/** Maximum number of assembly levels; more indicate a cycle. */
const maxAssemblyDepth = 128

/** An item with all its instances. */
export interface PlacedItem {
  readonly item: ShapeItem
  readonly name: string
  /** Style of the whole shape, for an item without its own. */
  readonly inherited: SurfaceStyle | null
  /** Tessellated body derived from this exact one: shown in its place when the kernel fails. */
  readonly twin: ShapeItem | null
  readonly instances: ItemInstance[]
}

/** Source of a node; -1 for an absent one. */
export interface NodeSource {
  readonly definition: number
  readonly occurrence: number
  readonly item: number
}

/** The written tree, and its drawable items. */
export interface StepTree {
  /** By node id. */
  readonly sources: readonly NodeSource[]
  /** By item row, in order of discovery. */
  readonly items: ReadonlyMap<number, PlacedItem>
  /** Whether some shapes belong to no product. */
  readonly hasOrphans: boolean
}

/** Input of the tree. */
export interface TreeInput {
  readonly file: StepFile
  readonly structure: ProductStructure
  readonly shapes: ShapeItems
  readonly styles: Styles
  readonly context: ReadContext
  readonly fileName: string
}

/** Writes the nodes of all products, a separate one per use, and collects items with their instances. */
export function addTree(input: TreeInput): StepTree {
  const builder = new TreeBuilder(input)
  for (const root of input.structure.roots)
    builder.addProduct({ definition: root, parent: null, matrix: inPlace, path: [], usages: [] })
  return builder.finish()
}

interface ProductUse {
  readonly definition: number
  readonly parent: NodeId | null
  /** Metres, in the model's frame. */
  readonly matrix: Matrix
  readonly occurrence?: { readonly row: number; readonly name: string }
  /** Product definitions above this one. */
  readonly path: readonly number[]
  /** Rows of the usages on the path to it, outermost first. */
  readonly usages: readonly number[]
}

/** Placement of an item: its node, transform in metres, and path of usages. */
interface ItemPlacement {
  readonly node: NodeId
  readonly matrix: Matrix
  readonly usages: readonly number[]
  readonly name: string
}

/** Possible link targets of a tessellated body or shell. */
const exactType = /^(?!TESSELLATED|TRIANGULATED|COMPLEX).*(_BREP|_SHELL|_FACE|_MODEL)$|^BREP_WITH_VOIDS$/

/** Returns a part's only body; axes and sketches beside it do not make it a group of bodies. */
function onlyBody(items: readonly ShapeItem[]): ShapeItem | undefined {
  const bodies = items.filter(({ kind }) => kind !== 'curves')
  const candidates = bodies.length > 0 ? bodies : items
  return candidates.length === 1 ? candidates[0] : undefined
}

const kindNames: Readonly<Record<ItemKind, string>> = {
  solid: 'solid',
  tessellated: 'mesh',
  curves: 'curves',
  'not-read': 'shape',
}

class TreeBuilder {
  readonly #input: TreeInput
  readonly #sources: NodeSource[] = []
  readonly #items = new Map<number, PlacedItem>()
  readonly #shapesOf = new Map<number, readonly ShapeItem[]>()
  /** By the row of the exact body. */
  readonly #twins = new Map<number, ShapeItem>()

  constructor(input: TreeInput) {
    this.#input = input
  }

  addProduct(use: ProductUse): void {
    const { definition, path, usages, matrix } = use
    const items = this.#shapes(definition)
    const occurrences = path.includes(definition) ? [] : this.#input.structure.occurrencesIn(definition)
    const only = occurrences.length > 0 ? undefined : onlyBody(items)
    const isHidden = only !== undefined && items.length === 1 && this.#isInvisible(only)
    const node = this.#addProductNode(use, {
      isAssembly: occurrences.length > 0,
      isHidden,
      item: only?.row ?? -1,
    })
    if (only) this.#addInstance(only, { node, matrix, usages, name: this.#readName(only.row) })
    this.#addItems(
      items.filter((item) => item !== only),
      { node, matrix, usages },
    )
    if (path.length >= maxAssemblyDepth) return
    for (const occurrence of occurrences) {
      this.addProduct({
        definition: occurrence.child,
        parent: node,
        matrix: multiplyMatrices(matrix, occurrence.matrix),
        occurrence,
        path: [...path, definition],
        usages: [...usages, occurrence.row],
      })
    }
  }

  #addProductNode(
    { definition, parent, occurrence }: ProductUse,
    { isAssembly, isHidden, item }: { readonly isAssembly: boolean; readonly isHidden: boolean; readonly item: number },
  ): NodeId {
    const { structure, fileName } = this.#input
    const names = structure.names(definition)
    const name = cleanName(instanceName(occurrence?.name ?? '') || names.name) || baseName(fileName)
    const sourceId = cleanName(names.id)
    return this.#addNode(
      { parent, name, class: isAssembly ? 'assembly' : 'part', sourceId, hidden: isHidden },
      { definition, occurrence: occurrence?.row ?? -1, item },
    )
  }

  /**
   * Completes the tree. Shapes without a product, as in a truncated file or one of shapes alone, get a node named after
   * the file.
   */
  finish(): StepTree {
    const { file, shapes } = this.#input
    const rows = file.index.typeNames
      .filter((name) => name.endsWith('SHAPE_REPRESENTATION'))
      .flatMap((name) => [...file.index.listRows(name)])
      .toSorted((a, b) => a - b)
      .filter((row) => !shapes.visited.has(row))
    const orphans: ShapeItem[] = []
    for (const row of rows) {
      if (shapes.visited.has(row)) continue
      orphans.push(...shapes.ofRepresentation(row).filter(({ kind }) => kind === 'solid' || kind === 'tessellated'))
    }
    if (!file.index.ended) orphans.push(...this.#unreferencedSolids(orphans))
    const unplaced = orphans.filter(({ row }) => !this.#items.has(row))
    if (unplaced.length > 0) this.#addOrphans(unplaced)
    return { sources: this.#sources, items: this.#items, hasOrphans: unplaced.length > 0 }
  }

  /** Returns solids whose shape was lost at the truncated end of the file. */
  #unreferencedSolids(orphans: readonly ShapeItem[]): ShapeItem[] {
    const { file } = this.#input
    const existing = new Set(orphans.map(({ row }) => row))
    const [context = -1] = file.rowsWith('GLOBAL_UNIT_ASSIGNED_CONTEXT')
    return file
      .listRows('MANIFOLD_SOLID_BREP', 'BREP_WITH_VOIDS', 'FACETED_BREP', 'SHELL_BASED_SURFACE_MODEL')
      .filter((row) => !existing.has(row) && !this.#items.has(row))
      .map((row) => ({ row, kind: 'solid', representation: -1, context, matrix: inPlace, mappedBy: [] }))
  }

  #addOrphans(items: readonly ShapeItem[]): void {
    const name = cleanName(baseName(this.#input.fileName)) || 'shapes'
    const source = { definition: -1, occurrence: -1, item: -1 }
    const node = this.#addNode({ parent: null, name, class: 'part', sourceId: '', hidden: false }, source)
    this.#addItems(items, { node, matrix: inPlace, usages: [] })
  }

  #addItems(items: readonly ShapeItem[], { node, matrix, usages }: Omit<ItemPlacement, 'name'>): void {
    const counts = new Map<string, number>()
    for (const item of items) {
      const word = kindNames[item.kind]
      const number = (counts.get(word) ?? 0) + 1
      counts.set(word, number)
      const own = this.#readName(item.row)
      const name = own || `${word} ${number}`
      const source = { definition: -1, occurrence: -1, item: item.row }
      const child = this.#addNode(
        { parent: node, name, class: word, sourceId: own, hidden: this.#isInvisible(item) },
        source,
      )
      this.#addInstance(item, { node: child, matrix, usages, name })
    }
  }

  #addNode(
    node: { parent: NodeId | null; name: string; class: string; sourceId: string; hidden: boolean },
    source: NodeSource,
  ): NodeId {
    const { scene, limits } = this.#input.context
    this.#sources.push(source)
    throwIfBeyond('nodes', this.#sources.length, limits)
    const { hidden, ...rest } = node
    return scene.addNode(hidden ? { ...rest, hidden } : rest)
  }

  #addInstance(item: ShapeItem, { node, matrix, usages, name }: ItemPlacement): void {
    const instance = { node, matrix: multiplyMatrices(matrix, item.matrix), style: this.#styleOfUse(item, usages) }
    const existing = this.#items.get(item.row)
    if (existing) existing.instances.push(instance)
    else {
      const inherited = this.#input.styles.surface(item.representation)
      this.#items.set(item.row, { item, name, inherited, twin: this.#findTwin(item), instances: [instance] })
    }
  }

  /** Returns the style of this use: stated for the use itself, else for a mapped item on its path. */
  #styleOfUse(item: ShapeItem, usages: readonly number[]): SurfaceStyle | null {
    for (const usage of usages.toReversed()) {
      const own = this.#stylesOfUsage(usage).find(({ target }) => target === item.row || target === item.representation)
      if (own) return own.style
    }
    for (const row of item.mappedBy) {
      const style = this.#input.styles.surface(row)
      if (style) return style
    }
    return null
  }

  #stylesOfUsage(usage: number): readonly UseStyle[] {
    if (!this.#useStyles) {
      this.#useStyles = new Map()
      for (const style of this.#input.styles.ofUses) {
        for (const context of style.contexts) {
          const styledUsage = this.#input.structure.getUsage(context)
          this.#useStyles.set(styledUsage, [...(this.#useStyles.get(styledUsage) ?? []), style])
        }
      }
    }
    return this.#useStyles.get(usage) ?? []
  }

  #useStyles: Map<number, UseStyle[]> | null = null

  #isInvisible(item: ShapeItem): boolean {
    return [item.row, ...item.mappedBy].some((row) => this.#input.styles.isInvisible(row))
  }

  #shapes(definition: number): readonly ShapeItem[] {
    let items = this.#shapesOf.get(definition)
    if (!items) {
      items = this.#withoutTwins(this.#input.shapes.of(definition))
      this.#shapesOf.set(definition, items)
    }
    return items
  }

  /** Removes tessellated bodies beside their exact ones, which show the same geometry. */
  #withoutTwins(items: readonly ShapeItem[]): ShapeItem[] {
    const solids = items.filter(({ kind }) => kind === 'solid')
    if (solids.length === 0) return [...items]
    const twinOf = new Map<number, ShapeItem>()
    const remaining = items.filter((item) => {
      const exact = item.kind === 'tessellated' ? this.#listExactRows(item.row) : []
      for (const row of exact) twinOf.set(row, item)
      return exact.length === 0
    })
    if (twinOf.size > 0) for (const { row } of solids) this.#noteTwin(row, twinOf)
    return remaining
  }

  /** Records a twin, which refers to its source solid, or to the solid's shell. */
  #noteTwin(solid: number, twinOf: ReadonlyMap<number, ShapeItem>): void {
    const twin = twinOf.get(solid) ?? twinOf.get(this.#input.file.rowAt(solid, 1))
    if (twin) this.#twins.set(solid, twin)
  }

  /** Lists the exact bodies, shells and faces that a tessellated body refers to as its source. */
  #listExactRows(row: number): readonly number[] {
    const { file } = this.#input
    const rows = file.attributes(row).map((value) => file.rowOf(value))
    return rows.filter((linked) => file.listTypes(linked).some((name) => exactType.test(name)))
  }

  /** Finds a twin with the same transform as the exact body, so that all instances match. */
  #findTwin({ row, matrix }: ShapeItem): ShapeItem | null {
    const twin = this.#twins.get(row)
    return twin?.matrix.every((value, at) => value === matrix[at]) ? twin : null
  }

  #readName(row: number): string {
    const { file } = this.#input
    const part = file.part(row, 'REPRESENTATION_ITEM') ?? file.attributes(row)
    const name = cleanName(toText(part[0]))
    return /^(none|null|unnamed)?$/i.test(name) ? '' : name
  }
}

/**
 * Labels of a program's internal data structure (`=>[0:1:1:2]`) and words of the schema, which are not instance names.
 */
const noName = /^(=>\[.*|next assembly (relationship|usage( occurrence)?)|NAUO\d*|none|null)?$/i

function instanceName(name: string): string {
  return noName.test(name.trim()) ? '' : name.trim()
}
