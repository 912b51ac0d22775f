import type { Property } from '@kamar/core'
import { readRepresentation } from '../model/representations.js'
import type { Units } from '../model/units.js'
import { readMeasure } from '../model/units.js'
import { toText, type StepFile } from '../step-file.js'
import { readItem } from './property-definitions.js'

const maxProperties = 2000
const tolerancePattern = /_TOLERANCE$/

/** Reads dimensions, tolerances, datums and written notes of the file as values: they are not drawn. */
export function readManufacturingInformation(file: StepFile, units: Units): Property[] {
  const all = [...dimensions(file, units), ...tolerances(file, units), ...datums(file), ...notes(file)]
  return all.slice(0, maxProperties)
}

function dimensions(file: StepFile, units: Units): Property[] {
  return file.listRows('DIMENSIONAL_CHARACTERISTIC_REPRESENTATION').flatMap((row) => {
    const dimension = file.rowAt(row, 0)
    const representation = readRepresentation(file, file.rowAt(row, 1))
    const name = dimensionName(file, dimension)
    return (representation?.items ?? [])
      .map((item) => readItem(file, units, { item, fallback: name }))
      .filter((property) => property !== null)
      .map((property) => ({ ...property, name: `Dimension ${name}`.trim() }))
  })
}

/** Returns the name of a dimension, which is the second attribute of a size and the first of a location. */
function dimensionName(file: StepFile, row: number): string {
  const attributes = file.attributes(row)
  return attributes.map((value) => toText(value)).find((text) => text !== '') ?? ''
}

function tolerances(file: StepFile, units: Units): Property[] {
  const names = file.index.typeNames.filter((name) => tolerancePattern.test(name))
  const rows = [...file.listRows(...names), ...file.rowsWith('GEOMETRIC_TOLERANCE')]
  return [...new Set(rows)].flatMap((row) => {
    const attributes = file.part(row, 'GEOMETRIC_TOLERANCE') ?? file.attributes(row)
    const kind = file.listTypes(row).find((name) => tolerancePattern.test(name) && name !== 'GEOMETRIC_TOLERANCE')
    const measure = readMeasure(file, file.rowOf(attributes[2]))
    if (!measure) return []
    const word = (kind ?? 'TOLERANCE').toLowerCase().replaceAll('_', ' ')
    const name = `${word} ${toText(attributes[0])}`.trim()
    const unit = units.unit(measure.unit)?.symbol
    return [{ name, value: measure.value, ...(unit ? { unit } : {}) }]
  })
}

function datums(file: StepFile): Property[] {
  return file.listRows('DATUM').map((row) => ({ name: 'Datum', value: toText(file.attributes(row).at(-1)) }))
}

function notes(file: StepFile): Property[] {
  return file
    .listRows('TEXT_LITERAL', 'TEXT_LITERAL_WITH_EXTENT')
    .map((row) => toText(file.attributes(row)[1]))
    .filter((text) => text.trim() !== '')
    .map((text) => ({ name: 'Note', value: text }))
}
