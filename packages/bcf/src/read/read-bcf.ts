import { type Archive, openArchive } from '../archive.js'
import { bcfLimits } from '../limits.js'
import {
  BcfError,
  type BcfFile,
  type BcfFileError,
  type BcfProject,
  type BcfRoot,
  type BcfTopic,
  type BcfVersion,
  type BcfViewpoint,
  bcfVersions,
} from '../model.js'
import { readMarkup, type ViewpointFiles } from './read-markup.js'
import { emptyView, readViewpoint, type ViewContent } from './read-viewpoint.js'
import { sortIntoFolders } from './topic-folders.js'
import { findChild, type ElementBudget, readXml, readText, type XmlElement, XmlError } from './xml-reader.js'

/** An archive that was read completely or in part. */
export interface ReadBcf extends BcfProject {
  readonly version: BcfVersion
  readonly errors: readonly BcfFileError[]
  readonly root: BcfRoot
}

interface ReadContext {
  readonly archive: Archive
  readonly errors: BcfFileError[]
  readonly budget: ElementBudget
}

/** Reader of an archive, topic by topic. */
export interface BcfReader {
  readonly root: BcfRoot
  /** Number of topic folders; some may be unreadable. */
  readonly topicCount: number
  /** Errors so far. */
  readonly errors: readonly BcfFileError[]
  /** Yields the topics in archive order; null for an unreadable one. */
  topics(): AsyncGenerator<BcfTopic | null>
  close(): void
}

/** Opens a BCF archive of version 2.0, 2.1 or 3.0. Throws `BcfError` for anything else. */
export async function openBcf(bytes: Buffer): Promise<BcfReader> {
  const archive = await openArchive(bytes)
  try {
    const context: ReadContext = { archive, errors: [], budget: { elements: bcfLimits.elements } }
    const { folders, rest } = sortIntoFolders(archive.names)
    if (folders.length > bcfLimits.topics) throw new BcfError('too-large')
    const root = await readRoot(context, rest)
    return {
      root,
      topicCount: folders.length,
      errors: context.errors,
      async *topics() {
        for (const folder of folders) yield readTopic(context, root, folder)
      },
      close: () => archive.close(),
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

/** Reads a whole BCF archive. Damaged parts are omitted and reported. */
export async function readBcf(bytes: Buffer): Promise<ReadBcf> {
  const reader = await openBcf(bytes)
  try {
    const topics: BcfTopic[] = []
    for await (const topic of reader.topics()) if (topic) topics.push(topic)
    const { errors, root } = reader
    return { version: root.version, name: root.name, id: root.id, topics, errors, root }
  } finally {
    reader.close()
  }
}

async function readRoot(context: ReadContext, names: readonly string[]): Promise<BcfRoot> {
  const files = await readFiles(context, '', names)
  const version = findVersion(context, files)
  const project = findChild(parseFile(context, files, 'project.bcfp') ?? undefined, 'Project')
  const id = project?.attributes['ProjectId'] ?? ''
  return { version, files, name: readText(project, 'Name') || null, id: id || null }
}

function findVersion(context: ReadContext, files: readonly BcfFile[]): BcfVersion {
  const document = parseFile({ ...context, errors: [] }, files, 'bcf.version')
  if (!document) throw new BcfError('no-version')
  // Early programs for 2.0 wrote the version as an element.
  const text = document.attributes['VersionId'] ?? readText(document, 'DetailedVersion')
  const version = bcfVersions.find((candidate) => text.trim() === candidate || text.trim().startsWith(`${candidate}.`))
  if (!version) throw new BcfError('unsupported-version')
  return version
}

interface TopicFolder {
  readonly folder: string
  /** Names relative to the folder. */
  readonly names: readonly string[]
}

async function readTopic(
  context: ReadContext,
  root: BcfRoot,
  { folder, names }: TopicFolder,
): Promise<BcfTopic | null> {
  const files = await readFiles(context, folder, names)
  const markupFile = findFile(files, 'markup.bcf')
  const document = parseFile(context, files, 'markup.bcf', folder)
  if (!document || !markupFile) return null
  const markup = readMarkup(document)
  const name = folder + markupFile.name
  if (!markup) {
    context.errors.push({ name, reason: 'damaged' })
    return null
  }
  if (markup.topic.title === '') {
    context.errors.push({ name, reason: 'no-title' })
    return null
  }
  const viewpointFiles = listViewpointFiles(markup.viewpoints, files, folder)
  const viewpoints = viewpointFiles.map((entry) => readView(context, { files, folder, entry }))
  const topic = { ...markup.topic, viewpoints }
  const namesByGuid = Object.fromEntries(viewpointFiles.map(({ guid, ...entry }) => [guid, entry]))
  return { ...topic, source: { root, folder, files, markup: markupFile.name, viewpointFiles: namesByGuid, topic } }
}

const defaultNames = { viewpoint: 'viewpoint.bcfv', snapshot: 'snapshot.png' }

/**
 * Lists viewpoint files. In BCF 2.0 one viewpoint with the default file names may be unnamed; it takes the topic’s
 * guid.
 */
function listViewpointFiles(
  entry: readonly ViewpointFiles[],
  files: readonly BcfFile[],
  folder: string,
): readonly ViewpointFiles[] {
  if (entry.length > 0) return entry
  const hasAny = Object.values(defaultNames).some((name) => findFile(files, name) !== undefined)
  const guid = folder.split('/').at(-2)?.toLowerCase() ?? ''
  return hasAny ? [{ guid, ...defaultNames }] : []
}

interface NamedView {
  readonly files: readonly BcfFile[]
  readonly folder: string
  readonly entry: ViewpointFiles
}

function readView(context: ReadContext, { files, folder, entry }: NamedView): BcfViewpoint {
  const { guid, snapshot, viewpoint } = entry
  const document = viewpoint === '' ? null : parseFile(context, files, viewpoint, folder)
  const content: ViewContent = document ? readViewpoint(document) : emptyView
  return { guid, ...content, snapshot: findFile(files, snapshot)?.content ?? null }
}

/** Finds a file by its name, ignoring case. */
export function findFile(files: readonly BcfFile[], name: string): BcfFile | undefined {
  return files.find((file) => file.name.toLowerCase() === name.toLowerCase())
}

/** Parses a document; returns null when it does not exist, or is unreadable, which is reported as an error. */
function parseFile(
  { budget, errors }: ReadContext,
  files: readonly BcfFile[],
  ...[name, folder = '']: readonly [string, string?]
): XmlElement | null {
  const file = findFile(files, name)
  if (!file) return null
  try {
    return readXml(file.content, budget)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    errors.push({ name: folder + file.name, reason: 'damaged' })
    return null
  }
}

async function readFiles(context: ReadContext, folder: string, names: readonly string[]): Promise<BcfFile[]> {
  const files: BcfFile[] = []
  for (const name of names) {
    const content = await readFile(context, folder + name)
    if (content) files.push({ name, content })
  }
  return files
}

function getMaxBytes(name: string): number {
  if (/\.(bcf|bcfv|bcfp|version|xml|xsd)$/i.test(name)) return bcfLimits.xmlBytes
  return /\.(png|jpe?g)$/i.test(name) ? bcfLimits.imageBytes : bcfLimits.documentBytes
}

async function readFile({ archive, errors }: ReadContext, name: string): Promise<Buffer | null> {
  try {
    const bytes = await archive.read(name, getMaxBytes(name))
    if (bytes === null) errors.push({ name, reason: 'too-large' })
    return bytes
  } catch (error) {
    if (error instanceof BcfError) throw error
    errors.push({ name, reason: 'damaged' })
    return null
  }
}
