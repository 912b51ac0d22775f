import type { BcfProject, BcfTopic, BcfViewpoint, WrittenVersion } from './model.js'
import { markupDocument, type WrittenFiles } from './write-markup.js'
import { viewpointDocument } from './write-viewpoint.js'
import { element, listElement, textElement, writeXml, type XmlNode } from './xml-writer.js'
import { writeZip, type ZipFile } from './zip-writer.js'

/** Writes a BCF archive. The same project is the same bytes. */
export async function writeBcf(project: BcfProject, version: WrittenVersion): Promise<Buffer> {
  const files: ZipFile[] = [
    { name: 'bcf.version', content: writeXml(versionDocument(version)) },
    { name: 'project.bcfp', content: writeXml(projectDocument(project, version)) },
  ]
  if (version === '3.0') files.push({ name: 'extensions.xml', content: writeXml(extensionsDocument(project.topics)) })
  for (const topic of project.topics) files.push(...topicFiles(topic, version))
  return writeZip(files)
}

function versionDocument(version: WrittenVersion): XmlNode {
  const detailed = version === '2.1' ? [textElement('DetailedVersion', version)] : []
  return element('Version', { VersionId: version }, detailed)
}

function projectDocument({ id, name }: BcfProject, version: WrittenVersion): XmlNode {
  const project = element('Project', { ProjectId: id ?? 'kamar' }, [textElement('Name', name)])
  if (version === '3.0') return element('ProjectInfo', {}, [project])
  // The schema of 2.1 wants the name of an extension schema; none is needed, and an empty name is allowed.
  return element('ProjectExtension', {}, [project, element('ExtensionSchema', {}, [])])
}

/** The words that the topics use. */
function extensionsDocument(topics: readonly BcfTopic[]): XmlNode {
  const list = (name: string, item: string, words: readonly string[]): XmlNode | null =>
    listElement(
      name,
      [...new Set(words)]
        .filter((word) => word !== '')
        .toSorted()
        .map((word) => textElement(item, word)),
    )
  return element('Extensions', {}, [
    list(
      'TopicTypes',
      'TopicType',
      topics.map(({ type }) => type),
    ),
    list(
      'TopicStatuses',
      'TopicStatus',
      topics.map(({ status }) => status),
    ),
    list(
      'Priorities',
      'Priority',
      topics.map(({ priority }) => priority),
    ),
    list(
      'TopicLabels',
      'TopicLabel',
      topics.flatMap(({ labels }) => labels),
    ),
    list(
      'Users',
      'User',
      topics.flatMap(({ assignedTo, author }) => [assignedTo, author]),
    ),
    list(
      'Stages',
      'Stage',
      topics.map(({ stage }) => stage),
    ),
  ])
}

function topicFiles(topic: BcfTopic, version: WrittenVersion): ZipFile[] {
  const views = topic.viewpoints.map((viewpoint) => viewFiles(viewpoint, version))
  const markup = markupDocument(
    topic,
    views.map(({ names }) => names),
    version,
  )
  const inFolder = (file: ZipFile): ZipFile => ({ ...file, name: `${topic.guid}/${file.name}` })
  return [{ name: 'markup.bcf', content: writeXml(markup) }, ...views.flatMap(({ files }) => files)].map(inFolder)
}

function viewFiles(
  viewpoint: BcfViewpoint,
  version: WrittenVersion,
): { readonly names: WrittenFiles; readonly files: readonly ZipFile[] } {
  const { guid, snapshot } = viewpoint
  const document = viewpointDocument(viewpoint, version)
  const names: WrittenFiles = {
    guid,
    viewpoint: document && `viewpoint_${guid}.bcfv`,
    snapshot: snapshot && `snapshot_${guid}.${isPng(snapshot) ? 'png' : 'jpg'}`,
  }
  return {
    names,
    files: [
      ...(document && names.viewpoint !== null ? [{ name: names.viewpoint, content: writeXml(document) }] : []),
      ...(snapshot && names.snapshot !== null ? [{ name: names.snapshot, content: snapshot, isPacked: true }] : []),
    ],
  }
}

function isPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && bytes[1] === 0x50
}
