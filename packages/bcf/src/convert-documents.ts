import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { BcfDocument, BcfFile, BcfVersion } from './model.js'
import { parseGuid } from './read/read-markup.js'
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

/** A reference of a topic to a document. */
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

/** Lists the documents of an archive that a topic refers to; references to other places are omitted. */
export function listReferencedDocuments(
  topic: XmlNode,
  from: BcfVersion,
  { findDocument, findFile }: Pick<DocumentConversion, 'findDocument' | 'findFile'>,
): BcfDocument[] {
  return readReferences(topic, from).flatMap((reference) => {
    const { documentGuid, isExternal, target } = reference
    if (isExternal) return []
    const file = documentGuid === null ? target && findFile(target) : findDocument(documentGuid)
    if (!file) return []
    return [
      {
        guid: getReferenceGuid(reference),
        name: posix.basename(file.name.replaceAll('\\', '/')),
        content: file.content,
      },
    ]
  })
}

/** Returns the elements of new document references; the files of the documents go to the place of the version. */
export function writeDocumentReferences(
  documents: readonly BcfDocument[],
  to: BcfVersion,
  { addDocument, addTopicFile }: Pick<DocumentConversion, 'addDocument' | 'addTopicFile'>,
): XmlNode[] {
  return documents.map(({ content, guid, name }) => {
    if (to === '3.0') {
      addDocument(guid, { name, content })
      return element('DocumentReference', { Guid: guid }, [textElement('DocumentGuid', guid)])
    }
    const file = { name: `${guid}/${toFileName(name)}`, content }
    addTopicFile(file)
    return element(to === '2.0' ? 'DocumentReferences' : 'DocumentReference', { Guid: guid, isExternal: 'false' }, [
      textElement('ReferencedDocument', file.name),
      textElement('Description', name),
    ])
  })
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
  const { description, isExternal, target } = reference
  const file = isExternal || target === null ? null : documents.findFile(target)
  const documentGuid = file ? guidFor(`${file.name}\n${sha256(file.content)}`) : reference.documentGuid
  if (file && documentGuid !== null) documents.addDocument(documentGuid, file)
  return element('DocumentReference', { Guid: getReferenceGuid(reference) }, [
    textElement('DocumentGuid', documentGuid),
    documentGuid === null ? textElement('Url', target) : null,
    textElement('Description', description),
  ])
}

/** Returns a name that is safe in every archive; a second markup in the folder of a topic would be another topic. */
function toFileName(name: string): string {
  const safe = name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
  return /^(\.*|markup\.bcf)$/i.test(safe) ? `_${safe}` : safe
}

/** Returns the guid of a reference, or one that is derived from its content. */
function getReferenceGuid(reference: Reference): string {
  return parseGuid(reference.guid ?? undefined) ?? guidFor(JSON.stringify(reference))
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Derives a guid from a text: the same text has the same guid, so that archives are deterministic. */
function guidFor(text: string): string {
  return sha256(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
