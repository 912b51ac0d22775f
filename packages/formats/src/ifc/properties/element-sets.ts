import type { Property } from '@kamar/core'
import type { Associations } from '../model/associations.js'
import { objectAttribute, type IfcFile } from '../model/ifc-file.js'
import type { Relations } from '../model/relations.js'
import type { SpatialTree } from '../model/spatial-tree.js'
import type { ProjectUnits } from '../model/units.js'

/** Name of the set that identifies an element, the first of its property sets. */
export const elementSetName = 'Element'

const spatialTypes =
  /^IFC(SITE|BUILDING|BUILDINGSTOREY|SPACE|SPATIALZONE|EXTERNALSPATIALELEMENT|FACILITY\w*|BRIDGE(PART)?|ROAD(PART)?|RAILWAY(PART)?|MARINE\w+)$/
const openingTypes = /^IFC(DOOR|WINDOW)(STANDARDCASE)?$/

/** Reader of the identity of an element: identifiers, type, location in the building. */
export class ElementSets {
  readonly #file: IfcFile
  readonly #tree: SpatialTree
  readonly #relations: Relations
  readonly #associations: Associations
  readonly #units: ProjectUnits
  readonly #storeys: readonly string[]
  #layers: ReadonlyMap<number, string> | null = null

  constructor(input: {
    file: IfcFile
    tree: SpatialTree
    relations: Relations
    associations: Associations
    units: ProjectUnits
  }) {
    this.#file = input.file
    this.#tree = input.tree
    this.#relations = input.relations
    this.#associations = input.associations
    this.#units = input.units
    this.#storeys = storeyNames(input.file, input.tree)
  }

  /** Returns the properties of the set `Element`; values missing in the file are omitted. */
  properties(node: number): Property[] {
    const row = this.#tree.rows[node]
    const file = this.#file
    const typeName = file.typeOf(row)
    const typeRow = this.#associations.typeOf(row)
    const isSpatial = spatialTypes.test(typeName) || typeName === 'IFCPROJECT'
    const attributes: [string, string | null][] = [
      ['GlobalId', file.textAt(row, objectAttribute.globalId)],
      ['Name', file.textAt(row, objectAttribute.name)],
      ['Description', file.textAt(row, objectAttribute.description)],
      ['ObjectType', file.textAt(row, objectAttribute.objectType)],
      ...(isSpatial ? this.#spatialTexts(row) : this.#elementTexts(row, typeRow)),
      ['Type', typeRow < 0 ? null : file.textAt(typeRow, objectAttribute.name)],
      ['Storey', isSpatial ? null : (this.#storeys[node] ?? null)],
      ['Layer', this.#findLayer(row)],
      ['Host', this.#findHost(row)],
    ]
    const texts = attributes.flatMap(([name, value]) =>
      value === null || value.trim() === '' ? [] : [{ name, value }],
    )
    return [...texts, ...this.#lengths(row, typeName)]
  }

  #spatialTexts(row: number): [string, string | null][] {
    const attribute = this.#file.typeOf(row) === 'IFCPROJECT' ? 5 : 7
    return [['LongName', this.#file.textAt(row, attribute)]]
  }

  #elementTexts(row: number, typeRow: number): [string, string | null][] {
    return [
      ['Tag', this.#file.textAt(row, 7)],
      [
        'PredefinedType',
        this.#predefinedType(row) ??
          (this.#file.typeOf(typeRow).endsWith('TYPE') ? this.#predefinedType(typeRow) : null),
      ],
    ]
  }

  /** Returns the first enumeration after the tag, at whatever position the class has it. */
  #predefinedType(row: number): string | null {
    const cursor = this.#file.at(row, 8)
    while (cursor.hasMore) {
      const word = cursor.enumeration()
      if (word !== null && word !== 'NOTDEFINED' && word !== 'USERDEFINED' && word.length > 1) return word
    }
    return null
  }

  #lengths(row: number, typeName: string): Property[] {
    const attributes: readonly (readonly [string, number])[] = openingTypes.test(typeName)
      ? [
          ['OverallHeight', 8],
          ['OverallWidth', 9],
        ]
      : typeName === 'IFCBUILDINGSTOREY'
        ? [['Elevation', 9]]
        : []
    const unit = this.#units.symbol('LENGTHUNIT') ?? 'm'
    return attributes.flatMap(([name, attribute]) => {
      const value = this.#file.numberAt(row, attribute)
      return value === null ? [] : [{ name, value, unit }]
    })
  }

  #findHost(row: number): string | null {
    const opening = this.#relations.openingFilledBy.get(row) ?? row
    const host = this.#relations.voidedElementOf.get(opening)
    return host === undefined ? null : this.#file.textAt(host, objectAttribute.name)
  }

  #findLayer(row: number): string | null {
    this.#layers ??= layerNames(this.#file)
    if (this.#layers.size === 0) return null
    const shape = this.#file.rowAt(row, objectAttribute.shape)
    for (const representation of shape < 0 ? [] : this.#file.rowsAt(shape, 2)) {
      const layer = this.#layers.get(representation) ?? this.#layers.get(this.#file.rowsAt(representation, 3)[0] ?? -1)
      if (layer !== undefined) return layer
    }
    return null
  }
}

/** Returns the storey name by node; a parent always precedes its children. */
function storeyNames(file: IfcFile, tree: SpatialTree): string[] {
  const names: string[] = []
  tree.rows.forEach((row, node) => {
    const isStorey = file.typeOf(row) === 'IFCBUILDINGSTOREY'
    names[node] = isStorey ? (file.textAt(row, objectAttribute.name) ?? '') : (names[tree.parents[node]] ?? '')
  })
  return names
}

function layerNames(file: IfcFile): Map<number, string> {
  const names = new Map<number, string>()
  for (const row of file.listRows('IFCPRESENTATIONLAYERASSIGNMENT', 'IFCPRESENTATIONLAYERWITHSTYLE')) {
    const name = file.textAt(row, 0)
    if (name) for (const item of file.rowsAt(row, 2)) names.set(item, name)
  }
  return names
}
