import { childNumbers, findChild, listChildren, childText } from './fbx-node.js'
import type { FbxNode } from './fbx-node.js'

/** Values of one kind (normals, colours, materials) assigned to a mesh. */
export interface Layer {
  /** Returns the row of values of a polygon vertex; -1 where it has none. */
  row(polygonVertex: PolygonVertex): number
  readonly values: ArrayLike<number>
}

/** A corner of a polygon: its index in the list of all corners, its vertex, its polygon. */
export interface PolygonVertex {
  readonly index: number
  readonly vertex: number
  readonly polygon: number
}

/** Name of a layer element and of its value and index nodes. */
interface LayerElement {
  readonly element: string
  readonly values: string
  readonly indices: string
}

/** The layer elements that are read, by content. */
export const layerElements = {
  normals: { element: 'LayerElementNormal', values: 'Normals', indices: 'NormalsIndex' },
  textures: { element: 'LayerElementUV', values: 'UV', indices: 'UVIndex' },
  colors: { element: 'LayerElementColor', values: 'Colors', indices: 'ColorIndex' },
} as const satisfies Record<string, LayerElement>

/** Returns the function that selects an index of a polygon vertex, by the layer's mapping. */
function placeBy(mapping: string): ((polygonVertex: PolygonVertex) => number) | null {
  if (mapping === 'ByPolygonVertex') return ({ index: polygonVertex }) => polygonVertex
  if (mapping === 'ByVertice' || mapping === 'ByVertex') return ({ vertex }) => vertex
  if (mapping === 'ByPolygon') return ({ polygon }) => polygon
  return mapping === 'AllSame' ? () => 0 : null
}

/**
 * Finds the layer of a kind that has the name, or else the first one; null where there is none, or its mapping is not
 * supported.
 */
export function findLayer(geometry: FbxNode, layerElement: LayerElement, name = ''): Layer | null {
  const elements = listChildren(geometry, layerElement.element)
  const element = elements.find((one) => name !== '' && childText(one, 'Name') === name) ?? elements[0]
  const selectIndex = placeBy(childText(element, 'MappingInformationType'))
  const values = childNumbers(element, layerElement.values)
  if (!selectIndex || values.length === 0) return null
  const isIndexed = childText(element, 'ReferenceInformationType') !== 'Direct'
  const indices = isIndexed ? childNumbers(element, layerElement.indices) : []
  return {
    values,
    row: (polygonVertex) =>
      indices.length > 0 ? (indices[selectIndex(polygonVertex)] ?? -1) : selectIndex(polygonVertex),
  }
}

/** Returns the material index of each polygon, in the order in which materials connect to the model. */
export function materialOfPolygon(geometry: FbxNode): (polygon: number) => number {
  const element = findChild(geometry, 'LayerElementMaterial')
  const numbers = childNumbers(element, 'Materials')
  const isPerPolygon = childText(element, 'MappingInformationType') === 'ByPolygon'
  return (polygon) => Math.max(0, numbers[isPerPolygon ? polygon : 0] ?? 0)
}
