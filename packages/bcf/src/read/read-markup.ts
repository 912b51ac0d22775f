import type { BcfComment, BcfTopic } from '../model.js'
import { findChild, listChildren, readText, type XmlElement } from './xml-reader.js'

/** Names of a viewpoint's files in the topic’s folder; empty without one. */
export interface ViewpointFiles {
  readonly guid: string
  readonly viewpoint: string
  readonly snapshot: string
}

/** A topic, and the locations of its viewpoints. */
export interface ReadMarkup {
  readonly topic: Omit<BcfTopic, 'viewpoints'>
  readonly viewpoints: readonly ViewpointFiles[]
}

/** Reads a `Markup` of BCF 2.0, 2.1 or 3.0; null when it contains no identifiable topic. */
export function readMarkup(root: XmlElement): ReadMarkup | null {
  const topic = findChild(root, 'Topic')
  const guid = parseGuid(topic?.attributes['Guid'])
  if (!topic || guid === null) return null
  // BCF 3.0 has comments and viewpoints inside the topic, earlier versions next to it.
  const comments = [...listChildren(root, 'Comment'), ...listChildren(findChild(topic, 'Comments'), 'Comment')]
  const viewpoints = [...listChildren(root, 'Viewpoints'), ...listChildren(findChild(topic, 'Viewpoints'), 'ViewPoint')]
  return {
    topic: {
      guid,
      ...readTopicText(topic),
      ...readHistory(topic),
      labels: readLabels(topic),
      dueDate: parseDate(readText(topic, 'DueDate')),
      comments: comments.flatMap(readComment),
      files: listFileNames(findChild(root, 'Header')),
    },
    viewpoints: viewpoints.flatMap((element) => {
      const viewpointGuid = parseGuid(element.attributes['Guid'])
      const files = { viewpoint: readText(element, 'Viewpoint'), snapshot: readText(element, 'Snapshot') }
      return viewpointGuid === null ? [] : [{ guid: viewpointGuid, ...files }]
    }),
  }
}

function readTopicText(topic: XmlElement) {
  return {
    title: readText(topic, 'Title'),
    description: readText(topic, 'Description'),
    type: topic.attributes['TopicType']?.trim() ?? '',
    status: topic.attributes['TopicStatus']?.trim() ?? '',
    priority: readText(topic, 'Priority'),
    stage: readText(topic, 'Stage'),
    assignedTo: readText(topic, 'AssignedTo'),
  }
}

function readHistory(topic: XmlElement) {
  const modified = parseDateTime(readText(topic, 'ModifiedDate'))
  const created = parseDateTime(readText(topic, 'CreationDate'))
  return {
    author: readText(topic, 'CreationAuthor'),
    date: created ?? modified ?? new Date(0),
    modifiedAuthor: readText(topic, 'ModifiedAuthor') || null,
    modifiedDate: modified,
  }
}

/** Reads labels, which BCF 3.0 wraps in an element and earlier versions repeat. */
function readLabels(topic: XmlElement): string[] {
  const labels = listChildren(topic, 'Labels').flatMap((element) =>
    element.children.length > 0 ? listChildren(element, 'Label').map(({ text }) => text) : [element.text],
  )
  return [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ''))]
}

function readComment(element: XmlElement): BcfComment[] {
  const guid = parseGuid(element.attributes['Guid'])
  if (guid === null) return []
  const modifiedDate = parseDateTime(readText(element, 'ModifiedDate'))
  return [
    {
      guid,
      text: readText(element, 'Comment'),
      author: readText(element, 'Author'),
      date: parseDateTime(readText(element, 'Date')) ?? modifiedDate ?? new Date(0),
      modifiedAuthor: readText(element, 'ModifiedAuthor') || null,
      modifiedDate,
      viewpointGuid: parseGuid(findChild(element, 'Viewpoint')?.attributes['Guid']),
    },
  ]
}

function listFileNames(header: XmlElement | undefined): string[] {
  const files = [...listChildren(header, 'File'), ...listChildren(findChild(header, 'Files'), 'File')]
  return files.map((file) => readText(file, 'Filename')).filter((name) => name !== '')
}

/** Parses a guid to lower case; null for an invalid one. Some programs write them in braces. */
export function parseGuid(text: string | undefined): string | null {
  const guid =
    text
      ?.trim()
      .replace(/^\{(.*)\}$/, '$1')
      .toLowerCase() ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(guid) ? guid : null
}

function parseDateTime(text: string): Date | null {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) ? null : time
}

/** Returns the calendar day as written, independent of its time zone. */
function parseDate(text: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  return day !== undefined && parseDateTime(day)?.toISOString().startsWith(day) ? day : null
}
