import { describe, expect, it } from 'vitest'
import { type Actor, anonymous } from './actor.js'
import { type Action, can, type FileSubject } from './permissions.js'

const account = (role: 'user' | 'admin'): Actor => ({
  kind: 'account',
  accountId: 'a',
  role,
  locale: 'en',
  sessionFamily: 's',
})
const viewer: Actor = { kind: 'viewer', accountId: 'a', sessionFamily: 's' }
const guest = (mayDownload: boolean): Actor => ({ kind: 'guest', linkId: 'l', versionIds: ['v1'], mayDownload })
const foreign: FileSubject = { role: null, isExample: false }
const example: FileSubject = { role: null, isExample: true }
const createSubject = (role: FileSubject['role']): FileSubject => ({ role, isExample: false })

describe('permission rules', () => {
  it.each<[Action, readonly string[]]>([
    ['call:public', ['anonymous', 'viewer', 'user', 'admin']],
    ['call:refresh-cookie', ['anonymous', 'viewer', 'user', 'admin']],
    ['call:user', ['user', 'admin']],
    ['call:viewer', ['viewer', 'user', 'admin']],
    ['call:admin', ['admin']],
  ])('allow %s to %s', (action, letIn) => {
    const callers = { anonymous, viewer, user: account('user'), admin: account('admin') }
    const allowedCallers = Object.entries(callers).flatMap(([name, actor]) => (can(actor, action) ? [name] : []))
    expect(allowedCallers).toEqual(letIn)
  })

  it('allow members, but no other administrators, to read a file', () => {
    expect(can(account('user'), 'file:read', createSubject('viewer'))).toBe(true)
    expect(can(account('user'), 'file:read', foreign)).toBe(false)
    expect(can(account('admin'), 'file:read', foreign)).toBe(false)
    expect(can(viewer, 'file:read', createSubject('owner'))).toBe(false)
    expect(can(anonymous, 'file:read', createSubject('owner'))).toBe(false)
  })

  it('allow only owners and editors to change a file', () => {
    const roles = ['owner', 'editor', 'commenter', 'viewer', null] as const
    expect(roles.map((role) => can(account('user'), 'file:change', createSubject(role)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(can(account('admin'), 'file:change', example)).toBe(false)
  })

  it.each<[Action, readonly string[]]>([
    ['file:read', ['owner', 'editor', 'commenter', 'viewer']],
    ['file:change', ['owner', 'editor']],
    ['file:delete', ['owner']],
    ['file:share', ['owner']],
    ['file:activity', ['owner']],
    ['file:move', ['owner', 'editor']],
    ['folder:create', ['owner', 'editor']],
    ['folder:rename', ['owner', 'editor']],
    ['folder:move', ['owner', 'editor']],
    ['folder:delete', ['owner']],
    ['folder:permissions', ['owner']],
    ['topic:write', ['owner', 'editor', 'commenter']],
    ['topic:moderate', ['owner', 'editor']],
    ['topic:import', ['owner', 'editor']],
    ['project:read', ['owner', 'editor', 'commenter', 'viewer']],
    ['project:share', ['owner']],
  ])('allow %s to %s of the project', (action, letIn) => {
    const roles = ['owner', 'editor', 'commenter', 'viewer', null] as const
    expect(roles.filter((role) => can(account('user'), action, createSubject(role)))).toEqual(letIn)
    for (const actor of [viewer, anonymous, guest(true)]) expect(can(actor, action, createSubject('owner'))).toBe(false)
  })

  it('allow a guest to view the linked version, and to download it only when the link says so', () => {
    const linked: FileSubject = { ...foreign, versionId: 'v1' }
    const other: FileSubject = { ...foreign, versionId: 'v2' }
    expect(can(guest(false), 'package:read', linked)).toBe(true)
    for (const subject of [other, foreign, example]) expect(can(guest(true), 'package:read', subject)).toBe(false)
    expect(can(guest(true), 'original:read', linked)).toBe(true)
    expect(can(guest(false), 'original:read', linked)).toBe(false)
    expect(can(guest(true), 'original:read', other)).toBe(false)
    expect(can(account('user'), 'original:read', { ...createSubject('owner'), versionId: 'v1' })).toBe(false)
    expect(['call:user', 'call:admin'].map((action) => can(guest(true), action as Action))).toEqual([false, false])
  })

  it('allow signed-in users to view an example, but nobody to change it', () => {
    expect(can(account('user'), 'package:read', example)).toBe(true)
    expect(can(viewer, 'package:read', example)).toBe(true)
    expect(can(anonymous, 'package:read', example)).toBe(false)
    expect(can(account('user'), 'file:read', example)).toBe(false)
  })

  it('reject unknown actions', () => {
    for (const action of ['file:shred', 'constructor', '__proto__', 'toString']) {
      expect(can(account('admin'), action as Action, createSubject('owner'))).toBe(false)
    }
  })
})
