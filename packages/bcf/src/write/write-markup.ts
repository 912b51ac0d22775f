import type { MarkupSections } from '../markup-sections.js'
import type { BcfComment, BcfTopic, BcfVersion } from '../model.js'
import { element, listElement, textElement, type XmlNode } from './xml-writer.js'

/** Names of a viewpoint’s files in the folder of its topic; null without one. */
export interface WrittenFiles {
  readonly guid: string
  readonly viewpoint: string | null
  readonly snapshot: string | null
}

const unknownAuthor = 'unknown'
/** Default values of fields that 3.0 requires. */
const defaults = { type: 'Issue', status: 'Open' }

/** Writes the parts of a `Markup`, in the schema order of its version. */
export function writeMarkupParts(topic: BcfTopic, files: readonly WrittenFiles[], version: BcfVersion): MarkupSections {
  return {
    header: headerElement(topic.files, version),
    topic: topicElement(topic, version),
    comments: topic.comments.map((comment) => commentElement(topic, comment, version)),
    viewpoints: files.map((file, index) => viewpointElement(file, index, version)),
    others: [],
  }
}

function headerElement(names: readonly string[], version: BcfVersion): XmlNode | null {
  const external = version === '3.0' ? { IsExternal: 'true' } : { isExternal: 'true' }
  const files = names.map((name) => element('File', external, [textElement('Filename', name)]))
  if (version === '3.0') return listElement('Header', [listElement('Files', files)])
  // 2.0 requires a file element, which may be empty.
  if (version === '2.0' && files.length === 0) return element('Header', {}, [element('File', external, [])])
  return listElement('Header', files)
}

function topicElement(topic: BcfTopic, version: BcfVersion): XmlNode {
  const isNew = version === '3.0'
  const attributes = {
    Guid: topic.guid,
    TopicType: topic.type || (isNew ? defaults.type : null),
    TopicStatus: topic.status || (isNew ? defaults.status : null),
  }
  const labels = topic.labels.map((label) => textElement(isNew ? 'Label' : 'Labels', label))
  const isOld = version === '2.0'
  return element('Topic', attributes, [
    textElement('Title', topic.title),
    textElement('Priority', topic.priority),
    ...(isNew ? [listElement('Labels', labels)] : labels),
    textElement('CreationDate', topic.date.toISOString()),
    textElement('CreationAuthor', topic.author || unknownAuthor),
    textElement('ModifiedDate', topic.modifiedDate?.toISOString() ?? null),
    textElement('ModifiedAuthor', topic.modifiedAuthor),
    isOld ? null : textElement('DueDate', topic.dueDate && `${topic.dueDate}T00:00:00Z`),
    textElement('AssignedTo', topic.assignedTo),
    isOld ? null : textElement('Stage', topic.stage),
    textElement('Description', topic.description),
  ])
}

function commentElement(topic: BcfTopic, comment: BcfComment, version: BcfVersion): XmlNode {
  const text = textElement('Comment', comment.text)
  const { viewpointGuid } = comment
  const isOld = version === '2.0'
  return element('Comment', { Guid: comment.guid }, [
    isOld ? textElement('Status', 'Unknown') : null,
    textElement('Date', comment.date.toISOString()),
    textElement('Author', comment.author || unknownAuthor),
    // Versions before 3.0 require the element even for an empty comment.
    text ?? (version === '3.0' ? null : element('Comment', {}, [])),
    isOld ? element('Topic', { Guid: topic.guid }, []) : null,
    viewpointGuid === null ? null : element('Viewpoint', { Guid: viewpointGuid }, []),
    textElement('ModifiedDate', comment.modifiedDate?.toISOString() ?? null),
    textElement('ModifiedAuthor', comment.modifiedAuthor),
  ])
}

function viewpointElement({ guid, snapshot, viewpoint }: WrittenFiles, index: number, version: BcfVersion): XmlNode {
  return element(version === '3.0' ? 'ViewPoint' : 'Viewpoints', { Guid: guid }, [
    textElement('Viewpoint', viewpoint),
    textElement('Snapshot', snapshot),
    version === '2.0' ? null : textElement('Index', String(index)),
  ])
}
