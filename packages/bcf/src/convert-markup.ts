import { convertDocumentReferences, type DocumentConversion } from './convert-documents.js'
import type { MarkupSections } from './markup-sections.js'
import type { BcfVersion } from './model.js'
import { commentChildren, topicChildren, viewpointChildren } from './write/schema-order.js'
import { childNodes, inOrder, listElement, type XmlNode } from './write/xml-writer.js'

/** Source and target version of a conversion, and the topic's documents. */
export interface MarkupConversion {
  readonly from: BcfVersion
  readonly to: BcfVersion
  readonly documents: DocumentConversion
}

/** Converts the parts of a markup to another version; omits data that the version cannot represent. */
export function convertMarkup(parts: MarkupSections, conversion: MarkupConversion): MarkupSections {
  const { to } = conversion
  return {
    header: convertHeader(parts.header, conversion),
    topic: convertTopic(parts.topic, conversion),
    comments: parts.comments.map((comment) => {
      const children = withText(childNodes(comment), commentChildren[to], to === '3.0' ? [] : ['Comment'])
      return { ...lowerGuid(comment), children: children.map(lowerGuid) }
    }),
    viewpoints: parts.viewpoints.map((viewpoint) => ({
      ...lowerGuid(viewpoint),
      name: to === '3.0' ? 'ViewPoint' : 'Viewpoints',
      children: withText(childNodes(viewpoint), viewpointChildren[to]),
    })),
    others: [],
  }
}

function convertHeader(header: XmlNode | null, { to }: MarkupConversion): XmlNode | null {
  const direct = childNodes(header, 'File')
  const listed = childNodes(header, 'Files').flatMap((list) => childNodes(list, 'File'))
  const files = [...direct, ...listed].map((file) => ({
    ...renameExternal(file, to),
    children: withText(childNodes(file), ['Filename', 'Date', 'Reference']),
  }))
  if (to === '3.0') return listElement('Header', [listElement('Files', files)])
  return listElement('Header', files)
}

function convertTopic(topic: XmlNode, conversion: MarkupConversion): XmlNode {
  const { from, to } = conversion
  const { ServerAssignedId: serverAssignedId = null, ...attributes } = topic.attributes
  const textOnly = withText(
    childNodes(topic).filter(({ name }) => !converted.has(name)),
    topicChildren[to],
  )
  const snippets = childNodes(topic, 'BimSnippet').map((snippet) => renameExternal(snippet, to))
  const children = [
    ...textOnly,
    ...snippets,
    ...convertList(topic, { names: ['ReferenceLink', 'ReferenceLinks'], item: 'ReferenceLink', to }),
    ...convertLabels(topic, to),
    ...convertDocumentReferences(topic, { from, to, documents: conversion.documents }),
    ...convertRelatedTopics(topic, to),
  ]
  return {
    ...lowerGuid(topic),
    attributes: {
      ...attributes,
      ...lowerGuid(topic).attributes,
      ServerAssignedId: to === '3.0' ? serverAssignedId : null,
      ...(to === '3.0' ? emptyToNull(attributes, ['TopicType', 'TopicStatus']) : {}),
    },
    children: inOrder(children, topicChildren[to]),
  }
}

const converted = new Set(
  'BimSnippet ReferenceLink ReferenceLinks Labels DocumentReference DocumentReferences RelatedTopic RelatedTopics'.split(
    ' ',
  ),
)

/** Converts lists, which 3.0 wraps in an element and earlier versions repeat. */
function convertList(
  topic: XmlNode,
  { item, names, to }: { readonly names: readonly string[]; readonly item: string; readonly to: BcfVersion },
): XmlNode[] {
  const nodes = names.flatMap((name) => childNodes(topic, name)).flatMap((node) => listItems(node, item))
  if (to === '3.0') return [listElement(`${item}s`, nodes)].filter((node) => node !== null)
  return to === '2.0' && item === 'ReferenceLink' ? nodes.slice(0, 1) : nodes
}

function convertLabels(topic: XmlNode, to: BcfVersion): XmlNode[] {
  const labels = childNodes(topic, 'Labels').flatMap((node) => listItems(node, 'Label'))
  if (to === '3.0') return [listElement('Labels', labels)].filter((node) => node !== null)
  return labels.map((label) => ({ ...label, name: 'Labels' }))
}

function convertRelatedTopics(topic: XmlNode, to: BcfVersion): XmlNode[] {
  const direct = [...childNodes(topic, 'RelatedTopic'), ...childNodes(topic, 'RelatedTopics')]
  const guids = direct
    .flatMap((node) => [node, ...childNodes(node, 'RelatedTopic')])
    .filter(({ attributes }) => typeof attributes['Guid'] === 'string')
    .map(lowerGuid)
  if (to !== '3.0') return guids.map((node) => ({ ...node, name: to === '2.0' ? 'RelatedTopics' : 'RelatedTopic' }))
  const list = guids.map((node) => ({ ...node, name: 'RelatedTopic' }))
  return [listElement('RelatedTopics', list)].filter((node) => node !== null)
}

/** Returns the items of a list, or the node itself if it is an item. */
function listItems(node: XmlNode, item: string): XmlNode[] {
  const children = childNodes(node, item)
  const leaves = children.length > 0 ? children : [{ ...node, name: item }]
  return leaves.filter(({ text }) => text !== null && text.trim() !== '')
}

/**
 * Returns the children of these names that have text; 3.0 allows no empty texts, and in earlier versions they have no
 * meaning.
 */
function withText(
  children: readonly XmlNode[],
  names: readonly string[],
  namesAllowedEmpty: readonly string[] = [],
): XmlNode[] {
  const nodes = children.filter(
    (child) =>
      names.includes(child.name) &&
      (namesAllowedEmpty.includes(child.name) ||
        childNodes(child).length > 0 ||
        Object.keys(child.attributes).length > 0 ||
        (child.text ?? '').trim() !== ''),
  )
  return inOrder(nodes, names)
}

function renameExternal(node: XmlNode, to: BcfVersion): XmlNode {
  const { IsExternal: isNew, isExternal: isOld, ...rest } = node.attributes
  const value = isNew ?? isOld ?? null
  return { ...node, attributes: { ...rest, [to === '3.0' ? 'IsExternal' : 'isExternal']: value } }
}

/** Converts the guid to lower case, as 3.0 requires. */
function lowerGuid(node: XmlNode): XmlNode {
  const { Guid: guid } = node.attributes
  if (typeof guid !== 'string') return node
  return {
    ...node,
    attributes: {
      ...node.attributes,
      Guid: guid
        .trim()
        .replace(/^\{(.*)\}$/, '$1')
        .toLowerCase(),
    },
  }
}

function emptyToNull(attributes: XmlNode['attributes'], names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    names.map((name) => [name, attributes[name]?.trim() === '' ? null : (attributes[name] ?? null)]),
  )
}
