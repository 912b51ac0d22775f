import type { RouteAccess } from '@kamar/contracts'
import { hasRequiredScopes, type ScopeAlternatives } from '@kamar/contracts/aps'
import type { MembershipRole } from '@kamar/database'
import type { Actor, ApplicationActor } from './actor.js'

/**
 * What somebody wants to do. `call:…` is entering a route; the others are about one file, `project:…` about the project it
 * is in. `topic:moderate` is changing what somebody else said.
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
  | 'project:read'
  | 'project:share'
  | 'package:read'
  | 'original:read'

/** A file as rights see it. */
export interface FileSubject {
  /** The actor's role in the file's project; null when they have none. */
  readonly membership: MembershipRole | null
  /** One of the example models that every signed-in account may look at. */
  readonly isExample: boolean
  /** The version in question, where it is one: guests may read a single one. */
  readonly versionId?: string
}

const noSubject: FileSubject = { membership: null, isExample: false }

const rank: Readonly<Record<MembershipRole, number>> = { viewer: 1, commenter: 2, editor: 3, owner: 4 }

/** Whether a role may do what another one may. */
function isAtLeast(membership: MembershipRole | null, role: MembershipRole): boolean {
  return membership !== null && rank[membership] >= rank[role]
}

/** Whether members of this role may change the files of their project. */
export function mayChange(membership: MembershipRole | null): boolean {
  return isAtLeast(membership, 'editor')
}

/** Whether members of this role may share the files of their project. */
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
const isGuest: Rule = (actor, { versionId }) => actor.kind === 'guest' && actor.versionId === versionId

const rules: Readonly<Record<Action, Rule>> = {
  'call:public': () => true,
  // The cookie itself is examined by the handler: it is a secret and not a statement about who calls.
  'call:refresh-cookie': () => true,
  'call:user': isAccount,
  'call:viewer': isKnown,
  'call:admin': (actor) => actor.kind === 'account' && actor.role === 'admin',
  'file:read': member('viewer'),
  'file:change': member('editor'),
  'file:delete': member('owner'),
  'file:share': member('owner'),
  // Who opened a file and when is for those who decide who may.
  'file:activity': member('owner'),
  'topic:write': member('commenter'),
  'topic:moderate': member('editor'),
  'topic:import': member('editor'),
  'set:change': member('editor'),
  'project:read': member('viewer'),
  'project:share': member('owner'),
  'package:read': (actor, subject) =>
    actor.kind === 'guest'
      ? isGuest(actor, subject)
      : actor.kind !== 'anonymous' && (subject.membership !== null || subject.isExample),
  'original:read': (actor, subject) => isGuest(actor, subject) && actor.kind === 'guest' && actor.mayDownload,
}

/** Whether an actor may do something: the one place where rights are decided. No rule means no. */
export function can(actor: Actor, action: Action, subject: FileSubject = noSubject): boolean {
  return Object.hasOwn(rules, action) && rules[action](actor, subject)
}

/** Whether the token of an application opens a call of the protocol. No alternatives means no. */
export function canCall(application: ApplicationActor, alternatives: ScopeAlternatives): boolean {
  return hasRequiredScopes(application.scopes, alternatives)
}
