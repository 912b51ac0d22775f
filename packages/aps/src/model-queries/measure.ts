/** Unit as readers write it: its metric base unit and the conversion factor. */
interface MetricUnit {
  readonly base: string
  readonly factor: number
}

const inch = 0.0254
const foot = 0.3048

const powers: readonly (readonly [string, number])[] = [
  ['', 1],
  ['²', 2],
  ['³', 3],
]
const lengths: Readonly<Record<string, number>> = { m: 1, mm: 0.001, cm: 0.01, dm: 0.1, km: 1000, in: inch, ft: foot }

function lengthUnits(): [string, MetricUnit][] {
  return Object.entries(lengths).flatMap(([symbol, metres]) =>
    powers.map(([sign, power]): [string, MetricUnit] => [symbol + sign, { base: `m${sign}`, factor: metres ** power }]),
  )
}

const units: ReadonlyMap<string, MetricUnit> = new Map([
  ...lengthUnits(),
  ['°', { base: 'rad', factor: Math.PI / 180 }],
  ['rad', { base: 'rad', factor: 1 }],
  ['kg', { base: 'kg', factor: 1 }],
  ['g', { base: 'kg', factor: 0.001 }],
  ['t', { base: 'kg', factor: 1000 }],
  ['s', { base: 's', factor: 1 }],
  ['N', { base: 'N', factor: 1 }],
  ['kN', { base: 'N', factor: 1000 }],
  ['Pa', { base: 'Pa', factor: 1 }],
  ['kPa', { base: 'Pa', factor: 1000 }],
  ['MPa', { base: 'Pa', factor: 1_000_000 }],
  ['W', { base: 'W', factor: 1 }],
  ['kW', { base: 'W', factor: 1000 }],
])

/** Converts a value to its metric base unit, in which queries compare; returns the value itself for an unknown unit. */
export const inBaseUnit = (value: number, unit: string | undefined): number =>
  value * (units.get(unit ?? '')?.factor ?? 1)

const maxDecimals = 15

/** Formats a measurement as `##94.172{mm}[3]{m}`: value, unit, decimal places, metric base unit. */
export function measureText(value: number, unit: string | undefined): string {
  const decimals = Math.min(maxDecimals, String(value).split('e')[0]?.split('.')[1]?.length ?? 0)
  return `##${value}{${unit ?? ''}}[${decimals}]{${units.get(unit ?? '')?.base ?? unit ?? ''}}`
}
