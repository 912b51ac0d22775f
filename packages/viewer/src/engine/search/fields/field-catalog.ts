import { valueType, type Template } from '@kamar/package-format/read'
import type { QueryField } from '../filter-rule.js'
import { isPlaceholder, normalizeName } from './placeholder-values.js'
import type { BlockColumns, PropertyBlocks, SearchableBlock } from '../property-blocks.js'
import type { TextColumn } from '../text-column.js'

/** Property of a set, as it occurs in the model. */
export interface CatalogField extends QueryField {
  readonly unit: string | undefined
}

/** Field of the model with statistics, for pick lists; `set` is `*` for a name that several sets have. */
export interface FieldInfo extends QueryField {
  readonly unit?: string
  /** Kind of its values, without placeholders; `text` if they are mixed. */
  readonly kind: 'number' | 'text' | 'boolean'
  /** Number of elements that have it. */
  readonly elements: number
}

/** All fields of the property sets. */
export interface FieldCatalog {
  /** In the order of the model. */
  readonly fields: readonly CatalogField[]
  /** Those, then the names that several sets have. */
  readonly infos: readonly FieldInfo[]
}

/** Key of a field in maps. */
export const formatKey = (set: string, property: string): string => `${set}\u0000${property}`

const kindBits = { number: 1, boolean: 2, text: 4 } as const

interface FieldEntry extends CatalogField {
  /** Kinds of the values that are no placeholders (`kindBits`). */
  kinds: number
}

/** How the sets of one template are counted. */
interface TemplateLayout {
  /** Field of each property. */
  readonly fields: readonly number[]
  /** Positions of the properties whose values are stored, in their order. */
  readonly stored: readonly number[]
  readonly types: readonly number[]
  /** Shapes by the positions of empty values. */
  readonly shapes: Map<string, number>
}

/**
 * Collects the fields of all blocks. A set has a shape: its fields with a value that is not empty. There are few shapes,
 * so that elements are counted by the shapes of their sets, without the values.
 */
class CatalogBuilder {
  readonly fields: FieldEntry[] = []
  /** Fields of each shape. */
  readonly shapes: (readonly number[])[] = []
  readonly shapeOfSet: Uint32Array
  readonly #numbers = new Map<string, number>()
  readonly #shapeNumbers = new Map<string, number>()

  constructor(setCount: number) {
    this.shapeOfSet = new Uint32Array(setCount)
  }

  add({ columns, values }: SearchableBlock): void {
    const { firstSet, templates, templateOfSet, firstValue, valueNumbers } = columns
    const layouts: TemplateLayout[] = []
    for (let row = 0; row < templateOfSet.length; row++) {
      const layout = (layouts[templateOfSet[row]] ??= this.#createLayout(columns, templates[templateOfSet[row]]))
      let empty = ''
      layout.stored.forEach((position, at) => {
        const value = valueNumbers[firstValue[row] + at]
        if (layout.types[position] === valueType.text && values.isEmpty(value)) empty += `${position} `
        else this.#addKind(layout, position, values, value)
      })
      this.shapeOfSet[firstSet + row] = this.#findShape(layout, empty)
    }
  }

  #createLayout({ names }: BlockColumns, template: Template): TemplateLayout {
    const set = names.text(template[0])
    const fields: number[] = []
    const stored: number[] = []
    const types: number[] = []
    for (let at = 1; at < template.length; at += 3) {
      const [name, type, unit] = template.subarray(at, at + 3)
      const field = this.#intern(set, names.text(name), unit === 0 ? undefined : names.text(unit - 1))
      if (type < valueType.false) stored.push(types.length)
      else this.fields[field].kinds |= kindBits.boolean
      fields.push(field)
      types.push(type)
    }
    return { fields, stored, types, shapes: new Map() }
  }

  #intern(set: string, property: string, unit: string | undefined): number {
    const key = formatKey(set, property)
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.fields.push({ set, property, unit, kinds: 0 }) - 1
      this.#numbers.set(key, number)
    }
    return number
  }

  #addKind({ fields, types }: TemplateLayout, position: number, values: TextColumn, number: number): void {
    const field = this.fields[fields[position]]
    const kind = types[position] === valueType.number ? kindBits.number : kindBits.text
    if ((field.kinds & kind) !== 0) return
    const text = values.text(number)
    const value = kind === kindBits.number ? Number(text) : text
    if (!isPlaceholder(value, field.property)) field.kinds |= kind
  }

  #findShape({ fields, shapes }: TemplateLayout, empty: string): number {
    const cached = shapes.get(empty)
    if (cached !== undefined) return cached
    const isEmptyAt = new Set(empty.split(' '))
    const having = [...new Set(fields.filter((_, position) => !isEmptyAt.has(String(position))))]
    const key = having.join(' ')
    let shape = this.#shapeNumbers.get(key)
    if (shape === undefined) this.#shapeNumbers.set(key, (shape = this.shapes.push(having) - 1))
    shapes.set(empty, shape)
    return shape
  }
}

/** Reads the fields of all property sets, and the number of elements that have each. */
export async function readCatalog(blocks: PropertyBlocks | null): Promise<FieldCatalog> {
  if (blocks === null) return { fields: [], infos: [] }
  const builder = new CatalogBuilder(blocks.index.setCount)
  await blocks.scan((block) => builder.add(block))
  const { fields } = builder
  const groups = [...fields.map((_, field) => [field]), ...groupByName(fields)]
  const counts = countElements(blocks, builder, groups)
  const infos = groups.map((group, number): FieldInfo => {
    const rows = group.map((field) => fields[field])
    const unit = rows.find((row) => row.unit !== undefined)?.unit
    return {
      set: number < fields.length ? rows[0].set : '*',
      property: rows[0].property,
      ...(unit === undefined ? {} : { unit }),
      kind: findKind(rows),
      elements: counts[number],
    }
  })
  return { fields, infos }
}

/** Returns the fields of each name that several sets have. */
function groupByName(fields: readonly CatalogField[]): number[][] {
  const byName = new Map<string, number[]>()
  fields.forEach(({ property }, field) => {
    const name = normalizeName(property)
    const group = byName.get(name)
    if (group === undefined) byName.set(name, [field])
    else group.push(field)
  })
  return [...byName.values()].filter((group) => group.length > 1)
}

/** Counts the elements that have a field of each group, each once. */
function countElements(
  { index }: PropertyBlocks,
  { fields, shapes, shapeOfSet }: CatalogBuilder,
  groups: readonly (readonly number[])[],
): Uint32Array {
  const groupsOfField: number[][] = fields.map(() => [])
  groups.forEach((group, number) => group.forEach((field) => groupsOfField[field].push(number)))
  const groupsOfShape = shapes.map((shape) => Uint32Array.from(new Set(shape.flatMap((field) => groupsOfField[field]))))
  const counts = new Uint32Array(groups.length)
  /** Last counted element + 1 of each group. */
  const counted = new Uint32Array(groups.length)
  const { elementCount, setStart, setNumbers } = index
  for (let element = 0; element < elementCount; element++)
    for (let at = setStart[element]; at < setStart[element + 1]; at++)
      for (const group of groupsOfShape[shapeOfSet[setNumbers[at]]] ?? []) {
        if (counted[group] <= element) counts[group]++
        counted[group] = element + 1
      }
  return counts
}

/** Returns the kind of the values that are no placeholders. */
function findKind(rows: readonly FieldEntry[]): FieldInfo['kind'] {
  const kinds = rows.reduce((sum, row) => sum | row.kinds, 0)
  return kinds === kindBits.number ? 'number' : kinds === kindBits.boolean ? 'boolean' : 'text'
}
