import type { PropertyScene, PropertySet, PropertySetId } from '@kamar/core'
import type { Associations } from '../model/associations.js'
import type { IfcFile } from '../model/ifc-file.js'
import type { Relations } from '../model/relations.js'
import { RowLinks } from '../row-links.js'
import type { SpatialTree } from '../model/spatial-tree.js'
import type { ProjectUnits } from '../model/units.js'
import { AssociationSets } from './association-sets.js'
import { elementSetName, ElementSets } from './element-sets.js'
import { PropertySets, type SetNumber } from './property-sets.js'

/** Sources of the properties. */
export interface PropertySource {
  readonly file: IfcFile
  readonly tree: SpatialTree
  readonly relations: Relations
  readonly associations: Associations
  readonly units: ProjectUnits
  readonly scene: PropertyScene
}

/**
 * Sets and distinct property statements that are cached: beyond, equal sets of distant elements are added again, which
 * costs less than the memory for the quantities of a whole city.
 */
const maxCachedSets = 200_000

/** Elements processed between two clock checks. */
const elementsPerStep = 16

/**
 * Assigns property sets to every node: identity, its own sets (completed by its type), its type's sets, material,
 * classification, groups. A generator, so that geometry takes priority: each `next` works for about
 * `sliceMilliseconds`; the value is the fraction done.
 */
export function* assignProperties(source: PropertySource, sliceMilliseconds: number): Generator<number> {
  const { tree, scene } = source
  const worker = new PropertyAssigner(source)
  yield 0
  let sliceEnd = performance.now() + sliceMilliseconds
  for (let node = 0; node < tree.rows.length; node++) {
    if (tree.rows[node] >= 0) {
      const ids = worker.addSets(node)
      if (ids.length > 0) scene.assignPropertySets(node, ids)
    }
    if (node % elementsPerStep === 0 && performance.now() > sliceEnd) {
      yield node / tree.rows.length
      sliceEnd = performance.now() + sliceMilliseconds
    }
  }
}

class PropertyAssigner {
  #sets: PropertySets
  readonly #source: PropertySource
  readonly #elements: ElementSets
  readonly #associated: AssociationSets
  readonly #setRows: RowLinks
  #numbers = new WeakMap<PropertySet, SetNumber>()

  constructor(source: PropertySource) {
    this.#source = source
    this.#sets = new PropertySets(source.file, source.units, source.scene)
    this.#elements = new ElementSets(source)
    this.#associated = new AssociationSets(source.file, source.units)
    this.#setRows = linkSets(source.file)
  }

  /** Adds the property sets of a node to the scene and returns their ids. */
  addSets(node: number): PropertySetId[] {
    const { file, units, scene } = this.#source
    if (this.#sets.cachedCount > maxCachedSets) {
      this.#sets = new PropertySets(file, units, scene)
      this.#numbers = new WeakMap()
    }
    const shared = this.#listSharedSets(node)
    const identity = this.#elements.properties(node)
    const header = identity.length === 0 ? [] : [scene.addPropertySet({ name: elementSetName, properties: identity })]
    return [...header, ...shared.map((number) => this.#sets.getId(number))]
  }

  #listSharedSets(node: number): SetNumber[] {
    const { file, tree, associations } = this.#source
    const row = tree.rows[node]
    const typeRow = associations.typeOf(row)
    const own = this.#setsAt(this.#setRows.get(row) ?? [])
    const ofType = typeRow < 0 ? [] : this.#setsAt(file.rowsAt(typeRow, 5))
    const materials = associations.getMaterials(row).map((material) => this.#associated.material(material))
    const groups = [...materials, this.#associated.classification(row, typeRow), this.#associated.groups(row)]
    return [...this.#inherit(own, ofType), ...groups.flatMap((set) => this.#getNumber(set) ?? [])]
  }

  #getNumber(set: PropertySet): SetNumber | null {
    const existing = this.#numbers.get(set)
    if (existing !== undefined) return existing
    const number = this.#sets.add(set)
    if (number !== null) this.#numbers.set(set, number)
    return number
  }

  #setsAt(rows: readonly number[]): SetNumber[] {
    return [...new Set(rows.flatMap((row) => this.#sets.ofRow(row) ?? []))]
  }

  /**
   * Returns the element's own sets first, each completed by the type's set of the same name; then the type's other
   * sets.
   */
  #inherit(own: readonly SetNumber[], ofType: readonly SetNumber[]): SetNumber[] {
    if (ofType.length === 0) return [...own]
    const sets = this.#sets
    const typeSets = new Map(ofType.map((number) => [sets.getName(number), number]))
    const merged = own.map((number) => {
      const inherited = typeSets.get(sets.getName(number))
      typeSets.delete(sets.getName(number))
      return inherited === undefined ? number : sets.merge(number, inherited)
    })
    return [...merged, ...typeSets.values()]
  }
}

/** Returns property set definitions by object; one relation may assign several to many. */
function linkSets(file: IfcFile): RowLinks {
  const sets = new RowLinks()
  for (const row of file.index.listRows('IFCRELDEFINESBYPROPERTIES')) {
    const cursor = file.at(row, 4)
    const objects = cursor.rows()
    const definitions = cursor.rows()
    for (const object of objects) for (const definition of definitions) sets.add(object, definition)
  }
  return sets
}
