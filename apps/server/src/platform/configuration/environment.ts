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
