import type { Property, PropertySet } from '@kamar/core'
import { decodeContainer, type Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { valueType, type PropertyBlock, type PropertyIndex } from './properties.js'
import { decodeFirstUses, readStringTable, type StringTable } from '../container/string-table.js'
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

/** Set name, then name, type and unit of each property. */
type Template = Uint32Array

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

interface BlockParts {
  readonly names: StringTable
  readonly values: StringTable
  readonly valueNumbers: Uint32Array
}

function buildSet(parts: BlockParts, template: Template, firstValue: number): PropertySet {
  const properties: Property[] = []
  let next = firstValue
  for (let at = 1; at < template.length; at += 3) {
    const type = template[at + 1]
    const stored = type < valueType.false ? parts.values.text(parts.valueNumbers[next++]) : ''
    properties.push({
      name: parts.names.text(template[at]),
      value: type === valueType.text ? stored : type === valueType.number ? Number(stored) : type === valueType.true,
      ...(template[at + 2] === 0 ? {} : { unit: parts.names.text(template[at + 2] - 1) }),
    })
  }
  return { name: parts.names.text(template[0]), properties }
}

/** Decodes `properties/NNN.bin`; throws `RangeError` if malformed. */
export function decodePropertyBlock(bytes: Uint8Array): PropertyBlock {
  const container = decodeContainer(bytes)
  const firstSet = container.count('firstSet')
  const names = readStringTable(container, 'name', container.count('names'))
  const values = readStringTable(container, 'value', container.count('values'))
  const templates = decodeTemplates(container, names.count)
  const setCount = container.count('sets')
  const templateOfSet = decodeFirstUses(container.column('s.template', 'u8'), setCount, templates.length)
  const valueNumbers = decodeFirstUses(
    container.column('s.values', 'u8'),
    container.count('valueNumbers'),
    values.count,
  )
  const valueCounts = templateOfSet.map((template) => storedValues(templates[template]))
  const firstValue = runningStarts(valueCounts, valueNumbers.length, 'values')
  return {
    firstSet,
    setCount,
    set: (number) => {
      const row = number - firstSet
      if (!(row >= 0 && row < setCount)) throw malformed(`set ${number} is in another block`)
      return buildSet({ names, values, valueNumbers }, templates[templateOfSet[row]], firstValue[row])
    },
  }
}
