import type { XmlElement } from '../read/xml-reader.js'

/** An element to write, with its children in schema order; null children are omitted. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | null>>
  readonly children: readonly (XmlNode | null)[]
  readonly text: string | null
}

type Attributes = XmlNode['attributes']

/** Creates an element with children. */
export function element(name: string, attributes: Attributes, children: readonly (XmlNode | null)[]): XmlNode {
  return { name, attributes, children, text: null }
}

/** Creates an element with text; null when the text is empty, because the schemas allow no empty ones. */
export function textElement(name: string, text: string | null): XmlNode | null {
  return text === null || text.trim() === '' ? null : { name, attributes: {}, children: [], text }
}

/** Creates a list element; null when the list is empty. */
export function listElement(name: string, children: readonly (XmlNode | null)[]): XmlNode | null {
  return children.some((child) => child !== null) ? element(name, {}, children) : null
}

/** Converts a parsed element for writing; omits white space between children. */
export function toXmlNode({ attributes, children, name, text }: XmlElement): XmlNode {
  return { name, attributes, children: children.map(toXmlNode), text: children.length > 0 ? null : text }
}

/** Returns the children of a node, optionally those with a name. */
export function childNodes(node: XmlNode | null | undefined, name?: string): XmlNode[] {
  const children = node?.children.filter((child) => child !== null) ?? []
  return name === undefined ? children : children.filter((child) => child.name === name)
}

/** Sorts children by a list of names; other children follow. */
export function inOrder(children: readonly XmlNode[], names: readonly string[]): XmlNode[] {
  const getRank = ({ name }: XmlNode): number => (names.includes(name) ? names.indexOf(name) : names.length)
  return children.toSorted((a, b) => getRank(a) - getRank(b))
}

/** Serialises a document in UTF-8. */
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

/** Omits characters that XML 1.0 cannot represent. */
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
