import { cross, isFiniteMatrix, multiplyMatrices, normalized, type Matrix, type Vector } from '@kamar/core/math'
import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import { wideText } from '../container/wide-text.js'
import type { SceneObject } from '../container/scene-objects.js'
import {
  evaluateFloat,
  moveMatrix,
  evaluateTransform,
  evaluatePosition,
  readScale,
  readQuaternion,
  readVector,
  evaluateScale,
  toRotationMatrix,
} from './controllers.js'

const nodeId = '1:0'
const nodeKind = 1
const lookAtId = '2006:0'
const maxNodeDepth = 512
const records = {
  parent: 0x0960,
  name: 0x0962,
  pivotMove: 0x096a,
  pivotRotation: 0x096b,
  pivotScale: 0x096c,
  wireColor: 0x0974,
  hidden: 0x0975,
  userText: 0x09ba,
  handle: 0x0a32,
} as const

/** Reference indices of a node. */
const referenceIndices = { transform: 0, object: 1, material: 3, layer: 6 } as const

/** A node of the scene: an object with a transform. */
export interface SceneNode {
  readonly source: SceneObject
  readonly name: string
  /** Number assigned by the program, or ''. */
  readonly handle: string
  /** The parent object; the root of the scene is not a node. */
  readonly parent: SceneObject | null
  readonly isHidden: boolean
  /** Wire colour, also of its surface without a material; channels 0 to 1. */
  readonly wireColor: Vector | null
  readonly transform: SceneObject | undefined
  readonly object: SceneObject | undefined
  readonly material: SceneObject | undefined
  readonly layer: SceneObject | undefined
  /** User-defined properties, one per line. */
  readonly userText: string
}

const isNode = ({ class: { id, kind } }: SceneObject): boolean => id === nodeId && kind === nodeKind

function readNode(source: SceneObject): SceneNode {
  const references = source.references()
  const handle = source.bytes(records.handle)
  const color = source.bytes(records.wireColor)
  return {
    source,
    name: wideText(source.bytes(records.name) ?? new Uint8Array()),
    handle: handle?.length === 4 ? String(source.cursor(records.handle).u32()) : '',
    parent: source.object(source.cursor(records.parent).i32()),
    isHidden: source.bytes(records.hidden) !== null,
    wireColor: color?.length === 4 ? [color[0] / 255, color[1] / 255, color[2] / 255] : null,
    transform: references.get(referenceIndices.transform),
    object: references.get(referenceIndices.object),
    material: references.get(referenceIndices.material),
    layer: references.get(referenceIndices.layer),
    userText: wideText(source.bytes(records.userText) ?? new Uint8Array()),
  }
}

/** The nodes of a scene and their transforms. */
export class SceneNodes {
  readonly nodes: readonly SceneNode[]
  /** Nodes whose own records are damaged. */
  readonly damaged: number
  readonly #bySource: ReadonlyMap<SceneObject, SceneNode>
  /** Null: of unknown form; undefined while being computed. */
  readonly #worlds = new Map<SceneNode, Matrix | null | undefined>()

  constructor(objects: readonly SceneObject[]) {
    const sources = objects.filter(isNode)
    this.nodes = sources.flatMap((source) => tryParse(() => readNode(source)) ?? [])
    this.damaged = sources.length - this.nodes.length
    this.#bySource = new Map(this.nodes.map((node) => [node.source, node]))
  }

  /** Returns the parent node; null at the top. */
  parentOf({ parent }: SceneNode): SceneNode | null {
    return (parent && this.#bySource.get(parent)) ?? null
  }

  /**
   * Computes the transform of a node's own axes, in the scene's unit; null where a controller in its chain is
   * unsupported.
   */
  getWorldMatrix(node: SceneNode, depth = 0): Matrix | null {
    if (this.#worlds.has(node)) return this.#worlds.get(node) ?? null
    if (depth > maxNodeDepth) return null
    // Nodes in a parent cycle have no transform.
    this.#worlds.set(node, undefined)
    const world = tryParse(() => this.#computeWorldMatrix(node, depth + 1))
    this.#worlds.set(node, world && isFiniteMatrix(world) ? world : null)
    return this.#worlds.get(node) ?? null
  }

  /** Computes the transform of a node's object: the node's axes with its pivot offset. */
  computeObjectMatrix(node: SceneNode): Matrix | null {
    const world = this.getWorldMatrix(node)
    return world && tryParse(() => multiplyMatrices(world, readPivot(node)))
  }

  #computeWorldMatrix(node: SceneNode, depth: number): Matrix {
    const above = this.parentOf(node)
    const parent = above === null ? null : this.getWorldMatrix(above, depth)
    if (above !== null && parent === null) throw new MalformedRecordError('parent')
    if (node.transform?.class.id === lookAtId) return this.#lookAt(node.transform, { parent, depth })
    const { position, rotation, scale } = evaluateTransform(node.transform)
    const own = multiplyMatrices(moveMatrix(position), multiplyMatrices(rotation, scale))
    return parent === null ? own : multiplyMatrices(parent, own)
  }

  /**
   * Computes a look-at transform: the z axis points away from the target, the x axis is level, then rolled about the
   * view direction; only the position inherits from the parent.
   */
  #lookAt(transform: SceneObject, { parent, depth }: { parent: Matrix | null; depth: number }): Matrix {
    const references = transform.references()
    const target = references.get(0)
    const aim = target && this.#bySource.get(target)
    const targetMatrix = aim && this.getWorldMatrix(aim, depth)
    if (!targetMatrix) throw new MalformedRecordError('target')
    const local = moveMatrix(evaluatePosition(references.get(1)))
    const [x, y, z] = (parent === null ? local : multiplyMatrices(parent, local)).subarray(9)
    const axis = normalized([x - targetMatrix[9], y - targetMatrix[10], z - targetMatrix[11]])
    const level = axis && (normalized(cross([0, 0, 1], axis)) ?? [1, 0, 0])
    if (axis === null || level === null) throw new MalformedRecordError('direction')
    const up = cross(axis, level)
    const roll = evaluateFloat(references.get(2))
    const [cosine, sine] = [Math.cos(roll), Math.sin(roll)]
    const rotate = (a: Vector, b: Vector, share: number): number[] =>
      a.map((value, at) => cosine * value + share * b[at])
    const rotation = Float64Array.of(...rotate(level, up, sine), ...rotate(up, level, -sine), ...axis, x, y, z)
    return multiplyMatrices(rotation, evaluateScale(references.get(3)))
  }
}

function readPivot({ source }: SceneNode): Matrix {
  const move = moveMatrix(readVector(source.cursor(records.pivotMove)))
  const rotation = toRotationMatrix(readQuaternion(source.cursor(records.pivotRotation)))
  return multiplyMatrices(move, multiplyMatrices(rotation, readScale(source.cursor(records.pivotScale))))
}

/** Returns the name of a node's layer; '' without one. */
export function readLayerName({ layer }: SceneNode): string {
  const bytes = layer && (tryParse(() => layer.bytes(0x1010)) ?? null)
  if (!bytes) return ''
  return bytes.length > 1 && bytes[1] === 0
    ? wideText(bytes)
    : Buffer.from(bytes).toString('utf8').replace(/\0.*$/s, '')
}
