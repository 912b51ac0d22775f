const encoder = new TextEncoder()

/** Collects statements of a STEP text; numbers count from 1. */
export class StepStatements {
  readonly #lines: string[] = []

  get count(): number {
    return this.#lines.length
  }

  /** The number of the new statement. */
  add(statement: string): number {
    return this.#lines.push(`#${this.#lines.length + 1}=${statement}`)
  }

  point(x: number, y: number, z: number): number {
    return this.add(`CARTESIAN_POINT('',(${real(x)},${real(y)},${real(z)}))`)
  }

  /** All of them, the last one without its semicolon. */
  bytes(): Uint8Array {
    return encoder.encode(this.#lines.join(';\n'))
  }
}

/** A real number as STEP writes it: `1.`, `2.5`, `1.E-7`. */
export function real(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text.includes('.') ? text : `${text}.`
  const [digits = '', exponent = ''] = text.split('e')
  return `${digits.includes('.') ? digits : `${digits}.`}E${exponent}`
}

/** `(#1,#2)` */
export const references = (numbers: readonly number[]): string => `(${numbers.map((number) => `#${number}`).join()})`

/** `(1.,2.5)` */
export const reals = (values: readonly number[]): string => `(${values.map(real).join()})`
