import { listStoreys } from '@kamar/package-format/read'
import type { FieldTable } from './fields/field-table.js'
import { parseNumber } from './filter-rule.js'

const elevationField = { set: '*', property: 'Elevation' }
const metresPerUnit: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001, ft: 0.3048, in: 0.0254 }

/** Returns the elevations of storeys in metres, by name; storeys without one are omitted. */
export async function readElevations(table: FieldTable): Promise<ReadonlyMap<string, number>> {
  const { tree } = table
  const storeys = Uint32Array.from(listStoreys(tree))
  const values = await table.values(storeys, elevationField)
  const metres = metresPerUnit[(await table.unit(elevationField)) ?? 'm'] ?? 1
  const elevations = new Map<string, number>()
  for (const [at, storey] of storeys.entries()) {
    const value = values[at]
    const number = value === null ? null : parseNumber(value)
    // Of several storeys with one name, e.g. of two buildings, the first decides.
    if (number !== null && !elevations.has(tree.name(storey))) elevations.set(tree.name(storey), number * metres)
  }
  return elevations
}
