import { formatCsv } from '../../engine/search/format-csv.js'
import { computeValues, type Measurement, type WorldReference } from './measurement.js'
import { plainNumber, type LengthUnit } from './units.js'

/** Texts of a measurement table. */
export interface CsvTexts {
  readonly header: readonly [
    name: string,
    kind: string,
    value: string,
    number: string,
    unit: string,
    element: string,
    secondElement: string,
  ]
  kind(kind: Measurement['kind']): string
  value(name: ReturnType<typeof computeValues>[number]['name']): string
  element(element: number): string
}

/** Formats measurements as a table, one line per number. */
export function measurementsCsv(
  measurements: readonly Measurement[],
  format: { readonly world: WorldReference; readonly unit: LengthUnit; readonly texts: CsvTexts },
): string {
  const { world, unit, texts } = format
  const lines = measurements.flatMap((measurement) =>
    computeValues(measurement, world).map(({ name, quantity, value }) => {
      const plain = plainNumber(quantity, value, unit)
      const [first = '', second = ''] = measurement.elements?.map((element) => texts.element(element)) ?? []
      const { kind, name: ownName } = measurement
      return [ownName, texts.kind(kind), texts.value(name), plain.number, plain.unit, first, second]
    }),
  )
  return formatCsv([texts.header, ...lines])
}
