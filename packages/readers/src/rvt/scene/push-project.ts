import type { NodeId, ReadContext } from '@kamar/scene'
import { originNear } from '../../shared/assumed-unit.js'
import { identityMatrix, multiplyMatrices, placementOf, scaleTranslation, type Matrix } from '../../shared/matrix.js'
import { isCoordinate } from '../../shared/coordinates.js'
import { cleanName } from '../../shared/names.js'
import { throwIfBeyond, throwIfCancelled } from '../../shared/room-guards.js'
import type { Vector3 } from '../container/record-object.js'
import type { Transform } from '../graphics/shape.js'
import { categoryName, isHiddenCategory, lineKind, modelLines } from '../project/categories.js'
import type { ProjectFacts } from '../project/element-facts.js'
import type { ElementHeader } from '../project/elements.js'
import { metresPerFoot, PropertyWriter } from './properties.js'
import type { PushedShape, ShapeStore } from './shape-store.js'

const mostDepth = 16
const elementsPerPause = 50
const mostListed = 100
const roomName = -1006900
const roomNumber = -1006901
/** Of all elements together; a file that copies copies of copies ends here. */
const mostInstances = 4_000_000

/** What became of the elements. */
export interface Pushed {
  shown: number
  /** Elements that have something to be seen in a 3D view. */
  total: number
  /** Their graphics does not read, or not one of their faces does. */
  readonly damaged: string[]
  /** Some of their faces are missing. */
  readonly incomplete: string[]
  /** Lines that are not drawn, by what they are (`lineKind`). */
  readonly lines: Map<ReturnType<typeof lineKind>, number>
  instances: number
  /** With the one that stands for the file. */
  nodes: number
}

/** Pushes the elements below their levels and categories. */
export class ProjectPusher {
  readonly pushed: Pushed = {
    shown: 0,
    total: 0,
    damaged: [],
    incomplete: [],
    lines: new Map(),
    instances: 0,
    nodes: 1,
  }
  readonly properties: PropertyWriter
  readonly #room: ReadContext
  readonly #facts: ProjectFacts
  readonly #shapes: ShapeStore
  readonly #groups = new Map<string, NodeId>()
  readonly #compositeWalls = new Map<number, NodeId>()
  #headers: ReadonlyMap<number, ElementHeader> = new Map()
  readonly #root: NodeId

  constructor(room: ReadContext, from: { facts: ProjectFacts; shapes: ShapeStore; root: NodeId }) {
    this.#room = room
    this.#facts = from.facts
    this.#shapes = from.shapes
    this.#root = from.root
    this.properties = new PropertyWriter(from.facts)
  }

  async push(elements: readonly ElementHeader[]): Promise<void> {
    const { scene } = this.#room
    scene.setUnit({ name: 'foot', metres: metresPerFoot })
    scene.setOrigin(originOf(elements))
    this.#headers = new Map(elements.map((element) => [element.id, element]))
    for (const [index, element] of this.#inOrder(elements).entries()) {
      if (index % elementsPerPause === 0) {
        throwIfCancelled(this.#room.signal)
        this.#room.progress(0.5 + (0.5 * index) / elements.length, 'meshing')
        await scene.settle()
      }
      this.#element(element)
    }
  }

  /** From the lowest level up, so that the tree reads like the building. */
  #inOrder(elements: readonly ElementHeader[]): ElementHeader[] {
    const height = ({ id }: ElementHeader): number =>
      this.#facts.levels.get(this.#facts.levelIdOf(id))?.elevation ?? Infinity
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
    const placed: Placed[] = []
    if (shape !== 'damaged') this.#place(shape, identityMatrix, { placed, depth: 0 })
    const hasLost = this.#shapes.losses.faces + this.#shapes.losses.nodes > lostBefore
    if (placed.length === 0 && shape !== 'damaged' && !hasLost) return
    this.pushed.total++
    if (placed.length === 0) {
      this.pushed.damaged.push(this.#sourceIdOf(element.id))
      return
    }
    if (hasLost) this.pushed.incomplete.push(this.#sourceIdOf(element.id))
    this.pushed.shown++
    const node = this.#node(element)
    for (const { mesh, material, matrix } of placed) {
      this.#room.scene.addInstance({ node, mesh, material, placement: placementOf(matrix) })
    }
  }

  /** The node of a composite wall, which the elements that show it stand below; null for any other element. */
  #compositeWall(id: number): NodeId | null {
    const known = this.#compositeWalls.get(id)
    if (known !== undefined) return known
    const header = this.#headers.get(id)
    if (!header || !this.#facts.isCompositeWall(id)) return null
    this.pushed.total++
    this.pushed.shown++
    const node = this.#node(header)
    this.#compositeWalls.set(id, node)
    return node
  }

  #place(shape: PushedShape, matrix: Matrix, to: { placed: Placed[]; depth: number }): void {
    for (const { mesh, material, corner } of shape.parts) {
      const inFeet = multiplyMatrices(matrix, translation(corner))
      const inMetres = scaleTranslation(inFeet, metresPerFoot)
      if (!inMetres.every(isCoordinate)) {
        this.#shapes.losses.nodes++
        continue
      }
      to.placed.push({ mesh, material, matrix: inMetres })
    }
    for (const copy of shape.copies) {
      const inner = to.depth < mostDepth && ++this.pushed.instances < mostInstances ? this.#shapes.copied(copy) : null
      if (!inner) {
        this.#shapes.losses.nodes++
        continue
      }
      this.#place(inner, multiplyMatrices(matrix, matrixOf(copy.transform)), { placed: to.placed, depth: to.depth + 1 })
    }
  }

  #node(element: ElementHeader): NodeId {
    const category = categoryName(element.category)
    const isComposite = this.#facts.isCompositeWall(element.id)
    const whole = isComposite ? null : this.#compositeWall(this.#facts.owners.get(element.id) ?? -1)
    const parent =
      whole ??
      this.#group(this.#levelNode(element.id), {
        name: category,
        class: 'Category',
        sourceId: '',
      })
    const node = this.#addNode({
      parent,
      name: this.#nameOf(element, category),
      class: category,
      sourceId: this.#sourceIdOf(element.id),
      hidden: this.#isHidden(element),
    })
    const { scene } = this.#room
    scene.assignPropertySets(
      node,
      this.properties.setsOf(element).map((set) => scene.addPropertySet(set)),
    )
    return node
  }

  /** Volumes, what cuts others, secondary design options, and what was demolished. */
  #isHidden({ id, category, designOption }: ElementHeader): boolean {
    const isDemolished = (this.#facts.elements.get(id)?.demolishedPhaseId ?? -1) !== -1
    return (
      isHiddenCategory(category) ||
      this.#facts.openings.has(id) ||
      this.#facts.isSecondary(designOption) ||
      isDemolished
    )
  }

  /** The GlobalId of IFC, where the file states what it is made of; otherwise the number of the element. */
  #sourceIdOf(id: number): string {
    return this.#facts.globalIds.get(id) ?? String(id)
  }

  /** A room by its number and name, anything else by family and type. */
  #nameOf({ id }: ElementHeader, category: string): string {
    const facts = this.#facts.elements.get(id)
    const type = this.#facts.types.get(facts?.typeId ?? -1)
    const family = type && this.#facts.families.get(type.familyId)
    const text = (parameter: number): string =>
      String(facts?.parameters.find((one) => one.id === parameter && one.kind === 'text')?.value ?? '')
    const room = [text(roomNumber), text(roomName)].filter((part) => part !== '').join(' ')
    const name = room || [family, type?.name].filter((part) => part).join(': ')
    return `${name || category} [${id}]`
  }

  #levelNode(id: number): NodeId {
    const levelId = this.#facts.levelIdOf(id)
    const name = this.#facts.levels.get(levelId)?.name ?? ''
    if (name === '') return this.#root
    const sourceId = this.#facts.globalIds.get(levelId) ?? ''
    return this.#group(this.#root, { name, class: 'Level', sourceId })
  }

  #group(parent: NodeId, group: { name: string; class: string; sourceId: string }): NodeId {
    const key = `${parent} ${group.name}`
    const known = this.#groups.get(key)
    if (known !== undefined) return known
    const node = this.#addNode({ parent, ...group, hidden: false })
    this.#groups.set(key, node)
    return node
  }

  #addNode(node: { parent: NodeId; name: string; class: string; sourceId: string; hidden: boolean }): NodeId {
    throwIfBeyond('nodes', ++this.pushed.nodes, this.#room.limits)
    return this.#room.scene.addNode({ ...node, name: cleanName(node.name) })
  }
}

/** The first of many source ids: a report lists no more. */
export const listed = (ids: readonly string[]): readonly string[] => ids.slice(0, mostListed)

interface Placed {
  readonly mesh: number
  readonly material: number | null
  readonly matrix: Matrix
}

const translation = ([x, y, z]: Vector3): Matrix => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z)

const matrixOf = ({ x, y, z, origin }: Transform): Matrix => Float64Array.of(...x, ...y, ...z, ...origin)

/** Whole metres near the middle of all boxes that headers state. */
function originOf(elements: readonly ElementHeader[]): [number, number, number] {
  const least: [number, number, number] = [Infinity, Infinity, Infinity]
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const { box } of elements) {
    for (const axis of [0, 1, 2] as const) {
      least[axis] = Math.min(least[axis], box?.[0][axis] ?? Infinity)
      most[axis] = Math.max(most[axis], box?.[1][axis] ?? -Infinity)
    }
  }
  const middle = (axis: 0 | 1 | 2): number => ((least[axis] + most[axis]) / 2) * metresPerFoot
  return originNear([middle(0), middle(1), middle(2)])
}
