import type { RouteAccess } from '@kamar/contracts'
import type { MembershipRole } from '@kamar/database'
import type { Actor } from './actor.js'

/** What somebody wants to do. `call:…` is entering a route; the others are about one file. */
export type Action = `call:${RouteAccess}` | 'file:read' | 'file:change' | 'package:read'

/** A file as rights see it. */
export interface FileSubject {
  /** The actor's role in the file's project; null when they have none. */
  readonly membership: MembershipRole | null
  /** One of the example models that every signed-in account may look at. */
  readonly isExample: boolean
}

const noSubject: FileSubject = { membership: null, isExample: false }

/** Whether members of this role may change the files of their project. */
export function mayChange(membership: MembershipRole | null): boolean {
  return membership === 'owner' || membership === 'editor'
}

type Rule = (actor: Actor, subject: FileSubject) => boolean

const isAccount: Rule = (actor) => actor.kind === 'account'
const isKnown: Rule = (actor) => actor.kind !== 'anonymous'

const rules: Readonly<Record<Action, Rule>> = {
  'call:public': () => true,
  // The cookie itself is examined by the handler: it is a secret and not a statement about who calls.
  'call:refresh-cookie': () => true,
  'call:user': isAccount,
  'call:viewer': isKnown,
  'call:admin': (actor) => actor.kind === 'account' && actor.role === 'admin',
  'file:read': (actor, { membership }) => actor.kind === 'account' && membership !== null,
  'file:change': (actor, { membership }) => actor.kind === 'account' && mayChange(membership),
  'package:read': (actor, { membership, isExample }) =>
    actor.kind !== 'anonymous' && (membership !== null || isExample),
}

/** Whether an actor may do something: the one place where rights are decided. No rule means no. */
export function can(actor: Actor, action: Action, subject: FileSubject = noSubject): boolean {
  return Object.hasOwn(rules, action) && rules[action](actor, subject)
}
