import { findChild, toNumber, toText } from './fbx-node.js'
import type { FbxNode, FbxValue } from './fbx-node.js'

interface StatedProperty {
  readonly name: string
  readonly type: string
  /** `U` among them: defined by a user or an exporter, not by the format. */
  readonly flags: string
  readonly values: readonly FbxValue[]
}

/**
 * Lists the stated properties: `P: name, type, label, flags, values…` since 7.0, `Property: name, type, flags, values…`
 * before.
 */
function statedIn(node: FbxNode | undefined | null): StatedProperty[] {
  const since7 = findChild(node ?? undefined, 'Properties70')
  const before7 = findChild(node ?? undefined, 'Properties60')
  const valuesFrom = since7 ? 4 : 3
  return (
    (since7 ?? before7)?.children.map(({ values }) => ({
      name: toText(values[0]),
      type: toText(values[1]),
      flags: toText(values[valuesFrom - 1]),
      values: values.slice(valuesFrom),
    })) ?? []
  )
}

/** The properties of an object, with the defaults of its kind. */
export class Properties {
  readonly #own: readonly StatedProperty[]
  #byName: Map<string, StatedProperty> | null = null
  readonly #template: FbxNode | null

  constructor(node: FbxNode | undefined, template: FbxNode | null) {
    this.#own = statedIn(node)
    this.#template = template
  }

  #find(name: string): StatedProperty | undefined {
    this.#byName ??= new Map([...statedIn(this.#template), ...this.#own].map((property) => [property.name, property]))
    return this.#byName.get(name)
  }

  /** Returns a number; null where it is not stated. */
  number(name: string): number | null {
    const value = this.#find(name)?.values[0]
    return value === undefined ? null : toNumber(value)
  }

  /** Returns a text; '' where it is not stated. */
  text(name: string): string {
    return toText(this.#find(name)?.values[0])
  }

  /** Returns three numbers; null where they are not stated. */
  vector(name: string): readonly [number, number, number] | null {
    const values = this.#find(name)?.values
    if (!values || values.length < 3) return null
    return [toNumber(values[0]), toNumber(values[1]), toNumber(values[2])]
  }

  /** Returns three numbers of the first stated property among several names. */
  firstVector(names: readonly string[]): readonly [number, number, number] | null {
    for (const name of names) {
      const vector = this.vector(name)
      if (vector) return vector
    }
    return null
  }

  /** Properties added by a user or an exporter: name and value, several numbers as text. */
  get added(): { name: string; value: string | number | boolean }[] {
    return this.#own
      .filter(({ flags, values }) => flags.includes('U') && values.length > 0)
      .map(({ name, type, values }) => ({ name, value: formatValue(type, values) }))
      .filter(({ name, value }) => name !== '' && value !== '')
  }
}

function formatValue(type: string, values: readonly FbxValue[]): string | number | boolean {
  const [first] = values
  if (values.length > 1) return values.map(String).join(', ')
  if (/^bool$/i.test(type)) return toNumber(first) !== 0
  if (typeof first === 'number' || typeof first === 'boolean') return first
  return typeof first === 'object' ? '' : String(first)
}
