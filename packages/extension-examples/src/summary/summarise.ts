import type { ElementProperties } from '@kamar/extensions'

/** Sum of a quantity over several elements. */
export interface QuantitySum {
  readonly name: string
  readonly unit: string
  readonly sum: number
  /** Number of elements with this quantity. */
  readonly elements: number
}

/** Property names of the summed quantities in various formats; the first that an element has applies. */
const quantities: readonly { readonly name: 'volume' | 'area' | 'length'; readonly pattern: RegExp }[] = [
  { name: 'volume', pattern: /^(net ?)?volume$/i },
  { name: 'area', pattern: /^(net ?(side ?|floor ?)?)?area$/i },
  { name: 'length', pattern: /^length$/i },
]

/** Sums the volumes, areas and lengths of elements, separately for each unit: nothing is converted implicitly. */
export function summarise(elements: readonly ElementProperties[]): QuantitySum[] {
  const sums = new Map<string, { name: string; unit: string; sum: number; elements: number }>()
  for (const { sets } of elements) {
    const properties = sets.flatMap((set) => set.properties)
    for (const { name, pattern } of quantities) {
      const match = properties.find((property) => pattern.test(property.name) && typeof property.value === 'number')
      if (match === undefined || typeof match.value !== 'number') continue
      const unit = match.unit ?? ''
      const entry = sums.get(`${name} ${unit}`) ?? { name, unit, sum: 0, elements: 0 }
      entry.sum += match.value
      entry.elements += 1
      sums.set(`${name} ${unit}`, entry)
    }
  }
  return [...sums.values()]
}

/** Counts each name, most frequent first. */
export function countBy(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}
