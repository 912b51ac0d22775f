import { objectTypes } from '../archive/object-types.js'
import type { Block, Layer, ModelObject, RhinoModel } from '../archive/read-model.js'

/** Codes of the source of a material or colour. */
export const sources = { layer: 0, object: 1, parentMaterial: 2, parentColor: 3 } as const

let objects = 0

/** Creates an object of a model; by default a Brep on layer 0. */
export function object(changes: Partial<ModelObject> = {}): ModelObject {
  objects += 1
  return {
    ...{ row: objects, id: `object-${objects}`, name: '', type: objectTypes.brep, text: '' },
    ...{ isVisible: true, isOnLayout: false, isInBlock: false, layer: 0, userTexts: [], groups: [], block: null },
    ...{ materialIndex: -1, materialSource: sources.layer, colorSource: sources.layer, color: [0, 0, 0] },
    ...changes,
  }
}

/** Creates a layer whose id is its name. */
export function layer(name: string, changes: Partial<Layer> = {}): Layer {
  return {
    ...{ id: name, parentId: '', name, path: name, isVisible: true, color: [0, 0, 0], materialIndex: -1 },
    ...changes,
  }
}

/** Creates a block with these objects, named like its id. */
export function block(name: string, contents: readonly ModelObject[]): readonly [string, Block] {
  return [name, { name, description: '', sourceArchive: '', objectIds: contents.map(({ id }) => id) }]
}

/** Returns the rows of a 4×4 matrix that translates along x. */
export const movedBy = (x: number): readonly number[] => [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Creates a reference to a block. */
export function use(name: string, x = 0, changes: Partial<ModelObject> = {}): ModelObject {
  return object({ type: objectTypes.blockReference, block: { id: name, rows: movedBy(x) }, ...changes })
}

/** Creates a model, by default with one layer. */
export function model(changes: Partial<RhinoModel> = {}): RhinoModel {
  return {
    ...{ layers: new Map([[0, layer('Default')]]), materials: [], groups: [], objects: [], damagedObjects: 0 },
    ...{ blocks: new Map(), texts: [], images: new Map() },
    ...changes,
  }
}
