import type { Property, PropertySet } from '@kamar/core'
import { encodeContainer } from '../container/container-encode.js'
import { valueType, type PropertyIndexInput } from './properties.js'
import { encodeFirstUses, StringTableBuilder, stringTableSections } from '../container/string-table.js'
import { encodeDeltas, encodeVarints } from '../container/varints.js'

/** Encodes `properties/index.bin` (before brotli). */
export function encodePropertyIndex(index: PropertyIndexInput): Uint8Array {
  const counts = new Uint32Array(index.elementCount)
  for (let element = 0; element < index.elementCount; element++)
    counts[element] = index.setStart[element + 1] - index.setStart[element]
  return encodeContainer(
    { elements: index.elementCount, assignments: index.setNumbers.length, blocks: index.blockStart.length },
    [
      { name: 'e.sets', data: encodeVarints(counts) },
      { name: 'e.set', data: encodeFirstUses(index.setNumbers) },
      { name: 'b.start', data: encodeDeltas(index.blockStart) },
    ],
  )
}

function typeOfValue(property: Property): number {
  if (typeof property.value === 'number') return valueType.number
  if (typeof property.value === 'boolean') return property.value ? valueType.true : valueType.false
  return valueType.text
}

/** Numbers are stored as their shortest decimal text: exact, and brotli finds repeated digits. */
const textOfValue = (value: Property['value']): string => (Object.is(value, -0) ? '-0' : String(value))

/**
 * Splits sets into templates (set name, property names, types, units) and values. Sets of one kind share a template, so
 * that a set costs its values only. `unit` 0 is none, else text number + 1.
 */
class BlockBuilder {
  readonly names = new StringTableBuilder()
  readonly values = new StringTableBuilder()
  readonly templates = new StringTableBuilder()
  readonly templateOfSet: number[] = []
  readonly valueNumbers: number[] = []

  add(set: PropertySet): void {
    const template: number[] = [this.names.indexOf(set.name)]
    for (const property of set.properties) {
      const type = typeOfValue(property)
      const unit = property.unit === undefined ? 0 : this.names.indexOf(property.unit) + 1
      template.push(this.names.indexOf(property.name), type, unit)
      if (type < valueType.false) this.valueNumbers.push(this.values.indexOf(textOfValue(property.value)))
    }
    this.templateOfSet.push(this.templates.indexOf(template.join(' ')))
  }

  encode(firstSet: number): Uint8Array {
    const templates = this.templates.texts.map((text) => text.split(' ').map(Number))
    const meta = {
      firstSet,
      sets: this.templateOfSet.length,
      names: this.names.texts.length,
      values: this.values.texts.length,
      templates: templates.length,
      templateNumbers: templates.reduce((sum, template) => sum + template.length, 0),
      valueNumbers: this.valueNumbers.length,
    }
    return encodeContainer(meta, [
      ...stringTableSections('name', this.names.texts),
      ...stringTableSections('value', this.values.texts),
      { name: 't.length', data: encodeVarints(templates.map((template) => template.length)) },
      { name: 't.numbers', data: encodeVarints(templates.flat()) },
      { name: 's.template', data: encodeFirstUses(this.templateOfSet) },
      { name: 's.values', data: encodeFirstUses(this.valueNumbers) },
    ])
  }
}

/** Encodes one `properties/NNN.bin` (before brotli); the sets are numbered from `firstSet`. */
export function encodePropertyBlock(sets: readonly PropertySet[], firstSet: number): Uint8Array {
  const block = new BlockBuilder()
  for (const set of sets) block.add(set)
  return block.encode(firstSet)
}
