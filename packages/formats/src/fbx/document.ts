import { findChild, listChildren, objectName, toText } from './fbx-node.js'
import type { FbxNode, FbxTree } from './fbx-node.js'
import { Properties } from './properties.js'

/** An object of the file: a model (an object with a transform), a geometry, a material, a texture … */
export interface FbxObject {
  /** Number as text since 7.0; `Model::Wall` before. */
  readonly id: string
  /** `Model`, `Geometry`, `Material`, `Texture`, `Video`, `Deformer`, `Pose` … */
  readonly kind: string
  readonly name: string
  /** `Mesh`, `Null`, `LimbNode`, `Skin` … */
  readonly subtype: string
  readonly node: FbxNode
  readonly properties: Properties
}

/** A connection of an object to a parent; `property` where it feeds one property of it (a texture its colour). */
export interface Connection {
  readonly object: FbxObject
  readonly property: string | null
}

const sceneIds = new Set(['0', 'Model::Scene', 'Scene'])

/** Objects and their connections, the same for all versions. */
export class FbxDocument {
  readonly version: number
  readonly settings: Properties
  readonly objects = new Map<string, FbxObject>()
  readonly #children = new Map<string, Connection[]>()
  readonly #modelsWithParent = new Set<string>()

  constructor({ root, version }: FbxTree) {
    this.version = version
    const objects = findChild(root, 'Objects')
    const settings = findChild(root, 'GlobalSettings') ?? findChild(objects, 'GlobalSettings')
    this.settings = new Properties(settings, null)
    const templates = readTemplates(findChild(root, 'Definitions'))
    for (const node of objects?.children ?? []) this.#addObject(node, templates.get(node.name) ?? null)
    for (const name of ['C', 'Connect']) {
      for (const { values } of listChildren(findChild(root, 'Connections'), name)) this.#connect(values.map(String))
    }
  }

  #addObject(node: FbxNode, template: FbxNode | null): void {
    const [first, second, third] = node.values
    if (first === undefined || node.name === 'GlobalSettings') return
    const isNumbered = typeof first === 'number' || typeof first === 'bigint'
    const fullName = toText(isNumbered ? second : first)
    const object: FbxObject = {
      id: String(first),
      kind: node.name,
      name: objectName(fullName),
      subtype: toText(isNumbered ? third : second),
      node,
      properties: new Properties(node, template),
    }
    if (!this.objects.has(object.id)) this.objects.set(object.id, object)
    if (!isNumbered && node.name === 'Model' && findChild(node, 'Vertices')) this.#addGeometryInside(object)
  }

  /** Adds the geometry inside a model, as files before 7.0 store it. */
  #addGeometryInside(model: FbxObject): void {
    const geometry: FbxObject = { ...model, id: `${model.id}/geometry`, kind: 'Geometry', subtype: 'Mesh' }
    this.objects.set(geometry.id, geometry)
    this.#childrenOfId(model.id).push({ object: geometry, property: null })
  }

  #connect([kind, child, parent, property]: readonly string[]): void {
    const object = child === undefined ? undefined : this.objects.get(child)
    if (!object || parent === undefined || child === parent) return
    if (kind !== 'OO' && kind !== 'OP') return
    this.#childrenOfId(parent).push({ object, property: kind === 'OP' ? (property ?? '') : null })
    const isUnderModel = object.kind === 'Model' && this.objects.get(parent)?.kind === 'Model'
    if (isUnderModel && kind === 'OO') this.#modelsWithParent.add(object.id)
  }

  #childrenOfId(id: string): Connection[] {
    const cached = this.#children.get(id)
    if (cached) return cached
    const connections: Connection[] = []
    this.#children.set(id, connections)
    return connections
  }

  /** Returns the connections to an object, in file order. */
  getConnections(object: FbxObject): readonly Connection[] {
    return this.#children.get(object.id) ?? []
  }

  /** Returns the objects of one kind that connect to an object itself, not to a property. */
  childObjects(object: FbxObject, kind: string): readonly FbxObject[] {
    return this.getConnections(object)
      .filter((child) => child.property === null && child.object.kind === kind)
      .map((child) => child.object)
  }

  /** Models without a parent model. */
  get rootModels(): readonly FbxObject[] {
    return this.ofKind('Model').filter(({ id }) => !this.#modelsWithParent.has(id) && !sceneIds.has(id))
  }

  ofKind(kind: string): readonly FbxObject[] {
    return [...this.objects.values()].filter((object) => object.kind === kind)
  }
}

/** Reads the default properties of each object kind. */
function readTemplates(definitions: FbxNode | undefined): Map<string, FbxNode> {
  const templates = new Map<string, FbxNode>()
  for (const type of listChildren(definitions, 'ObjectType')) {
    const template = findChild(type, 'PropertyTemplate')
    if (template) templates.set(toText(type.values[0]), template)
  }
  return templates
}
