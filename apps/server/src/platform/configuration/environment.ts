/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads a setting that is `true` or `false`; returns `fallback` where it is not set. Throws `RangeError` with a
 * sentence.
 */
export function readFlag(environment: Environment, name: string, fallback: boolean): boolean {
  const text = environment[name]
  if (!text) return fallback
  if (text === 'true' || text === 'false') return text === 'true'
  throw new RangeError(`${name} must be true or false, not "${text}".`)
}

const unitBytes = { '': 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const

/**
 * Reads a size: a number of bytes, or of KB, MB or GB of 1,024 each; returns `fallback` where it is not set. Throws
 * `RangeError` with a sentence.
 */
export function readSize(
  environment: Environment,
  name: string,
  { fallback, minimum, maximum }: { readonly fallback: number; readonly minimum: number; readonly maximum: number },
): number {
  const text = environment[name]
  if (!text) return fallback
  const match = /^(\d+(?:\.\d+)?) ?(|KB|MB|GB)$/i.exec(text)
  const unit = match?.[2]?.toUpperCase() as keyof typeof unitBytes | undefined
  const bytes = unit === undefined ? Number.NaN : Number(match?.[1]) * unitBytes[unit]
  if (bytes >= minimum && bytes <= maximum) return Math.floor(bytes)
  throw new RangeError(`${name} must be a size from ${minimum} to ${maximum} bytes, like 500MB or 5GB, not "${text}".`)
}
