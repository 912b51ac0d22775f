import type { StepCursor } from '@kamar/codecs/part21'
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

interface ElementClass {
  readonly typeName: string
  readonly isSpatial: boolean
}

/** Attributes of an element's own statement. */
interface ElementStatement {
  readonly texts: readonly [name: string, value: string | null][]
  /** Row of its shape; -1 if there is none or no layer is looked for. */
  readonly shape: number
  readonly predefinedType: string | null
  readonly lengths: readonly Property[]
}

/** Reader of the identity of an element: identifiers, type, location in the building. */
export class ElementSets {
  readonly #file: IfcFile
  readonly #tree: SpatialTree
  readonly #relations: Relations
  readonly #associations: Associations
  readonly #units: ProjectUnits
  readonly #storeys: readonly string[]
  readonly #layers: ReadonlyMap<number, string>

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
    this.#layers = layerNames(input.file)
  }

  /** Returns the properties of the set `Element`; values missing in the file are omitted. */
  properties(node: number): Property[] {
    const row = this.#tree.rows[node]
    const typeName = this.#file.typeOf(row)
    const typeRow = this.#associations.typeOf(row)
    const isSpatial = spatialTypes.test(typeName) || typeName === 'IFCPROJECT'
    const statement = this.#readStatement(row, { typeName, isSpatial })
    const attributes: [string, string | null][] = [
      ...statement.texts,
      ...(isSpatial ? [] : [this.#predefinedType(statement, typeRow)]),
      ['Type', typeRow < 0 ? null : this.#file.textAt(typeRow, objectAttribute.name)],
      ['Storey', isSpatial ? null : (this.#storeys[node] ?? null)],
      ['Layer', this.#findLayer(statement.shape)],
      ['Host', this.#findHost(row)],
    ]
    const texts = attributes.flatMap(([name, value]) =>
      value === null || value.trim() === '' ? [] : [{ name, value }],
    )
    return [...texts, ...statement.lengths]
  }

  /** Reads the statement in one pass, in the order of its attributes. */
  #readStatement(row: number, { typeName, isSpatial }: ElementClass): ElementStatement {
    const cursor = this.#file.at(row, objectAttribute.globalId)
    const texts: [string, string | null][] = [['GlobalId', cursor.text()]]
    cursor.skip()
    for (const name of ['Name', 'Description', 'ObjectType']) texts.push([name, cursor.text()])
    if (typeName === 'IFCPROJECT') {
      texts.push(['LongName', cursor.text()])
      return { texts, shape: -1, predefinedType: null, lengths: [] }
    }
    cursor.skip()
    const shape = this.#layers.size === 0 ? -1 : cursor.row()
    if (this.#layers.size === 0) cursor.skip()
    texts.push([isSpatial ? 'LongName' : 'Tag', cursor.text()])
    const lengths = this.#readLengths(cursor, typeName)
    return { texts, shape, predefinedType: isSpatial ? null : findEnumeration(cursor), lengths }
  }

  /** Reads the lengths after the tag of a door or window, and after the long name of a storey. */
  #readLengths(cursor: StepCursor, typeName: string): Property[] {
    const isStorey = typeName === 'IFCBUILDINGSTOREY'
    if (!isStorey && !openingTypes.test(typeName)) return []
    if (isStorey) cursor.skip()
    const unit = this.#units.symbol('LENGTHUNIT') ?? 'm'
    return (isStorey ? ['Elevation'] : ['OverallHeight', 'OverallWidth']).flatMap((name) => {
      const value = cursor.number()
      return value === null ? [] : [{ name, value, unit }]
    })
  }

  #predefinedType({ predefinedType }: ElementStatement, typeRow: number): [string, string | null] {
    const isOfType = predefinedType === null && this.#file.typeOf(typeRow).endsWith('TYPE')
    return ['PredefinedType', isOfType ? findEnumeration(this.#file.at(typeRow, 8)) : predefinedType]
  }

  #findHost(row: number): string | null {
    const opening = this.#relations.openingFilledBy.get(row) ?? row
    const host = this.#relations.voidedElementOf.get(opening)
    return host === undefined ? null : this.#file.textAt(host, objectAttribute.name)
  }

  #findLayer(shape: number): string | null {
    for (const representation of shape < 0 ? [] : this.#file.rowsAt(shape, 2)) {
      const layer = this.#layers.get(representation) ?? this.#layers.get(this.#file.rowsAt(representation, 3)[0] ?? -1)
      if (layer !== undefined) return layer
    }
    return null
  }
}

/** Returns the first enumeration, at whatever position the class has it. */
function findEnumeration(cursor: StepCursor): string | null {
  while (cursor.hasMore) {
    const word = cursor.enumeration()
    if (word !== null && word !== 'NOTDEFINED' && word !== 'USERDEFINED' && word.length > 1) return word
  }
  return null
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
