import type { DocumentShelf } from '../documents.js'
import {
  extensionsDocument,
  type ExtensionValues,
  hasUndeclaredValues,
  mergeExtensionValues,
  readExtensions,
  collectExtensionValues,
} from '../extensions.js'
import type { BcfFile, BcfProject, BcfRoot, BcfVersion } from '../model.js'
import { findFile } from '../read/read-bcf.js'
import { containsDocumentType } from '../read/xml-reader.js'
import { element, textElement, writeXml, type XmlNode } from './xml-writer.js'

/** The source archives of the topics, the target version, and all documents. */
export interface RootWriting {
  readonly roots: readonly BcfRoot[]
  readonly version: BcfVersion
  readonly documents: DocumentShelf
}

const versionName = 'bcf.version'
const projectName = 'project.bcfp'
const documentsName = 'documents.xml'
const declaredNames = /^(bcf\.version|project\.bcfp|extensions\.(xml|xsd)|documents\.xml)$/i

/** Returns the files that belong to no topic. */
export function rootFiles(project: BcfProject, writing: RootWriting): readonly BcfFile[] {
  const { roots, version } = writing
  const [only] = roots
  const isSame = only !== undefined && roots.length === 1 && only.version === version
  if (isSame && !only.files.some(isUnsafe)) return withAddedDocuments(sameFiles(project, only, writing), writing)
  return joinedFiles(project, writing)
}

/** Replaces the list of documents where topics have added some; only 3.0 has such a list. */
function withAddedDocuments(files: readonly BcfFile[], { documents }: RootWriting): readonly BcfFile[] {
  const info = documents.hasAdded ? documents.toDocument() : null
  if (!info) return files
  const existing = findFile(files, documentsName)
  const listed = { name: existing?.name ?? documentsName, content: writeXml(info) }
  return [...files.filter((file) => file !== existing), listed, ...documents.addedFiles()]
}

function isUnsafe({ content, name }: BcfFile): boolean {
  return declaredNames.test(name) && containsDocumentType(content)
}

/** Returns the files of the single archive, with its extension values extended by new ones. */
function sameFiles(project: BcfProject, root: BcfRoot, { version }: RootWriting): readonly BcfFile[] {
  const declared = readExtensions(root.files)
  const extensionValues = collectExtensionValues(project.topics, false)
  if (!hasUndeclaredValues(declared, extensionValues, version !== '3.0')) return root.files
  const name = extensionsName(version)
  const content = writeXml(extensionsDocument(mergeExtensionValues([declared], extensionValues), version))
  const existing = findFile(root.files, name)
  return [...root.files.filter((file) => file !== existing), { name: existing?.name ?? name, content }]
}

function joinedFiles(project: BcfProject, { documents, roots, version }: RootWriting): readonly BcfFile[] {
  const declared = roots.map(({ files }) => readExtensions(files))
  const extensionValues = mergeExtensionValues(declared, collectExtensionValues(project.topics, true))
  const hasDeclared = declared.some((lists) => Object.values(lists).some((list) => list.length > 0))
  const hasExtensions = version === '3.0' || hasDeclared
  const info = version === '3.0' ? documents.toDocument() : null
  return [
    { name: versionName, content: writeXml(versionDocument(version)) },
    { name: projectName, content: writeXml(projectDocument(project, { roots, version, hasExtensions })) },
    ...(hasExtensions ? [extensionsFile(extensionValues, version)] : []),
    ...(info ? [{ name: documentsName, content: writeXml(info) }] : []),
    ...otherFiles(roots, documents),
    ...(version === '3.0' ? documents.addedFiles() : []),
  ]
}

function extensionsFile(extensionValues: ExtensionValues, version: BcfVersion): BcfFile {
  return { name: extensionsName(version), content: writeXml(extensionsDocument(extensionValues, version)) }
}

function extensionsName(version: BcfVersion): string {
  return version === '3.0' ? 'extensions.xml' : 'extensions.xsd'
}

/**
 * Returns the other files of the archives; only the first of several with the same name. Documents of BCF 3.0 may have
 * moved to their topics.
 */
function otherFiles(roots: readonly BcfRoot[], documents: DocumentShelf): BcfFile[] {
  const byName = new Map<string, BcfFile>()
  for (const root of roots) {
    for (const file of root.files) {
      const name = file.name.toLowerCase()
      if (!declaredNames.test(name) && !documents.hasMoved(file) && !byName.has(name)) byName.set(name, file)
    }
  }
  return [...byName.values()]
}

function versionDocument(version: BcfVersion): XmlNode {
  const detailed = version === '3.0' ? [] : [textElement('DetailedVersion', version)]
  return element('Version', { VersionId: version }, detailed)
}

interface ProjectWriting {
  readonly roots: readonly BcfRoot[]
  readonly version: BcfVersion
  readonly hasExtensions: boolean
}

/** Returns the project document of the archives if they agree, else that of the given project. */
function projectDocument(input: BcfProject, { hasExtensions, roots, version }: ProjectWriting): XmlNode {
  const [first] = roots
  const isOne = first !== undefined && roots.every(({ id, name }) => id === first.id && name === first.name)
  const { id, name } = isOne && first.id !== null ? first : input
  const project = element('Project', { ProjectId: id ?? 'kamar' }, [textElement('Name', name)])
  if (version === '3.0') return element('ProjectInfo', {}, [project])
  // Schemas before 3.0 require the name of an extension schema; it may be empty.
  const schema = hasExtensions ? textElement('ExtensionSchema', extensionsName(version)) : null
  return element('ProjectExtension', {}, [project, schema ?? element('ExtensionSchema', {}, [])])
}
