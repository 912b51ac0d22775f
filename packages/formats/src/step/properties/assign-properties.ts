import type { Property, PropertySet, PropertySetId, SceneBuilder } from '@kamar/core'
import { cleanName, lastPathSegment } from '@kamar/codecs/text'
import { unescapeStepText } from '@kamar/codecs/part21'
import type { ProductStructure } from '../model/product-structure.js'
import type { Styles } from '../model/styles.js'
import type { Units } from '../model/units.js'
import { toText, type StepFile } from '../step-file.js'
import type { NodeSource, StepTree } from '../tree.js'
import { readManufacturingInformation } from './product-manufacturing.js'
import { readPropertyDefinitions } from './property-definitions.js'

/** Input of the properties. */
export interface PropertyInput {
  readonly file: StepFile
  readonly structure: ProductStructure
  readonly styles: Styles
  readonly units: Units
  readonly tree: StepTree
  readonly scene: SceneBuilder
}

/** Assigns the file's properties to every node; returns the names of external files that an assembly refers to. */
export function assignProperties(input: PropertyInput): string[] {
  const { file, units, tree, scene } = input
  const setsByOwner = new Map<number, PropertySetId[]>()
  for (const { owner, heading, properties } of readPropertyDefinitions(file, units)) {
    const id = scene.addPropertySet({ name: heading, properties })
    setsByOwner.set(owner, [...(setsByOwner.get(owner) ?? []), id])
  }
  const layers = layersByItem(input)
  const rootSets = setsOfFile(input)
  let isFirst = true
  for (const [node, source] of tree.sources.entries()) {
    const own = ownSets(input, source, layers).map((set) => scene.addPropertySet(set))
    const sets = [source.definition, source.occurrence, source.item].flatMap((row) => setsByOwner.get(row) ?? [])
    const all = [...new Set([...own, ...sets, ...(isFirst ? rootSets : [])])]
    if (all.length > 0) scene.assignPropertySets(node, all)
    isFirst = false
  }
  return externalFiles(file)
}

function property(name: string, value: string): Property[] {
  const text = value.trim()
  return text === '' ? [] : [{ name, value: text }]
}

function ownSets(
  { structure, file }: PropertyInput,
  { definition, occurrence, item }: NodeSource,
  layers: ReadonlyMap<number, string>,
): PropertySet[] {
  const sets: PropertySet[] = []
  if (definition >= 0) {
    const { id, name, description, version } = structure.names(definition)
    const properties = [
      ...property('Id', id),
      ...property('Name', name),
      ...property('Description', description),
      ...property('Version', version),
    ]
    if (properties.length > 0) sets.push({ name: 'Product', properties })
  }
  if (occurrence >= 0) {
    const [id, name, description, , , designator] = file.attributes(occurrence)
    const properties = [
      ...property('Id', toText(id)),
      ...property('Name', toText(name)),
      ...property('Description', toText(description)),
      ...property('Reference designator', toText(designator)),
    ]
    if (properties.length > 0) sets.push({ name: 'Instance', properties })
  }
  const layer = layers.get(item)
  if (layer !== undefined) sets.push({ name: 'Layer', properties: [{ name: 'Layer', value: layer }] })
  return sets
}

/**
 * Returns layers by the row of the item; the assigned row is often the styled item, or the shape that contains the
 * item.
 */
function layersByItem({ file, styles, tree }: PropertyInput): Map<number, string> {
  const names = new Map<number, string[]>()
  for (const row of file.listRows('PRESENTATION_LAYER_ASSIGNMENT')) {
    const [name, , items] = file.attributes(row)
    for (const item of file.rowsIn(items)) {
      const target = styles.targets.get(item) ?? item
      names.set(target, [...(names.get(target) ?? []), toText(name)])
    }
  }
  const layers = new Map<number, string>()
  for (const [row, { item }] of tree.items) {
    const layerName = names.get(row) ?? names.get(item.representation)
    if (layerName) layers.set(row, [...new Set(layerName)].join(', '))
  }
  return layers
}

function setsOfFile({ file, scene, units }: PropertyInput): PropertySetId[] {
  const header = headerTexts(file.index.header.get('FILE_NAME') ?? '')
  const [, timeStamp = '', author = '', organisation = '', preprocessor = '', system = ''] = header
  scene.setAuthoringTool({ name: cleanName(system.trim() || preprocessor), release: '' })
  const [schema = ''] = headerTexts(file.index.header.get('FILE_SCHEMA') ?? '')
  const properties = [
    ...property('Schema', schema),
    ...property('Written', timeStamp),
    ...property('Author', author),
    ...property('Organisation', organisation),
    ...property('Preprocessor', preprocessor),
    ...property('Originating system', system),
  ]
  const manufacturing = readManufacturingInformation(file, units)
  return [
    ...(properties.length > 0 ? [{ name: 'File', properties }] : []),
    ...(manufacturing.length > 0 ? [{ name: 'Product and manufacturing information', properties: manufacturing }] : []),
  ].map((set) => scene.addPropertySet(set))
}

/** Returns the texts of a header statement; joins those of a list, which keeps the positions. */
function headerTexts(header: string): string[] {
  const texts: string[] = []
  let depth = 0
  let joined: string[] = []
  for (const [token] of header.matchAll(/'(?:[^']|'')*'|[()]/g)) {
    if (token === '(') depth++
    else if (token === ')') {
      if (depth === 2) texts.push(joined.filter((text) => text.trim() !== '').join(', '))
      joined = []
      depth--
    } else if (depth > 1) joined.push(textOfToken(token))
    else texts.push(textOfToken(token))
  }
  return texts
}

const textOfToken = (token: string): string => unescapeStepText(token.slice(1, -1))

const referenceRoles = /external|mandatory|document id|location/i

/** Returns the names of files that contain parts of the assembly. */
function externalFiles(file: StepFile): string[] {
  const names = new Set<string>()
  for (const row of file.listRows('APPLIED_EXTERNAL_IDENTIFICATION_ASSIGNMENT')) {
    const [name, role] = file.attributes(row)
    const isReference = referenceRoles.test(toText(file.attributes(file.rowOf(role))[0]))
    if (isReference && /\.(stp|step|p21|stpz)$/i.test(toText(name))) names.add(lastPathSegment(toText(name)))
  }
  for (const row of file.listRows('DOCUMENT_FILE')) {
    const [id] = file.attributes(row)
    if (/\.(stp|step|p21|stpz)$/i.test(toText(id))) names.add(lastPathSegment(toText(id)))
  }
  return [...names].toSorted()
}
