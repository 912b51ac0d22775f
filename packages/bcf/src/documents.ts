import { posix } from 'node:path'
import type { BcfFile, BcfRoot } from './model.js'
import { findFile } from './read/read-bcf.js'
import { findChild, listChildren, readXml, readText, XmlError } from './read/xml-reader.js'
import { element, textElement, type XmlNode } from './write/xml-writer.js'

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
