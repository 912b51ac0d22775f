/** Whether a value of parsed JSON is what a field must hold. */
export type Check = (value: unknown) => boolean

/** A text. */
export const isText: Check = (value) => typeof value === 'string'
/** A finite number. */
export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
/** A whole number from 0. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
/** One of the values. */
export const isLiteral =
  (...allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value)
/** Left out, or what `check` wants. */
export const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
/** Null, or what `check` wants. */
export const maybeNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
/** A list of what `check` wants. */
export const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
/** An object whose fields are what the checks want; others do not matter. */
export const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]))
