import type { FieldSummary } from '@kamar/viewer'

/** Kinds of totals, in their order; texts under `properties.total.`. */
const totalKinds = ['area', 'volume', 'length', 'weight'] as const
type TotalKind = (typeof totalKinds)[number]

/**
 * Names of quantities in the languages of the files, without case and spaces, the best first: net quantities state what
 * is built.
 */
const names: Readonly<Record<TotalKind, readonly string[]>> = {
  area: [
    'netarea',
    'netsidearea',
    'netfloorarea',
    'area',
    'grossarea',
    'grosssidearea',
    'grossfloorarea',
    'nettofläche',
    'fläche',
    'площадь',
    'մակերես',
    'superficie',
    'área',
  ],
  volume: ['netvolume', 'volume', 'grossvolume', 'nettovolumen', 'volumen', 'объем', 'объём', 'ծավալ'],
  length: ['length', 'länge', 'длина', 'երկարություն', 'longitud'],
  weight: ['netweight', 'weight', 'mass', 'grossweight', 'gewicht', 'вес', 'масса', 'քաշ', 'զանգված', 'peso', 'masa'],
}
const units = /^(m|cm|mm|ft|in|m²|m³|mm²|mm³|cm²|cm³|ft²|ft³|kg|t|l)$/

/** Sum of a quantity over the selected elements. */
export interface Total {
  readonly kind: TotalKind
  readonly sum: number
  readonly unit: string | undefined
  /** Number of elements that have it. */
  readonly elements: number
}

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '')

/** Returns whether a sum of the values says something: heights above the floor and ids are numbers too. */
export function isQuantity({ property, sum, unit }: FieldSummary): boolean {
  if (sum === null) return false
  const name = normalize(property)
  return (unit !== undefined && units.test(unit) && !/elevation|height|offset|level|höhe/.test(name)) || isNamed(name)
}

const isNamed = (name: string): boolean => totalKinds.some((kind) => names[kind].includes(name))

/** Finds the total of each kind: of the field that most elements have, among these of the best name. */
export function findTotals(fields: readonly FieldSummary[]): readonly Total[] {
  return totalKinds.flatMap((kind): readonly Total[] => {
    const rank = ({ property }: FieldSummary): number => names[kind].indexOf(normalize(property))
    const [best] = fields
      .filter((field) => field.sum !== null && rank(field) >= 0)
      .toSorted((a, b) => b.elements - a.elements || rank(a) - rank(b))
    return best ? [{ kind, sum: best.sum ?? 0, unit: best.unit, elements: best.elements }] : []
  })
}
