import type { Property } from '@kamar/core'
import type { Color } from '@kamar/core/math'
import { cleanName } from '../text/names.js'
import type { AcisFile } from './acis-file.js'
import { isPointer, pointerOf, type AcisRecord, type AcisToken } from './acis-record.js'
import { autocadColor } from './autocad-color.js'

/** Colours of the kernel's own palette: black, red, green, blue, cyan, yellow, magenta, white. */
const kernelColors: readonly Color[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0, 1, 1],
  [1, 1, 0],
  [1, 0, 1],
  [1, 1, 1],
]

/** Keys under which programs store a part name. */
const nameKeys = /^(ATTRIB_XACIS_NAME|HKS_PART_NAME|dnvscp|name|.*_name)$/i

interface Attribute {
  readonly name: string
  readonly data: readonly AcisToken[]
}

/** Colours, names and properties of entities, from their attributes. */
export class Attributes {
  readonly #byOwner = new Map<number, Attribute[]>()

  constructor(file: AcisFile) {
    for (const record of file.records) if (record.name.endsWith('-attrib')) this.#add(record)
  }

  /** Returns the own colour of an entity, channels 0 to 1. */
  color(entity: number): Color | null {
    for (const attribute of this.#of(entity)) {
      const color = parseColor(attribute)
      if (color) return color
    }
    return null
  }

  name(entity: number): string {
    const nameProperty = this.properties(entity).find(({ name }) => nameKeys.test(name))
    return typeof nameProperty?.value === 'string' ? cleanName(nameProperty.value) : ''
  }

  /** Returns the named values that programs store on an entity. */
  properties(entity: number): readonly Property[] {
    return this.#of(entity).flatMap(({ name, data }) => (name.includes('name_attrib') ? parseProperty(data) : []))
  }

  #of(entity: number): readonly Attribute[] {
    return this.#byOwner.get(entity) ?? []
  }

  /** Adds an attribute. Its data follows pointers to the previous and next attribute and the owner. */
  #add({ name, tokens }: AcisRecord): void {
    const from = tokens.findIndex((token, at) => at > 0 && isPointer(token))
    if (from < 0) return
    const owner = pointerOf(tokens[from + 2])
    const attributes = this.#byOwner.get(owner)
    const attribute = { name, data: tokens.slice(from + 3) }
    if (attributes) attributes.push(attribute)
    else this.#byOwner.set(owner, [attribute])
  }
}

function parseColor({ name, data }: Attribute): Color | null {
  const numbers = data.filter((token) => typeof token === 'number')
  if (name.startsWith('rgb_color')) return toRgb(numbers.slice(-3))
  if (name.startsWith('truecolor-adesk')) return trueColor(numbers.at(-1))
  if (name.startsWith('color-adesk')) return autocadColor(numbers[0] ?? 0)
  return /^colou?r-tsl/.test(name) ? (kernelColors[numbers[0] ?? -1] ?? null) : null
}

function toRgb(channels: readonly number[]): Color | null {
  const [red = -1, green = -1, blue = -1] = channels
  return [red, green, blue].every((channel) => channel >= 0 && channel <= 1) ? [red, green, blue] : null
}

/** Parses a true colour. The upper byte is the colour type; 0xC2 is red, green and blue. */
function trueColor(value = 0): Color | null {
  const bits = value >>> 0
  if (bits >>> 24 !== 0xc2) return bits >>> 24 === 0xc3 ? autocadColor(bits & 0xff) : null
  return [(bits >>> 16) & 0xff, (bits >>> 8) & 0xff, bits & 0xff].map((channel) => channel / 255) as unknown as Color
}

/** Parses a key text, followed by a text or a number. */
function parseProperty(data: readonly AcisToken[]): readonly Property[] {
  const at = data.findIndex((token) => typeof token === 'object' && 'text' in token)
  const [key, value] = [data[at], data[at + 1]]
  if (typeof key !== 'object' || !('text' in key) || key.text === '') return []
  const plain = typeof value === 'object' && 'text' in value ? value.text : value
  const isPlain = typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean'
  return isPlain ? [{ name: cleanName(key.text), value: typeof plain === 'string' ? cleanName(plain) : plain }] : []
}
