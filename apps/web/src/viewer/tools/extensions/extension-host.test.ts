import * as examplesModule from '@kamar/extension-examples'
import { type ExtensionTool, ViewerUi } from '@kamar/extensions'
import type { Viewer, ViewerEvents } from '@kamar/viewer'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { userExtension } from '../../../testing/test-extensions.js'
import { json, type StubServer } from '../../../testing/stub-server.js'
import { createObservable } from '../../../platform/observable.js'
import type { Session } from '../../session/session.js'
import { ExtensionHost, getExtensionHost } from './extension-host.js'
import * as runtimeModule from './extension-runtime.js'
import type { ExtensionRuntime, ThirdPartyExtension } from './extension-runtime.js'

const loaded: string[] = []
const others: ThirdPartyExtension[] = []
let failing = false

let ui: ViewerUi

/** Runtime that records the extensions that it loads. */
const runtime = {
  get api() {
    return { ui }
  },
  loadExample(id: string) {
    if (failing) return Promise.reject(new RangeError(id))
    loaded.push(id)
    return Promise.resolve()
  },
  loadThirdParty(extension: ThirdPartyExtension) {
    others.push(extension)
    return Promise.resolve()
  },
}

const summary = 'kamar.examples.summary'

let server: StubServer
let unloaded: string[]
let listeners: Map<string, (data: never) => void>
let viewer: Viewer
beforeEach(() => {
  localStorage.clear()
  loaded.length = 0
  others.length = 0
  failing = false
  unloaded = []
  ui = new ViewerUi()
  vi.spyOn(runtimeModule, 'startRuntime').mockReturnValue(runtime as unknown as ExtensionRuntime)
  vi.spyOn(examplesModule, 'registerExamples').mockImplementation(() => void loaded.push('registered'))
  listeners = new Map()
  viewer = {
    on: (name: keyof ViewerEvents, listener: (data: never) => void) => listeners.set(name, listener),
    unloadExtension: (id: string) => unloaded.push(id),
  } as unknown as Viewer
  server = appServer()
  server.on('GET /api/extensions/a/code', () => json({ code: 'export {}', integrity: 'sha384-x' }))
})
afterEach(cleanUpPage)

const remembered = (): unknown => JSON.parse(localStorage.getItem('extensions') ?? '[]')
const emit = (name: string, data: object): void => listeners.get(name)?.(data as never)

describe('ExtensionHost', () => {
  test('is shared by all callers of a viewer', () => {
    expect(getExtensionHost(viewer)).toBe(getExtensionHost(viewer))
  })

  test('stores a loaded extension on the device and removes it when unloaded', async () => {
    const host = new ExtensionHost(viewer)
    await host.loadExample(summary)
    expect(host.states.get().get(summary)).toBe('running')
    expect(remembered()).toEqual([summary])
    host.unload(summary)
    expect(unloaded).toEqual([summary])
    expect(host.states.get().has(summary)).toBe(false)
    expect(remembered()).toEqual([])
  })

  test('marks a failed extension and does not store it', async () => {
    failing = true
    const host = new ExtensionHost(viewer)
    await expect(host.loadExample(summary)).rejects.toThrow(summary)
    expect(host.states.get().get(summary)).toBe('failed')
    expect(remembered()).toEqual([])
  })

  test('passes code and granted permissions to a third-party extension', async () => {
    const host = new ExtensionHost(viewer)
    await host.loadThirdParty(userExtension)
    expect(others).toMatchObject([{ id: 'a', name: 'Paint', code: 'export {}', granted: ['elements'] }])
    others[0]?.ended?.('flood', 'too many messages')
    expect(unloaded).toEqual(['a'])
    expect(host.states.get().get('a')).toBe('failed')
    expect(remembered()).toEqual([])
  })

  test('gives its session to the extensions, and their tools to the page', async () => {
    const host = new ExtensionHost(viewer)
    const addedTools = createObservable<readonly ExtensionTool[]>([])
    const session = { addedTools } as unknown as Session
    host.setSession(session)
    const tool = { descriptor: { id: 'early' }, actions: {} } as unknown as ExtensionTool
    ui.add(tool)
    await host.loadExample(summary)
    expect(ui.session).toBe(session)
    expect(addedTools.get()).toEqual([tool])
    const next = { addedTools } as unknown as Session
    host.setSession(next)
    expect(ui.session).toBe(next)
    ui.add({ ...tool, actions: {} })()
    expect(addedTools.get()).toEqual([])
  })

  test('tracks extensions loaded by a saved view', async () => {
    const host = new ExtensionHost(viewer)
    emit('extensionLoaded', { id: 'kamar.section' })
    emit('extensionLoaded', { id: summary })
    await expect.poll(() => [...host.states.get()]).toEqual([[summary, 'running']])
    emit('extensionUnloaded', { id: summary })
    expect(host.states.get().size).toBe(0)
  })
})

describe('ExtensionHost.restore', () => {
  test('loads stored extensions once, and third-party ones only while granted', async () => {
    localStorage.setItem('extensions', JSON.stringify([summary, 'a', 'b', 'c', 7]))
    server.on('GET /api/extensions', () =>
      json([
        userExtension,
        { ...userExtension, id: 'b', granted: null },
        { ...userExtension, id: 'c', installed: false },
      ]),
    )
    const host = new ExtensionHost(viewer)
    await host.restore()
    await host.restore()
    expect(loaded).toEqual(['registered', summary])
    expect(others.map(({ id }) => id)).toEqual(['a'])
    expect(server.calls('GET /api/extensions')).toHaveLength(1)
  })

  test.each(['not json', '{}', 'null'])('sends no request for the stored value %s', async (stored) => {
    localStorage.setItem('extensions', stored)
    await new ExtensionHost(viewer).restore()
    expect(server.calls('GET /api/extensions')).toHaveLength(0)
  })
})
