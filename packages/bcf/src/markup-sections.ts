import type { BcfVersion } from './model.js'
import { childNodes, element, inOrder, listElement, type XmlNode } from './write/xml-writer.js'
import { topicChildren } from './write/schema-order.js'

/** The sections of a `Markup`, in the same structure for every version. */
export interface MarkupSections {
  readonly header: XmlNode | null
  /** Without comments and viewpoints. */
  readonly topic: XmlNode
  readonly comments: readonly XmlNode[]
  readonly viewpoints: readonly XmlNode[]
  /** Elements that the schema does not define. */
  readonly others: readonly XmlNode[]
}

const partNames = ['Header', 'Topic', 'Comment', 'Viewpoints']
const lists = ['Comments', 'Viewpoints']

/**
 * Splits a markup of any version; BCF 3.0 has comments and viewpoints inside the topic, earlier versions next to it.
 */
export function splitMarkup(markup: XmlNode): MarkupSections {
  const topic = childNodes(markup, 'Topic')[0] ?? element('Topic', {}, [])
  const inTopic = (list: string, name: string): XmlNode[] =>
    childNodes(topic, list).flatMap((node) => childNodes(node, name))
  return {
    header: childNodes(markup, 'Header')[0] ?? null,
    topic: { ...topic, children: childNodes(topic).filter(({ name }) => !lists.includes(name)) },
    comments: [...childNodes(markup, 'Comment'), ...inTopic('Comments', 'Comment')],
    viewpoints: [...childNodes(markup, 'Viewpoints'), ...inTopic('Viewpoints', 'ViewPoint')],
    others: childNodes(markup).filter(({ name }) => !partNames.includes(name)),
  }
}

/** Joins the parts to a document of a version. */
export function joinParts(
  { comments, header, others, topic, viewpoints }: MarkupSections,
  version: BcfVersion,
): XmlNode {
  const inside = version === '3.0' ? [listElement('Comments', comments), listElement('Viewpoints', viewpoints)] : []
  const children = inOrder([...childNodes(topic), ...inside.filter((node) => node !== null)], topicChildren[version])
  const siblings = version === '3.0' ? [] : [...comments, ...viewpoints]
  return element('Markup', {}, [header, { ...topic, children }, ...siblings, ...others])
}
