import { TranslationError } from '@kamar/contracts/core'
import type { Finding, MaterialId, MeshId, NodeId, ReadContext } from '@kamar/scene'
import { lineSet, type Polyline } from '../line-set.js'
import {
  identityMatrix,
  isFiniteMatrix,
  multiplyMatrices,
  scaleTranslation,
  type Matrix,
  type Vector,
} from '../matrix.js'
import { nextTurn } from '../part21/read-statements.js'
import { throwIfBeyond, throwIfCancelled } from '../room-guards.js'
import type { SceneWriter } from '../scene-writer.js'
import type { Textures } from '../textures.js'
import type { LengthUnit } from '../units.js'
import type { ModelTree } from './model-tree.js'
import type { SkipList } from './skip-list.js'
import type { HsfColor, HsfLook, HsfModel, HsfSegment, HsfShape, HsfShell } from './w3d/model.js'
import { HsfReader, HsfTooLarge } from './w3d/parse-hsf.js'

/** So many segments are drawn before others have their turn. */
const turnSegments = 500
/** Segments within segments, those that are included again counted each time. */
const mostSegments = 5_000_000
const deepest = 200
/** Lines of this style are the edges of shells, which the scene finds for itself. */
const edgesStyle = /PublishedEdges$/
const usualColor: HsfColor = { color: [0.7, 0.7, 0.7], transmission: 0, texture: '' }

/** A model stream and where its shapes go. */
export interface ModelInput {
  readonly bytes: Uint8Array
  readonly name: string
  readonly room: ReadContext
  readonly writer: SceneWriter
  readonly skipped: SkipList
  readonly tree: ModelTree
  readonly textures: Textures
  readonly unit: LengthUnit
  /** Rows of a 4×4 matrix: from the stream's coordinates to the section's. */
  readonly transform: readonly number[]
  readonly hiddenSegments: ReadonlySet<string>
  readonly progress: (fraction: number) => void
}

/** Reads a model stream and places its shapes. */
export async function pushW3d(input: ModelInput): Promise<Finding[]> {
  const { room, skipped } = input
  const reader = new HsfReader(input.bytes, {
    mostInflated: room.limits.inflatedBytes,
    mostTriangles: room.limits.triangles,
    skip: (kind, reason) => skipped.add(kind, reason),
  })
  const run = reader.run()
  for (;;) {
    const step = stepOf(run, room)
    if (step.done) {
      if (step.value !== 'whole') skipped.add('W3D', step.value === 'cut' ? 'file-ends-early' : 'damaged', input.name)
      break
    }
    input.progress(step.value / 2)
    await nextTurn()
    throwIfCancelled(room.signal)
  }
  const pusher = new ModelPusher(input, reader.model)
  await pusher.push()
  return pusher.findings
}

function stepOf(run: ReturnType<HsfReader['run']>, room: ReadContext): ReturnType<typeof run.next> {
  try {
    return run.next()
  } catch (error) {
    if (!(error instanceof HsfTooLarge)) throw error
    throwIfBeyond('triangles', room.limits.triangles + 1, room.limits)
    throw error
  }
}

/** A segment that is still to be drawn, and what it inherits. */
interface Place {
  readonly segment: HsfSegment
  readonly node: NodeId
  readonly matrix: Matrix
  readonly look: HsfLook
  readonly depth: number
}

interface KnownMesh {
  readonly mesh: MeshId
  readonly origin: Vector
}

class ModelPusher {
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

  /** Segments whose names begin at the root are drawn only where they are included. */
  #collectLibrary(root: HsfSegment): void {
    const waiting = [root]
    for (let segment = waiting.pop(); segment; segment = waiting.pop()) {
      if (segment.name.startsWith('?') && !this.#library.has(segment.name)) this.#library.set(segment.name, segment)
      waiting.push(...segment.children)
    }
  }

  async push(): Promise<void> {
    const { room, tree, progress, skipped } = this.#input
    const root: Place = { segment: this.#model.root, node: tree.root, matrix: identityMatrix, look: {}, depth: 0 }
    const waiting: Place[] = [root]
    let done = 0
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      if (++done > mostSegments)
        throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${mostSegments} segments` } })
      if (place.depth > deepest) skipped.add('segment', 'nested-too-deeply')
      else {
        await this.#draw(place)
        const inner = this.#inner(place)
        for (let at = inner.length - 1; at >= 0; at--) waiting.push(inner[at])
      }
      if (done % turnSegments !== 0) continue
      progress(0.5 + (0.5 * done) / (done + waiting.length))
      await room.scene.settle()
      await nextTurn()
      throwIfCancelled(room.signal)
    }
  }

  /** What is drawn within a segment: its segments, and those that it includes. */
  #inner({ segment, node, matrix, look, depth }: Place): Place[] {
    const { tree, hiddenSegments, skipped } = this.#input
    const places: Place[] = []
    const add = (inner: HsfSegment): void => {
      if (hiddenSegments.has(inner.name)) return
      const own = inner.name === '' ? null : tree.nodeOf(inner.name)
      const isElement = !tree.isStated && inner.name !== '' && !inner.name.startsWith('?')
      places.push({
        segment: inner,
        node: own ?? (isElement ? tree.addSegment(inner.name, node) : node),
        matrix: inner.matrix ? multiplyMatrices(matrix, Float64Array.from(inner.matrix)) : matrix,
        look: this.#inherit(look, inner),
        depth: depth + 1,
      })
    }
    for (const child of segment.children) if (!child.name.startsWith('?')) add(child)
    for (const path of segment.includes) {
      const included = this.#library.get(path)
      if (included) add(included)
      else skipped.add('segment', 'block-missing', path)
    }
    return places
  }

  #inherit(outer: HsfLook, segment: HsfSegment): HsfLook {
    let look = outer
    for (const style of segment.styles) look = joinLooks(look, this.#library.get(style)?.look ?? {})
    const own = joinLooks(look, segment.look)
    return segment.styles.some((style) => edgesStyle.test(style)) ? { ...own, areEdges: true } : own
  }

  async #draw({ segment, node, matrix, look }: Place): Promise<void> {
    if (segment.shapes.length === 0) return
    const { writer, skipped } = this.#input
    const placement = multiplyMatrices(this.#base, scaleTranslation(matrix, this.#metres))
    if (!isFiniteMatrix(placement)) {
      skipped.add('segment', 'not-a-number')
      return
    }
    for (const shape of segment.shapes) {
      if (shape.kind !== 'shell' || look.areFacesVisible === false) continue
      const mesh = this.#mesh(shape)
      if (mesh === null) continue
      const material = await this.#material(look.faces ?? usualColor, shape.parameters !== null, shape.colors !== null)
      writer.place({ node, mesh, material, matrix: placement, origin: [0, 0, 0] })
    }
    if (look.areEdges || look.areLinesVisible === false) return
    const lines = this.#lineMesh(segment)
    if (!lines) return
    const material = await this.#material(look.lines ?? { ...usualColor, color: [0, 0, 0] }, false, false)
    writer.place({ node, mesh: lines.mesh, material, matrix: placement, origin: lines.origin })
  }

  #mesh(shell: HsfShell): MeshId | null {
    const known = this.#meshes.get(shell)
    if (known !== undefined) return known
    const mesh = this.#addMesh(shell)
    this.#meshes.set(shell, mesh)
    return mesh
  }

  #addMesh({ positions, indices, normals, colors, parameters }: HsfShell): MeshId | null {
    const { writer, room, skipped } = this.#input
    if (!positions.every((value) => Number.isFinite(value))) {
      skipped.add('shell', 'not-a-number')
      return null
    }
    writer.countTriangles(indices.length / 3)
    const isFinite = (values: Float32Array): boolean => values.every((value) => Number.isFinite(value))
    const mesh = room.scene.addMesh({
      positions: Float64Array.from(positions, (value) => value * this.#metres),
      indices,
      ...(normals && isFinite(normals) ? { normals } : {}),
      ...(colors ? { colors } : {}),
      // Pictures begin at their lower edge here, and at their upper edge in the scene.
      ...(parameters && isFinite(parameters)
        ? { textureCoordinates: parameters.map((value, at) => (at % 2 === 1 ? 1 - value : value)) }
        : {}),
    })
    if (mesh === null) skipped.add('shell', 'no-area')
    return mesh
  }

  /** All lines of a segment as one. */
  #lineMesh(segment: HsfSegment): KnownMesh | null {
    const known = this.#lines.get(segment)
    if (known) return known
    const lines = segment.shapes.flatMap((shape) => polylineOf(shape))
    const first = lines[0]?.[0]
    if (!first) return null
    const mesh = this.#input.room.scene.addLines(lineSet(lines, first, this.#metres))
    const made = { mesh, origin: first.map((value) => value * this.#metres) as unknown as Vector }
    this.#lines.set(segment, made)
    return made
  }

  async #material(look: HsfColor, hasCoordinates: boolean, hasColors: boolean): Promise<MaterialId> {
    const { color, transmission, texture } = hasColors ? { ...look, color: [1, 1, 1] as const } : look
    const key = `${color.join(' ')} ${transmission} ${texture} ${hasCoordinates}`
    let material = this.#materials.get(key)
    if (material === undefined) {
      const { room, textures } = this.#input
      const stated = this.#model.textures.get(texture) ?? this.#model.textures.get(`"${texture}"`)
      const name = texture === '' ? null : unquoted(stated?.image ?? texture)
      const surface = await textures.wear(color, name, { hasCoordinates, wrap: stated?.wrap ?? 'repeat' })
      material = room.scene.addMaterial({ name: name ?? '', opacity: 1 - transmission, ...surface })
      this.#materials.set(key, material)
    }
    return material
  }

  /** A stream does not say which way is up; its first view does. */
  #upright(): Matrix {
    const up = this.#model.up
    const sizes = up?.map((value) => Math.abs(value)) ?? [0, 0, 1]
    const isY = sizes[1] > sizes[0] && sizes[1] > sizes[2]
    this.findings.push({ code: 'up-axis-assumed', severity: 'information', details: { axis: isY ? 'Y' : 'Z' } })
    return isY ? Float64Array.of(1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0) : identityMatrix
  }
}

/** Quotes are part of some names and not of others. */
export const unquoted = (name: string): string => name.replace(/^"(.*)"$/, '$1')

/** What a segment states goes before what it inherits, but for locked faces. */
function joinLooks(outer: HsfLook, own: HsfLook): HsfLook {
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

function polylineOf(shape: HsfShape): Polyline[] {
  if (shape.kind !== 'line' || !shape.points.every((value) => Number.isFinite(value))) return []
  return [
    Array.from({ length: shape.points.length / 3 }, (_, at): Vector => [
      shape.points[3 * at],
      shape.points[3 * at + 1],
      shape.points[3 * at + 2],
    ]),
  ]
}
