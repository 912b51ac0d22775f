import { describe, expect, it } from 'vitest'
import { EventEmitter } from '../event-emitter.js'
import { ExtensionRegistry } from './extension-registry.js'
import { Extension, type Viewer, type ViewerEvents } from '../api.js'
import { ExtensionLoader } from './extension-loader.js'

const viewer = { name: 'viewer' } as unknown as Viewer

class Measure extends Extension {
  readonly log: string[] = []
  points = 0
  override load(): boolean {
    this.log.push(`load ${String(this.options['unit'])}`)
    return true
  }
  override unload(): void {
    super.unload()
    this.log.push('unload')
  }
  override getModes(): readonly string[] {
    return ['distance', 'angle']
  }
  override getState(): unknown {
    return { points: this.points }
  }
  override restoreState(state: unknown): void {
    this.points = (state as { points: number }).points
  }
}
class Impossible extends Extension {
  override load(): boolean {
    return false
  }
}
class Broken extends Extension {
  override load(): Promise<boolean> {
    return Promise.reject(new TypeError('broken'))
  }
  override unload(): void {
    throw new TypeError('broken')
  }
}
class UnstoppableExtension extends Broken {
  override load(): Promise<boolean> {
    return Promise.resolve(true)
  }
}

function loaded() {
  const registry = new ExtensionRegistry()
  const events = new EventEmitter<ViewerEvents>()
  const messages: string[] = []
  for (const name of ['extensionLoaded', 'extensionUnloaded', 'extensionActivated', 'extensionDeactivated'] as const)
    events.on(name, (data) => messages.push(`${name} ${Object.values(data).join(' ')}`))
  events.on('error', (error) => messages.push(`error ${error.code} ${error.detail}`))
  registry.registerExtension('measure', Measure)
  registry.registerExternalExtension('late', async () => Measure)
  registry.registerExtension('impossible', Impossible)
  registry.registerExtension('broken', Broken)
  registry.registerExtension('stubborn', UnstoppableExtension)
  return { registry, messages, extensions: new ExtensionLoader(viewer, events, registry) }
}

describe('ExtensionRegistry', () => {
  it('registers an id only once', () => {
    const { registry } = loaded()
    expect(registry.registerExtension('measure', Impossible)).toBe(false)
    expect(registry.unregisterExtension('measure')).toBe(true)
    expect(registry.registerExtension('measure', Impossible)).toBe(true)
    expect(registry.getRegisteredExtensions()).toContain('late')
  })
})

describe('LoadedExtensions', () => {
  it('loads an extension once, activates it and unloads it', async () => {
    const { extensions, messages } = loaded()
    const [one, again] = await Promise.all([extensions.load('measure', { unit: 'mm' }), extensions.load('measure')])
    expect(one).toBe(again)
    expect(extensions.get('measure')).toBe(one)
    expect(extensions.activate('measure', 'volume')).toBe(false)
    expect(extensions.activate('measure')).toBe(true)
    expect([one.isActive(), one.isActive('distance'), one.isActive('angle')]).toEqual([true, true, false])
    expect(extensions.unload('measure')).toBe(true)
    expect(extensions.unload('measure')).toBe(false)
    expect((one as Measure).log).toEqual(['load mm', 'unload'])
    expect(one.isActive()).toBe(false)
    expect(messages).toEqual([
      'extensionLoaded measure',
      'extensionActivated measure distance',
      'extensionDeactivated measure',
      'extensionUnloaded measure',
    ])
  })

  it('fetches an external extension on its first load', async () => {
    const { extensions } = loaded()
    expect(extensions.get('late')).toBeNull()
    await extensions.load('late')
    expect(extensions.ids).toEqual(['late'])
  })

  it('rejects unknown and failing extensions with a code, on every attempt', async () => {
    const { extensions } = loaded()
    await expect(extensions.load('nobody')).rejects.toMatchObject({ code: 'extension-unknown', detail: 'nobody' })
    await expect(extensions.load('impossible')).rejects.toMatchObject({ code: 'extension-failed' })
    await expect(extensions.load('broken')).rejects.toMatchObject({
      code: 'extension-failed',
      cause: expect.any(TypeError),
    })
    await expect(extensions.load('broken')).rejects.toMatchObject({ code: 'extension-failed' })
    expect(extensions.ids).toEqual([])
  })

  it('unloads all extensions although one throws', async () => {
    const { extensions, messages } = loaded()
    await extensions.load('stubborn')
    await extensions.load('measure')
    extensions.unloadAll()
    expect(extensions.ids).toEqual([])
    expect(messages).toContain('error extension-failed stubborn')
  })

  it('saves and restores extension states', async () => {
    const { extensions } = loaded()
    const measure = (await extensions.load('measure')) as Measure
    measure.points = 3
    const states = extensions.getState()
    measure.points = 0
    extensions.restoreState({ ...states, somebody: 1 })
    expect(measure.points).toBe(3)
    expect(states).toEqual({ measure: { points: 3 } })
  })
})
