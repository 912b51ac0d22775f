import type { BcfFile, BcfTopic, BcfVersion } from './model.js'
import { listChildren, findChild, readXml, type XmlElement, XmlError } from './read/xml-reader.js'
import { element, listElement, textElement, type XmlNode } from './write/xml-writer.js'

/**
 * Kinds of extension values that a project declares: their lists in BCF 3.0, and their types in the schemas of earlier
 * versions.
 */
const kinds = [
  ['TopicTypes', 'TopicType', 'TopicType'],
  ['TopicStatuses', 'TopicStatus', 'TopicStatus'],
  ['Priorities', 'Priority', 'Priority'],
  ['TopicLabels', 'TopicLabel', 'TopicLabel'],
  ['Users', 'User', 'UserIdType'],
  ['SnippetTypes', 'SnippetType', 'SnippetType'],
  ['Stages', 'Stage', 'Stage'],
] as const

/** Extension values by the name of their list in BCF 3.0. */
export type ExtensionValues = Readonly<Record<string, readonly string[]>>

/** Reads the extension values that an archive declares; empty without a readable declaration. */
export function readExtensions(files: readonly BcfFile[]): ExtensionValues {
  const find = (pattern: RegExp): XmlElement | null => parse(files.find(({ name }) => pattern.test(name)))
  const lists = find(/^extensions\.xml$/i)
  const schema = find(/^extensions\.xsd$/i)
  const types = listChildren(schema ?? undefined, 'redefine').flatMap(({ children }) => children)
  return Object.fromEntries(
    kinds.map(([list, item, type]) => [
      list,
      [
        ...listChildren(findChild(lists ?? undefined, list), item).map(({ text }) => text.trim()),
        ...types
          .filter(({ attributes }) => attributes['name'] === type)
          .flatMap((simple) => listChildren(findChild(simple, 'restriction'), 'enumeration'))
          .map(({ attributes }) => attributes['value']?.trim() ?? ''),
      ].filter((word) => word !== ''),
    ]),
  )
}

function parse(file: BcfFile | undefined): XmlElement | null {
  try {
    return file ? readXml(file.content) : null
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return null
  }
}

/**
 * Collects the extension values of topics. For topics that were read, only changed ones, because the archive may
 * declare the others.
 */
export function collectExtensionValues(topics: readonly BcfTopic[], isComplete: boolean): ExtensionValues {
  const changed = (topic: BcfTopic, pick: (from: BcfTopic) => readonly string[]): readonly string[] => {
    const before = topic.source && !isComplete ? pick(topic.source.topic) : []
    return pick(topic).filter((word) => !before.includes(word))
  }
  const all = (pick: (from: BcfTopic) => readonly string[]): string[] =>
    topics.flatMap((topic) => changed(topic, pick)).filter((word) => word !== '')
  return {
    TopicTypes: all(({ type }) => [type]),
    TopicStatuses: all(({ status }) => [status]),
    Priorities: all(({ priority }) => [priority]),
    TopicLabels: all(({ labels }) => labels),
    Users: all(({ assignedTo, author }) => [assignedTo, author]),
    Stages: all(({ stage }) => [stage]),
  }
}

/** Merges extension values: the declared ones first, then the additional ones in alphabetical order. */
export function mergeExtensionValues(declared: readonly ExtensionValues[], used: ExtensionValues): ExtensionValues {
  return Object.fromEntries(
    kinds.map(([list]) => {
      const first = [...new Set(declared.flatMap((extensionValues) => extensionValues[list] ?? []))]
      const added = [...new Set(used[list] ?? [])].filter((word) => !first.includes(word))
      return [list, [...first, ...added.toSorted()]]
    }),
  )
}

/** Returns whether the second has a value that the first does not. */
export function hasUndeclaredValues(
  declared: ExtensionValues,
  extensionValues: ExtensionValues,
  isRestriction: boolean,
): boolean {
  return kinds.some(([list]) => {
    const declaredValues = declared[list] ?? []
    // A schema that lists no values of a kind allows all of them.
    if (isRestriction && declaredValues.length === 0) return false
    return (extensionValues[list] ?? []).some((word) => !declaredValues.includes(word))
  })
}

/** Returns the document that declares extension values: an `Extensions` for BCF 3.0, else a schema. */
export function extensionsDocument(extensionValues: ExtensionValues, version: BcfVersion): XmlNode {
  if (version !== '3.0') return extensionSchema(extensionValues)
  return element(
    'Extensions',
    {},
    kinds.map(([list, item]) =>
      listElement(
        list,
        (extensionValues[list] ?? []).map((word) => textElement(item, word)),
      ),
    ),
  )
}

function extensionSchema(extensionValues: ExtensionValues): XmlNode {
  const types = kinds.map(([list, , type]) => {
    const values = (extensionValues[list] ?? []).map((value) => element('xs:enumeration', { value }, []))
    return values.length === 0
      ? null
      : element('xs:simpleType', { name: type }, [element('xs:restriction', { base: type }, values)])
  })
  return element('xs:schema', { 'xmlns:xs': 'http://www.w3.org/2001/XMLSchema' }, [
    element('xs:redefine', { schemaLocation: 'markup.xsd' }, types),
  ])
}
