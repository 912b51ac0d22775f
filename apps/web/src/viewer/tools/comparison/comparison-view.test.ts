import type { ReferenceOverlayRequest, Viewer } from '@kamar/viewer'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serveVersion, type VersionElement } from '../../../testing/test-versions.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { accessToken } from '../../../platform/api/access-token.js'
import { comparePackages } from './compare-packages.js'
import { type ComparisonDependencies, ComparisonView } from './comparison-view.js'

const wall = (id: string, over: Partial<VersionElement> = {}): VersionElement => ({
  id: `id-of-wall-${id}`,
  name: `Wall ${id}`,
  className: 'IfcWall',
  origin: [Number.parseInt(id, 36) * 5000, 0, 0],
  ...over,
})

const older = [wall('a'), wall('b'), wall('c')]
/** b is removed, c is wider, d is new. */
const newer = [wall('a'), wall('c', { shape: 9 }), wall('d')]

function scene(parts: Partial<ComparisonDependencies> = {}) {
  const calls: string[] = []
  const note =
    (name: string) =>
    (...values: unknown[]): void =>
      void calls.push([name, ...values.map((value) => (value === null ? 'none' : JSON.stringify(value)))].join(' '))
  const resetListeners = new Set<() => void>()
  const viewer = {
    on(_name: 'viewReset', listener: () => void) {
      resetListeners.add(listener)
      return () => resetListeners.delete(listener)
    },
    model: { hasShape: () => true },
    colors: { reset: note('reset colours'), set: note('colour') },
    visibility: {
      ghostOthers: note('ghost others'),
      isolate: note('isolate'),
      hide: note('hide'),
      showAll: note('show all'),
    },
    selection: { clear: note('clear selection') },
    camera: { fitBox: note('fit box') },
  } as unknown as Viewer
  const overlayRequests: ReferenceOverlayRequest[] = []
  const overlay = {
    visible: true,
    clear: note('clear beside'),
    restrict: vi.fn<(elements: ReadonlySet<number> | null) => void>(),
    show: vi.fn(async (request: ReferenceOverlayRequest) => {
      overlayRequests.push(request)
      return { omitted: 0 }
    }),
  }
  const view = new ComparisonView(
    viewer,
    { older: 'urn-v1', newer: 'urn-v2' },
    { compare: comparePackages, createOverlay: async () => overlay, ...parts },
  )
  const resetView = (): void => resetListeners.forEach((listener) => listener())
  return { view, calls, overlay, overlayRequests, resetView }
}

beforeEach(() => {
  accessToken.write('token-1')
  const server = appServer()
  serveVersion(server, 'urn-v1', older)
  serveVersion(server, 'urn-v2', newer)
})
afterEach(cleanUpPage)

describe('ComparisonView', () => {
  test('counts and colors changes, ghosts other elements and draws removed ones', async () => {
    const { view, calls, overlayRequests } = scene()
    await view.start()
    expect(view.state.get().result?.comparison.counts).toEqual({ added: 1, removed: 1, changed: 1, same: 1 })
    expect(calls).toContain('colour [2] {"rgb":[0,158,115]}')
    expect(calls).toContain('colour [1] {"rgb":[230,159,0]}')
    expect(calls).toContain('ghost others [2,1]')
    expect([...(overlayRequests[0]?.elements ?? [])]).toEqual([1])
  })

  test('switches between the versions and loads older shapes once', async () => {
    const overlays: { visible: boolean; elements: number[] }[] = []
    const createOverlay: ComparisonDependencies['createOverlay'] = () => {
      const instance = {
        visible: true,
        elements: [] as number[],
        clear: () => undefined,
        restrict: () => undefined,
        show: async (request: ReferenceOverlayRequest) => {
          instance.elements.push(...request.elements)
          return { omitted: 0 }
        },
      }
      overlays.push(instance)
      return Promise.resolve(instance)
    }
    const { view, calls } = scene({ createOverlay })
    const listOverlays = () => overlays.map(({ visible, elements }) => `${elements.join()} ${visible}`)
    await view.start()
    await view.show('before')
    expect(calls.at(-1)).toBe('hide [1,2]')
    expect(listOverlays()).toEqual(['1 true', '2 true'])
    await view.show('after')
    expect(calls.at(-1)).toBe('hide []')
    await expect.poll(() => listOverlays()).toEqual(['1 false', '2 false'])
    await view.show('before')
    view.toggle('changed')
    await expect.poll(() => listOverlays()).toEqual(['1 true', '2 false'])
    await view.show('both')
    await expect.poll(() => listOverlays()).toEqual(['1 true', '2 false'])
    expect(view.state.get().displayedVersion).toBe('both')
  })

  test('colors the model again after Reset View as it was, until it ends', async () => {
    const { view, calls, resetView } = scene()
    await view.start()
    view.toggle('added')
    const painted = calls.slice(calls.lastIndexOf('reset colours'))
    calls.length = 0
    resetView()
    expect(calls).toEqual(painted)
    view.dispose()
    calls.length = 0
    resetView()
    expect(calls).toEqual([])
  })

  test('hides and shows kinds of change', async () => {
    const { view, calls, overlay } = scene()
    await view.start()
    calls.length = 0
    view.toggle('changed')
    expect(calls).toContain('ghost others [2]')
    expect(calls).toContain('hide [1]')
    view.toggle('same')
    expect(calls).toContain('isolate [2]')
    view.toggle('removed')
    expect(overlay.visible).toBe(false)
    view.toggle('removed')
    expect(overlay.visible).toBe(true)
  })

  test('draws only the removed elements that match the filter', async () => {
    const { view, overlay } = scene()
    await view.start()
    expect(overlay.restrict).toHaveBeenLastCalledWith(null)
    view.setFilter({ part: null, className: 'IfcWall', storey: null })
    expect(overlay.restrict).toHaveBeenLastCalledWith(new Set([1]))
    view.setFilter({ part: null, className: 'IfcDoor', storey: null })
    expect(overlay.restrict).toHaveBeenLastCalledWith(new Set())
  })

  test('leaves elements that the filter excludes in place when the older version is displayed', async () => {
    const { view, calls } = scene()
    await view.start()
    view.setFilter({ part: null, className: 'IfcDoor', storey: null })
    await view.show('before')
    // The changed element stays, ghosted; the added one did not exist.
    expect(calls.at(-1)).toBe('hide [2]')
    expect(calls).toContain('ghost others []')
  })

  test('reveals an element, or to the former position of a removed one', async () => {
    const { view, calls } = scene()
    await view.start()
    const changes = view.state.get().result?.comparison.changes ?? []
    calls.length = 0
    const reveal = (elements: readonly number[]): void => void calls.push(`reveal ${JSON.stringify(elements)}`)
    for (const change of changes) view.focus(change, reveal)
    const offset = Number.parseInt('b', 36) * 5
    expect(calls).toEqual([
      ...['reveal [1]', 'reveal [2]', 'clear selection'],
      `fit box {"min":[${offset},0,0],"max":[${offset + 1},1,1]}`,
    ])
  })

  test('restores the model when it is disposed', async () => {
    const { view, calls } = scene()
    await view.start()
    calls.length = 0
    view.dispose()
    expect(calls).toEqual(['clear beside', 'reset colours', 'show all'])
  })

  test('reports a failure without changing the model, and can be retried', async () => {
    const compare = vi.fn<ComparisonDependencies['compare']>(() => Promise.reject(new TypeError('gone')))
    const { view, calls } = scene({ compare })
    await view.start()
    expect(view.state.get()).toMatchObject({ status: 'failed', error: new TypeError('gone') })
    expect(calls).toEqual([])
    compare.mockImplementation(comparePackages)
    await view.start()
    expect(view.state.get()).toMatchObject({ status: 'ready', error: null })
  })

  test('changes nothing when it is disposed while loading', async () => {
    const { view, calls } = scene()
    const started = view.start()
    view.dispose()
    await started
    expect(calls).toEqual([])
    expect(view.state.get().result).toBeNull()
  })

  test('reports that not every element could be drawn', async () => {
    const { view, overlay } = scene()
    overlay.show.mockResolvedValue({ omitted: 12 })
    await view.start()
    expect(view.state.get().hasOmitted).toBe(true)
  })
})
