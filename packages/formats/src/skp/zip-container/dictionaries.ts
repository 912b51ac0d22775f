import type { PropertyValue } from '@kamar/core'
import { tryParse } from '@kamar/codecs/records'
import { directionText, inchesText } from '../attribute-texts.js'
import type { Dictionary } from '../model.js'
import type { Tagged } from './tagged.js'
import { tags, valueTags } from './tags.js'

const maxListDepth = 20

/** Reads the attribute dictionaries of a record; omits those of an unknown form. */
export function readDictionaries(entity: Tagged | null): Dictionary[] {
  const path = [tags.attributes, tags.attributeContainer, tags.attributeItems] as const
  return (tryParse(() => entity?.path(...path)?.children ?? []) ?? [])
    .filter(({ tag }) => tag === tags.dictionary)
    .flatMap((record) => tryParse(() => readDictionary(record)) ?? [])
}

function readDictionary(record: Tagged): Dictionary {
  return {
    name: record.required(tags.dictionaryName).text,
    entries: keyedValues(record.required(tags.dictionaryEntries), tags.dictionaryKey),
  }
}

/** Reads keys, each with the adjacent value: before or after it. */
export function keyedValues(list: Tagged, keyTag: number): (readonly [string, PropertyValue])[] {
  const keys = list.children.filter(({ tag }) => tag === keyTag)
  const values = list.children.filter(({ tag }) => tag === tags.value)
  if (keys.length !== values.length) return []
  return keys.flatMap((key, at) => {
    const value = valueOf(values[at])
    return value === null ? [] : [[key.text, value] as const]
  })
}

function valueOf(record: Tagged, depth = 0): PropertyValue | null {
  const [inner] = record.children
  if (inner === undefined) return null
  if (inner.tag === valueTags.integer) return inner.i32
  if (inner.tag === valueTags.number) return inner.numbers(1)[0]
  if (inner.tag === valueTags.truth) return inner.u8 !== 0
  if (inner.tag === valueTags.text) return inner.text
  if (inner.tag === valueTags.length) return inchesText(...inner.numbers(1))
  if (inner.tag === valueTags.point) return inchesText(...inner.numbers(3))
  if (inner.tag === valueTags.direction) return directionText(inner.numbers(3))
  if (inner.tag !== valueTags.list || depth >= maxListDepth) return null
  return inner.children.flatMap((each) => String(valueOf(each, depth + 1) ?? '')).join(', ')
}
