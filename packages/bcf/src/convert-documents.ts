import { createHash } from 'node:crypto'
import type { BcfFile, BcfVersion } from './model.js'
import { childNodes, element, listElement, textElement, type XmlNode } from './write/xml-writer.js'

/** Access to a topic's documents, in the source version and in the target version. */
export interface DocumentConversion {
  /** Finds a file by its path relative to the topic folder. */
  readonly findFile: (path: string) => BcfFile | null
  /** Finds a document of BCF 3.0 by its guid, with its declared name. */
  readonly findDocument: (guid: string) => BcfFile | null
  /** Adds a file to the documents of BCF 3.0. */
  readonly addDocument: (guid: string, file: BcfFile) => void
  /** Adds a file to the topic folder. */
  readonly addTopicFile: (file: BcfFile) => void
}

interface Reference {
  readonly guid: string | null
  /** A path or an address; null for a document of BCF 3.0. */
  readonly target: string | null
  readonly isExternal: boolean
  readonly documentGuid: string | null
  readonly description: string | null
}

/** Converts document references to another version; documents in the archive move to the location of that version. */
export function convertDocumentReferences(
  topic: XmlNode,
  {
    from,
    to,
    documents,
  }: { readonly from: BcfVersion; readonly to: BcfVersion; readonly documents: DocumentConversion },
): XmlNode[] {
  const references = readReferences(topic, from)
  if (to !== '3.0') return references.map((reference) => toOldReference(reference, to, documents))
  const list = references.map((reference) => toNewReference(reference, documents))
  return [listElement('DocumentReferences', list)].filter((node) => node !== null)
}

function readReferences(topic: XmlNode, from: BcfVersion): Reference[] {
  const lists = [...childNodes(topic, 'DocumentReference'), ...childNodes(topic, 'DocumentReferences')]
  const nodes = from === '3.0' ? lists.flatMap((list) => childNodes(list, 'DocumentReference')) : lists
  return nodes.map((node) => {
    const readChildText = (name: string): string | null => childNodes(node, name)[0]?.text?.trim() || null
    const url = readChildText('Url')
    return {
      guid: node.attributes['Guid'] ?? null,
      target: readChildText('ReferencedDocument') ?? url,
      isExternal: url !== null || /^(true|1)$/.test(node.attributes['isExternal'] ?? ''),
      documentGuid: readChildText('DocumentGuid'),
      description: readChildText('Description'),
    }
  })
}

function toOldReference(reference: Reference, to: BcfVersion, documents: DocumentConversion): XmlNode {
  const { description, documentGuid, guid, isExternal } = reference
  const document = documentGuid === null ? null : documents.findDocument(documentGuid)
  if (document) documents.addTopicFile(document)
  const name = to === '2.0' ? 'DocumentReferences' : 'DocumentReference'
  return element(name, { Guid: guid, isExternal: String(isExternal) }, [
    textElement('ReferencedDocument', document?.name ?? reference.target ?? documentGuid),
    textElement('Description', description),
  ])
}

function toNewReference(reference: Reference, documents: DocumentConversion): XmlNode {
  const { description, guid, isExternal, target } = reference
  const file = isExternal || target === null ? null : documents.findFile(target)
  const documentGuid = file ? guidFor(`${file.name}\n${sha256(file.content)}`) : reference.documentGuid
  if (file && documentGuid !== null) documents.addDocument(documentGuid, file)
  return element('DocumentReference', { Guid: guid?.toLowerCase() ?? guidFor(JSON.stringify(reference)) }, [
    textElement('DocumentGuid', documentGuid),
    documentGuid === null ? textElement('Url', target) : null,
    textElement('Description', description),
  ])
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Derives a guid from a text: the same text has the same guid, so that archives are deterministic. */
function guidFor(text: string): string {
  return sha256(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
