import { isDeepStrictEqual } from 'node:util'
import type { MarkupSections } from './markup-sections.js'
import type { BcfComment, BcfTopic, BcfTopicContent, BcfVersion } from './model.js'
import { parseGuid } from './read/read-markup.js'
import { commentChildren, topicChildren, viewpointChildren } from './write/schema-order.js'
import { childNodes, inOrder, type XmlNode } from './write/xml-writer.js'

/** A topic in its current state and as read from the archive, both as parts of the target version. */
export interface MarkupMerge {
  readonly topic: BcfTopic
  readonly sourceTopic: BcfTopicContent
  readonly current: MarkupSections
  readonly original: MarkupSections
  readonly version: BcfVersion
  /** Guids of viewpoints whose snapshot has changed. */
  readonly newSnapshots: ReadonlySet<string>
  /** Whether the archive had another version: then elements required by the target version are added. */
  readonly isConverted: boolean
}

type TopicField = Exclude<keyof BcfTopicContent, 'comments' | 'viewpoints' | 'files' | 'guid' | 'type' | 'status'>

const topicElements: Readonly<Record<TopicField, string>> = {
  title: 'Title',
  priority: 'Priority',
  labels: 'Labels',
  date: 'CreationDate',
  author: 'CreationAuthor',
  modifiedDate: 'ModifiedDate',
  modifiedAuthor: 'ModifiedAuthor',
  dueDate: 'DueDate',
  assignedTo: 'AssignedTo',
  stage: 'Stage',
  description: 'Description',
}

const commentElements: Readonly<Record<Exclude<keyof BcfComment, 'guid'>, string>> = {
  text: 'Comment',
  author: 'Author',
  date: 'Date',
  modifiedAuthor: 'ModifiedAuthor',
  modifiedDate: 'ModifiedDate',
  viewpointGuid: 'Viewpoint',
}

/** Returns the archive's markup with only the changed parts replaced. */
export function mergeMarkup(merge: MarkupMerge): MarkupSections {
  const { current, original, sourceTopic, topic } = merge
  const isSameHeader = isDeepStrictEqual(topic.files, sourceTopic.files)
  // 2.0 requires a header, which is added empty if missing.
  const requiredHeader = merge.isConverted && merge.version === '2.0' ? current.header : null
  return {
    header: isSameHeader ? (original.header ?? requiredHeader) : current.header,
    topic: mergeTopic(merge),
    comments: mergeComments(merge),
    viewpoints: mergeViewpoints(merge),
    others: original.others,
  }
}

function mergeTopic({ current, isConverted, original, sourceTopic, topic, version }: MarkupMerge): XmlNode {
  const isChanged = (field: keyof typeof sourceTopic): boolean => !isDeepStrictEqual(topic[field], sourceTopic[field])
  const changed = Object.entries(topicElements)
    .filter(([field]) => isChanged(field as TopicField))
    .map(([, name]) => name)
  const attributes = { ...original.topic.attributes }
  for (const [field, name] of [['type', 'TopicType'] as const, ['status', 'TopicStatus'] as const]) {
    if (isChanged(field) || (isConverted && !attributes[name]))
      attributes[name] = current.topic.attributes[name] ?? null
  }
  const merged = replaceChildren(original.topic, current.topic, changed)
  const required = isConverted ? missing(merged, current.topic, ['Title', 'CreationDate', 'CreationAuthor']) : []
  const children = [...childNodes(merged), ...required]
  // The element order of other programs is preserved unless something is added.
  const isInOrder = changed.length === 0 && required.length === 0
  return { ...merged, attributes, children: isInOrder ? children : inOrder(children, topicChildren[version]) }
}

function mergeComments({ current, isConverted, original, sourceTopic, topic, version }: MarkupMerge): XmlNode[] {
  const sourceByGuid = new Map(sourceTopic.comments.map((comment) => [comment.guid, comment]))
  const byGuid = new Map(topic.comments.map((comment) => [comment.guid, comment]))
  const currentNodes = nodesByGuid(current.comments)
  const existingNodes = filterExisting(original.comments, new Set(byGuid.keys()), isConverted).map((node) => {
    const guid = parseGuid(node.attributes['Guid'] ?? undefined) ?? ''
    const fresh = currentNodes.get(guid)
    const [before, now] = [sourceByGuid.get(guid), byGuid.get(guid)]
    if (!before || !now || !fresh) return node
    const changed = Object.entries(commentElements)
      .filter(([field]) => !isDeepStrictEqual(before[field as keyof BcfComment], now[field as keyof BcfComment]))
      .map(([, name]) => name)
    const merged = changed.length === 0 ? node : replaceChildren(node, fresh, changed)
    const required = isConverted ? missing(merged, fresh, requiredOfComment[version]) : []
    if (changed.length === 0 && required.length === 0) return merged
    return { ...merged, children: inOrder([...childNodes(merged), ...required], commentChildren[version]) }
  })
  return [...existingNodes, ...without(current.comments, original.comments)]
}

const requiredOfComment: Readonly<Record<BcfVersion, readonly string[]>> = {
  '2.0': ['Status', 'Date', 'Author', 'Comment', 'Topic'],
  '2.1': ['Date', 'Author', 'Comment'],
  '3.0': ['Date', 'Author'],
}

function mergeViewpoints(merge: MarkupMerge): XmlNode[] {
  const { current, isConverted, newSnapshots, original, topic, version } = merge
  const currentNodes = nodesByGuid(current.viewpoints)
  const guids = new Set(topic.viewpoints.map(({ guid }) => guid))
  const existingNodes = filterExisting(original.viewpoints, guids, isConverted).flatMap((node) => {
    const guid = parseGuid(node.attributes['Guid'] ?? undefined) ?? ''
    const fresh = currentNodes.get(guid)
    const changed = [
      ...(newSnapshots.has(guid) ? ['Snapshot'] : []),
      // A version that cannot represent a viewpoint has no file for it.
      ...(isConverted ? ['Viewpoint'] : []),
    ]
    if (!fresh || changed.length === 0) return [node]
    const merged = replaceChildren(node, fresh, changed)
    return [{ ...merged, children: inOrder(childNodes(merged), viewpointChildren[version]) }]
  })
  // In 2.0 one viewpoint may be unnamed, and remains so.
  const implied = isConverted ? new Set<string>() : impliedGuids(merge)
  const added = without(current.viewpoints, original.viewpoints).filter(
    (node) => !implied.has(parseGuid(node.attributes['Guid'] ?? undefined) ?? ''),
  )
  return [...existingNodes, ...added]
}

function impliedGuids({ original, sourceTopic, topic }: MarkupMerge): ReadonlySet<string> {
  const isSingle = original.viewpoints.length === 0 && topic.viewpoints.length <= sourceTopic.viewpoints.length
  return new Set(isSingle ? sourceTopic.viewpoints.map(({ guid }) => guid) : [])
}

/** Returns the nodes that still exist; nodes without a valid guid are preserved only in their own version. */
function filterExisting(nodes: readonly XmlNode[], guids: ReadonlySet<string>, isConverted: boolean): XmlNode[] {
  return nodes.filter((node) => {
    const guid = parseGuid(node.attributes['Guid'] ?? undefined)
    return guid === null ? !isConverted : guids.has(guid)
  })
}

function without(nodes: readonly XmlNode[], existing: readonly XmlNode[]): XmlNode[] {
  const existingGuids = nodesByGuid(existing)
  return nodes.filter((node) => !existingGuids.has(parseGuid(node.attributes['Guid'] ?? undefined) ?? ''))
}

function nodesByGuid(nodes: readonly XmlNode[]): ReadonlyMap<string, XmlNode> {
  return new Map(nodes.map((node) => [parseGuid(node.attributes['Guid'] ?? undefined) ?? '', node]))
}

/** Replaces the children of these names by those of another node. */
function replaceChildren(node: XmlNode, other: XmlNode, names: readonly string[]): XmlNode {
  if (names.length === 0) return node
  const existingNodes = childNodes(node).filter(({ name }) => !names.includes(name))
  return {
    ...node,
    text: null,
    children: [...existingNodes, ...childNodes(other).filter(({ name }) => names.includes(name))],
  }
}

function missing(node: XmlNode, other: XmlNode, names: readonly string[]): XmlNode[] {
  const missingNames = names.filter((name) => childNodes(node, name).length === 0)
  return childNodes(other).filter(({ name }) => missingNames.includes(name))
}
