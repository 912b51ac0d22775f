import { isCoordinate, multiplyMatrices } from '@kamar/core/math'
import type { ClipBudget } from '@kamar/mesh'
import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import { isParameters, readParameters, type Parameters } from '../container/parameters.js'
import type { SceneObject } from '../container/scene-objects.js'
import { isPrimitive, readPolygons } from '../geometry/primitives.js'
import { readShape, type ShapeFault } from '../geometry/read-shape.js'
import type { TriangleShape } from '../geometry/triangle-shape.js'
import { evaluatePosition } from '../nodes/controllers.js'
import type { ObjectStack, StackedModifier } from '../nodes/object-stack.js'
import { editShape } from './edit-poly.js'
import { mirrorShape } from './mirror.js'
import { readContext, computeFrame, transformed, computeDeterminant, type ModifierContext } from './modifier-context.js'
import { symmetricShape } from './symmetry.js'

/** A shape with all supported modifiers applied. */
export interface StackShape {
  readonly shape: TriangleShape | ShapeFault
  /** Modifiers that are not applied. */
  readonly left: readonly SceneObject[]
}

type Apply = (shape: TriangleShape, input: ApplyInput) => TriangleShape | null

interface ApplyInput {
  readonly modifier: SceneObject
  readonly context: ModifierContext
  readonly budget: ClipBudget
}

/** Modifiers of mapping or shading only, so that later modifiers act on the same vertices. */
const onSurface: ReadonlySet<string> = new Set(['f72b1:0', '2df2e3a:72ba4e1f', 'f8613:0', '4aa52ae3:35ca1cde'])
/** Modifiers without effect on a still frame: physics bodies. */
const invisibleModifiers: ReadonlySet<string> = new Set(['a750e:6e6ba'])

const xform: Apply = (shape, { context, modifier }) => {
  const references = modifier.references()
  if (evaluatePosition(references.get(1)).some((value) => value !== 0)) return null
  const frame = computeFrame(references.get(0), context)
  const matrix = multiplyMatrices(frame, context.transform)
  // The effect of mirroring on triangles has not been observed.
  return computeDeterminant(matrix) > 0
    ? { ...shape, positions: transformed(shape.positions, matrix), normals: null }
    : null
}

const mirror: Apply = (shape, { context, modifier }) => {
  const { floats, integers } = readModifierParameters(modifier, 1)
  const [[axis], [isCopied], [offset]] = [
    requireValues(integers, 0),
    requireValues(integers, 1),
    requireValues(floats, 2),
  ]
  if (axis > 2 || offset !== 0) return null
  return mirrorShape(shape, {
    frame: computeFrame(modifier.references().get(0), context),
    axis,
    isCopied: isCopied !== 0,
  })
}

const symmetry: Apply = (shape, { context, modifier }) => {
  const { floats, integers } = readModifierParameters(modifier, 0)
  const [axis, isSliced, isWelded, isFlipped] = [0, 1, 2, 4].map((number) => requireValues(integers, number)[0])
  const [threshold] = requireValues(floats, 3)
  if (axis > 2 || !isCoordinate(threshold)) return null
  return symmetricShape(shape, {
    frame: computeFrame(modifier.references().get(1), context),
    axis,
    isFlipped: isFlipped !== 0,
    isSliced: isSliced !== 0,
    weldDistance: isWelded === 0 ? 0 : threshold,
  })
}

const editPoly: Apply = (shape, { budget, context }) => editShape(shape, context.records, budget)

const editedPolygons = '79aa6e1d:71a075b7'
const readModifiers: ReadonlyMap<string, Apply> = new Map([
  ['25215824:0', xform],
  ['ef92aa7c:511bbe75', mirror],
  ['2d7e702b:be41a6e', symmetry],
  [editedPolygons, editPoly],
])

function readModifierParameters(modifier: SceneObject, referenceIndex: number): Parameters {
  const block = modifier.references().get(referenceIndex)
  if (block === undefined || !isParameters(block)) throw new MalformedRecordError('no parameters')
  return readParameters(block)
}

function requireValues(values: ReadonlyMap<number, readonly number[]>, number: number): readonly number[] {
  const match = values.get(number)
  // Animated values are stored elsewhere.
  if (match === undefined || match[0] === undefined || match[0] < 0) throw new MalformedRecordError('parameter')
  return match
}

/** Computes the shape of an object under its modifiers, from the lowest up to the first unsupported one. */
export function shapeOfStack({ base, modifiers }: ObjectStack, budget: ClipBudget): StackShape {
  const isEdited = modifiers.at(-1)?.modifier.class.id === editedPolygons
  const polygons = base && isEdited && isPrimitive(base) ? tryParse(() => readPolygons(base)) : null
  const read = polygons ?? (base === null ? 'not-read' : readShape(base, budget))
  if (typeof read === 'string') return { shape: read, left: modifiers.map(({ modifier }) => modifier) }
  let shape = read
  let isStopped = false
  const left: SceneObject[] = []
  for (const stacked of modifiers.toReversed()) {
    const { id } = stacked.modifier.class
    if (invisibleModifiers.has(id)) continue
    const next: TriangleShape | null = isStopped || onSurface.has(id) ? null : applied(shape, stacked, budget)
    if (next === null) left.unshift(stacked.modifier)
    else shape = next
    isStopped ||= next === null && !onSurface.has(id)
  }
  return { shape, left }
}

function applied(shape: TriangleShape, stacked: StackedModifier, budget: ClipBudget): TriangleShape | null {
  const apply = readModifiers.get(stacked.modifier.class.id)
  // Explicit normals apply to the corners as they are.
  if (apply === undefined || shape.normals !== null) return null
  return tryParse(() => apply(shape, { modifier: stacked.modifier, context: readContext(stacked), budget })) ?? null
}
