import { SaxesParser } from 'saxes'
import { bcfLimits } from '../limits.js'
import { BcfError } from '../model.js'

/** An element of a document; names without prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Its own text, without that of its children. */
  readonly text: string
}

/** Error for a document that is not well-formed XML, or exceeds the limits. */
export class XmlError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'XmlError'
  }
}

/** Number of elements that may still be read from an archive. */
export interface ElementBudget {
  elements: number
}

type GrowingElement = { name: string; attributes: Record<string, string>; children: GrowingElement[]; text: string }

/**
 * Parses a small document into a tree. saxes does not support entities of a document type and fails on them: nothing is
 * ever fetched or expanded.
 */
export function readXml(bytes: Uint8Array, budget: ElementBudget = { elements: bcfLimits.elements }): XmlElement {
  const text = decode(bytes)
  const root: GrowingElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let elements = 0
  let attributesOfElement = 0
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new XmlError(error.message)
  })
  parser.on('opentagstart', () => (attributesOfElement = 0))
  parser.on('attribute', () => {
    if (++attributesOfElement > bcfLimits.attributesPerElement) throw new XmlError('too many attributes')
  })
  parser.on('opentag', ({ attributes, name }) => {
    if (++elements > bcfLimits.elementsPerDocument || open.length > bcfLimits.depth) throw new XmlError('too large')
    if (--budget.elements < 0) throw new BcfError('too-large')
    const element = { name: localName(name), attributes: localNames(attributes), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  const addText = (fragment: string): void => {
    const element = open.at(-1)
    if (element) element.text += fragment
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  const [document] = root.children
  if (!document) throw new XmlError('empty')
  return document
}

/** Decodes a document. UTF-16 is detected by its byte order mark; white space before the declaration is tolerated. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes).trimStart()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Omits attributes of namespaces and schemas, which belong to the serialisation of a document. */
function localNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => name !== 'xmlns' && !/^(xmlns|xsi):/.test(name))
      .map(([name, value]) => [localName(name), value]),
  )
}

/** Finds the first child with a name. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

/** Lists all children with a name. */
export function listChildren(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** Returns the trimmed text of the first child with a name; empty without one. */
export function readText(element: XmlElement | undefined, name: string): string {
  return findChild(element, name)?.text.trim() ?? ''
}

const declaration = '<!DOCTYPE'
const declarations = [
  Buffer.from(declaration),
  Buffer.from(declaration, 'utf16le'),
  Buffer.from(declaration, 'utf16le').swap16(),
]

/** Returns whether a document has a document type declaration. */
export function containsDocumentType(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return declarations.some((pattern) => bytes.includes(pattern))
}
