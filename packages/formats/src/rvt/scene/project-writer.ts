import { type NodeId, type ReadContext, throwIfBeyond, throwIfCancelled } from '@kamar/core'
import {
  identityMatrix,
  multiplyMatrices,
  toPlacement,
  scaleTranslation,
  type Matrix,
  isCoordinate,
} from '@kamar/core/math'
import { originNear } from '../../kit/assumed-unit.js'
import { cleanName } from '@kamar/codecs/text'
import type { Vector3 } from '../container/record-object.js'
import type { Transform } from '../graphics/shape.js'
import { categoryName, isHiddenCategory, lineKind, modelLines } from '../project/categories.js'
import type { ProjectData } from '../project/project-data.js'
import type { ElementHeader } from '../project/elements.js'
import { metresPerFoot, PropertyWriter } from './properties.js'
import type { PushedShape, ShapeStore } from './shape-store.js'

const maxDepth = 16
const elementsPerPause = 50
const maxListed = 100
const roomName = -1006900
const roomNumber = -1006901
/** Maximum number of instances over all elements; limits copies of copies. */
const maxInstances = 4_000_000

/** Result of writing the elements. */
export interface Pushed {
  visibleCount: number
  /** Number of elements that are visible in a 3D view. */
  total: number
  /** Elements whose graphics or all of whose faces cannot be read. */
  readonly damaged: string[]
  /** Elements with missing faces. */
  readonly incomplete: string[]
  /** Number of omitted lines, by kind (`lineKind`). */
  readonly lines: Map<ReturnType<typeof lineKind>, number>
  instances: number
  /** Number of nodes, including the root for the file. */
  nodes: number
}

/** Writer of the elements below their levels and categories. */
export class ProjectWriter {
  readonly pushed: Pushed = {
    visibleCount: 0,
    total: 0,
    damaged: [],
    incomplete: [],
    lines: new Map(),
    instances: 0,
    nodes: 1,
  }
  readonly properties: PropertyWriter
  readonly #context: ReadContext
  readonly #projectData: ProjectData
  readonly #shapes: ShapeStore
  readonly #groups = new Map<string, NodeId>()
  readonly #compositeWalls = new Map<number, NodeId>()
  #headers: ReadonlyMap<number, ElementHeader> = new Map()
  readonly #root: NodeId

  constructor(context: ReadContext, from: { projectData: ProjectData; shapes: ShapeStore; root: NodeId }) {
    this.#context = context
    this.#projectData = from.projectData
    this.#shapes = from.shapes
    this.#root = from.root
    this.properties = new PropertyWriter(from.projectData)
  }

  async push(elements: readonly ElementHeader[]): Promise<void> {
    const { scene } = this.#context
    scene.setUnit({ name: 'foot', metres: metresPerFoot })
    scene.setOrigin(computeOrigin(elements))
    this.#headers = new Map(elements.map((element) => [element.id, element]))
    for (const [index, element] of this.#inOrder(elements).entries()) {
      if (index % elementsPerPause === 0) {
        throwIfCancelled(this.#context.signal)
        this.#context.progress(0.5 + (0.5 * index) / elements.length, 'meshing')
        await scene.settle()
      }
      this.#element(element)
    }
  }

  /** Sorts from the lowest level upwards, so that the tree follows the building. */
  #inOrder(elements: readonly ElementHeader[]): ElementHeader[] {
    const height = ({ id }: ElementHeader): number =>
      this.#projectData.levels.get(this.#projectData.getLevelId(id))?.elevation ?? Infinity
    const keyed = elements.map((element) => ({
      element,
      height: height(element),
      name: categoryName(element.category),
    }))
    keyed.sort((a, b) =>
      a.height === b.height
        ? a.name === b.name
          ? a.element.id - b.element.id
          : a.name < b.name
            ? -1
            : 1
        : a.height < b.height
          ? -1
          : 1,
    )
    return keyed.map(({ element }) => element)
  }

  #element(element: ElementHeader): void {
    const linesBefore = this.#shapes.losses.curves
    this.#pushElement(element)
    const lost = this.#shapes.losses.curves - linesBefore
    if (lost === 0) return
    const { lines } = this.pushed
    const kind = lineKind(element.category)
    lines.set(kind, (lines.get(kind) ?? 0) + lost)
  }

  #pushElement(element: ElementHeader): void {
    if (this.#compositeWall(element.id) !== null) return
    const lostBefore = this.#shapes.losses.faces + this.#shapes.losses.nodes
    const shape = this.#shapes.shape(element.id, element.category === modelLines)
    if (shape === 'none') return
    const instances: PartInstance[] = []
    if (shape !== 'damaged') this.#collectInstances(shape, identityMatrix, { instances, depth: 0 })
    const hasLost = this.#shapes.losses.faces + this.#shapes.losses.nodes > lostBefore
    if (instances.length === 0 && shape !== 'damaged' && !hasLost) return
    this.pushed.total++
    if (instances.length === 0) {
      this.pushed.damaged.push(this.#getSourceId(element.id))
      return
    }
    if (hasLost) this.pushed.incomplete.push(this.#getSourceId(element.id))
    this.pushed.visibleCount++
    const node = this.#node(element)
    for (const { mesh, material, matrix } of instances) {
      this.#context.scene.addInstance({ node, mesh, material, placement: toPlacement(matrix) })
    }
  }

  /** Returns the node of a composite wall, the parent of the elements that show it; null for any other element. */
  #compositeWall(id: number): NodeId | null {
    const cached = this.#compositeWalls.get(id)
    if (cached !== undefined) return cached
    const header = this.#headers.get(id)
    if (!header || !this.#projectData.isCompositeWall(id)) return null
    this.pushed.total++
    this.pushed.visibleCount++
    const node = this.#node(header)
    this.#compositeWalls.set(id, node)
    return node
  }

  #collectInstances(shape: PushedShape, matrix: Matrix, to: { instances: PartInstance[]; depth: number }): void {
    for (const { mesh, material, origin } of shape.parts) {
      const inFeet = multiplyMatrices(matrix, translation(origin))
      const inMetres = scaleTranslation(inFeet, metresPerFoot)
      if (!inMetres.every(isCoordinate)) {
        this.#shapes.losses.nodes++
        continue
      }
      to.instances.push({ mesh, material, matrix: inMetres })
    }
    for (const copy of shape.copies) {
      const inner = to.depth < maxDepth && ++this.pushed.instances < maxInstances ? this.#shapes.copied(copy) : null
      if (!inner) {
        this.#shapes.losses.nodes++
        continue
      }
      this.#collectInstances(inner, multiplyMatrices(matrix, toMatrix(copy.transform)), {
        instances: to.instances,
        depth: to.depth + 1,
      })
    }
  }

  #node(element: ElementHeader): NodeId {
    const category = categoryName(element.category)
    const isComposite = this.#projectData.isCompositeWall(element.id)
    const compositeWall = isComposite ? null : this.#compositeWall(this.#projectData.owners.get(element.id) ?? -1)
    const parent =
      compositeWall ??
      this.#group(this.#levelNode(element.id), {
        name: category,
        class: 'Category',
        sourceId: '',
      })
    const node = this.#addNode({
      parent,
      name: this.#formatName(element, category),
      class: category,
      sourceId: this.#getSourceId(element.id),
      hidden: this.#isHidden(element),
    })
    const { scene } = this.#context
    scene.assignPropertySets(
      node,
      this.properties.createPropertySets(element).map((set) => scene.addPropertySet(set)),
    )
    return node
  }

  /** Returns whether an element is hidden: volumes, voids, secondary design options, demolished elements. */
  #isHidden({ id, category, designOption }: ElementHeader): boolean {
    const isDemolished = (this.#projectData.elements.get(id)?.demolishedPhaseId ?? -1) !== -1
    return (
      isHiddenCategory(category) ||
      this.#projectData.openings.has(id) ||
      this.#projectData.isSecondary(designOption) ||
      isDemolished
    )
  }

  /** Returns the IFC GlobalId where the file has the data for it; otherwise the element number. */
  #getSourceId(id: number): string {
    return this.#projectData.globalIds.get(id) ?? String(id)
  }

  /** Formats the name of an element: a room by number and name, others by family and type. */
  #formatName({ id }: ElementHeader, category: string): string {
    const info = this.#projectData.elements.get(id)
    const type = this.#projectData.types.get(info?.typeId ?? -1)
    const family = type && this.#projectData.families.get(type.familyId)
    const text = (parameter: number): string =>
      String(info?.parameters.find((one) => one.id === parameter && one.kind === 'text')?.value ?? '')
    const label = [text(roomNumber), text(roomName)].filter((part) => part !== '').join(' ')
    const name = label || [family, type?.name].filter((part) => part).join(': ')
    return `${name || category} [${id}]`
  }

  #levelNode(id: number): NodeId {
    const levelId = this.#projectData.getLevelId(id)
    const name = this.#projectData.levels.get(levelId)?.name ?? ''
    if (name === '') return this.#root
    const sourceId = this.#projectData.globalIds.get(levelId) ?? ''
    return this.#group(this.#root, { name, class: 'Level', sourceId })
  }

  #group(parent: NodeId, group: { name: string; class: string; sourceId: string }): NodeId {
    const key = `${parent} ${group.name}`
    const cached = this.#groups.get(key)
    if (cached !== undefined) return cached
    const node = this.#addNode({ parent, ...group, hidden: false })
    this.#groups.set(key, node)
    return node
  }

  #addNode(node: { parent: NodeId; name: string; class: string; sourceId: string; hidden: boolean }): NodeId {
    throwIfBeyond('nodes', ++this.pushed.nodes, this.#context.limits)
    return this.#context.scene.addNode({ ...node, name: cleanName(node.name) })
  }
}

/** Returns the first of many source ids, up to the limit of a report. */
export const listed = (ids: readonly string[]): readonly string[] => ids.slice(0, maxListed)

interface PartInstance {
  readonly mesh: number
  readonly material: number | null
  readonly matrix: Matrix
}

const translation = ([x, y, z]: Vector3): Matrix => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z)

const toMatrix = ({ x, y, z, origin }: Transform): Matrix => Float64Array.of(...x, ...y, ...z, ...origin)

/** Computes the origin in whole metres near the centre of all boxes in element headers. */
function computeOrigin(elements: readonly ElementHeader[]): [number, number, number] {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const { box } of elements) {
    for (const axis of [0, 1, 2] as const) {
      min[axis] = Math.min(min[axis], box?.[0][axis] ?? Infinity)
      max[axis] = Math.max(max[axis], box?.[1][axis] ?? -Infinity)
    }
  }
  const center = (axis: 0 | 1 | 2): number => ((min[axis] + max[axis]) / 2) * metresPerFoot
  return originNear([center(0), center(1), center(2)])
}
