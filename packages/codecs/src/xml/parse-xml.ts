import { byteOrderMark } from '../detection/file-header.js'

/** Maximum number of tags; more are damage or an attack: the largest published set has some hundred thousand. */
const maxTags = 6_000_000
const deepest = 200

/** An element; names without prefix. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface OpenElement {
  readonly name: string
  readonly fullName: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  text: string
}

const noAttributes: ReadonlyMap<string, string> = new Map()
/** A name begins at the start of a run of its characters: each character is examined once, however long the run is. */
const attributePattern = /(?<![^\s=/>"'])([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Returns a name without its prefix: every part has a single vocabulary. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Parses the root element of a part; returns null for a document that is not well formed. Ignores document types and
 * custom entities, which no package has.
 */
export function parseXml(bytes: Uint8Array): XmlElement | null {
  const mark = byteOrderMark(bytes)
  const text = new TextDecoder(mark?.encoding ?? 'utf-8').decode(bytes.subarray(mark?.length ?? 0))
  const root: OpenElement = { name: '', fullName: '', attributes: noAttributes, children: [], text: '' }
  const open: OpenElement[] = [root]
  let at = 0
  for (let tags = 0; at < text.length && tags <= maxTags; tags++) {
    const next = readStep(text, at, open)
    if (next < 0) return null
    at = next
  }
  return at === text.length && open.length === 1 && root.children.length === 1 ? root.children[0] : null
}

/** Reads text up to the next tag, and the tag; returns its end, below 0 when it is not well formed. */
function readStep(text: string, at: number, open: OpenElement[]): number {
  const next = text.indexOf('<', at)
  const top = open[open.length - 1]
  if (next !== at) top.text += unescaped(text.slice(at, next < 0 ? text.length : next))
  if (next < 0) return text.length
  const tag = readTag(text, next, top)
  if (!tag || open.length > deepest) return -1
  if (tag.kind === 'open') open.push(tag.element)
  if (tag.kind === 'close' || (tag.kind === 'open' && tag.isEmpty)) close(open)
  return tag.end
}

type Tag =
  | { readonly kind: 'open'; readonly element: OpenElement; readonly isEmpty: boolean; readonly end: number }
  | { readonly kind: 'close' | 'other'; readonly end: number }

function readTag(text: string, at: number, top: OpenElement): Tag | null {
  if (text.startsWith('<!--', at)) return other(text.indexOf('-->', at + 4), 3)
  if (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at)
    if (end >= 0) top.text += text.slice(at + 9, end)
    return other(end, 3)
  }
  if (text.startsWith('<?', at)) return other(text.indexOf('?>', at), 2)
  if (text.startsWith('<!', at)) return other(text.indexOf('>', at), 1)
  const end = endOfTag(text, at)
  if (end < 0) return null
  if (text[at + 1] === '/')
    return text.slice(at + 2, end).trim() === top.fullName ? { kind: 'close', end: end + 1 } : null
  const isEmpty = text[end - 1] === '/'
  const inner = text.slice(at + 1, isEmpty ? end - 1 : end)
  const fullName = /^[^\s/>]+/.exec(inner)?.[0]
  if (fullName === undefined) return null
  const attributes = parseAttributes(inner, fullName.length)
  const element = { name: local(fullName), fullName, attributes, children: [], text: '' }
  return { kind: 'open', element, isEmpty, end: end + 1 }
}

const other = (end: number, markLength: number): Tag | null =>
  end < 0 ? null : { kind: 'other', end: end + markLength }

/** Finds the end of a tag; a `>` within quotes does not end it. */
function endOfTag(text: string, at: number): number {
  let end = text.indexOf('>', at)
  let quote = nextQuote(text, at)
  while (quote >= 0 && quote < end) {
    const partner = text.indexOf(text[quote], quote + 1)
    if (partner < 0) return -1
    if (partner > end) end = text.indexOf('>', partner)
    quote = nextQuote(text, partner + 1)
  }
  return end
}

function nextQuote(text: string, at: number): number {
  for (let index = at; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22 || code === 0x27) return index
    if (code === 0x3e) return -1
  }
  return -1
}

function parseAttributes(inner: string, from: number): ReadonlyMap<string, string> {
  if (from === inner.length) return noAttributes
  const attributes = new Map<string, string>()
  for (const [, name, double, single] of inner.slice(from).matchAll(attributePattern)) {
    if (!name.startsWith('xmlns')) attributes.set(local(name), unescaped(double ?? single ?? ''))
  }
  return attributes
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (match, name: string) => {
    if (!name.startsWith('#')) return entities.get(name) ?? match
    const code = name[1].toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : match
  })
}

function close(open: OpenElement[]): void {
  const element = open.pop()
  if (element) open[open.length - 1]?.children.push(element)
}

/** Returns the children of an element with a name. */
export const findChildren = (element: XmlElement | null | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Returns the first child with a name. */
export const findChild = (element: XmlElement | null | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

/** Returns an attribute, '' where there is none. */
export const attribute = (element: XmlElement | null | undefined, name: string): string =>
  element?.attributes.get(name) ?? ''

/** Parses the numbers of a list separated by spaces or commas. */
export const numbersIn = (list: string): number[] =>
  list
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(Number)
