import type { NodeId, Property, PropertySet, ReadContext, LengthUnit } from '@kamar/core'
import { lastPathSegment } from '@kamar/codecs/text'
import type { SceneWriter } from '../kit/scene-writer.js'
import type { Model } from './read-model.js'
import type { Attribute, Element, ElementProperty } from './tree/elements.js'

/** Input of writing a tree. */
export interface TreeInput {
  readonly context: ReadContext
  readonly writer: SceneWriter
  readonly model: Model
  readonly unit: LengthUnit
  /** Name from the file name, for a model without one. */
  readonly fallbackName: string
  /** Property sets of the model itself. */
  readonly rootSets: readonly PropertySet[]
}

/** An element in the scene. */
interface PushedElement {
  readonly node: NodeId
  readonly sourceId: string
  readonly materialName: string
}

/** The elements of a model in the scene, by the numbers that shape instances use. */
export class PushedTree {
  readonly #input: TreeInput
  readonly #elements: PushedElement[] = []
  readonly #beyond = new Map<number, PushedElement>()

  constructor(input: TreeInput) {
    this.#input = input
    const { model, rootSets, fallbackName } = input
    const element = model.partition?.element ?? null
    const name = lastPathSegment(element?.name ?? '') || fallbackName
    const root = this.#push(element ?? { name, kind: null, isGeometry: false, attributes: [], children: [] }, {
      parent: null,
      name,
      sets: rootSets,
    })
    for (const child of model.tree.roots) this.#pushBelow(child, root)
  }

  /** Returns the element of a shape instance; one missing in the tree is added below the model, without a name. */
  elementAt(path: number): PushedElement {
    const cached = this.#elements[path] ?? this.#beyond.get(path)
    if (cached !== undefined) return cached
    const parent = this.#elements[0].node
    const node = this.#input.writer.addNode({ parent, name: `${path}`, class: 'geometry', sourceId: '' })
    const element = { node, sourceId: '', materialName: '' }
    this.#beyond.set(path, element)
    return element
  }

  #pushBelow(element: Element, parent: NodeId): void {
    const node = this.#push(element, { parent, name: element.name, sets: [] })
    for (const child of element.children) this.#pushBelow(child, node)
  }

  #push(
    element: Element,
    options: { readonly parent: NodeId | null; readonly name: string; readonly sets: readonly PropertySet[] },
  ): NodeId {
    const { context, writer } = this.#input
    const attributes = element.attributes.flatMap((attribute) => this.#attribute(attribute))
    const kind = element.kind?.name ?? ''
    const sourceId = findSourceId(attributes)
    const node = writer.addNode({
      parent: options.parent,
      name: options.name || kind,
      class: kind || (element.isGeometry ? 'geometry' : 'group'),
      sourceId,
    })
    const sets = [...options.sets, ...attributes.flatMap((attribute) => this.#createPropertySets(attribute))]
    if (sets.length > 0) {
      context.scene.assignPropertySets(
        node,
        sets.map((set) => context.scene.addPropertySet(set)),
      )
    }
    const materialName = attributes.find((attribute) => attribute.type === 'material')?.name ?? ''
    this.#elements.push({ node, sourceId, materialName })
    return node
  }

  #attribute(attribute: Attribute | number): Attribute[] {
    if (typeof attribute !== 'number') return [attribute]
    const separate = this.#input.model.separateAttributes?.[attribute]
    return separate === undefined ? [] : [separate]
  }

  #createPropertySets(attribute: Attribute): PropertySet[] {
    if (attribute.type === 'material' && attribute.name !== '') {
      return [{ name: 'Material', properties: [{ name: 'Name', value: attribute.name }] }]
    }
    if (attribute.type === 'handle') {
      const name = attribute.kind?.name ?? 'Id'
      return [{ name, properties: [{ name: 'Value', value: formatId(attribute) }] }]
    }
    if (attribute.type !== 'properties' || attribute.properties.length === 0) return []
    const properties = attribute.properties.map((property) => this.#property(property))
    return [{ name: attribute.name, properties }]
  }

  #property({ kind, value, measure }: ElementProperty): Property {
    const name = kind.name || kind.internal
    const length = this.#input.unit.name
    const unit = measure && { length, area: `${length}²`, volume: `${length}³`, angle: 'rad' }[measure]
    return { name, value, ...(unit !== null && { unit }) }
  }
}

type Handle = Extract<Attribute, { type: 'handle' }>

/** Formats a handle: those of drawings in hexadecimal, other numbers in decimal. */
const formatId = ({ kind, value }: Handle): string =>
  /handle/i.test(`${kind?.name} ${kind?.internal}`) || /dwg/i.test(kind?.internal ?? '')
    ? value.toString(16).toUpperCase()
    : value.toString()

const globalId = /^(ifc ?guid|global ?id)$/i

function findSourceId(attributes: readonly Attribute[]): string {
  const handle = attributes.find((attribute) => attribute.type === 'handle')
  if (handle !== undefined) return formatId(handle)
  for (const attribute of attributes) {
    if (attribute.type !== 'properties') continue
    const idProperty = attribute.properties.find(({ kind }) => globalId.test(kind.name))
    if (typeof idProperty?.value === 'string' && idProperty.value !== '') return idProperty.value
  }
  return ''
}
