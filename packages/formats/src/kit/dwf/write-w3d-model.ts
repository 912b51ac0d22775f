import {
  TranslationError,
  type Finding,
  type MaterialId,
  type MeshId,
  type NodeId,
  type ReadContext,
  throwIfCancelled,
  type LengthUnit,
} from '@kamar/core'
import {
  identityMatrix,
  isFiniteMatrix,
  multiplyMatrices,
  scaleTranslation,
  type Matrix,
  type Vector,
} from '@kamar/core/math'
import { lineSet, type Polyline } from '../line-set.js'
import { nextTurn } from '@kamar/codecs/part21'
import type { SceneWriter } from '../scene-writer.js'
import type { Textures } from '../textures.js'
import type { ModelTree } from './model-tree.js'
import { type SkipList, information } from '../report.js'
import type { HsfColor, HsfAttributes, HsfModel, HsfSegment, HsfShape, HsfShell } from './w3d/model.js'
import { HsfReader } from './w3d/hsf-reader.js'
import { opcodes } from './w3d/opcodes.js'

/** Number of segments between two yields. */
const segmentsPerYield = 500
/** Maximum number of nested segments, counting each include. */
const maxSegments = 5_000_000
const deepest = 200
/** Lines of this style are shell edges, which the scene computes itself. */
const edgesStyle = /PublishedEdges$/
const defaultColor: HsfColor = { color: [0.7, 0.7, 0.7], transmission: 0, texture: '' }

/** A model stream and the target of its shapes. */
export interface ModelInput {
  readonly bytes: Uint8Array
  readonly name: string
  readonly context: ReadContext
  readonly writer: SceneWriter
  readonly skipped: SkipList
  readonly tree: ModelTree
  readonly textures: Textures
  readonly unit: LengthUnit
  /** 4×4 matrix, row by row: from the stream's coordinates to the section's. */
  readonly transform: readonly number[]
  readonly hiddenSegments: ReadonlySet<string>
  readonly progress: (fraction: number) => void
}

/** Reads a model stream and places its shapes. */
export async function writeW3dModel(input: ModelInput): Promise<Finding[]> {
  const { context, skipped } = input
  const reader = new HsfReader(
    input.bytes,
    {
      limits: context.limits,
      skip: (kind, reason) => skipped.add(kind, reason),
    },
    opcodes,
  )
  const run = reader.run()
  for (;;) {
    const step = run.next()
    if (step.done) {
      if (step.value !== 'whole')
        skipped.add('W3D', step.value === 'cut' ? 'file-ends-early' : 'damaged', { elements: [input.name] })
      break
    }
    input.progress(step.value / 2)
    await nextTurn()
    throwIfCancelled(context.signal)
  }
  const writer = new ModelWriter(input, reader.model)
  await writer.push()
  return writer.findings
}

/** A segment to be drawn, with its inherited state. */
interface SegmentInstance {
  readonly segment: HsfSegment
  readonly node: NodeId
  readonly matrix: Matrix
  readonly attributes: HsfAttributes
  readonly depth: number
}

interface KnownMesh {
  readonly mesh: MeshId
  readonly origin: Vector
}

class ModelWriter {
  readonly findings: Finding[] = []
  readonly #input: ModelInput
  readonly #model: HsfModel
  readonly #metres: number
  readonly #base: Matrix
  readonly #library = new Map<string, HsfSegment>()
  readonly #meshes = new Map<HsfShell, MeshId | null>()
  readonly #lines = new Map<HsfSegment, KnownMesh>()
  readonly #materials = new Map<string, MaterialId>()

  constructor(input: ModelInput, model: HsfModel) {
    this.#input = input
    this.#model = model
    const rows = input.transform
    const scale = Math.hypot(rows[0], rows[1], rows[2]) || 1
    this.#metres = input.unit.metres * scale
    const axes = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => rows[4 * row + column] / scale))
    const origin = [12, 13, 14].map((at) => rows[at] * input.unit.metres)
    this.#base = multiplyMatrices(this.#upright(), Float64Array.from([...axes, ...origin]))
    this.#collectLibrary(model.root)
  }

  /** Collects segments whose names begin at the root; they are drawn only where they are included. */
  #collectLibrary(root: HsfSegment): void {
    const waiting = [root]
    for (let segment = waiting.pop(); segment; segment = waiting.pop()) {
      if (segment.name.startsWith('?') && !this.#library.has(segment.name)) this.#library.set(segment.name, segment)
      waiting.push(...segment.children)
    }
  }

  async push(): Promise<void> {
    const { context, tree, progress, skipped } = this.#input
    const root: SegmentInstance = {
      segment: this.#model.root,
      node: tree.root,
      matrix: identityMatrix,
      attributes: {},
      depth: 0,
    }
    const waiting: SegmentInstance[] = [root]
    let done = 0
    for (let instance = waiting.pop(); instance; instance = waiting.pop()) {
      if (++done > maxSegments)
        throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${maxSegments} segments` } })
      if (instance.depth > deepest) skipped.add('segment', 'nested-too-deeply')
      else {
        await this.#draw(instance)
        const inner = this.#inner(instance)
        for (let at = inner.length - 1; at >= 0; at--) waiting.push(inner[at])
      }
      if (done % segmentsPerYield !== 0) continue
      progress(0.5 + (0.5 * done) / (done + waiting.length))
      await context.scene.settle()
      await nextTurn()
      throwIfCancelled(context.signal)
    }
  }

  /** Returns the content drawn within a segment: its child segments, and those it includes. */
  #inner({ segment, node, matrix, attributes, depth }: SegmentInstance): SegmentInstance[] {
    const { tree, hiddenSegments, skipped } = this.#input
    const instances: SegmentInstance[] = []
    const add = (inner: HsfSegment): void => {
      if (hiddenSegments.has(inner.name)) return
      const own = inner.name === '' ? null : tree.findNode(inner.name)
      const isElement = !tree.isStated && inner.name !== '' && !inner.name.startsWith('?')
      instances.push({
        segment: inner,
        node: own ?? (isElement ? tree.addSegment(inner.name, node) : node),
        matrix: inner.matrix ? multiplyMatrices(matrix, Float64Array.from(inner.matrix)) : matrix,
        attributes: this.#inherit(attributes, inner),
        depth: depth + 1,
      })
    }
    for (const child of segment.children) if (!child.name.startsWith('?')) add(child)
    for (const path of segment.includes) {
      const included = this.#library.get(path)
      if (included) add(included)
      else skipped.add('segment', 'block-missing', { elements: [path] })
    }
    return instances
  }

  #inherit(outer: HsfAttributes, segment: HsfSegment): HsfAttributes {
    let attributes = outer
    for (const style of segment.styles)
      attributes = mergeAttributes(attributes, this.#library.get(style)?.attributes ?? {})
    const own = mergeAttributes(attributes, segment.attributes)
    return segment.styles.some((style) => edgesStyle.test(style)) ? { ...own, areEdges: true } : own
  }

  async #draw({ segment, node, matrix, attributes }: SegmentInstance): Promise<void> {
    if (segment.shapes.length === 0) return
    const { writer, skipped } = this.#input
    const placement = multiplyMatrices(this.#base, scaleTranslation(matrix, this.#metres))
    if (!isFiniteMatrix(placement)) {
      skipped.add('segment', 'not-a-number')
      return
    }
    for (const shape of segment.shapes) {
      if (shape.kind !== 'shell' || attributes.areFacesVisible === false) continue
      const mesh = this.#mesh(shape)
      if (mesh === null) continue
      const material = await this.#material(
        attributes.faces ?? defaultColor,
        shape.parameters !== null,
        shape.colors !== null,
      )
      writer.addInstance({ node, mesh, material, matrix: placement, origin: [0, 0, 0] })
    }
    if (attributes.areEdges || attributes.areLinesVisible === false) return
    const lines = this.#lineMesh(segment)
    if (!lines) return
    const material = await this.#material(attributes.lines ?? { ...defaultColor, color: [0, 0, 0] }, false, false)
    writer.addInstance({ node, mesh: lines.mesh, material, matrix: placement, origin: lines.origin })
  }

  #mesh(shell: HsfShell): MeshId | null {
    const cached = this.#meshes.get(shell)
    if (cached !== undefined) return cached
    const mesh = this.#addMesh(shell)
    this.#meshes.set(shell, mesh)
    return mesh
  }

  #addMesh({ positions, indices, normals, colors, parameters }: HsfShell): MeshId | null {
    const { writer, context, skipped } = this.#input
    if (!positions.every((value) => Number.isFinite(value))) {
      skipped.add('shell', 'not-a-number')
      return null
    }
    writer.countTriangles(indices.length / 3)
    const isFinite = (values: Float32Array): boolean => values.every((value) => Number.isFinite(value))
    const mesh = context.scene.addMesh({
      positions: Float64Array.from(positions, (value) => value * this.#metres),
      indices,
      ...(normals && isFinite(normals) ? { normals } : {}),
      ...(colors ? { colors } : {}),
      // Images begin at their lower edge here, and at their upper edge in the scene.
      ...(parameters && isFinite(parameters)
        ? { textureCoordinates: parameters.map((value, at) => (at % 2 === 1 ? 1 - value : value)) }
        : {}),
    })
    if (mesh === null) skipped.add('shell', 'no-area')
    return mesh
  }

  /** Merges all lines of a segment. */
  #lineMesh(segment: HsfSegment): KnownMesh | null {
    const cached = this.#lines.get(segment)
    if (cached) return cached
    const lines = segment.shapes.flatMap((shape) => toPolylines(shape))
    const first = lines[0]?.[0]
    if (!first) return null
    const mesh = this.#input.context.scene.addLines(lineSet(lines, first, this.#metres))
    const lineMesh = { mesh, origin: first.map((value) => value * this.#metres) as unknown as Vector }
    this.#lines.set(segment, lineMesh)
    return lineMesh
  }

  async #material(attributes: HsfColor, hasCoordinates: boolean, hasColors: boolean): Promise<MaterialId> {
    const { color, transmission, texture } = hasColors ? { ...attributes, color: [1, 1, 1] as const } : attributes
    const key = `${color.join(' ')} ${transmission} ${texture} ${hasCoordinates}`
    let material = this.#materials.get(key)
    if (material === undefined) {
      const { context, textures } = this.#input
      const hsfTexture = this.#model.textures.get(texture) ?? this.#model.textures.get(`"${texture}"`)
      const name = texture === '' ? null : unquoted(hsfTexture?.image ?? texture)
      const surface = await textures.bind(color, name, { hasCoordinates, isClamped: hsfTexture?.isClamped })
      material = context.scene.addMaterial({ name: name ?? '', opacity: 1 - transmission, ...surface })
      this.#materials.set(key, material)
    }
    return material
  }

  /** Returns the transform to Z up. A stream states no up direction; its first view does. */
  #upright(): Matrix {
    const up = this.#model.up
    const sizes = up?.map((value) => Math.abs(value)) ?? [0, 0, 1]
    const isY = sizes[1] > sizes[0] && sizes[1] > sizes[2]
    this.findings.push(information('up-axis-assumed', { axis: isY ? 'Y' : 'Z' }))
    return isY ? Float64Array.of(1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0) : identityMatrix
  }
}

/** Removes quotes, which only some names include. */
export const unquoted = (name: string): string => name.replace(/^"(.*)"$/, '$1')

/** Merges attributes: a segment's own ones override inherited ones, except for locked faces. */
function mergeAttributes(outer: HsfAttributes, own: HsfAttributes): HsfAttributes {
  const faces = outer.areFacesLocked ? (outer.faces ?? own.faces) : (own.faces ?? outer.faces)
  const lines = own.lines ?? outer.lines
  const areFacesVisible = own.areFacesVisible ?? outer.areFacesVisible
  const areLinesVisible = own.areLinesVisible ?? outer.areLinesVisible
  return {
    ...(faces ? { faces } : {}),
    ...(lines ? { lines } : {}),
    ...(areFacesVisible === undefined ? {} : { areFacesVisible }),
    ...(areLinesVisible === undefined ? {} : { areLinesVisible }),
    ...(outer.areEdges ? { areEdges: true } : {}),
    ...(outer.areFacesLocked || own.areFacesLocked ? { areFacesLocked: true } : {}),
  }
}

function toPolylines(shape: HsfShape): Polyline[] {
  if (shape.kind !== 'line' || !shape.points.every((value) => Number.isFinite(value))) return []
  return [
    Array.from({ length: shape.points.length / 3 }, (_, at): Vector => [
      shape.points[3 * at],
      shape.points[3 * at + 1],
      shape.points[3 * at + 2],
    ]),
  ]
}
