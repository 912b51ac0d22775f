import type { BcfComment, BcfTopic } from './model.js'
import { childOf, childrenOf, textOf, type XmlElement } from './xml-reader.js'

/** Where the files of a viewpoint lie in the topic’s folder; empty without one. */
export interface ViewpointFiles {
  readonly guid: string
  readonly viewpoint: string
  readonly snapshot: string
}

/** A topic, and where its viewpoints are. */
export interface ReadMarkup {
  readonly topic: Omit<BcfTopic, 'viewpoints'>
  readonly viewpoints: readonly ViewpointFiles[]
}

/** Reads a `Markup` of BCF 2.0, 2.1 or 3.0; null when it holds no topic that can be told from others. */
export function readMarkup(root: XmlElement): ReadMarkup | null {
  const topic = childOf(root, 'Topic')
  const guid = guidOf(topic?.attributes['Guid'])
  if (!topic || guid === null) return null
  // BCF 3.0 has comments and viewpoints in the topic, the versions before it beside it.
  const comments = [...childrenOf(root, 'Comment'), ...childrenOf(childOf(topic, 'Comments'), 'Comment')]
  const viewpoints = [...childrenOf(root, 'Viewpoints'), ...childrenOf(childOf(topic, 'Viewpoints'), 'ViewPoint')]
  return {
    topic: {
      guid,
      ...wordsOf(topic),
      ...historyOf(topic),
      labels: labelsOf(topic),
      dueDate: dayOf(textOf(topic, 'DueDate')),
      comments: comments.flatMap(commentOf),
      files: filesOf(childOf(root, 'Header')),
    },
    viewpoints: viewpoints.flatMap((element) => {
      const viewpointGuid = guidOf(element.attributes['Guid'])
      const files = { viewpoint: textOf(element, 'Viewpoint'), snapshot: textOf(element, 'Snapshot') }
      return viewpointGuid === null ? [] : [{ guid: viewpointGuid, ...files }]
    }),
  }
}

function wordsOf(topic: XmlElement) {
  return {
    title: textOf(topic, 'Title'),
    description: textOf(topic, 'Description'),
    type: topic.attributes['TopicType']?.trim() ?? '',
    status: topic.attributes['TopicStatus']?.trim() ?? '',
    priority: textOf(topic, 'Priority'),
    stage: textOf(topic, 'Stage'),
    assignedTo: textOf(topic, 'AssignedTo'),
  }
}

function historyOf(topic: XmlElement) {
  const modified = timeOf(textOf(topic, 'ModifiedDate'))
  const created = timeOf(textOf(topic, 'CreationDate'))
  return {
    author: textOf(topic, 'CreationAuthor'),
    date: created ?? modified ?? new Date(0),
    modifiedAuthor: textOf(topic, 'ModifiedAuthor') || null,
    modifiedDate: modified,
  }
}

/** BCF 3.0 gathers labels, the versions before repeat them. */
function labelsOf(topic: XmlElement): string[] {
  const labels = childrenOf(topic, 'Labels').flatMap((element) =>
    element.children.length > 0 ? childrenOf(element, 'Label').map(({ text }) => text) : [element.text],
  )
  return [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ''))]
}

function commentOf(element: XmlElement): BcfComment[] {
  const guid = guidOf(element.attributes['Guid'])
  if (guid === null) return []
  const modifiedDate = timeOf(textOf(element, 'ModifiedDate'))
  return [
    {
      guid,
      text: textOf(element, 'Comment'),
      author: textOf(element, 'Author'),
      date: timeOf(textOf(element, 'Date')) ?? modifiedDate ?? new Date(0),
      modifiedAuthor: textOf(element, 'ModifiedAuthor') || null,
      modifiedDate,
      viewpointGuid: guidOf(childOf(element, 'Viewpoint')?.attributes['Guid']),
    },
  ]
}

function filesOf(header: XmlElement | undefined): string[] {
  const files = [...childrenOf(header, 'File'), ...childrenOf(childOf(header, 'Files'), 'File')]
  return files.map((file) => textOf(file, 'Filename')).filter((name) => name !== '')
}

/** In lower case; null for what is none. Some programs write them in braces. */
export function guidOf(text: string | undefined): string | null {
  const guid =
    text
      ?.trim()
      .replace(/^\{(.*)\}$/, '$1')
      .toLowerCase() ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(guid) ? guid : null
}

function timeOf(text: string): Date | null {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) ? null : time
}

/** The day as it was written, wherever that was. */
function dayOf(text: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  return day !== undefined && timeOf(day)?.toISOString().startsWith(day) ? day : null
}
