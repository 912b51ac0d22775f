import { prepareMesh, newClipBudget } from '@kamar/mesh'
import {
  type MeshId,
  type NodeId,
  type PropertySetId,
  type ReadContext,
  throwIfCancelled,
  lengthUnits,
} from '@kamar/core'
import { isCoordinate, identityMatrix, multiplyMatrices, type Matrix, type Vector } from '@kamar/core/math'
import { lineSet } from '../../kit/line-set.js'
import { splitPointCloud } from '../../kit/split-point-cloud.js'
import type { SceneWriter } from '../../kit/scene-writer.js'
import { componentShapes, type ComponentShapes, type Shape } from '../geometry/component-shapes.js'
import { type ShapeElement } from '../geometry/shapes.js'
import { type MeshShape } from '../geometry/shapes.js'
import { type LineShape } from '../geometry/shapes.js'
import type { FaceFault } from '../geometry/face-shape.js'
import type { GuideShape } from '../geometry/guide-shapes.js'
import { ComponentExtents } from '../geometry/component-extent.js'
import { isMirroring, mirroredMatrix, mirroredShape } from '../geometry/mirrored-shape.js'
import {
  isHiddenIn,
  type Component,
  type Definition,
  type Material,
  type ComponentInstance,
  type SketchUpModel,
} from '../model.js'
import type { LengthFormat } from '../length-format.js'
import type { MaterialCache } from './material-cache.js'
import { createPropertySets } from './properties.js'

const { metres } = lengthUnits.inch
/** Maximum nesting of components; deeper nesting is a cycle. */
const deepest = 64
/** Number of nodes between two checks for cancellation. */
const nodesBetweenYields = 500

/** Reason why an instance is not shown. */
export type PlacedFault = 'block-missing' | 'not-a-number' | 'nested-too-deeply'

/** Input for writing a model. */
export interface PushInput {
  readonly context: ReadContext
  readonly writer: SceneWriter
  readonly materialCache: MaterialCache
  readonly model: SketchUpModel
}

/** Result of writing a model. */
export interface PushedModel {
  /** Faces, loose edges and instances of all used components, each counted once. */
  readonly faces: number
  readonly looseEdges: number
  readonly instances: number
  readonly components: number
  readonly faceFaults: ReadonlyMap<FaceFault, number>
  readonly lostEdges: number
  readonly placedFaults: ReadonlyMap<PlacedFault, number>
  readonly missed: ReadonlyMap<string, number>
  /** Numbers of drawn and undrawable guides. */
  readonly guides: number
  readonly lostGuides: number
  /** Numbers of drawn and undrawable texts and dimensions. */
  readonly texts: number
  readonly lostTexts: number
  readonly dimensions: number
  readonly lostDimensions: number
  /** Number of undrawable texts shown in the model's properties instead. */
  readonly screenTexts: number
  readonly sectionPlanes: number
  readonly turning: number
  readonly notPlaced: number
}

interface InstanceContext {
  readonly node: NodeId
  readonly matrix: Matrix
  readonly painted: Material | null
  readonly isHidden: boolean
  readonly depth: number
}

/** A shape in the scene. */
interface PushedShape {
  readonly mesh: MeshId
  readonly origin: Vector
  readonly shape: Shape
  /** Whether it is for mirroring placements. */
  readonly isMirrored: boolean
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/**
 * Converts three rows of three numbers and a position in inches to axes and a position in metres; returns null for
 * invalid numbers.
 */
export function toMatrix(placement: readonly number[]): Matrix | null {
  const divisor = placement[12]
  const [a, b, c, d, e, f, g, h, i, ...translation] = placement
  const axes = [a, d, g, b, e, h, c, f, i].map((value) => value / divisor)
  const matrix = Float64Array.of(...axes, ...translation.slice(0, 3).map((value) => (value / divisor) * metres))
  return matrix.every(isCoordinate) ? matrix : null
}

const isSingleSided = (shape: Shape): shape is MeshShape => shape.kind === 'mesh' && shape.isSingleSided

/** Shapes of components, created on demand. */
class ShapeStore {
  readonly #shapes = new Map<Component, Map<Material | null, ComponentShapes>>()
  readonly #budget = newClipBudget()
  readonly #extents = new ComponentExtents()
  readonly #lengthFormat: LengthFormat | null

  constructor(lengthFormat: LengthFormat | null) {
    this.#lengthFormat = lengthFormat
  }

  of(component: Component, painted: Material | null): ComponentShapes {
    const cached = this.#shapes.get(component) ?? new Map<Material | null, ComponentShapes>()
    this.#shapes.set(component, cached)
    // Where every face has its own material, the component's material has no effect.
    const inheritsMaterial = component.faces.some(({ material }) => material === null)
    const key = inheritsMaterial ? painted : null
    const shapes = cached.get(key) ?? this.#make(component, key)
    cached.set(key, shapes)
    return shapes
  }

  #make(component: Component, painted: Material | null): ComponentShapes {
    const scale = { diagonalInches: this.#extents.computeDiagonal(component), lengthFormat: this.#lengthFormat }
    return componentShapes(component, painted, { budget: this.#budget, scale })
  }
}

/** Writer of a model as a tree of its components; adds each shape to the scene once with all its instances. */
export class ModelWriter {
  readonly #input: PushInput
  /** Material of faces without any; null for the colour of their class. */
  readonly #unpainted: Material | null
  readonly #store: ShapeStore
  readonly #pushed = new Map<ComponentShapes, readonly PushedShape[]>()
  /** Separate shapes for single-sided geometry under mirroring placements. */
  readonly #mirrored = new Map<ComponentShapes, readonly PushedShape[]>()
  readonly #components = new Set<Component>()
  readonly #definitions = new Set<Definition>()
  readonly #above: Component[] = []
  readonly #sets = new Map<ComponentInstance, readonly PropertySetId[]>()
  readonly #faceFaults = new Map<FaceFault, number>()
  readonly #placedFaults = new Map<PlacedFault, number>()
  readonly #missed = new Map<string, number>()
  #lostEdges = 0
  #lostDimensions = 0
  #lostTexts = 0
  #nodes = 0

  constructor(input: PushInput) {
    this.#input = input
    this.#store = new ShapeStore(input.model.lengthFormat)
    const { faceColors } = input.model
    this.#unpainted = faceColors && { name: 'Default', color: faceColors.front, opacity: 1, texture: null }
  }

  async push(root: NodeId): Promise<PushedModel> {
    const { model } = this.#input
    await this.#pushComponent(model.root, {
      node: root,
      matrix: identityMatrix,
      painted: null,
      isHidden: false,
      depth: 0,
    })
    const components = [...this.#components]
    const sum = (of: (component: Component) => number): number =>
      components.reduce((total, component) => total + of(component), 0)
    return {
      faces: sum(({ faces }) => faces.length),
      looseEdges: sum((component) => this.#looseEdges(component)),
      instances: sum(({ instances }) => instances.length),
      components: this.#definitions.size,
      faceFaults: this.#faceFaults,
      lostEdges: this.#lostEdges,
      placedFaults: this.#placedFaults,
      missed: this.#missed,
      guides: sum(({ guides }) => guides.length),
      lostGuides: sum(({ undrawn }) => undrawn.guides),
      texts: sum(({ texts }) => texts.length) - this.#lostTexts,
      lostTexts: sum(({ screenTexts, undrawn }) => screenTexts.length + undrawn.texts) + this.#lostTexts,
      dimensions: sum(({ dimensions }) => dimensions.length) - this.#lostDimensions,
      lostDimensions: sum(({ undrawn }) => undrawn.dimensions) + this.#lostDimensions,
      screenTexts: model.root.screenTexts.length,
      sectionPlanes: sum(({ undrawn }) => undrawn.sectionPlanes),
      turning: [...this.#definitions].filter(({ facesCamera }) => facesCamera).length,
      notPlaced: model.definitions.filter((definition) => !this.#definitions.has(definition)).length,
    }
  }

  #looseEdges(component: Component): number {
    const { shapes } = this.#store.of(component, null)
    return shapes.reduce(
      (total, shape) => total + (shape.kind === 'lines' && !shape.element ? shape.lines.length : 0),
      0,
    )
  }

  async #pushComponent(component: Component, parentContext: InstanceContext): Promise<void> {
    const shapes = this.#store.of(component, parentContext.painted)
    if (!this.#components.has(component)) this.#countIn(component, shapes)
    await this.#drawShapes(shapes, parentContext)
    this.#above.push(component)
    for (const instance of component.instances) await this.#pushPlaced(instance, parentContext)
    this.#above.pop()
  }

  #countIn(component: Component, { faults, lostDimensions, lostEdges, lostTexts }: ComponentShapes): void {
    this.#components.add(component)
    for (const [fault, count] of faults) add(this.#faceFaults, fault, count)
    for (const [kind, count] of component.missed) add(this.#missed, kind, count)
    this.#lostEdges += lostEdges
    this.#lostDimensions += lostDimensions
    this.#lostTexts += lostTexts
  }

  async #pushPlaced(
    instance: ComponentInstance,
    { depth, isHidden: isAboveHidden, matrix, node, painted }: InstanceContext,
  ): Promise<void> {
    const { definition } = instance
    const own = toMatrix(instance.placement)
    const world = own && multiplyMatrices(matrix, own)
    const fault = this.#findFault(instance, world, depth)
    if (fault !== null || definition === null || world === null) {
      add(this.#placedFaults, fault ?? 'block-missing', 1)
      return
    }
    if (++this.#nodes % nodesBetweenYields === 0) await this.#yieldToEventLoop()
    this.#definitions.add(definition)
    const isHidden = isAboveHidden || isHiddenIn(instance)
    const { context, writer } = this.#input
    const child = writer.addNode({
      parent: node,
      name:
        instance.name ||
        (instance.kind === 'group' && /^Group#\d+$/.test(definition.name) ? '' : definition.name) ||
        instance.kind,
      class: instance.kind,
      sourceId: instance.guid,
      ...(isHidden && { hidden: true }),
    })
    context.scene.assignPropertySets(child, this.#getPropertySets(instance))
    await this.#pushComponent(definition.component, {
      node: child,
      matrix: world,
      painted: instance.material ?? painted,
      isHidden,
      depth: depth + 1,
    })
  }

  #findFault({ definition }: ComponentInstance, matrix: Matrix | null, depth: number): PlacedFault | null {
    if (definition === null) return 'block-missing'
    // Valid placements may combine to coordinates beyond all bounds.
    if (matrix === null || !matrix.every(isCoordinate)) return 'not-a-number'
    return depth >= deepest || this.#above.includes(definition.component) ? 'nested-too-deeply' : null
  }

  async #yieldToEventLoop(): Promise<void> {
    throwIfCancelled(this.#input.context.signal)
    await this.#input.context.scene.settle()
  }

  #getPropertySets(instance: ComponentInstance): readonly PropertySetId[] {
    const cached = this.#sets.get(instance)
    if (cached !== undefined) return cached
    const sets = createPropertySets(instance).map((set) => this.#input.context.scene.addPropertySet(set))
    this.#sets.set(instance, sets)
    return sets
  }

  /** Draws the shapes of a component; hidden ones of a visible component get a separate element. */
  async #drawShapes(shapes: ComponentShapes, { isHidden, matrix, node }: InstanceContext): Promise<void> {
    const { materialCache, writer } = this.#input
    let hiddenNode: NodeId | null = null
    const elements = new Map<ShapeElement, NodeId>()
    for (const { isMirrored, mesh, origin, shape } of await this.#shapesFor(shapes, matrix)) {
      let at = node
      if (shape.isHidden && !isHidden) {
        hiddenNode ??= writer.addNode({ parent: node, name: 'hidden', class: 'hidden', sourceId: '', hidden: true })
        at = hiddenNode
      }
      if (shape.element !== undefined) {
        const own = elements.get(shape.element) ?? writer.addNode({ ...shape.element, parent: at, sourceId: '' })
        elements.set(shape.element, own)
        at = own
      }
      const material = await materialCache.of(
        this.#getMaterial(shape),
        shape.kind === 'mesh' && shape.mesh.textureCoordinates !== undefined,
      )
      writer.addInstance({ node: at, mesh, origin, matrix: isMirrored ? mirroredMatrix(matrix) : matrix, material })
    }
  }

  #getMaterial(shape: Shape): Material | null {
    if (shape.kind === 'guides') return null
    return shape.material ?? (shape.kind === 'mesh' ? this.#unpainted : null)
  }

  async #shapesFor(shapes: ComponentShapes, matrix: Matrix): Promise<readonly PushedShape[]> {
    const plain = await this.#getShapes(shapes)
    if (!isMirroring(matrix) || !plain.some(({ shape }) => isSingleSided(shape))) return plain
    const cached = this.#mirrored.get(shapes)
    if (cached !== undefined) return cached
    const mirrored = plain.flatMap((pushed) =>
      isSingleSided(pushed.shape)
        ? this.#pushShape(mirroredShape(pushed.shape)).map((each) => ({ ...each, isMirrored: true }))
        : [pushed],
    )
    this.#mirrored.set(shapes, mirrored)
    return mirrored
  }

  async #getShapes(shapes: ComponentShapes): Promise<readonly PushedShape[]> {
    const cached = this.#pushed.get(shapes)
    if (cached !== undefined) return cached
    const pushed = shapes.shapes.flatMap((shape) => this.#pushShape(shape))
    this.#pushed.set(shapes, pushed)
    await this.#yieldToEventLoop()
    return pushed
  }

  #pushLines(shape: Shape, lines: LineShape['lines']): PushedShape[] {
    if (lines.length === 0) return []
    const [[[x, y, z]]] = lines
    const mesh = this.#input.context.scene.addLines(lineSet(lines, [x, y, z], metres))
    return [{ mesh, origin: [x * metres, y * metres, z * metres], shape, isMirrored: false }]
  }

  #pushPoints(shape: GuideShape): PushedShape[] {
    if (shape.points.length === 0) return []
    const positions = Float64Array.from(shape.points.flat())
    return splitPointCloud({ positions }, metres).map(({ points, origin }) => ({
      mesh: this.#input.context.scene.addPoints(points),
      origin,
      shape,
      isMirrored: false,
    }))
  }

  #pushShape(shape: Shape): PushedShape[] {
    const { context, writer } = this.#input
    if (shape.kind === 'lines') return this.#pushLines(shape, shape.lines)
    if (shape.kind === 'guides') return [...this.#pushLines(shape, shape.lines), ...this.#pushPoints(shape)]
    // Faces with another material on the back keep their orientation.
    const prepared = prepareMesh(shape.mesh, { repairOrientation: !shape.isSingleSided })
    if (prepared === null) return []
    writer.countTriangles(prepared.levels[0].count / 3)
    // A single side gets no volume, as front and back enclose the same one.
    const oneSide = { ...prepared, isSingleSided: true, closed: false, volume: null }
    const mesh = context.scene.addMesh(shape.isSingleSided ? oneSide : prepared)
    return mesh === null ? [] : [{ mesh, origin: shape.origin, shape, isMirrored: false }]
  }
}
