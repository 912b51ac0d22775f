import type { LengthUnit } from '@kamar/core'
import { numberIn, splitValues, type Delimiters } from './iges-text.js'

/** Contents of the global section. */
export interface GlobalSection {
  readonly delimiters: Delimiters
  /** Null when the file names no known unit. */
  readonly unit: LengthUnit | null
  /** Ratio of sizes in the file to sizes of the model. */
  readonly scale: number
  /** The program that wrote the file. */
  readonly product: string
}

const defaultDelimiters: Delimiters = { value: ',', record: ';' }
const unitByFlag: readonly (LengthUnit | null)[] = [
  null,
  { name: 'in', metres: 0.0254 },
  { name: 'mm', metres: 0.001 },
  null,
  { name: 'ft', metres: 0.3048 },
  { name: 'mi', metres: 1609.344 },
  { name: 'm', metres: 1 },
  { name: 'km', metres: 1000 },
  { name: 'mil', metres: 0.000_025_4 },
  { name: 'µm', metres: 1e-6 },
  { name: 'cm', metres: 0.01 },
  { name: 'µin', metres: 2.54e-8 },
]
const flagByName: Readonly<Record<string, number>> = {
  IN: 1,
  INCH: 1,
  MM: 2,
  FT: 4,
  MI: 5,
  M: 6,
  KM: 7,
  MIL: 8,
  UM: 9,
  CM: 10,
  UIN: 11,
}
const flagOfNamedUnit = 3

const fields = { product: 4, scale: 12, unitFlag: 13, unitName: 14 } as const

/** Reads the global section; omitted values get the defaults of the standard. */
export function readGlobal(text: string): GlobalSection {
  const delimiters = parseDelimiters(text)
  const remainder = text.replace(/^\s*(1H.)?./, '').replace(/^\s*(1H.)?./, '')
  // The first two values are the delimiters themselves, which would break the splitting.
  const values = ['', '', ...splitValues(remainder, delimiters).values]
  const flag = numberIn(values[fields.unitFlag]) ?? 0
  const namedFlag = flagByName[(values[fields.unitName] ?? '').trim().toUpperCase()] ?? 0
  const scale = numberIn(values[fields.scale]) ?? 1
  return {
    delimiters,
    unit: unitByFlag[flag === flagOfNamedUnit || flag === 0 ? namedFlag : flag] ?? null,
    scale: scale > 0 ? scale : 1,
    product: values[fields.product]?.trim() ?? '',
  }
}

function parseDelimiters(text: string): Delimiters {
  const value = /^\s*1H(.)/.exec(text)?.[1] ?? defaultDelimiters.value
  const remainder = text.replace(/^\s*(1H.)?./, '')
  return { value, record: /^\s*1H(.)/.exec(remainder)?.[1] ?? defaultDelimiters.record }
}
