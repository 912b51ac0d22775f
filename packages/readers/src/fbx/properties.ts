import { childOf, numberOf, textOf } from './fbx-node.js'
import type { FbxNode, FbxValue } from './fbx-node.js'

interface StatedProperty {
  readonly name: string
  readonly type: string
  /** `U` among them: made by a user or an exporter, not by the format. */
  readonly flags: string
  readonly values: readonly FbxValue[]
}

/** `P: name, type, label, flags, values…` since 7.0, `Property: name, type, flags, values…` before. */
function statedIn(node: FbxNode | undefined | null): StatedProperty[] {
  const since7 = childOf(node ?? undefined, 'Properties70')
  const before7 = childOf(node ?? undefined, 'Properties60')
  const valuesFrom = since7 ? 4 : 3
  return (
    (since7 ?? before7)?.children.map(({ values }) => ({
      name: textOf(values[0]),
      type: textOf(values[1]),
      flags: textOf(values[valuesFrom - 1]),
      values: values.slice(valuesFrom),
    })) ?? []
  )
}

/** The properties of an object, over the defaults of its kind. */
export class Properties {
  readonly #stated: readonly StatedProperty[]
  #byName: Map<string, StatedProperty> | null = null
  readonly #template: FbxNode | null

  constructor(node: FbxNode | undefined, template: FbxNode | null) {
    this.#stated = statedIn(node)
    this.#template = template
  }

  #find(name: string): StatedProperty | undefined {
    this.#byName ??= new Map([...statedIn(this.#template), ...this.#stated].map((stated) => [stated.name, stated]))
    return this.#byName.get(name)
  }

  /** A number; null where it is not stated. */
  number(name: string): number | null {
    const value = this.#find(name)?.values[0]
    return value === undefined ? null : numberOf(value)
  }

  /** A text; '' where it is not stated. */
  text(name: string): string {
    return textOf(this.#find(name)?.values[0])
  }

  /** Three numbers; null where they are not stated. */
  vector(name: string): readonly [number, number, number] | null {
    const values = this.#find(name)?.values
    if (!values || values.length < 3) return null
    return [numberOf(values[0]), numberOf(values[1]), numberOf(values[2])]
  }

  /** The first of several names that is stated, three numbers. */
  firstVector(names: readonly string[]): readonly [number, number, number] | null {
    for (const name of names) {
      const vector = this.vector(name)
      if (vector) return vector
    }
    return null
  }

  /** What a user or an exporter added: name and value, objects of several numbers as text. */
  get added(): { name: string; value: string | number | boolean }[] {
    return this.#stated
      .filter(({ flags, values }) => flags.includes('U') && values.length > 0)
      .map(({ name, type, values }) => ({ name, value: shown(type, values) }))
      .filter(({ name, value }) => name !== '' && value !== '')
  }
}

function shown(type: string, values: readonly FbxValue[]): string | number | boolean {
  const [first] = values
  if (values.length > 1) return values.map(String).join(', ')
  if (/^bool$/i.test(type)) return numberOf(first) !== 0
  if (typeof first === 'number' || typeof first === 'boolean') return first
  return typeof first === 'object' ? '' : String(first)
}
