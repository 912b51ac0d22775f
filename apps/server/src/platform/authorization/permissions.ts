import { type RouteAccess, hasRequiredScopes, type ScopeAlternatives } from '@kamar/contracts'
import type { AccessRole } from '@kamar/database'
import type { Actor, ApplicationActor } from './actor.js'

/**
 * Actions subject to permission. `call:…` is entering a route; the others are about a file or folder, `project:…` about
 * the top of a project. `topic:moderate` is changing what another member wrote.
 */
export type Action =
  | `call:${RouteAccess}`
  | 'file:read'
  | 'file:change'
  | 'file:delete'
  | 'file:share'
  | 'file:move'
  | 'folder:create'
  | 'folder:rename'
  | 'folder:move'
  | 'folder:delete'
  | 'folder:permissions'
  | 'file:activity'
  | 'topic:write'
  | 'topic:moderate'
  | 'topic:import'
  | 'set:change'
  | 'filter:share'
  | 'project:read'
  | 'project:share'
  | 'package:read'
  | 'original:read'

/** Properties of a file that decide permissions. */
export interface FileSubject {
  /** The actor's role in the area of the file; null when they have none. */
  readonly role: AccessRole | null
  /** One of the example models that every signed-in account may view. */
  readonly isExample: boolean
  /** The version in question, if any: guests may read those of their link. */
  readonly versionId?: string
}

const noSubject: FileSubject = { role: null, isExample: false }

const rank: Readonly<Record<AccessRole, number>> = { viewer: 1, commenter: 2, editor: 3, owner: 4 }

/** Returns whether a role includes the permissions of another one. */
function isAtLeast(role: AccessRole | null, least: AccessRole): boolean {
  return role !== null && rank[role] >= rank[least]
}

/** Returns whether accounts of this role may change the files of an area. */
export function mayChange(role: AccessRole | null): boolean {
  return isAtLeast(role, 'editor')
}

/** Returns whether accounts of this role may share the files of an area. */
export function mayShare(role: AccessRole | null): boolean {
  return isAtLeast(role, 'owner')
}

type Rule = (actor: Actor, subject: FileSubject) => boolean

const isAccount: Rule = (actor) => actor.kind === 'account'
const isKnown: Rule = (actor) => actor.kind !== 'anonymous'
const member =
  (least: AccessRole): Rule =>
  (actor, { role }) =>
    actor.kind === 'account' && isAtLeast(role, least)
const isGuest: Rule = (actor, { versionId }) =>
  actor.kind === 'guest' && versionId !== undefined && actor.versionIds.includes(versionId)

const rules: Readonly<Record<Action, Rule>> = {
  'call:public': () => true,
  // The handler examines the cookie itself: it is a secret and does not identify the caller.
  'call:refresh-cookie': () => true,
  'call:user': isAccount,
  'call:viewer': isKnown,
  'call:admin': (actor) => actor.kind === 'account' && actor.role === 'admin',
  'file:read': member('viewer'),
  'file:change': member('editor'),
  'file:delete': member('owner'),
  'file:share': member('owner'),
  'file:move': member('editor'),
  'folder:create': member('editor'),
  'folder:rename': member('editor'),
  'folder:move': member('editor'),
  'folder:delete': member('owner'),
  'folder:permissions': member('owner'),
  // Only members who grant access may see who opened a file and when.
  'file:activity': member('owner'),
  'topic:write': member('commenter'),
  'topic:moderate': member('editor'),
  'topic:import': member('editor'),
  'set:change': member('editor'),
  'filter:share': member('editor'),
  'project:read': member('viewer'),
  'project:share': member('owner'),
  'package:read': (actor, subject) =>
    actor.kind === 'guest'
      ? isGuest(actor, subject)
      : actor.kind !== 'anonymous' && (subject.role !== null || subject.isExample),
  'original:read': (actor, subject) => isGuest(actor, subject) && actor.kind === 'guest' && actor.mayDownload,
}

/**
 * Returns whether an actor may perform an action: the only place where permissions are decided. Without a rule, access
 * is denied.
 */
export function can(actor: Actor, action: Action, subject: FileSubject = noSubject): boolean {
  return Object.hasOwn(rules, action) && rules[action](actor, subject)
}

/**
 * Returns whether the token of an application opens a call of the APS-compatible API. Without alternatives, access is
 * denied.
 */
export function canCall(application: ApplicationActor, alternatives: ScopeAlternatives): boolean {
  return hasRequiredScopes(application.scopes, alternatives)
}
