/** A predicate for a value of parsed JSON. */
export type Check = (value: unknown) => boolean

/** Accepts a string. */
export const isText: Check = (value) => typeof value === 'string'
/** Accepts a finite number. */
export const isNumber: Check = Number.isFinite
/** Accepts a non-negative integer. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
/** Accepts one of the values. */
export const isLiteral =
  (...allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value)
/** Accepts undefined, or any value that passes `check`. */
export const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
/** Accepts null, or any value that passes `check`. */
export const maybeNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
/** Accepts a list of values that pass `check`. */
export const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
/** Accepts a list of `length` finite numbers. */
export const isTuple =
  (length: number): Check =>
  (value) =>
    Array.isArray(value) && value.length === length && value.every(isNumber)
/** Accepts an object whose fields pass the checks; ignores other fields. */
export const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]))
