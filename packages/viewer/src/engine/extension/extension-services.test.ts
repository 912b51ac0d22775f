import { describe, expect, it } from 'vitest'
import { Extension, type ModelSet, type Viewer, type ViewerEvents } from '../api.js'
import { EventEmitter } from '../event-emitter.js'
import type { AnnotationTarget } from '../types.js'
import { ExtensionLoader } from './extension-loader.js'
import { ExtensionRegistry } from './extension-registry.js'

class Models extends Extension implements ModelSet {
  readonly isJoined = true
  findModel(): null {
    return null
  }
  findFirstKey(): null {
    return null
  }
}
class Broken extends Extension {
  override load(): boolean {
    return false
  }
}
/** Reports what is restored and painted. */
class Recorder extends Extension {
  readonly restored: unknown[] = []
  override restoreState(state: unknown): void {
    this.restored.push(state)
  }
  override neededHalfWidth(state: unknown): number {
    return Number(state)
  }
  override paintOver({ width }: AnnotationTarget): void {
    this.restored.push(`painted ${width}`)
  }
}

function create() {
  const registry = new ExtensionRegistry()
  const events = new EventEmitter<ViewerEvents>()
  const loader = new ExtensionLoader({} as Viewer, events, registry)
  return { registry, loader, events }
}

describe('services of extensions', () => {
  it('are offered by the extension that states them, once it is loaded', async () => {
    const { registry, loader } = create()
    registry.register({ id: 'plain', load: async () => Recorder })
    registry.register({ id: 'models', service: 'models', load: async () => Models })
    expect([registry.findService('models'), registry.findService('sections')]).toEqual(['models', null])
    expect(loader.getService('models')).toBeNull()
    const service = await loader.loadService('models')
    expect(service).toBe(loader.get('models'))
    expect([loader.getService('models')?.isJoined, loader.ids]).toEqual([true, ['models']])
  })

  it('are absent where none is registered, or where its extension fails', async () => {
    const { registry, loader } = create()
    expect(await loader.loadService('sections')).toBeNull()
    registry.register({ id: 'models', service: 'models', load: async () => Broken as never })
    expect(await loader.loadService('models')).toBeNull()
    expect(loader.ids).toEqual([])
  })

  it('can move to another extension', async () => {
    const { registry } = create()
    registry.register({ id: 'one', service: 'models', load: async () => Models })
    expect(registry.unregisterExtension('one')).toBe(true)
    expect([registry.unregisterExtension('one'), registry.findService('models')]).toEqual([false, null])
    registry.register({ id: 'two', service: 'models', load: async () => Models })
    expect([registry.findService('models'), await registry.fetchClass('one')]).toEqual(['two', null])
  })
})

describe('ExtensionLoader with saved views', () => {
  it('loads the registered extensions that a view has state for, and skips those that fail', async () => {
    const { registry, loader } = create()
    registry.registerExtension('a', Recorder)
    registry.registerExtension('b', Recorder)
    registry.registerExtension('broken', Broken)
    await loader.loadFor({ b: 1, broken: 1, unknown: 1 })
    expect(loader.ids).toEqual(['b'])
  })

  it('restores each state, and resets those without one', async () => {
    const { registry, loader } = create()
    registry.registerExtension('a', Recorder)
    registry.registerExtension('b', Recorder)
    const [a, b] = (await Promise.all([loader.load('a'), loader.load('b')])) as Recorder[]
    loader.restoreState({ a: { x: 1 }, other: 2 })
    expect([a.restored, b.restored]).toEqual([[{ x: 1 }], [undefined]])
    expect(loader.getState()).toEqual({})
  })

  it('needs the largest width of those that have a state', async () => {
    const { registry, loader } = create()
    for (const id of ['a', 'b', 'c']) {
      registry.registerExtension(id, Recorder)
      await loader.load(id)
    }
    expect(loader.neededHalfWidth({ a: 2, b: 5, other: 99 })).toBe(5)
    expect(loader.neededHalfWidth({})).toBe(0)
    loader.paintOver({ width: 800 } as AnnotationTarget)
    expect((loader.get('c') as Recorder).restored).toEqual(['painted 800'])
  })
})

describe('ExtensionLoader activation', () => {
  it('deactivates at the request of the extension itself', async () => {
    const { registry, loader, events } = create()
    const log: string[] = []
    events.on('extensionDeactivated', ({ id }) => log.push(id))
    registry.registerExtension('a', Recorder)
    const extension = await loader.load('a')
    expect(loader.deactivateExtension(extension)).toBe(false)
    loader.activate('a')
    expect([loader.deactivateExtension(extension), extension.isActive(), log]).toEqual([true, false, ['a']])
    expect(loader.deactivateExtension(new Recorder({} as Viewer))).toBe(false)
    expect([loader.activate('missing'), loader.deactivate('missing')]).toEqual([false, false])
  })
})

describe('Extension', () => {
  it('has one mode, no state and no overlay by default', () => {
    const extension = new Extension({} as Viewer)
    expect([extension.load(), extension.getModes(), extension.getState(), extension.neededHalfWidth({})]).toEqual([
      true,
      ['default'],
      undefined,
      0,
    ])
    expect([extension.isActive(), extension.activate('other'), extension.activate()]).toEqual([false, false, true])
    expect([extension.isActive('default'), extension.isActive('other')]).toEqual([true, false])
    extension.restoreState({})
    extension.paintOver({} as AnnotationTarget)
    extension.unload()
    expect([extension.isActive(), extension.deactivate()]).toEqual([false, false])
  })
})
