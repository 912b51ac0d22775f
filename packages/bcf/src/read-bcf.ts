import { setImmediate } from 'node:timers/promises'
import { type Archive, openArchive } from './archive.js'
import { bcfLimits } from './limits.js'
import { BcfError, type BcfProblem, type BcfProject, type BcfTopic, type BcfViewpoint, readVersions } from './model.js'
import { readMarkup, type ViewpointFiles } from './read-markup.js'
import { emptyView, readViewpoint, type ViewContent } from './read-viewpoint.js'
import { childOf, readXml, textOf, type XmlElement, XmlError } from './xml-reader.js'

/** An archive that was read, as far as it could be. */
export interface ReadBcf extends BcfProject {
  readonly version: (typeof readVersions)[number]
  readonly problems: readonly BcfProblem[]
}

/** Reads a BCF archive of version 2.0, 2.1 or 3.0; throws `BcfError` when it is none. What is damaged in it is left out and told. */
export async function readBcf(bytes: Buffer): Promise<ReadBcf> {
  const archive = await openArchive(bytes)
  try {
    const problems: BcfProblem[] = []
    const version = await findVersion(archive)
    const project = childOf((await readDocument(archive, 'project.bcfp', problems)) ?? undefined, 'Project')
    const topics: BcfTopic[] = []
    for (const name of archive.names.filter((path) => /(^|\/)markup\.bcf$/i.test(path))) {
      if (topics.length >= bcfLimits.topics) throw new BcfError('too-large')
      const topic = await readTopic(archive, name, problems)
      if (topic) topics.push(topic)
      // Other requests have their turn between topics.
      await setImmediate()
    }
    const projectId = project?.attributes['ProjectId'] ?? ''
    return { version, name: textOf(project, 'Name') || null, id: projectId || null, topics, problems }
  } finally {
    archive.close()
  }
}

async function findVersion(archive: Archive): Promise<ReadBcf['version']> {
  const document = await readDocument(archive, 'bcf.version', [])
  if (!document) throw new BcfError('no-version')
  // The first programs of 2.0 wrote the version as an element.
  const text = document.attributes['VersionId'] ?? textOf(document, 'DetailedVersion')
  const version = readVersions.find((known) => text.trim() === known || text.trim().startsWith(`${known}.`))
  if (!version) throw new BcfError('unsupported-version')
  return version
}

async function readTopic(archive: Archive, name: string, problems: BcfProblem[]): Promise<BcfTopic | null> {
  const document = await readDocument(archive, name, problems)
  if (!document) return null
  const markup = readMarkup(document)
  if (!markup) {
    problems.push({ name, reason: 'damaged' })
    return null
  }
  if (markup.topic.title === '') {
    problems.push({ name, reason: 'no-title' })
    return null
  }
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const viewpoints: BcfViewpoint[] = []
  for (const files of viewpointsOf(markup.viewpoints, archive, folder)) {
    viewpoints.push(await readView(archive, { folder, files, problems }))
  }
  return { ...markup.topic, viewpoints }
}

const usualNames = { viewpoint: 'viewpoint.bcfv', snapshot: 'snapshot.png' }

/** BCF 2.0 need not name the one viewpoint that has the usual names; the topic’s guid stands for its own. */
function viewpointsOf(named: readonly ViewpointFiles[], archive: Archive, folder: string): readonly ViewpointFiles[] {
  if (named.length > 0) return named
  const has = (file: string): boolean =>
    archive.names.some((path) => path.toLowerCase() === `${folder}${file}`.toLowerCase())
  const guid = folder.split('/').at(-2)?.toLowerCase() ?? ''
  return has(usualNames.viewpoint) || has(usualNames.snapshot) ? [{ guid, ...usualNames }] : []
}

interface ViewPlace {
  readonly folder: string
  readonly files: ViewpointFiles
  readonly problems: BcfProblem[]
}

async function readView(archive: Archive, { files, folder, problems }: ViewPlace): Promise<BcfViewpoint> {
  const document = files.viewpoint === '' ? null : await readDocument(archive, folder + files.viewpoint, problems)
  const content: ViewContent = document ? readViewpoint(document) : emptyView
  const snapshot = files.snapshot === '' ? null : await readPicture(archive, folder + files.snapshot, problems)
  return { guid: files.guid, ...content, snapshot }
}

async function readPicture(archive: Archive, name: string, problems: BcfProblem[]): Promise<Uint8Array | null> {
  return readFile(archive, { name, mostBytes: bcfLimits.pictureBytes, problems })
}

/** Null when there is no such document, or none that can be read, which is then a problem. */
async function readDocument(archive: Archive, name: string, problems: BcfProblem[]): Promise<XmlElement | null> {
  const bytes = await readFile(archive, { name, mostBytes: bcfLimits.xmlBytes, problems })
  if (bytes === null) return null
  try {
    return readXml(bytes)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    problems.push({ name, reason: 'damaged' })
    return null
  }
}

interface WantedFile {
  readonly name: string
  readonly mostBytes: number
  readonly problems: BcfProblem[]
}

async function readFile(archive: Archive, { mostBytes, name, problems }: WantedFile): Promise<Buffer | null> {
  try {
    const bytes = await archive.read(name, mostBytes)
    const isThere = bytes !== null || archive.names.some((other) => other.toLowerCase() === name.toLowerCase())
    if (bytes === null && isThere) problems.push({ name, reason: 'too-large' })
    return bytes
  } catch (error) {
    if (error instanceof BcfError) throw error
    problems.push({ name, reason: 'damaged' })
    return null
  }
}
