import { type RouteAccess, hasRequiredScopes, type ScopeAlternatives } from '@kamar/contracts'
import type { MembershipRole } from '@kamar/database'
import type { Actor, ApplicationActor } from './actor.js'

/**
 * Actions subject to permission. `call:…` is entering a route; the others are about one file, `project:…` about its
 * project. `topic:moderate` is changing what another member wrote.
 */
export type Action =
  | `call:${RouteAccess}`
  | 'file:read'
  | 'file:change'
  | 'file:delete'
  | 'file:share'
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
  /** The actor's role in the file's project; null when they have none. */
  readonly membership: MembershipRole | null
  /** One of the example models that every signed-in account may view. */
  readonly isExample: boolean
  /** The version in question, if any: guests may read those of their link. */
  readonly versionId?: string
}

const noSubject: FileSubject = { membership: null, isExample: false }

const rank: Readonly<Record<MembershipRole, number>> = { viewer: 1, commenter: 2, editor: 3, owner: 4 }

/** Returns whether a role includes the permissions of another one. */
function isAtLeast(membership: MembershipRole | null, role: MembershipRole): boolean {
  return membership !== null && rank[membership] >= rank[role]
}

/** Returns whether members of this role may change the files of their project. */
export function mayChange(membership: MembershipRole | null): boolean {
  return isAtLeast(membership, 'editor')
}

/** Returns whether members of this role may share the files of their project. */
export function mayShare(membership: MembershipRole | null): boolean {
  return isAtLeast(membership, 'owner')
}

type Rule = (actor: Actor, subject: FileSubject) => boolean

const isAccount: Rule = (actor) => actor.kind === 'account'
const isKnown: Rule = (actor) => actor.kind !== 'anonymous'
const member =
  (role: MembershipRole): Rule =>
  (actor, { membership }) =>
    actor.kind === 'account' && isAtLeast(membership, role)
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
      : actor.kind !== 'anonymous' && (subject.membership !== null || subject.isExample),
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
