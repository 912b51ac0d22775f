import { ApiError, type CommentForm, type TopicForm } from '@kamar/contracts'
import i18next from 'i18next'
import { api } from '../api/api.js'
import { getSession } from '../auth/session.js'
import { errorMessage, LocalizedError } from '../errors/error-message.js'
import { createObservable } from '../observable.js'
import { storage, storageKeys } from '../storage.js'
import { type AttachmentTarget, type OutgoingFile, uploadAttachment } from './attachments.js'
import { outboxFiles } from './outbox-files.js'
import { sendSnapshot } from './snapshots.js'

/** Photo or file of a queued entry; its content is stored under its key. */
export type WaitingFile = Omit<OutgoingFile, 'content'>

interface Waits {
  /** Also the idempotency key for the server. */
  readonly key: string
  /** Id of the author; other users of this device can neither see nor send it. */
  readonly owner: string | null
  readonly fileId: string
  readonly writtenAt: string
  /** Reason why the server rejected it; it is not resent automatically. */
  readonly problem: string | null
  /** Sent after the topic or comment; absent in entries of older versions. */
  readonly files?: readonly WaitingFile[]
  /** Key of the stored snapshot of its view; absent without one. */
  readonly snapshot?: string
}

/** A comment that has not reached the server. */
export interface WaitingComment extends Waits {
  readonly topicId: string
  readonly form: CommentForm
}

/** A topic that has not reached the server. */
export interface WaitingTopic extends Waits {
  readonly topicId: null
  readonly form: TopicForm
}

export type Waiting = WaitingComment | WaitingTopic

/** Maximum number of queued entries of one user. */
export const maxWaiting = 200

/** All queued entries on this device, oldest first, of any author. */
export const outbox = createObservable<readonly Waiting[]>(readStored())

const ownerNow = (): string | null => getSession().account?.id ?? storage.read(storageKeys.deviceOwner)

/** Returns the entries of the signed-in user. */
export const ownWaiting = (all: readonly Waiting[]): readonly Waiting[] =>
  all.filter(({ owner }) => owner === ownerNow())

/** Returns whether there was no response: the network or the server is unavailable. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === null || error.status >= 502)

/** A comment or topic to send, or to queue. */
export type Draft =
  | Pick<WaitingComment, 'fileId' | 'topicId' | 'form'>
  | Pick<WaitingTopic, 'fileId' | 'topicId' | 'form'>

/**
 * Stores a draft until it can be sent, with what is stored on this device for it. Throws a `LocalizedError` and changes
 * nothing when the user has too many entries or the device has no space.
 */
export function enqueue(draft: Draft, { files = [], ...stored }: Pick<Waits, 'files' | 'snapshot'> = {}): void {
  const key = draft.form.key ?? crypto.randomUUID()
  const waits = { key, owner: ownerNow(), writtenAt: new Date().toISOString(), problem: null, files, ...stored }
  const all = readStored()
  assertSpace(all)
  const next = [...all, { ...draft, ...waits, form: { ...draft.form, key } } as Waiting]
  if (!storage.writeJson(storageKeys.outbox, next)) throw createFullError(all)
  outbox.set(next)
}

function assertSpace(all: readonly Waiting[]): void {
  if (ownWaiting(all).length >= maxWaiting) throw createFullError(all)
}

const createFullError = (all: readonly Waiting[]): LocalizedError =>
  new LocalizedError(i18next.t('outbox.full', { count: ownWaiting(all).length }))

/** Images and files of a draft. */
export interface DraftContent {
  readonly files?: readonly OutgoingFile[]
  /** Snapshot of its view. */
  readonly snapshot?: Blob | undefined
}

/** Stores a draft with its snapshot, photos and files until they can be sent. */
async function enqueueWithContent(draft: Draft, { files = [], snapshot }: DraftContent): Promise<void> {
  assertSpace(readStored())
  const snapshotKey = crypto.randomUUID()
  try {
    for (const { content, key } of files) await outboxFiles.put(key, content)
    // The view is complete without its snapshot: a full device loses nothing else.
    const isStored = snapshot !== undefined && (await isDone(outboxFiles.put(snapshotKey, snapshot)))
    enqueue(draft, {
      files: files.map(({ keepsLocation, key, name }) => ({ key, name, keepsLocation })),
      ...(isStored ? { snapshot: snapshotKey } : {}),
    })
  } catch (error) {
    // Without the entry the content is only wasted space.
    await isDone(outboxFiles.remove([...files.map(({ key }) => key), snapshotKey]))
    throw error
  }
}

const isDone = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Sends at once, or queues the draft with its content and resolves with null when the server is unreachable. */
export async function sendOrEnqueue<Result>(
  send: () => Promise<Result>,
  draft: Draft,
  content: DraftContent = {},
): Promise<Result | null> {
  if (!navigator.onLine) {
    await enqueueWithContent(draft, content)
    return null
  }
  try {
    return await send()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    await enqueueWithContent(draft, content)
    return null
  }
}

/**
 * Sends the files of a topic or comment that has been sent. When the server becomes unreachable, the rest is queued
 * with the draft: sent again, it creates nothing, because its key is known.
 */
export async function sendFiles(target: AttachmentTarget, files: readonly OutgoingFile[], draft: Draft): Promise<void> {
  for (const [index, file] of files.entries()) {
    try {
      await uploadAttachment(target, file)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      return enqueueWithContent(draft, { files: files.slice(index) })
    }
  }
}

/** Attachments may need parts of the page that are not available offline; the text is then sent without them. */
export function withoutWhenOffline(error: unknown): null {
  if (navigator.onLine) throw error
  return null
}

/** Discards an entry; it is never sent. */
export function cancelWaiting(key: string): void {
  const { files = [], snapshot } = outbox.get().find((one) => one.key === key) ?? {}
  const stored = [...files.map((file) => file.key), ...(snapshot === undefined ? [] : [snapshot])]
  change((all) => all.filter((one) => one.key !== key))
  // Without the entry the content is only wasted space.
  if (stored.length > 0) void outboxFiles.remove(stored).catch(() => null)
}

/** Retries an entry that the server rejected. */
export function tryAgain(key: string, sent: (one: Waiting) => void): Promise<void> {
  change((all) => all.map((one) => (one.key === key ? { ...one, problem: null } : one)))
  return sendWaiting(sent)
}

/**
 * Sends the queued entries in the order of writing and calls `sent` for each. An entry that is rejected, or whose files
 * this device cannot read, remains with the reason; while the server is unreachable, the rest remains unchanged. One tab sends at a time: two would only duplicate the
 * requests.
 */
export async function sendWaiting(sent: (one: Waiting) => void): Promise<void> {
  if (!navigator.onLine || ownWaiting(outbox.get()).every(({ problem: errorText }) => errorText !== null)) return
  const send = (): Promise<void> => sendAll(sent)
  // Available on secure pages only.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return send()
  await locks.request('kamar-outbox', { ifAvailable: true }, (lock) => (lock ? send() : undefined))
}

async function sendAll(sent: (one: Waiting) => void): Promise<void> {
  const attemptedIds = new Set<string>()
  for (;;) {
    const next = ownWaiting(outbox.get()).find(
      ({ key, problem: errorText }) => errorText === null && !attemptedIds.has(key),
    )
    if (!next) return
    attemptedIds.add(next.key)
    try {
      await post(next)
      cancelWaiting(next.key)
      sent(next)
    } catch (error) {
      if (isUnreachable(error)) return
      const isUnreadable = error instanceof UnreadableFilesError
      const errorText = isUnreadable ? i18next.t('outbox.unreadable', { names: error.message }) : errorMessage(error)
      if (isUnreadable) sent(next)
      change((all) => all.map((one) => (one.key === next.key ? { ...one, problem: errorText } : one)))
    }
  }
}

/** Everything of an entry was sent except these files. */
class UnreadableFilesError extends Error {}

async function post(one: Waiting): Promise<void> {
  const { viewpointId, ...target } = await postText(one)
  await postSnapshot(one, viewpointId)
  const unreadable: string[] = []
  for (const file of one.files ?? []) {
    const content = await outboxFiles.get(file.key).catch(() => null)
    if (content) await uploadAttachment(target, { ...file, content })
    else unreadable.push(file.name)
  }
  if (unreadable.length > 0) throw new UnreadableFilesError(unreadable.join(', '))
}

/** Sends the snapshot of the view. The view is complete without it: a rejected or unreadable one is omitted. */
async function postSnapshot({ fileId, snapshot }: Waiting, viewpointId: string | null): Promise<void> {
  if (snapshot === undefined || viewpointId === null) return
  const content = await outboxFiles.get(snapshot).catch(() => null)
  if (!content) return
  await sendSnapshot(fileId, viewpointId, content).catch((error: unknown) => {
    if (isUnreachable(error)) throw error
  })
}

/** Text that was sent, and its view. */
interface SentText extends AttachmentTarget {
  readonly viewpointId: string | null
}

async function postText({ fileId, form, topicId }: Waiting): Promise<SentText> {
  if (topicId === null) {
    const topic = await api.call('createTopic', { parameters: { id: fileId }, body: form })
    return { fileId, topicId: topic.id, commentId: null, viewpointId: topic.viewpointId }
  }
  const comment = await api.call('addComment', { parameters: { id: fileId, topicId }, body: form })
  return { fileId, topicId, commentId: comment.id, viewpointId: comment.viewpointId }
}

/** Changes the stored list, as another tab may have changed it since. */
function change(update: (all: readonly Waiting[]) => readonly Waiting[]): void {
  const next = update(readStored())
  storage.writeJson(storageKeys.outbox, next)
  outbox.set(next)
}

/** Reloads the outbox after a change in another tab. */
export function refreshOutbox(): void {
  outbox.set(readStored())
}

function readStored(): readonly Waiting[] {
  const stored = storage.readJson(storageKeys.outbox)
  return Array.isArray(stored) ? stored.filter(isWaiting) : []
}

function isWaiting(value: unknown): value is Waiting {
  if (typeof value !== 'object' || value === null) return false
  const { form, key, fileId } = value as Partial<Waiting>
  return typeof key === 'string' && typeof fileId === 'string' && typeof form === 'object' && form !== null
}
