import type { XmlElement } from './xml-reader.js'

/** An element to be written: its children in the order of the schema; those that are null are left out. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | null>>
  readonly children: readonly (XmlNode | null)[]
  readonly text: string | null
}

type Attributes = XmlNode['attributes']

/** An element with children. */
export function element(name: string, attributes: Attributes, children: readonly (XmlNode | null)[]): XmlNode {
  return { name, attributes, children, text: null }
}

/** An element with text; null when the text is empty, because the schemas allow no empty ones. */
export function textElement(name: string, text: string | null): XmlNode | null {
  return text === null || text.trim() === '' ? null : { name, attributes: {}, children: [], text }
}

/** A list that is left out when nothing is in it. */
export function listElement(name: string, children: readonly (XmlNode | null)[]): XmlNode | null {
  return children.some((child) => child !== null) ? element(name, {}, children) : null
}

/** An element that was read, as it is written; white space between children is left out. */
export function toXmlNode({ attributes, children, name, text }: XmlElement): XmlNode {
  return { name, attributes, children: children.map(toXmlNode), text: children.length > 0 ? null : text }
}

/** Children of a node that is written; of one name, if one is given. */
export function childNodes(node: XmlNode | null | undefined, name?: string): XmlNode[] {
  const children = node?.children.filter((child) => child !== null) ?? []
  return name === undefined ? children : children.filter((child) => child.name === name)
}

/** The children in an order of names; those that are not named follow. */
export function inOrder(children: readonly XmlNode[], names: readonly string[]): XmlNode[] {
  const getRank = ({ name }: XmlNode): number => (names.includes(name) ? names.indexOf(name) : names.length)
  return children.toSorted((a, b) => getRank(a) - getRank(b))
}

/** A whole document in UTF-8. */
export function writeXml(root: XmlNode): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${nodeText(root, '')}`)
}

function nodeText({ attributes, children, name, text }: XmlNode, indent: string): string {
  const openTag = `${indent}<${name}${attributesText(attributes)}`
  if (text !== null) return `${openTag}>${escape(text)}</${name}>\n`
  const inner = children.map((child) => (child ? nodeText(child, `${indent}  `) : '')).join('')
  return inner === '' ? `${openTag}/>\n` : `${openTag}>\n${inner}${indent}</${name}>\n`
}

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escape(value)}"`))
    .join('')
}

/** Characters that XML 1.0 cannot hold at all are left out. */
function escape(text: string): string {
  return text
    .replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}
