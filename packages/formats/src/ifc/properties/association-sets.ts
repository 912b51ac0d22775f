import type { Property, PropertySet } from '@kamar/core'
import type { IfcFile } from '../model/ifc-file.js'
import { linkManyToOnes } from '../model/relations.js'
import type { RowLinks } from '../row-links.js'
import { materialParts } from '../model/styles.js'
import type { ProjectUnits } from '../model/units.js'

const maxReferenceDepth = 8

/** Materials, classifications and groups as property sets. */
export class AssociationSets {
  readonly #file: IfcFile
  readonly #units: ProjectUnits
  readonly #classifications: RowLinks
  readonly #groups: RowLinks
  readonly #materialSets = new Map<number, PropertySet>()

  constructor(file: IfcFile, units: ProjectUnits) {
    this.#file = file
    this.#units = units
    this.#classifications = linkManyToOnes(file, {
      type: 'IFCRELASSOCIATESCLASSIFICATION',
      one: 5,
      relatedAttribute: 4,
    })
    this.#groups = linkManyToOnes(
      file,
      { type: 'IFCRELASSIGNSTOGROUP', one: 6, relatedAttribute: 4 },
      { type: 'IFCRELASSIGNSTOGROUPBYFACTOR', one: 6, relatedAttribute: 4 },
    )
  }

  /** Creates the set `Material` of a material, layer set, profile set, constituent set or list. */
  material(row: number): PropertySet {
    const cached = this.#materialSets.get(row)
    if (cached) return cached
    const set = { name: 'Material', properties: this.#materialProperties(row) }
    this.#materialSets.set(row, set)
    return set
  }

  /** Creates the set `Classification` of an element or, where it has none, of its type. */
  classification(row: number, typeRow: number): PropertySet {
    const references = this.#classifications.get(row) ?? this.#classifications.get(typeRow) ?? []
    return {
      name: 'Classification',
      properties: references.flatMap((reference) => this.#classificationProperty(reference)),
    }
  }

  /** Creates the set `Groups` of an element: systems, zones and other groups it is assigned to. */
  groups(row: number): PropertySet {
    const properties = (this.#groups.get(row) ?? []).map((group) => {
      const typeName = this.#file.typeOf(group)
      const name = typeName === 'IFCZONE' ? 'Zone' : typeName.endsWith('SYSTEM') ? 'System' : 'Group'
      return { name, value: this.#file.textAt(group, 2) ?? '' }
    })
    return { name: 'Groups', properties: properties.filter(({ value }) => value !== '') }
  }

  #materialProperties(row: number): Property[] {
    const file = this.#file
    const typeName = file.typeOf(row)
    if (typeName === 'IFCMATERIAL') return this.#toTextProperty('Material', file.textAt(row, 0))
    if (typeName.endsWith('USAGE')) return materialParts(file, row).flatMap((set) => this.#materialProperties(set))
    if (typeName === 'IFCMATERIALLAYERSET') {
      const layers = materialParts(file, row).flatMap((layer, index) =>
        this.#toTextProperty(`Layer ${index + 1}`, this.#layerText(layer)),
      )
      return [...this.#toTextProperty('Layer set', file.textAt(row, 1)), ...layers]
    }
    if (typeName === 'IFCMATERIALLIST') {
      return materialParts(file, row).flatMap((part, index) =>
        this.#toTextProperty(`Material ${index + 1}`, file.textAt(part, 0)),
      )
    }
    return this.#partProperties(row)
  }

  /** Lists the parts of constituent and profile sets, which have their own names. */
  #partProperties(row: number): Property[] {
    const file = this.#file
    const parts = materialParts(file, row)
    const partProperties = parts.flatMap((part, index) => {
      const material = materialParts(file, part)[0]
      const text = material === undefined ? null : file.textAt(material, 0)
      return this.#toTextProperty(file.textAt(part, 0) || `Material ${index + 1}`, text)
    })
    return [...this.#toTextProperty('Set', file.textAt(row, 0)), ...partProperties]
  }

  #layerText(layer: number): string | null {
    const material = materialParts(this.#file, layer)[0]
    const name = material === undefined ? null : this.#file.textAt(material, 0)
    const thickness = this.#file.numberAt(layer, 1)
    const unit = this.#units.symbol('LENGTHUNIT') ?? 'm'
    const parts = [name, thickness === null ? null : `${Number(thickness.toPrecision(6))} ${unit}`]
    return parts.filter((part) => part !== null && part !== '').join(', ')
  }

  #toTextProperty(name: string, value: string | null): Property[] {
    return value === null || value === '' ? [] : [{ name, value }]
  }

  #classificationProperty(row: number): Property[] {
    const file = this.#file
    if (file.typeOf(row) !== 'IFCCLASSIFICATIONREFERENCE')
      return this.#toTextProperty('Classification', file.textAt(row, 3))
    const cursor = file.at(row, 1)
    const value = [cursor.text(), cursor.text()].filter((part) => part !== null && part !== '').join(' ')
    return this.#toTextProperty(this.#systemName(row) ?? 'Classification', value)
  }

  #systemName(reference: number): string | null {
    let row = reference
    for (let step = 0; step < maxReferenceDepth && row >= 0; step++) {
      if (this.#file.typeOf(row) === 'IFCCLASSIFICATION') return this.#file.textAt(row, 3) || null
      row = this.#file.rowAt(row, 3)
    }
    return null
  }
}
