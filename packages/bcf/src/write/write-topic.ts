import { isDeepStrictEqual } from 'node:util'
import { type DocumentConversion, writeDocumentReferences } from '../convert-documents.js'
import { convertMarkup } from '../convert-markup.js'
import { joinParts, type MarkupSections, splitMarkup } from '../markup-sections.js'
import { mergeMarkup } from '../merge-markup.js'
import type { BcfFile, BcfTopic, BcfTopicSource, BcfVersion, BcfViewpoint } from '../model.js'
import { findFile } from '../read/read-bcf.js'
import { writeMarkupParts } from './write-markup.js'
import { writeView } from './write-view-files.js'
import { containsDocumentType, readXml } from '../read/xml-reader.js'
import { topicChildren } from './schema-order.js'
import { childNodes, inOrder, listElement, toXmlNode, writeXml } from './xml-writer.js'

/** The target version, and the destination of the topics' documents. */
export interface TopicWriting {
  readonly version: BcfVersion
  readonly addDocument: DocumentConversion['addDocument']
  readonly convertDocuments: (source: BcfTopicSource, addTopicFile: (file: BcfFile) => void) => DocumentConversion
}

/** Returns the files of a topic, with their names relative to its folder. */
export function writeTopic(topic: BcfTopic, writing: TopicWriting): readonly BcfFile[] {
  const { addedDocuments = [], addedFiles = [], source, ...content } = topic
  if (!source) return writeNewTopic(topic, writing)
  const isSameVersion = source.root.version === writing.version
  const hasAdded = addedDocuments.length > 0 || addedFiles.length > 0
  if (isSameVersion && !hasAdded && isDeepStrictEqual(content, source.topic) && !hasDocumentType(source))
    return source.files
  return writeReadTopic({ ...topic, source }, writing)
}

/** Detects a document type, which could reference files of the reader’s machine: such a document is rewritten. */
function hasDocumentType({ files }: BcfTopicSource): boolean {
  return files.some(({ content, name }) => /\.(bcf|bcfv)$/i.test(name) && containsDocumentType(content))
}

function writeNewTopic(topic: BcfTopic, { addDocument, version }: TopicWriting): readonly BcfFile[] {
  const views = topic.viewpoints.map((viewpoint) => writeView(viewpoint, { topic, version }))
  const parts = writeMarkupParts(
    topic,
    views.map(({ names }) => names),
    version,
  )
  const added: BcfFile[] = []
  const complete = withDocuments(parts, topic, { version, addDocument, addTopicFile: (file) => added.push(file) })
  const markup = { name: 'markup.bcf', content: writeXml(joinParts(complete, version)) }
  return [markup, ...views.flatMap(({ files }) => files), ...added, ...(topic.addedFiles ?? [])]
}

/** Adds the references to documents that the topic adds to those of its source. */
function withDocuments(
  parts: MarkupSections,
  { addedDocuments = [] }: BcfTopic,
  {
    version,
    ...destination
  }: { readonly version: BcfVersion } & Pick<DocumentConversion, 'addDocument' | 'addTopicFile'>,
): MarkupSections {
  if (addedDocuments.length === 0) return parts
  const references = writeDocumentReferences(addedDocuments, version, destination)
  const listName = 'DocumentReferences'
  const children = childNodes(parts.topic)
  const lists = version === '3.0' ? children.filter(({ name }) => name === listName) : []
  const list = listElement(listName, [...lists.flatMap((node) => childNodes(node)), ...references])
  const others = children.filter((node) => !lists.includes(node))
  const added = version === '3.0' ? [list].filter((node) => node !== null) : references
  return { ...parts, topic: { ...parts.topic, children: inOrder([...others, ...added], topicChildren[version]) } }
}

type ReadTopic = BcfTopic & { readonly source: BcfTopicSource }

function writeReadTopic(
  topic: ReadTopic,
  { addDocument, convertDocuments, version }: TopicWriting,
): readonly BcfFile[] {
  const { source } = topic
  const isConverted = source.root.version !== version
  const sourceByGuid = new Map(source.topic.viewpoints.map((viewpoint) => [viewpoint.guid, viewpoint]))
  const hasNewSnapshot = ({ guid, snapshot }: BcfViewpoint): boolean =>
    sourceByGuid.has(guid) && !isDeepStrictEqual(snapshot, sourceByGuid.get(guid)?.snapshot)
  const views = topic.viewpoints.map((viewpoint) => writeView(viewpoint, { topic, version }))
  const current = writeMarkupParts(
    topic,
    views.map(({ names }) => names),
    version,
  )
  const added: BcfFile[] = []
  const read = splitMarkup(toXmlNode(readXml(findFile(source.files, source.markup)?.content ?? new Uint8Array())))
  const movedFiles = new Set<BcfFile>()
  const documents = convertDocuments(source, (file) => added.push(file))
  const findDocumentFile = (path: string): BcfFile | null => {
    const file = documents.findFile(path)
    if (file) movedFiles.add(file)
    return file
  }
  const conversion = { from: source.root.version, to: version, documents: { ...documents, findFile: findDocumentFile } }
  const original = isConverted ? convertMarkup(read, conversion) : read
  const merged = mergeMarkup({
    topic,
    sourceTopic: source.topic,
    current,
    original,
    version,
    isConverted,
    newSnapshots: new Set(topic.viewpoints.filter(hasNewSnapshot).map(({ guid }) => guid)),
  })
  const addTopicFile = (file: BcfFile): unknown => added.push(file)
  const complete = withDocuments(merged, topic, { version, addDocument, addTopicFile })
  const outputFiles = [...views.flatMap(({ files }) => files), ...added, ...(topic.addedFiles ?? [])]
  const writtenNames = new Set(outputFiles.map(({ name }) => name.toLowerCase()))
  const replaced = replacedNames(topic, hasNewSnapshot)
  const retainedFiles = source.files.filter((file) => {
    const name = file.name.toLowerCase()
    return (
      name !== source.markup.toLowerCase() && !replaced.has(name) && !writtenNames.has(name) && !movedFiles.has(file)
    )
  })
  return [{ name: source.markup, content: writeXml(joinParts(complete, version)) }, ...retainedFiles, ...outputFiles]
}

/** Returns the names of files of removed viewpoints, and of replaced snapshots. */
function replacedNames(topic: ReadTopic, hasNewSnapshot: (viewpoint: BcfViewpoint) => boolean): ReadonlySet<string> {
  const byGuid = new Map(topic.viewpoints.map((viewpoint) => [viewpoint.guid, viewpoint]))
  const names = Object.entries(topic.source.viewpointFiles).flatMap(([guid, { snapshot, viewpoint }]) => {
    const now = byGuid.get(guid)
    if (!now) return [viewpoint, snapshot]
    return hasNewSnapshot(now) ? [snapshot] : []
  })
  return new Set(names.map((name) => name.toLowerCase()))
}
