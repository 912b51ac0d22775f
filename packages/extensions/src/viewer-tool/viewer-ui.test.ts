import { describe, expect, it } from 'vitest'
import type { ViewerSession } from './viewer-session.js'
import { type ExtensionTool, ViewerUi } from './viewer-ui.js'

const count = (id = 'count'): ExtensionTool => ({
  descriptor: { id, order: 0, surface: 'model', access: 'member', commands: [] },
  actions: {},
  views: [{ id: `${id}.panel`, slot: 'floating', order: 0, content: { mount: () => () => undefined } }],
})

describe('tools of extensions', () => {
  it('are announced when one is added, replaced, changed or removed', () => {
    const ui = new ViewerUi()
    const lists: (readonly ExtensionTool[])[] = []
    ui.on('changed', () => lists.push(ui.tools))
    const [first, second] = [count(), count()]
    ui.add(first)
    const remove = ui.add(second)
    ui.refresh()
    remove()
    expect(lists).toEqual([[first], [second], [second], []])
    expect(lists[1]?.[0]).toBe(second)
    expect(lists[2]).not.toBe(lists[1])
  })

  it('leave no open view when they are removed, and keep the others', () => {
    const ui = new ViewerUi()
    const closed: string[] = []
    ui.setSession({ layout: { close: (id: string) => closed.push(id) } } as unknown as ViewerSession)
    const remove = ui.add(count())
    const other = count('other')
    ui.add(other)
    remove()
    expect(closed).toEqual(['count.panel'])
    expect(ui.tools).toEqual([other])
  })

  it('receive the session of the page', () => {
    const ui = new ViewerUi()
    expect(ui.session).toBeNull()
    const session = {} as ViewerSession
    const sessions: unknown[] = []
    ui.on('changed', () => sessions.push(ui.session))
    ui.setSession(session)
    expect(sessions).toEqual([session])
  })
})
