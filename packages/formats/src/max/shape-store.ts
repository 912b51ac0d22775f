import type { MeshId, ReadContext } from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import { newClipBudget } from '@kamar/mesh'
import type { SceneWriter } from '../kit/scene-writer.js'
import type { SceneObject } from './container/scene-objects.js'
import { cutShape } from './geometry/mesh-parts.js'
import type { ShapeFault } from './geometry/read-shape.js'
import type { TriangleShape } from './geometry/triangle-shape.js'
import type { SceneMaterials, MaterialSlots } from './materials/scene-materials.js'
import { shapeOfStack, type StackShape } from './modifiers/apply-stack.js'
import type { ObjectStack } from './nodes/object-stack.js'

/** A mesh of the scene and the material part it uses. */
export interface PlacedPart {
  readonly mesh: MeshId
  readonly part: number
  readonly hasCoordinates: boolean
}

/** A shape in the scene. */
export interface PushedShape {
  readonly parts: readonly PlacedPart[]
  /** Origin in metres: added to every position. */
  readonly origin: Vector
  /** Polygons and triangles omitted, by reason. */
  readonly skipped: ReadonlyMap<string, number>
  /** Modifiers that are not applied. */
  readonly left: readonly SceneObject[]
}

/** Input of writing shapes. */
export interface StoreInput {
  readonly context: ReadContext
  readonly writer: SceneWriter
  readonly materials: SceneMaterials
  readonly metres: number
}

/** Objects as meshes of the scene: one per distinct split by materials and textures. */
export class ShapeStore {
  readonly #input: StoreInput
  readonly #budget = newClipBudget()
  /** Material ids of an object's triangles, or the reason why it has none. */
  readonly #numbers = new Map<SceneObject, readonly number[] | ShapeFault>()
  readonly #pushed = new Map<string, PushedShape>()
  readonly #shapesBySlots = new Map<SceneObject, Map<MaterialSlots, PushedShape | ShapeFault>>()

  constructor(input: StoreInput) {
    this.#input = input
  }

  /** Returns the meshes of an object with its materials, or the reason why there are none. */
  async get(stack: ObjectStack, slots: MaterialSlots): Promise<PushedShape | ShapeFault> {
    if (stack.top === null) return 'not-read'
    const shapesBySlots = this.#shapesBySlots.get(stack.top) ?? new Map<MaterialSlots, PushedShape | ShapeFault>()
    this.#shapesBySlots.set(stack.top, shapesBySlots)
    const shape = shapesBySlots.get(slots) ?? (await this.#find(stack.top, stack, slots))
    shapesBySlots.set(slots, shape)
    return shape
  }

  async #find(top: SceneObject, stack: ObjectStack, slots: MaterialSlots): Promise<PushedShape | ShapeFault> {
    const cached = this.#numbers.get(top)
    const read = cached === undefined ? shapeOfStack(stack, this.#budget) : null
    const numbers = cached ?? listMaterialIds(read?.shape ?? null)
    this.#numbers.set(top, numbers)
    if (typeof numbers === 'string') return numbers
    const textured = new Set<number>()
    for (const part of new Set(numbers.map(slots.partOf))) {
      const file = await this.#input.materials.findTextureFile(slots.getMaterial(part))
      if (file !== '') textured.add(part)
    }
    const key = [top.number, numbers.map(slots.partOf).join(), [...textured].join()].join(' ')
    const pushed = this.#pushed.get(key) ?? this.#push(read ?? shapeOfStack(stack, this.#budget), slots, textured)
    if (typeof pushed !== 'string') this.#pushed.set(key, pushed)
    return pushed
  }

  #push(
    { left, shape }: StackShape,
    { partOf }: MaterialSlots,
    textured: ReadonlySet<number>,
  ): PushedShape | ShapeFault {
    if (typeof shape === 'string') return shape
    const { metres, context, writer } = this.#input
    const cut = cutShape(shape, { metres, partOf, isTextured: (part) => textured.has(part) })
    writer.countTriangles(cut.triangles)
    const parts = cut.parts.flatMap(({ materialId: part, mesh }) => {
      const id = context.scene.addMesh(mesh)
      return id === null ? [] : [{ mesh: id, part, hasCoordinates: mesh.textureCoordinates !== undefined }]
    })
    const faults = [
      ['polygon-too-complex', shape.skipped],
      ['not-a-number', cut.notNumbers],
    ] as const
    return { parts, origin: cut.origin, skipped: new Map(faults.filter(([, count]) => count > 0)), left }
  }
}

const listMaterialIds = (shape: TriangleShape | ShapeFault | null): readonly number[] | ShapeFault =>
  shape === null || typeof shape === 'string'
    ? (shape ?? 'damaged')
    : [...new Set(shape.materialIds)].toSorted((a, b) => a - b)
