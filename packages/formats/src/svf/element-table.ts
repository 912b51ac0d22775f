import { gunzipSync } from 'node:zlib'
import type { Property, PropertySet, ReadContext } from '@kamar/core'
import type { SVFReader } from 'svf-utils'
import { findAddress, readAssets } from './needed-assets.js'
import { damaged, undamagedOrNull, type OpenSvf } from './open-svf.js'

type PropertyReader = Awaited<ReturnType<SVFReader['getPropertyDb']>>

/** Fields of an attribute: name, category, data type, unit, description, display name. */
type Attribute = readonly [
  name: string,
  category: string,
  type: number,
  unit?: string | null,
  about?: string | null,
  shown?: string | null,
]

const booleanType = 1
/** Names in the service's internal categories: `__child__`, `__name__`, `__instanceof__`. */
const internal = /^__\w+__$/
/** Maximum length of a chain of types: an instance has a type, which may have one itself. */
const maxTypes = 8

/** One attribute value of an element. */
interface Statement {
  readonly name: string
  readonly category: string
  readonly value: unknown
}

/** Elements of the property database: names, classes, parents and properties by number. */
export class ElementTable {
  readonly #reader: PropertyReader
  readonly #identifiers: readonly unknown[]
  readonly #attributes: ReadonlyMap<string, Attribute>
  readonly #parents: Int32Array

  private constructor(reader: PropertyReader, identifiers: readonly unknown[], attributes: readonly Attribute[]) {
    this.#reader = reader
    this.#identifiers = identifiers
    this.#attributes = new Map(attributes.filter(Array.isArray).map((row) => [`${row[0]}\0${row[1]}`, row]))
    this.#parents = new Int32Array(identifiers.length)
    for (let id = 1; id < identifiers.length; id++)
      for (const child of reader.getChildren(id))
        if (this.has(child) && this.#parents[child] === 0 && child !== id) this.#parents[child] = id
  }

  /** Opens the table; `missing` where the derivative has no property database, `damaged` where it cannot be read. */
  static async open({ model, find }: OpenSvf, context: ReadContext): Promise<ElementTable | 'missing' | 'damaged'> {
    const assets = await readAssets(model)
    const kinds = ['PropertyIDs', 'PropertyOffsets', 'PropertyAVs', 'PropertyAttributes', 'PropertyValues']
    const addresses = kinds.map((kind) => findAddress(assets, kind))
    const sources = addresses.map((address) => (address === null ? null : find(address)))
    if (sources.includes(null)) return 'missing'
    const list = async (at: number): Promise<readonly unknown[]> => {
      const bytes = Buffer.from((await sources[at]?.readAll()) ?? [])
      const text = gunzipSync(bytes, { maxOutputLength: context.limits.inflatedBytes }).toString('utf8')
      const value: unknown = JSON.parse(text)
      if (!Array.isArray(value)) throw damaged(`${kinds[at]} is no list`)
      return value as readonly unknown[]
    }
    const table = await undamagedOrNull(
      async () => new ElementTable(await model.getPropertyDb(), await list(0), (await list(3)) as readonly Attribute[]),
    )
    return table ?? 'damaged'
  }

  /** Returns whether a number is an element's. */
  has(id: unknown): id is number {
    return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 && id < this.#identifiers.length
  }

  /** Returns the number of the parent element; 0 for a root. */
  parentOf(id: number): number {
    return this.has(id) ? (this.#parents[id] ?? 0) : 0
  }

  /** Returns the source program's identifier of an element. */
  identifierOf(id: number): string {
    const identifier = this.#identifiers[id]
    return typeof identifier === 'string' ? identifier : ''
  }

  /** Returns the name from the service, and the class from the source program. */
  describe(id: number): { readonly name: string; readonly class: string } {
    const first = (category: string): string => {
      const value = this.#statements(id).find((statement) => statement.category === category)?.value
      return typeof value === 'string' ? value : ''
    }
    return { name: first('__name__'), class: first('__category__') || 'object' }
  }

  /** Returns the element's properties under the source's categories; inherits missing ones from its type. */
  propertySets(id: number): PropertySet[] {
    const sets = new Map<string, Map<string, Property>>()
    let current: unknown = id
    for (let depth = 0; depth < maxTypes && this.has(current); depth++) {
      const statements: readonly Statement[] = this.#statements(current)
      for (const statement of statements) {
        const property = internal.test(statement.category) ? null : this.#property(statement)
        if (property === null) continue
        const set = sets.get(statement.category) ?? new Map<string, Property>()
        sets.set(statement.category, set)
        if (!set.has(property.name)) set.set(property.name, property)
      }
      current = statements.find(({ category }) => category === '__instanceof__')?.value
    }
    return [...sets].map(([name, properties]) => ({ name: name || 'General', properties: [...properties.values()] }))
  }

  #statements(id: number): readonly Statement[] {
    return [...this.#reader.enumerateProperties(id)] as readonly Statement[]
  }

  #property({ name, category, value }: Statement): Property | null {
    const attribute = this.#attributes.get(`${name}\0${category}`)
    const displayName = attribute?.[5] || name
    const unit = attribute?.[3] || undefined
    if (attribute?.[2] === booleanType) return { name: displayName, value: Boolean(value) }
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
    if (value === '' || (typeof value === 'number' && !Number.isFinite(value))) return null
    return { name: displayName, value, ...(unit === undefined || typeof value !== 'number' ? {} : { unit }) }
  }
}
