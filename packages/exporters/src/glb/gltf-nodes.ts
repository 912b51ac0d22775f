import { type ModelTree, noParent } from '@kamar/package-format/read'
import type { InstanceColumns } from '../kit/gltf/glb-layout.js'
import type { GltfNode } from '../kit/gltf/gltf-types.js'
import type { MeshTable } from './mesh-table.js'
import { isSheared, shearedNodes } from './sheared-placement.js'

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1]
/** Quarter rotation about X, from Z up to Y up. */
const zUpToYUp = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]

/** Builds the nodes: node 0 rotates the model, node `element + 1` is an element; instances follow. */
export class GltfNodes {
  readonly #tree: ModelTree
  readonly #nodes: GltfNode[]

  constructor(tree: ModelTree, name: string | undefined) {
    this.#tree = tree
    this.#nodes = [{ ...(name ? { name } : {}), rotation: zUpToYUp }]
    for (let element = 0; element < tree.count; element++) this.#nodes.push(elementNode(tree, element))
    for (let element = 0; element < tree.count; element++) {
      const parent = tree.parent[element]
      this.#adopt(parent === noParent ? 0 : parent + 1, element + 1)
    }
  }

  /** Adds the instances below their elements; instances hidden by default (IFC spaces) are omitted and counted. */
  addInstances(
    instances: readonly InstanceColumns[],
    meshes: MeshTable,
  ): { nodes: GltfNode[]; hiddenInstances: number } {
    const perElement = instancesPerElement(instances, this.#tree.count)
    let hiddenInstances = 0
    for (const columns of instances) {
      for (let row = 0; row < columns.node.length; row++) {
        const element = columns.node[row]
        if (this.#tree.hidden[element] === 1) hiddenInstances++
        else this.#placeOne({ columns, row, meshes, isOnly: perElement[element] === 1 })
      }
    }
    return { nodes: this.#nodes, hiddenInstances }
  }

  /**
   * Merges the only instance of an element without children into the element's node, so that other programs select one
   * object.
   */
  #placeOne({ columns, row, meshes, isOnly }: PlacedInstance): void {
    const element = columns.node[row]
    const mesh = meshes.getMesh(columns.geometry[row], columns.material[row])
    if (mesh === null) return
    const node = this.#placedNode(mesh, columns, row)
    if (isOnly && this.#tree.children(element).length === 0) {
      Object.assign(this.#nodes[element + 1], node)
      return
    }
    this.#nodes.push(node)
    this.#adopt(element + 1, this.#nodes.length - 1)
  }

  /** Creates the node of an instance; a sheared one is a node within a node. */
  #placedNode(mesh: number, columns: InstanceColumns, row: number): GltfNode {
    const linear = getLinear(columns, row)
    if (!isSheared(linear)) return { mesh, ...toNodeTransform(columns, row) }
    const { inner, outer } = shearedNodes(linear)
    this.#nodes.push({ mesh, ...inner })
    return { translation: toTranslation(columns, row), ...outer, children: [this.#nodes.length - 1] }
  }

  #adopt(parent: number, child: number): void {
    const node = this.#nodes[parent]
    node.children ??= []
    node.children.push(child)
  }
}

interface PlacedInstance {
  readonly columns: InstanceColumns
  readonly row: number
  readonly meshes: MeshTable
  readonly isOnly: boolean
}

function instancesPerElement(instances: readonly InstanceColumns[], elements: number): Uint32Array {
  const counts = new Uint32Array(elements)
  for (const { node } of instances) {
    for (const element of node) {
      if (element >= elements) throw new RangeError('an instance of no element')
      counts[element]++
    }
  }
  return counts
}

function elementNode(tree: ModelTree, element: number): GltfNode {
  const name = tree.name(element)
  const id = tree.sourceId(element)
  const className = tree.classNames[tree.classIndex[element]]
  return { ...(name ? { name } : {}), extras: { ...(id ? { id } : {}), class: className } }
}

const getLinear = ({ linear, matrices }: InstanceColumns, row: number): Float32Array =>
  matrices.subarray(linear[row] * 9, linear[row] * 9 + 9)

const toTranslation = ({ translation }: InstanceColumns, row: number): number[] => [
  ...translation.subarray(row * 3, row * 3 + 3),
]

function toNodeTransform(columns: InstanceColumns, row: number): Partial<GltfNode> {
  const linear = getLinear(columns, row)
  const [x, y, z] = toTranslation(columns, row)
  if (identity.every((value, at) => linear[at] === value)) return x || y || z ? { translation: [x, y, z] } : {}
  const [a, b, c, d, e, f, g, h, i] = linear
  return { matrix: [a, b, c, 0, d, e, f, 0, g, h, i, 0, x, y, z, 1] }
}
