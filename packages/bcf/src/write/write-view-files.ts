import { isDeepStrictEqual } from 'node:util'
import { addLinesAndBitmaps } from '../convert-viewpoint.js'
import type { BcfFile, BcfTopic, BcfTopicSource, BcfVersion, BcfViewpoint } from '../model.js'
import { findFile } from '../read/read-bcf.js'
import type { WrittenFiles } from './write-markup.js'
import { viewpointDocument } from './write-viewpoint.js'
import { containsDocumentType, readXml, XmlError } from '../read/xml-reader.js'
import { toXmlNode, writeXml, type XmlNode } from './xml-writer.js'

/** Names and content of a viewpoint’s files. */
export interface WrittenView {
  readonly names: WrittenFiles
  readonly files: readonly BcfFile[]
}

/** Writes the files of a viewpoint; files from the archive keep their names, and their bytes if unchanged. */
export function writeView(
  viewpoint: BcfViewpoint,
  { topic, version }: { readonly topic: BcfTopic; readonly version: BcfVersion },
): WrittenView {
  const { guid, snapshot } = viewpoint
  const original = findOriginal(viewpoint, topic.source)
  const document = writeDocument(viewpoint, original, version)
  const isSameSnapshot = original !== null && isDeepStrictEqual(snapshot, original.sourceViewpoint.snapshot)
  const viewpointName = original?.names.viewpoint || `viewpoint_${guid}.bcfv`
  const snapshotName = isSameSnapshot ? original.names.snapshot : createSnapshotName(guid, snapshot)
  return {
    names: { guid, viewpoint: document && viewpointName, snapshot: snapshot && snapshotName },
    files: [
      ...(document ? [{ name: viewpointName, content: document }] : []),
      ...(snapshot ? [{ name: snapshotName, content: snapshot }] : []),
    ],
  }
}

/** A viewpoint as read from its archive. */
interface OriginalView {
  readonly source: BcfTopicSource
  readonly sourceViewpoint: BcfViewpoint
  readonly names: { readonly viewpoint: string; readonly snapshot: string }
  readonly file: BcfFile | undefined
}

function findOriginal({ guid }: BcfViewpoint, source: BcfTopicSource | undefined): OriginalView | null {
  const sourceViewpoint = source?.topic.viewpoints.find((viewpoint) => viewpoint.guid === guid)
  const names = source?.viewpointFiles[guid]
  if (!source || !sourceViewpoint || !names) return null
  return {
    source,
    sourceViewpoint,
    names,
    file: names.viewpoint === '' ? undefined : findFile(source.files, names.viewpoint),
  }
}

function writeDocument(viewpoint: BcfViewpoint, original: OriginalView | null, version: BcfVersion): Uint8Array | null {
  const document = viewpointDocument(viewpoint, version)
  const file = original?.file
  if (!original || !file) return document && writeXml(document)
  const from = original.source.root.version
  const isSame =
    from === version &&
    isDeepStrictEqual({ ...viewpoint, snapshot: null }, { ...original.sourceViewpoint, snapshot: null })
  if (isSame && !containsDocumentType(file.content)) return file.content
  const read = parse(file.content)
  if (isSame && read) return writeXml(read)
  if (!document || !read) return document && writeXml(document)
  return writeXml(addLinesAndBitmaps(document, read, { from, to: version }))
}

function parse(content: Uint8Array): XmlNode | null {
  try {
    return toXmlNode(readXml(content))
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return null
  }
}

function createSnapshotName(guid: string, snapshot: Uint8Array | null): string {
  const isPng = snapshot?.[0] === 0x89 && snapshot[1] === 0x50
  return `snapshot_${guid}.${isPng ? 'png' : 'jpg'}`
}
