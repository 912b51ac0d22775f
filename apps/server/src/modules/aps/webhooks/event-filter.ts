const maxConditions = 8
// `$[?(@.ext=='txt')]`, several conditions joined by `&&`.
const filterPattern = /^\$\[\?\((.+)\)\]$/
const condition = /^@((?:\.\w{1,64}){1,8})\s*(==|!=)\s*(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?|true|false))$/

/** Predicate on an event's payload, from the filter of a webhook. */
export type EventFilter = (payload: unknown) => boolean

/**
 * Parses the part of JSONPath that filters use: `$[?(@.Payload.status=='success' && @.URN!='x')]`. Returns null for
 * anything else.
 */
export function parseEventFilter(text: string): EventFilter | null {
  const parts =
    filterPattern
      .exec(text)?.[1]
      ?.split('&&')
      .map((part) => part.trim()) ?? []
  const conditions = parts.map(parseCondition)
  if (conditions.length === 0 || conditions.length > maxConditions || conditions.includes(null)) return null
  return (payload) => conditions.every((matches) => matches?.(payload))
}

function parseCondition(text: string): EventFilter | null {
  const [, path, operator, single, double, bare] = condition.exec(text) ?? []
  if (path === undefined) return null
  const names = path.slice(1).split('.')
  const expectedValue = single ?? double ?? bare ?? ''
  return (payload) => {
    const value = names.reduce<unknown>(
      (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      payload,
    )
    return (toText(value) === expectedValue) === (operator === '==')
  }
}

const toText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
