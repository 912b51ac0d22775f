import { MalformedRecordError } from '@kamar/codecs/records'

/** A value of a field: a number, flag, text, list, an embedded object, or a pointer to one. */
export type FieldValue = number | boolean | string | RecordObject | Pointer | FieldValue[]

/** Reference from one object of a record to another. */
export class Pointer {
  readonly token: number
  target: RecordObject | null = null

  constructor(token: number) {
    this.token = token
  }
}

/** x, y, z; in feet for a position. */
export type Vector3 = readonly [number, number, number]

/** Positions of the fields in the values of an object, by name; all objects of a class share one. */
export type FieldPositions = ReadonlyMap<string, number>

/** An object of a record; reading a field that is missing or has another type throws `MalformedRecordError`. */
export class RecordObject {
  readonly className: string
  /** In the order of the bytes. A project has a hundred thousand objects: a map in each took half of the reading time. */
  readonly values: FieldValue[] = []
  readonly #positions: FieldPositions

  constructor(className: string, positions: FieldPositions) {
    this.className = className
    this.#positions = positions
  }

  has(name: string): boolean {
    return this.#positions.has(name)
  }

  get(name: string): FieldValue | undefined {
    const position = this.#positions.get(name)
    return position === undefined ? undefined : this.values[position]
  }

  number(name: string): number {
    const value = this.get(name)
    return typeof value === 'number' ? value : this.#fault(name)
  }

  flag(name: string): boolean {
    const value = this.get(name)
    return typeof value === 'boolean' ? value : this.#fault(name)
  }

  text(name: string): string {
    const value = this.get(name)
    return typeof value === 'string' ? value : this.#fault(name)
  }

  list(name: string): readonly FieldValue[] {
    const value = this.get(name)
    return Array.isArray(value) ? value : this.#fault(name)
  }

  vector(name: string): Vector3 {
    return toVector(this.get(name)) ?? this.#fault(name)
  }

  /** Returns an object embedded in the field. */
  part(name: string): RecordObject {
    const value = this.get(name)
    return value instanceof RecordObject ? value : this.#fault(name)
  }

  /** Returns the object that the field points to; null for a null pointer. */
  target(name: string): RecordObject | null {
    const value = this.get(name)
    return value instanceof Pointer ? value.target : this.#fault(name)
  }

  /** Returns the objects that a list points to. */
  targets(name: string): RecordObject[] {
    return this.list(name).flatMap((value) => (value instanceof Pointer && value.target ? [value.target] : []))
  }

  /** Returns the objects embedded in a list. */
  parts(name: string): RecordObject[] {
    return this.list(name).map((value) => (value instanceof RecordObject ? value : this.#fault(name)))
  }

  /** Returns the element id in the field; -1 for none. */
  id(name: string): number {
    const value = this.get(name)
    return value instanceof RecordObject ? readId(value) : this.#fault(name)
  }

  /** Returns the element ids in a list. */
  ids(name: string): number[] {
    return this.parts(name).map(readId)
  }

  #fault(name: string): never {
    throw new MalformedRecordError(`${this.className} without ${name}`)
  }
}

/** Reads an `ElementId`, which contains an `Identifier`, of 64 bits since 2024. */
export function readId(elementId: RecordObject): number {
  const identifier = elementId.part('m_id')
  return identifier.number(identifier.has('m_id64') ? 'm_id64' : 'm_id')
}

/** Converts three numbers, in a list or as an object of the class `XYZ`. */
export function toVector(value: FieldValue | undefined): Vector3 | null {
  const list = value instanceof RecordObject ? value.values.flat() : value
  if (!Array.isArray(list) || list.length !== 3) return null
  const [x, y, z] = list
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : null
}
