import { posix } from 'node:path'
import { listReferencedDocuments } from './convert-documents.js'
import { splitMarkup } from './markup-sections.js'
import type { BcfDocument, BcfFile, BcfRoot, BcfTopic, BcfTopicSource } from './model.js'
import { findFile } from './read/read-bcf.js'
import { findChild, listChildren, readXml, readText, XmlError } from './read/xml-reader.js'
import { element, textElement, toXmlNode, type XmlNode } from './write/xml-writer.js'

interface Document {
  readonly guid: string
  readonly fileName: string
  readonly description: string
  readonly content: Uint8Array | null
}

/**
 * The documents of BCF 3.0: those of the archives being written, and those that topics of other versions contribute.
 */
export class DocumentShelf {
  readonly #byRoot: ReadonlyMap<BcfRoot, readonly Document[]>
  readonly #added = new Map<string, Document>()
  readonly #movedContents = new Set<Uint8Array>()

  constructor(roots: readonly BcfRoot[]) {
    this.#byRoot = new Map(roots.map((root) => [root, readDocuments(root)]))
  }

  /** Finds a document of an archive, with its declared name. */
  find(root: BcfRoot, guid: string): BcfFile | null {
    const match = this.#byRoot.get(root)?.find((document) => document.guid === guid.toLowerCase())
    if (!match?.content) return null
    this.#movedContents.add(match.content)
    return { name: match.fileName, content: match.content }
  }

  /** Returns whether a document has been moved to a topic folder. */
  hasMoved({ content }: BcfFile): boolean {
    return this.#movedContents.has(content)
  }

  add(guid: string, { content, name }: BcfFile): void {
    this.#added.set(guid, { guid, content, fileName: posix.basename(name), description: '' })
  }

  /** Returns whether topics have added documents to those of the archives. */
  get hasAdded(): boolean {
    return this.#added.size > 0
  }

  /** Returns all documents as a `DocumentInfo`; null when there are none. */
  toDocument(): XmlNode | null {
    const all = [...[...this.#byRoot.values()].flat(), ...this.#added.values()]
    const unique = [...new Map(all.map((document) => [document.guid, document])).values()]
    if (unique.length === 0) return null
    const list = unique.map(({ description, fileName, guid }) =>
      element('Document', { Guid: guid }, [textElement('Filename', fileName), textElement('Description', description)]),
    )
    return element('DocumentInfo', {}, [element('Documents', {}, list)])
  }

  /** Returns the files of the added documents. */
  addedFiles(): BcfFile[] {
    return [...this.#added.values()].map(({ content, guid }) => ({
      name: `Documents/${guid}`,
      content: content ?? new Uint8Array(),
    }))
  }
}

function readDocuments({ files }: BcfRoot): readonly Document[] {
  const file = findFile(files, 'documents.xml')
  if (!file) return []
  try {
    const info = readXml(file.content)
    return listChildren(findChild(info, 'Documents'), 'Document').map((document) => {
      const guid = document.attributes['Guid']?.toLowerCase() ?? ''
      return {
        guid,
        fileName: posix.basename(readText(document, 'Filename')) || guid,
        description: readText(document, 'Description'),
        content: findFile(files, `Documents/${guid}`)?.content ?? null,
      }
    })
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return []
  }
}

/** Finds a file by its path relative to the folder of a topic, in the folder or elsewhere in the archive. */
export function findReferencedFile(source: BcfTopicSource, path: string): BcfFile | null {
  const inFolder = findFile(source.files, path)
  if (inFolder) return inFolder
  const name = posix.normalize(posix.join(source.folder, path.replaceAll('\\', '/')))
  return findFile(source.root.files, name) ?? null
}

/** Finds a file of the folder that a topic was read from, ignoring case. */
export function findTopicFile({ source }: BcfTopic, name: string): BcfFile | null {
  return (source && findFile(source.files, name)) ?? null
}

/** Lists the documents in the archive that a topic was read from and that it refers to. */
export function listDocuments({ source }: BcfTopic): readonly BcfDocument[] {
  const markup = source && findFile(source.files, source.markup)
  if (!markup) return []
  const { topic } = splitMarkup(toXmlNode(readXml(markup.content)))
  const shelf = new DocumentShelf([source.root])
  return listReferencedDocuments(topic, source.root.version, {
    findDocument: (guid) => shelf.find(source.root, guid),
    findFile: (path) => findReferencedFile(source, path),
  })
}
