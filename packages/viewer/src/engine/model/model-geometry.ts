import type { Picker } from '../pick/picker.js'
import { drawMode } from '../store/instance-colors.js'
import type { GeometryShape } from '../store/geometry-store.js'
import { instanceFlag, placementStride } from '../store/gpu-chunk.js'
import type { ShapeResidency } from '../residency/content-residency.js'
import type { RowRun } from '../store/model-data.js'
import type { ModelContent } from './model-content.js'

/**
 * Shape of one instance: triangles (or segments) of a mesh, and the matrix that transforms them to model coordinates.
 */
export interface InstanceShape {
  readonly instance: number
  readonly element: number
  /** Mesh number, which several instances may share. */
  readonly geometry: number
  readonly shape: GeometryShape
  /** Three rows of four numbers: from the mesh's quantised coordinates to model coordinates in metres. */
  readonly matrix: Float32Array
  /** Closed: the mesh has an inside, and its triangles are counter-clockwise seen from outside. */
  readonly solid: boolean
}

/** Boxes of elements with a shape: six numbers each, starting with `Infinity` for an element without one. */
export interface ElementBoxes {
  readonly count: number
  readonly boxes: Float32Array
}

/** CPU-side shapes of the loaded model, for measuring and sectioning tools. */
export class ModelGeometry {
  readonly #content: ModelContent
  readonly #isGhosted: (element: number) => boolean
  readonly #picker: Picker | null

  constructor(content: ModelContent, isGhosted: (element: number) => boolean, picker: Picker | null = null) {
    this.#content = content
    this.#isGhosted = isGhosted
    this.#picker = picker
  }

  /** Visits instances whose boxes intersect `box` (min x y z, max x y z; metres), including hidden ones. */
  near(box: ArrayLike<number>, visit: (instance: number) => void): void {
    this.#picker?.near(box, visit)
  }
  /** Visits index runs of a mesh that may lie in `box`, which is in the mesh's quantised coordinates. */
  runsNear(
    { geometry, shape }: InstanceShape,
    box: ArrayLike<number>,
    visit: (start: number, end: number) => void,
  ): void {
    this.#picker?.runsNear(geometry, { shape, box }, visit)
  }

  /** Number of loaded instances; instances are numbered from 0. */
  get count(): number {
    return this.#content.instances.count
  }
  /** Centre and radius of each instance's bounding sphere, four numbers each. */
  get spheres(): Float32Array {
    return this.#content.instances.sphere
  }

  /** Returns the boxes of elements by number, min x y z then max x y z; infinite where an element has no shape. */
  elementBoxes(elementCount: number): Float32Array {
    const { instances, geometries } = this.#content
    const boxes = new Float32Array(elementCount * 6)
    for (let at = 0; at < boxes.length; at++) boxes[at] = at % 6 < 3 ? Infinity : -Infinity
    const table = this.#content.cells?.boxes ?? null
    if (table !== null) {
      for (let element = 0; element < elementCount; element++)
        table.growBox(element, boxes.subarray(element * 6, element * 6 + 6))
      return boxes
    }
    for (let instance = 0; instance < instances.count; instance++) {
      const at = instances.node[instance] * 6
      instances.growBox(instance, geometries.extent, boxes.subarray(at, at + 6))
    }
    return boxes
  }

  /**
   * Returns the instances of an element itself, without its children; in a model of cells those that are resident, none
   * of them in coarse form.
   */
  instancesOf(element: number): Uint32Array {
    const { cells, elements, instances } = this.#content
    const numbers = elements.of(element)
    return cells === null
      ? numbers
      : numbers.filter((instance) => (instances.flags[instance] & instanceFlag.proxy) === 0)
  }
  /** Returns whether `instancesOf` returns all instances of these elements. */
  hasElements(elements: Iterable<number>): boolean {
    return this.#content.cells?.hasElements(elements) ?? true
  }
  /** Calls `action` while `instancesOf` returns all instances of these elements. */
  async withElements(elements: readonly number[], action: () => void): Promise<void> {
    const { cells } = this.#content
    return cells === null ? action() : cells.withElements(elements, action)
  }
  /** Drawn runs of instances, another list after any change; null if all instances are resident. */
  get rowRuns(): readonly RowRun[] | null {
    return this.#content.rowRuns
  }
  elementOf(instance: number): number {
    return this.#content.instances.node[instance]
  }
  /** Returns whether the instance is drawn, and not as a ghost. */
  isShown(instance: number): boolean {
    return this.#content.instanceColors.mode[instance] !== drawMode.none && !this.#isGhosted(this.elementOf(instance))
  }
  /** Returns whether the instance's element is selected. */
  isSelected(instance: number): boolean {
    return this.#content.instanceColors.isSelected(instance)
  }
  /** Returns whether the shape is closed; sheets, lines and points are not. */
  isSolid(instance: number): boolean {
    return (this.#content.instances.flags[instance] & instanceFlag.solid) !== 0
  }
  /** Returns the displayed colour: red, green, blue from 0 to 255, and opacity from 0 to 1. */
  getColor(instance: number): readonly [number, number, number, number] {
    const [red, green, blue, alpha] = this.#content.instanceColors.color.subarray(instance * 4, instance * 4 + 4)
    return [red, green, blue, (alpha >> 1) / 127]
  }
  /**
   * Returns whether a shape is resident: in a model that exceeds its memory budget, distant shapes are evicted and have
   * no triangles.
   */
  isResident(instance: number): boolean {
    return this.#shapeResidency?.isResident(instance) ?? true
  }
  /** Calls `visit` for each instance while its shape is resident; fetches evicted shapes one chunk at a time. */
  async visit(instances: Iterable<number>, visit: (instance: number) => void): Promise<void> {
    const residency = this.#shapeResidency
    if (residency !== null) return residency.visit(instances, visit)
    for (const instance of instances) visit(instance)
  }
  /** Calls `action` once the shapes of all these instances are resident. */
  async withResident(instances: Iterable<number>, action: () => void): Promise<void> {
    const residency = this.#shapeResidency
    return residency === null ? action() : residency.withResident(instances, action)
  }
  get #shapeResidency(): ShapeResidency | null {
    const { residency } = this.#content
    return residency?.kind === 'shapes' ? residency : null
  }
  getShape(instance: number): InstanceShape {
    const { instances, geometries } = this.#content
    const at = instance * placementStride
    const geometry = instances.geometry[instance]
    return {
      instance,
      element: instances.node[instance],
      geometry,
      shape: geometries.getShape(geometry),
      matrix: instances.placement.subarray(at, at + 12),
      solid: this.isSolid(instance),
    }
  }
}
