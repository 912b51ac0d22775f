import { isDeepStrictEqual } from 'node:util'
import type { DocumentConversion } from './convert-documents.js'
import { convertMarkup } from './convert-markup.js'
import { addLinesAndBitmaps } from './convert-viewpoint.js'
import { joinParts, partsOf } from './markup-parts.js'
import { mergeMarkup } from './merge-markup.js'
import type { BcfFile, BcfTopic, BcfTopicSource, BcfVersion, BcfViewpoint } from './model.js'
import { findFile } from './read-bcf.js'
import { writeMarkupParts, type WrittenFiles } from './write-markup.js'
import { viewpointDocument } from './write-viewpoint.js'
import { readXml, XmlError } from './xml-reader.js'
import { nodeOf, writeXml, type XmlNode } from './xml-writer.js'

/** The version that is written, and where documents of topics go. */
export interface TopicWriting {
  readonly version: BcfVersion
  readonly documentsOf: (source: BcfTopicSource, addTopicFile: (file: BcfFile) => void) => DocumentConversion
}

/** The files of a topic, with their names in its folder. */
export function writeTopic(topic: BcfTopic, writing: TopicWriting): readonly BcfFile[] {
  const { source, ...said } = topic
  if (!source) return writeNewTopic(topic, writing.version)
  const isSameVersion = source.root.version === writing.version
  if (isSameVersion && isDeepStrictEqual(said, source.topic) && !hasDocumentType(source)) return source.files
  return writeReadTopic({ ...topic, source }, writing)
}

/** A document type could name files of the reader’s machine: such a document is written anew. */
function hasDocumentType({ files }: BcfTopicSource): boolean {
  return files.some(({ content, name }) => /\.(bcf|bcfv)$/i.test(name) && containsDocumentType(content))
}

/** Whether a document has a document type declaration. */
export function containsDocumentType(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return bytes.includes('<!DOCTYPE') || bytes.includes(Buffer.from('<!DOCTYPE', 'utf16le'))
}

function writeNewTopic(topic: BcfTopic, version: BcfVersion): readonly BcfFile[] {
  const views = topic.viewpoints.map((viewpoint) => writeView(viewpoint, { topic, version }))
  const parts = writeMarkupParts(
    topic,
    views.map(({ names }) => names),
    version,
  )
  return [{ name: 'markup.bcf', content: writeXml(joinParts(parts, version)) }, ...views.flatMap(({ files }) => files)]
}

type ReadTopic = BcfTopic & { readonly source: BcfTopicSource }

function writeReadTopic(topic: ReadTopic, { documentsOf, version }: TopicWriting): readonly BcfFile[] {
  const { source } = topic
  const isConverted = source.root.version !== version
  const saidByGuid = new Map(source.topic.viewpoints.map((viewpoint) => [viewpoint.guid, viewpoint]))
  const hasNewSnapshot = ({ guid, snapshot }: BcfViewpoint): boolean =>
    saidByGuid.has(guid) && !isDeepStrictEqual(snapshot, saidByGuid.get(guid)?.snapshot)
  const views = topic.viewpoints.map((viewpoint) => writeView(viewpoint, { topic, version }))
  const current = writeMarkupParts(
    topic,
    views.map(({ names }) => names),
    version,
  )
  const added: BcfFile[] = []
  const read = partsOf(nodeOf(readXml(findFile(source.files, source.markup)?.content ?? new Uint8Array())))
  const moved = new Set<BcfFile>()
  const documents = documentsOf(source, (file) => added.push(file))
  const findDocumentFile = (path: string): BcfFile | null => {
    const file = documents.findFile(path)
    if (file) moved.add(file)
    return file
  }
  const conversion = { from: source.root.version, to: version, documents: { ...documents, findFile: findDocumentFile } }
  const original = isConverted ? convertMarkup(read, conversion) : read
  const merged = mergeMarkup({
    ...{ topic, said: source.topic, current, original, version, isConverted },
    newSnapshots: new Set(topic.viewpoints.filter(hasNewSnapshot).map(({ guid }) => guid)),
  })
  const written = [...views.flatMap(({ files }) => files), ...added]
  const writtenNames = new Set(written.map(({ name }) => name.toLowerCase()))
  const replaced = replacedNames(topic, hasNewSnapshot)
  const kept = source.files.filter((file) => {
    const name = file.name.toLowerCase()
    return name !== source.markup.toLowerCase() && !replaced.has(name) && !writtenNames.has(name) && !moved.has(file)
  })
  return [{ name: source.markup, content: writeXml(joinParts(merged, version)) }, ...kept, ...written]
}

/** Files of viewpoints that are gone, and pictures that are other ones by now. */
function replacedNames(topic: ReadTopic, hasNewSnapshot: (viewpoint: BcfViewpoint) => boolean): ReadonlySet<string> {
  const byGuid = new Map(topic.viewpoints.map((viewpoint) => [viewpoint.guid, viewpoint]))
  const names = Object.entries(topic.source.viewpointFiles).flatMap(([guid, { snapshot, viewpoint }]) => {
    const now = byGuid.get(guid)
    if (!now) return [viewpoint, snapshot]
    return hasNewSnapshot(now) ? [snapshot] : []
  })
  return new Set(names.map((name) => name.toLowerCase()))
}

interface WrittenView {
  readonly names: WrittenFiles
  readonly files: readonly BcfFile[]
}

/** The files of a viewpoint; those of the archive keep their names, and their bytes where nothing changed. */
function writeView(
  viewpoint: BcfViewpoint,
  { topic, version }: { readonly topic: BcfTopic; readonly version: BcfVersion },
): WrittenView {
  const { guid, snapshot } = viewpoint
  const { source } = topic
  const given = source?.viewpointFiles[guid]
  const said = source?.topic.viewpoints.find((other) => other.guid === guid)
  const document = writeDocument(viewpoint, { source, version })
  const isSameSnapshot = said !== undefined && isDeepStrictEqual(snapshot, said.snapshot)
  const snapshotName = isSameSnapshot && given ? given.snapshot : snapshotNameOf(guid, snapshot)
  const names: WrittenFiles = {
    guid,
    viewpoint: document && (given?.viewpoint || `viewpoint_${guid}.bcfv`),
    snapshot: snapshot && snapshotName,
  }
  return {
    names,
    files: [
      ...(document && names.viewpoint !== null ? [{ name: names.viewpoint, content: document }] : []),
      ...(snapshot && names.snapshot !== null ? [{ name: names.snapshot, content: snapshot }] : []),
    ],
  }
}

function writeDocument(
  viewpoint: BcfViewpoint,
  { source, version }: { readonly source: BcfTopicSource | undefined; readonly version: BcfVersion },
): Uint8Array | null {
  const name = source?.viewpointFiles[viewpoint.guid]?.viewpoint ?? ''
  const file = source && name !== '' ? findFile(source.files, name) : undefined
  const said = source?.topic.viewpoints.find(({ guid }) => guid === viewpoint.guid)
  const written = viewpointDocument(viewpoint, version)
  if (!source || !file || !said) return written && writeXml(written)
  const isSame = isDeepStrictEqual({ ...viewpoint, snapshot: null }, { ...said, snapshot: null })
  if (isSame && source.root.version === version && !containsDocumentType(file.content)) return file.content
  const original = parse(file.content)
  if (!written || !original) return written && writeXml(written)
  if (isSame && source.root.version === version) return writeXml(original)
  return writeXml(addLinesAndBitmaps(written, original, { from: source.root.version, to: version }))
}

function parse(content: Uint8Array): XmlNode | null {
  try {
    return nodeOf(readXml(content))
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return null
  }
}

function snapshotNameOf(guid: string, snapshot: Uint8Array | null): string {
  const isPng = snapshot?.[0] === 0x89 && snapshot[1] === 0x50
  return `snapshot_${guid}.${isPng ? 'png' : 'jpg'}`
}
