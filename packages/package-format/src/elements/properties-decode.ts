import type { Property, PropertySet } from '@kamar/core'
import { decodeContainer, type Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { valueType, type PropertyBlock, type PropertyIndex } from './properties.js'
import {
  createStringTable,
  decodeFirstUses,
  readTextColumns,
  type StringTable,
  type TextColumns,
} from '../container/string-table.js'
import { decodeDeltas, decodeVarints } from '../container/varints.js'

function decodeBlockStarts(container: Container): Int32Array {
  const starts = decodeDeltas(container.column('b.start', 'u8'), container.count('blocks'))
  if (starts.length === 0 || starts[0] !== 0) throw malformed('blocks do not start at 0')
  for (let block = 1; block < starts.length; block++) {
    if (starts[block] < starts[block - 1]) throw malformed('blocks are out of order')
  }
  return starts
}

function lastAtMost(sorted: ArrayLike<number>, value: number): number {
  let low = 0
  let high = sorted.length
  while (low + 1 < high) {
    const midpoint = (low + high) >>> 1
    if (sorted[midpoint] <= value) low = midpoint
    else high = midpoint
  }
  return low
}

/** Decodes `properties/index.bin`; throws `RangeError` if malformed. */
export function decodePropertyIndex(bytes: Uint8Array): PropertyIndex {
  const container = decodeContainer(bytes)
  const elementCount = container.count('elements')
  const blockStart = decodeBlockStarts(container)
  const setCount = blockStart[blockStart.length - 1]
  const counts = decodeVarints(container.column('e.sets', 'u8'), elementCount)
  const numbers = decodeFirstUses(container.column('e.set', 'u8'), container.count('assignments'), setCount)
  const starts = runningStarts(counts, numbers.length, 'assignments')
  return {
    elementCount,
    setCount,
    blockCount: blockStart.length - 1,
    setStart: starts,
    setNumbers: numbers,
    setsOf: (element) => numbers.subarray(starts[element], starts[element + 1]),
    findBlock: (set) => (set >= 0 && set < setCount ? lastAtMost(blockStart, set) : -1),
  }
}

/** Returns `counts.length + 1` starts, the last of which is `total`. */
function runningStarts(counts: Uint32Array, total: number, description: string): Uint32Array {
  const starts = new Uint32Array(counts.length + 1)
  let sum = 0
  for (let index = 0; index < counts.length; index++) {
    sum += counts[index]
    if (sum > total) throw malformed(`${description} do not add up`)
    starts[index + 1] = sum
  }
  if (sum !== total) throw malformed(`${description} do not add up`)
  return starts
}

/** Name of a set, then name, type and unit of each property: 0 for no unit, else its name + 1. */
export type Template = Uint32Array

function decodeTemplates(container: Container, nameCount: number): Template[] {
  const lengths = decodeVarints(container.column('t.length', 'u8'), container.count('templates'))
  const numbers = decodeVarints(container.column('t.numbers', 'u8'), container.count('templateNumbers'))
  const starts = runningStarts(lengths, numbers.length, 'templates')
  const templates: Template[] = []
  for (let index = 0; index < lengths.length; index++) {
    const template = numbers.subarray(starts[index], starts[index + 1])
    if (template.length % 3 !== 1) throw malformed('template of odd length')
    const fits = template.every((number, at) => {
      if (at === 0 || at % 3 === 1) return number < nameCount
      return at % 3 === 2 ? number <= valueType.true : number <= nameCount
    })
    if (!fits) throw malformed('template out of range')
    templates.push(template)
  }
  return templates
}

function storedValues(template: Template): number {
  let count = 0
  for (let at = 2; at < template.length; at += 3) if (template[at] < valueType.false) count++
  return count
}

/** Sets of a block as columns, for scans of all values without an object for any. */
export interface PropertyColumns {
  readonly firstSet: number
  readonly names: StringTable
  readonly values: TextColumns
  readonly templates: readonly Template[]
  readonly templateOfSet: Uint16Array | Uint32Array
  /** First value of each set in `valueNumbers`, and the number of all. */
  readonly firstValue: Uint16Array | Uint32Array
  /** Numbers of the stored values in `values`; booleans are stored in the template alone. */
  readonly valueNumbers: Uint16Array | Uint32Array
}

/** Returns the numbers in the smallest array type that holds those below `count`. */
const narrow = (numbers: Uint32Array, count: number): Uint16Array | Uint32Array =>
  count <= 0x10000 ? Uint16Array.from(numbers) : numbers

/** Returns the value of a property from its type and stored text. */
export function readValue(type: number, stored: string): Property['value'] {
  return type === valueType.text ? stored : type === valueType.number ? Number(stored) : type === valueType.true
}

function buildSet(
  columns: Omit<PropertyColumns, 'values'>,
  values: Pick<StringTable, 'text'>,
  row: number,
): PropertySet {
  const { names, valueNumbers } = columns
  const template = columns.templates[columns.templateOfSet[row]]
  const properties: Property[] = []
  let next = columns.firstValue[row]
  for (let at = 1; at < template.length; at += 3) {
    const type = template[at + 1]
    const stored = type < valueType.false ? values.text(valueNumbers[next++]) : ''
    properties.push({
      name: names.text(template[at]),
      value: readValue(type, stored),
      ...(template[at + 2] === 0 ? {} : { unit: names.text(template[at + 2] - 1) }),
    })
  }
  return { name: names.text(template[0]), properties }
}

/** Decodes `properties/NNN.bin` into columns; throws `RangeError` if malformed. */
export function decodePropertyColumns(bytes: Uint8Array): PropertyColumns {
  const container = decodeContainer(bytes)
  // A view would keep the whole file in memory.
  const nameTexts = readTextColumns(container, 'name', container.count('names'))
  const names = createStringTable({ ...nameTexts, bytes: nameTexts.bytes.slice() })
  const values = readTextColumns(container, 'value', container.count('values'))
  const valueCount = values.ends.length
  const templates = decodeTemplates(container, names.count)
  const setCount = container.count('sets')
  const templateOfSet = decodeFirstUses(container.column('s.template', 'u8'), setCount, templates.length)
  const valueNumbers = decodeFirstUses(container.column('s.values', 'u8'), container.count('valueNumbers'), valueCount)
  const valueCounts = templateOfSet.map((template) => storedValues(templates[template]))
  return {
    firstSet: container.count('firstSet'),
    names,
    values,
    templates,
    templateOfSet: narrow(templateOfSet, templates.length),
    firstValue: narrow(runningStarts(valueCounts, valueNumbers.length, 'values'), valueNumbers.length + 1),
    valueNumbers: narrow(valueNumbers, valueCount),
  }
}

/** Returns the block of decoded columns; `values` are those of the columns in another form. */
export function createPropertyBlock(
  columns: Omit<PropertyColumns, 'values'>,
  values: Pick<StringTable, 'text'>,
): PropertyBlock {
  const { firstSet } = columns
  const setCount = columns.templateOfSet.length
  return {
    firstSet,
    setCount,
    set: (number) => {
      const row = number - firstSet
      if (!(row >= 0 && row < setCount)) throw malformed(`set ${number} is in another block`)
      return buildSet(columns, values, row)
    },
  }
}

/** Decodes `properties/NNN.bin`; throws `RangeError` if malformed. */
export function decodePropertyBlock(bytes: Uint8Array): PropertyBlock {
  const columns = decodePropertyColumns(bytes)
  return createPropertyBlock(columns, createStringTable(columns.values))
}
