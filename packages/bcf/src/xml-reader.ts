import { SaxesParser } from 'saxes'
import { bcfLimits } from './limits.js'
import { BcfError } from './model.js'

/** An element of a document; names are without their prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Its own text, without that of its children. */
  readonly text: string
}

/** A document that is no well-formed XML, or larger than anybody writes. */
export class XmlError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'XmlError'
  }
}

/** How many elements may still be read of an archive. */
export interface ElementBudget {
  elements: number
}

type GrowingElement = { name: string; attributes: Record<string, string>; children: GrowingElement[]; text: string }

/**
 * Reads a small document as a tree. Entities that a document type declares are not known to saxes and end it: nothing is
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

/** Programs that write UTF-16 say so in their first two bytes; white space before the declaration is forgiven. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes).trimStart()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Without those of namespaces and schemas, which belong to the writing of a document. */
function localNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => name !== 'xmlns' && !/^(xmlns|xsi):/.test(name))
      .map(([name, value]) => [localName(name), value]),
  )
}

/** The first child of a name. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

/** All children of a name. */
export function listChildren(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** Text of the first child of a name, trimmed; empty without one. */
export function readText(element: XmlElement | undefined, name: string): string {
  return findChild(element, name)?.text.trim() ?? ''
}

const declaration = '<!DOCTYPE'
const declarations = [
  Buffer.from(declaration),
  Buffer.from(declaration, 'utf16le'),
  Buffer.from(declaration, 'utf16le').swap16(),
]

/** Whether a document has a document type declaration. */
export function containsDocumentType(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return declarations.some((pattern) => bytes.includes(pattern))
}
