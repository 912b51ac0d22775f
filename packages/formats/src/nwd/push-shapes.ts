import { grouped, type MeshId, type ReadContext, throwIfCancelled } from '@kamar/core'
import { isCoordinate, hexadecimal, scaleTranslation } from '@kamar/core/math'
import { GrowingUint32 } from '../kit/growing-array.js'
import type { SceneWriter } from '../kit/scene-writer.js'
import { addInParts, maxMeshTriangles } from '../kit/split-mesh.js'
import { parts } from './container/models.js'
import type { Fragment, Fragments } from './geometry/fragments.js'
import type { SourceMaterial } from './geometry/material.js'
import { findFault, type ShapeFault } from './geometry/agreement.js'
import { readRecordSizes, shapeRecords } from './geometry/shape-records.js'
import { toSegments, toTriangles } from './geometry/rows.js'
import { ShapeReader, type Shape } from './geometry/shape.js'
import type { PushedTree } from './push-tree.js'
import type { Model, ModelReading } from './read-model.js'

/** Input of writing shapes. */
export interface ShapesInput extends ModelReading {
  readonly context: ReadContext
  readonly writer: SceneWriter
  readonly model: Model
  readonly fragments: Fragments
  /** Metres per unit of the model. */
  readonly metres: number
  /** Called with the first shape that can be shown. */
  readonly tree: () => PushedTree
  /** Reports the fraction done. */
  readonly progress: (fraction: number) => void
}

/** Number of missing instances, and their elements, at most a hundred. */
export interface Missed {
  readonly count: number
  readonly paths: ReadonlySet<number>
}

/** Result of writing the shape instances of a model. */
export interface PushedShapes {
  readonly shapes: number
  readonly fragments: number
  /** Elements with visible content, and those that are shown completely. */
  readonly elements: number
  readonly visibleCount: number
  /** Shape instances that are not shown, by reason. */
  readonly faults: ReadonlyMap<ShapeFault, Missed>
  /** Shapes without area. */
  readonly empty: number
}

/** Reads one shape after another from the file and writes all its instances. */
export async function pushShapes(input: ShapesInput): Promise<PushedShapes> {
  const work = new ShapeWork(input)
  await work.run()
  return work.result()
}

/** Max elements named for each reason. */
const maxNamedElements = 100

/** Replaces the material of white lines and points, meant for a black background, by the colour of their class. */
const getStrokeMaterial = (sourceMaterial: SourceMaterial | null): SourceMaterial | null =>
  sourceMaterial?.color.every((channel) => channel === 1) ? null : sourceMaterial

function groupByShape({ fragments }: Fragments): Map<number, GrowingUint32> {
  const rowsOf = new Map<number, GrowingUint32>()
  for (let row = 0; row < fragments.length; row++) {
    const rows = rowsOf.get(fragments.shapeOf(row)) ?? new GrowingUint32()
    rows.push(row)
    rowsOf.set(fragments.shapeOf(row), rows)
  }
  return rowsOf
}

class ShapeWork {
  readonly #input: ShapesInput
  /** Rows of the instances of each shape. */
  readonly #users: ReadonlyMap<number, GrowingUint32>
  readonly #faults = new Map<ShapeFault, Missed>()
  readonly #incomplete = new Set<number>()
  /** Number of shapes in the file, with or without instances. */
  #stored = 0
  #shapes = 0
  #fragments = 0
  #empty = 0

  constructor(input: ShapesInput) {
    this.#input = input
    this.#users = groupByShape(input.fragments)
  }

  async run(): Promise<void> {
    const { input, inflation, model, progress, context } = this.#input
    const chunk = model.parts.get(parts.shapes)
    const sizes = chunk ? await readRecordSizes(input, chunk, inflation) : null
    this.#stored = sizes?.length ?? 0
    let number = 0
    if (chunk && sizes) {
      const reader = new ShapeReader(this.#input.forms)
      for await (const record of shapeRecords(input, { chunk, sizes, inflation })) {
        throwIfCancelled(context.signal)
        const users = this.#users.get(++number)
        if (users !== undefined) await this.#placeAll(reader.read(record), this.#readFragments(users))
        progress(number / sizes.length)
      }
    }
    for (const [shape, users] of this.#users)
      if (shape > number || shape < 1) this.#miss(this.#readFragments(users), 'missing-geometry')
  }

  result(): PushedShapes {
    const { fragments, declaredCount: declared } = this.#input.fragments
    // Without any readable instance, each shape counts as a missing one.
    const unread = Math.max(declared, fragments.length > 0 ? 0 : this.#stored) - fragments.length
    if (unread > 0) this.#count('damaged', unread)
    const paths = new Set<number>()
    for (let row = 0; row < fragments.length; row++) paths.add(fragments.pathOf(row))
    const elements = paths.size
    return {
      shapes: this.#shapes,
      fragments: this.#fragments,
      // The elements of unreadable shape instances are unknown.
      elements: elements + unread,
      visibleCount: elements - this.#incomplete.size,
      faults: this.#faults,
      empty: this.#empty,
    }
  }

  #readFragments(rows: GrowingUint32): Fragment[] {
    return Array.from(rows.toArray(), (row) => this.#input.fragments.fragments.get(row))
  }

  async #placeAll(shape: Shape | null, users: readonly Fragment[]): Promise<void> {
    if (shape === null) return this.#miss(users, 'damaged')
    if (!shape.positions.every(isCoordinate)) return this.#miss(users, 'not-a-number')
    const sound = grouped(users, (fragment) => findFault(shape, fragment) ?? 'none')
    for (const [fault, some] of sound) if (fault !== 'none') this.#miss(some, fault)
    const validFragments = sound.get('none')
    if (validFragments === undefined) return
    this.#shapes++
    this.#fragments += validFragments.length
    if (shape.kind === 'points') this.#placePoints(shape, validFragments)
    else await this.#addInstances(shape, validFragments)
    await this.#input.context.scene.settle()
  }

  #miss(users: readonly Fragment[], fault: ShapeFault): void {
    const paths = users.map(({ path }) => path)
    for (const path of paths) this.#incomplete.add(path)
    this.#count(fault, users.length, paths)
  }

  #count(fault: ShapeFault, count: number, paths: readonly number[] = []): void {
    const before = this.#faults.get(fault)
    const listedPaths = [...(before?.paths ?? []), ...paths].slice(0, maxNamedElements)
    this.#faults.set(fault, { count: (before?.count ?? 0) + count, paths: new Set(listedPaths) })
  }

  #placePoints({ positions }: Shape, users: readonly Fragment[]): void {
    const { metres, writer, tree } = this.#input
    for (const { sourceMaterial, matrix, path } of users) {
      const { node } = tree().elementAt(path)
      const metric = scaleTranslation(matrix, metres)
      writer.addPoints({
        node,
        positions,
        metres,
        color: getStrokeMaterial(sourceMaterial)?.color ?? null,
        matrix: metric,
      })
    }
  }

  async #addInstances(shape: Shape, users: readonly Fragment[]): Promise<void> {
    const { metres, writer, tree } = this.#input
    const meshes = await this.#addMeshes(shape)
    if (meshes.length === 0) {
      this.#empty++
      return
    }
    for (const { sourceMaterial: declared, matrix, path } of users) {
      const { materialName, node } = tree().elementAt(path)
      const sourceMaterial = shape.kind === 'lines' ? getStrokeMaterial(declared) : declared
      const material =
        sourceMaterial &&
        writer.material({ name: materialName || hexadecimal(sourceMaterial.color), ...sourceMaterial })
      for (const mesh of meshes)
        writer.addInstance({ node, mesh, material, matrix: scaleTranslation(matrix, metres), origin: [0, 0, 0] })
    }
  }

  /** Adds the mesh of a shape, in parts where it is very large; none when nothing is left of it. */
  async #addMeshes(shape: Shape): Promise<MeshId[]> {
    const { metres, context, writer } = this.#input
    const positions = shape.positions.map((value) => value * metres)
    if (shape.kind === 'lines') {
      const indices = toSegments(shape)
      return indices.length > 0 ? [context.scene.addLines({ positions, indices })] : []
    }
    const indices = toTriangles(shape)
    writer.countTriangles(indices.length / 3)
    const { normals } = shape
    const mesh = { positions, indices, ...(normals !== null && { normals }) }
    if (indices.length > 3 * maxMeshTriangles) return addInParts(context.scene, mesh)
    const added = context.scene.addMesh(mesh)
    return added === null ? [] : [added]
  }
}
