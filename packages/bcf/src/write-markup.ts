import type { BcfComment, BcfTopic, WrittenVersion } from './model.js'
import { element, listElement, textElement, type XmlNode } from './xml-writer.js'

/** Names of a viewpoint’s files in the folder of its topic; null without one. */
export interface WrittenFiles {
  readonly guid: string
  readonly viewpoint: string | null
  readonly snapshot: string | null
}

const nobody = 'unknown'
/** What 3.0 wants a topic to have. */
const usual = { type: 'Issue', status: 'Open' }

/** A `Markup`, in the order of the schema of its version. */
export function markupDocument(topic: BcfTopic, files: readonly WrittenFiles[], version: WrittenVersion): XmlNode {
  const comments = topic.comments.map((comment) => commentElement(comment, version))
  const header = headerElement(topic.files, version)
  if (version === '3.0') {
    const inside = [
      listElement('Comments', comments),
      listElement(
        'Viewpoints',
        files.map((file, index) => viewpointElement('ViewPoint', file, index)),
      ),
    ]
    return element('Markup', {}, [header, topicElement(topic, version, inside)])
  }
  const viewpoints = files.map((file, index) => viewpointElement('Viewpoints', file, index))
  return element('Markup', {}, [header, topicElement(topic, version, []), ...comments, ...viewpoints])
}

function headerElement(names: readonly string[], version: WrittenVersion): XmlNode | null {
  const external = version === '3.0' ? { IsExternal: 'true' } : { isExternal: 'true' }
  const files = names.map((name) => element('File', external, [textElement('Filename', name)]))
  return listElement('Header', version === '3.0' ? [listElement('Files', files)] : files)
}

function topicElement(topic: BcfTopic, version: WrittenVersion, inside: readonly (XmlNode | null)[]): XmlNode {
  const isNew = version === '3.0'
  const attributes = {
    Guid: topic.guid,
    TopicType: topic.type || (isNew ? usual.type : null),
    TopicStatus: topic.status || (isNew ? usual.status : null),
  }
  const labels = topic.labels.map((label) => textElement(isNew ? 'Label' : 'Labels', label))
  return element('Topic', attributes, [
    textElement('Title', topic.title),
    textElement('Priority', topic.priority),
    ...(isNew ? [listElement('Labels', labels)] : labels),
    textElement('CreationDate', topic.date.toISOString()),
    textElement('CreationAuthor', topic.author || nobody),
    textElement('ModifiedDate', topic.modifiedDate?.toISOString() ?? null),
    textElement('ModifiedAuthor', topic.modifiedAuthor),
    textElement('DueDate', topic.dueDate && `${topic.dueDate}T00:00:00Z`),
    textElement('AssignedTo', topic.assignedTo),
    textElement('Stage', topic.stage),
    textElement('Description', topic.description),
    ...inside,
  ])
}

function commentElement(comment: BcfComment, version: WrittenVersion): XmlNode {
  const text = textElement('Comment', comment.text)
  const { viewpointGuid } = comment
  return element('Comment', { Guid: comment.guid }, [
    textElement('Date', comment.date.toISOString()),
    textElement('Author', comment.author || nobody),
    // 2.1 wants the element also when nothing was said.
    text ?? (version === '2.1' ? element('Comment', {}, []) : null),
    viewpointGuid === null ? null : element('Viewpoint', { Guid: viewpointGuid }, []),
    textElement('ModifiedDate', comment.modifiedDate?.toISOString() ?? null),
    textElement('ModifiedAuthor', comment.modifiedAuthor),
  ])
}

function viewpointElement(name: string, { guid, snapshot, viewpoint }: WrittenFiles, index: number): XmlNode {
  return element(name, { Guid: guid }, [
    textElement('Viewpoint', viewpoint),
    textElement('Snapshot', snapshot),
    textElement('Index', String(index)),
  ])
}
