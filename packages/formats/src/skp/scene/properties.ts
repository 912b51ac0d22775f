import type { Property, PropertySet } from '@kamar/core'
import type { Component, Dictionary, ComponentInstance } from '../model.js'
import { plainName } from './material-cache.js'

/** Dictionaries of contributors and the like, which must not be shared with the model. */
const privateDictionaries = /^(GSU_ContributorsInfo)$/i
/** Values that are paths of a user's machine. */
const pathPattern = /^([a-z]:[\\/]|\\\\|\/(users|home|volumes)\/)/i
const maxCharacters = 4000

const definedProperties = (rows: readonly (readonly [string, string | null | undefined])[]): Property[] =>
  rows.flatMap(([name, value]) => (value ? [{ name, value }] : []))

/** Creates the property sets of an instance. */
export function createPropertySets(instance: ComponentInstance): PropertySet[] {
  const { definition, dictionaries, guid, layer, material } = instance
  const general = definedProperties([
    ['Definition', instance.kind === 'group' ? '' : definition?.name],
    ['Description', definition?.description],
    ['Tag', layer?.name],
    ['Material', material && plainName(material.name)],
    ['Instance', guid],
    ['GUID', definition?.guid],
  ])
  const turning: Property[] = definition?.facesCamera ? [{ name: 'Always face camera', value: true }] : []
  const sets = [{ name: 'SketchUp', properties: [...general, ...turning] }]
  return [...sets, ...dictionarySets(dictionaries), ...dictionarySets(definition?.component.dictionaries ?? [])]
}

/** Creates property sets of screen texts, which have no position in the model. */
export function screenTextSets({ screenTexts }: Component): PropertySet[] {
  const texts = screenTexts.filter((text) => text.trim() !== '')
  if (texts.length === 0) return []
  const properties = texts.map((text, at) => ({ name: `Text ${at + 1}`, value: text.slice(0, maxCharacters) }))
  return [{ name: 'Texts on the screen', properties }]
}

/** Creates property sets of attribute dictionaries, named as in the file. */
export function dictionarySets(dictionaries: readonly Dictionary[]): PropertySet[] {
  return dictionaries
    .filter(({ name }) => !privateDictionaries.test(name))
    .map(({ entries, name }) => ({ name, properties: entries.flatMap(toProperties) }))
    .filter(({ properties }) => properties.length > 0)
}

function toProperties([name, value]: Dictionary['entries'][number]): Property[] {
  if (typeof value !== 'string') return typeof value === 'number' && !Number.isFinite(value) ? [] : [{ name, value }]
  if (value === '' || pathPattern.test(value)) return []
  return [{ name, value: value.slice(0, maxCharacters) }]
}
