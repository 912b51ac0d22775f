import { appServer } from './app-server.js'
import { json, type StubServer } from './stub-server.js'
import type {
  NotificationRecord,
  ProjectMember,
  OpenedInvitation,
  ProjectPeople,
  ShareLink,
  Topic,
  TopicAttachment,
  TopicComment,
  TopicPage,
  TopicSummary,
  ViewpointSummary,
} from '@kamar/contracts'

const day = '2026-11-20T12:00:00.000Z'
export const ani = { id: 'account-1', name: 'Ani Hakobyan' }
export const aram = { id: 'account-2', name: 'Aram Petrosyan' }

export function topicSummary(over: Partial<TopicSummary> = {}): TopicSummary {
  return {
    id: 'topic-1',
    guid: 'guid-1',
    number: 1,
    revision: 1,
    title: 'Duct meets beam',
    type: 'Clash',
    status: 'Open',
    isClosed: false,
    priority: 'Normal',
    stage: '',
    labels: ['MEP'],
    assignee: null,
    dueDate: null,
    author: aram,
    createdAt: day,
    changedAt: day,
    anchor: null,
    fileVersion: 1,
    comments: 0,
    viewpointId: null,
    snapshot: null,
    attachments: 0,
    photoId: null,
    ...over,
  }
}

export function topicPage(topics: readonly TopicSummary[], over: Partial<TopicPage> = {}): TopicPage {
  const open = topics.filter(({ isClosed }) => !isClosed).length
  return {
    topics: [...topics],
    total: topics.length,
    page: 1,
    pages: 1,
    mayCreate: true,
    counts: { all: topics.length, open, closed: topics.length - open, mine: 0, overdue: 0 },
    facets: {
      status: [{ value: 'Open', topics: open }],
      type: [{ value: 'Clash', topics: 1 }],
      priority: [],
      stage: [],
      label: [{ value: 'MEP', topics: 1 }],
      assignee: [{ person: aram, topics: 1 }],
    },
    ...over,
  }
}

export function topicRecord(over: Partial<Topic> = {}): Topic {
  return {
    ...topicSummary(),
    description: '',
    changedBy: aram,
    discussion: [],
    viewpoints: [],
    files: [],
    mayChange: true,
    mayDelete: true,
    mayComment: true,
    ...over,
  }
}

export function topicComment(over: Partial<TopicComment> = {}): TopicComment {
  return {
    id: 'comment-1',
    guid: 'guid-c1',
    text: 'Move it',
    author: aram,
    createdAt: day,
    editedAt: null,
    revision: 1,
    viewpointId: null,
    replyToId: null,
    mentions: [],
    mayChange: false,
    mayDelete: false,
    ...over,
  }
}

export function topicAttachment(over: Partial<TopicAttachment> = {}): TopicAttachment {
  return {
    id: 'attachment-1',
    guid: 'guid-a1',
    name: 'crack.jpg',
    contentType: 'image/jpeg',
    sizeBytes: 240_000,
    width: 2560,
    height: 1920,
    commentId: null,
    author: aram,
    createdAt: day,
    mayDelete: true,
    ...over,
  }
}

export function viewpointSummary(over: Partial<ViewpointSummary> = {}): ViewpointSummary {
  return {
    id: 'view-1',
    guid: 'guid-v1',
    topicId: null,
    name: 'North side',
    author: aram,
    createdAt: day,
    revision: 1,
    fileVersion: 1,
    snapshot: null,
    shapes: 0,
    pins: 0,
    sectionCount: 0,
    ...over,
  }
}

export const mentionables = [
  { ...ani, role: 'owner', isYou: true },
  { ...aram, role: 'commenter', isYou: false },
] as const

const member = (over: Partial<ProjectMember>): ProjectMember => ({
  ...ani,
  email: 'ani@kamar.am',
  role: 'owner',
  isMember: true,
  organizations: [],
  isPayer: true,
  isYou: true,
  since: day,
  ...over,
})

export function projectMembers(over: Partial<ProjectPeople> = {}): ProjectPeople {
  return {
    project: {
      id: 'project-1',
      name: 'Tower',
      personal: false,
      role: 'owner',
      owner: ani,
      mine: true,
      files: 1,
      members: 2,
      quotaBytes: null,
      usedBytes: 0,
      filesMayLeave: null,
    },
    folder: null,
    groups: [],
    mayShare: true,
    members: [member({}), member({ ...aram, email: 'aram@kamar.am', role: 'commenter', isPayer: false, isYou: false })],
    invitations: [],
    ...over,
  }
}

export function openedInvitation(over: Partial<OpenedInvitation> = {}): OpenedInvitation {
  return {
    email: 'gor@kamar.am',
    role: 'commenter',
    folders: [],
    project: 'Tower',
    invitedBy: 'Ani Hakobyan',
    expiresAt: '2026-12-20T12:00:00.000Z',
    ...over,
  }
}

export function shareLink(over: Partial<ShareLink> = {}): ShareLink {
  return {
    id: 'link-1',
    name: 'The client',
    fileVersion: 1,
    urn: 'urn-tower',
    followsLatest: false,
    view: null,
    mayDownload: false,
    hasPassword: true,
    expiresAt: '2026-12-20T12:00:00.000Z',
    createdAt: day,
    createdBy: ani.name,
    opened: 3,
    lastOpenedAt: null,
    state: 'active',
    ...over,
  }
}

export function notification(over: Partial<NotificationRecord> = {}): NotificationRecord {
  return {
    id: 'notification-1',
    kind: 'mentioned',
    createdAt: day,
    readAt: null,
    actor: aram,
    file: { id: 'file-1', description: 'Tower.ifc', urn: 'urn-tower' },
    project: null,
    topic: { id: 'topic-1', number: 1, title: 'Duct meets beam', status: 'Open' },
    commentId: null,
    excerpt: '@Ani Hakobyan look here',
    ...over,
  }
}

/** Stubs a server with a file's first topic, and the users who can be mentioned there; `base` is the file's address. */
export function topicServer(base: string): StubServer {
  const server = appServer()
  server.on(`GET ${base}/mentionable`, () => json(mentionables))
  server.on(`GET ${base}/topics`, () => json(topicPage([topicSummary()])))
  return server
}

/** Returns the streamed response of a report: its progress, then its bytes. */
export function reportResponse(name: string, content: string): Response {
  const events = [{ percent: 40 }, { file: { name, bytes: content.length } }]
  return new Response(events.map((event) => `${JSON.stringify(event)}\n`).join('') + content)
}
