import { getViewerApi, type Tool, type ViewerApi } from '@kamar/extensions'
import { EventEmitter, type Viewer, type ViewerEvents } from '@kamar/viewer'
import { beforeEach, describe, expect, test } from 'vitest'

type ClickInterceptor = (click: object) => boolean

/** Returns a stub of the engine with the parts that the API listens to, and a canvas that accepts events. */
function fakeViewer() {
  const events = new EventEmitter<ViewerEvents>()
  const element = document.createElement('div')
  const canvas = document.createElement('canvas')
  element.append(canvas)
  const filters: ClickInterceptor[] = []
  const calls: string[] = []
  const hidden = new Set<number>()
  const record = (name: string) => (elements: Iterable<number>) => calls.push(`${name} ${[...elements].join()}`)
  const viewer = {
    element,
    canvas,
    on: events.on.bind(events),
    off: events.off.bind(events),
    loadExtension: () => Promise.resolve(null),
    getExtension: () => null,
    selection: { set: record('select'), clear: () => calls.push('clear'), elements: [3] },
    visibility: {
      isVisible: (one: number) => !hidden.has(one),
      isolate: record('isolate'),
      ghostOthers: record('ghostOthers'),
      showAll: () => calls.push('showAll'),
    },
    undoable: (action: () => void) => action(),
    model: { shapes: Uint8Array.of(0, 1, 1), manifest: { state: 'complete' } },
    properties: {
      of: (one: number) =>
        Promise.resolve([
          {
            name: 'Pset',
            properties: [
              { name: 'Load', value: one },
              { name: 'Name', value: 'x' },
            ],
          },
          { name: 'Other', properties: [{ name: 'Name', value: 'y' }] },
        ]),
    },
    clickInterceptors: {
      add(filter: ClickInterceptor) {
        filters.push(filter)
        return () => void filters.splice(filters.indexOf(filter), 1)
      },
    },
    navigation: { gestureStack: { add: () => () => undefined } },
    pick: () => null,
  } as unknown as Viewer
  return { viewer, events, canvas, calls, hidden, filters }
}

let engine: ReturnType<typeof fakeViewer>
let api: ViewerApi
beforeEach(() => {
  engine = fakeViewer()
  api = getViewerApi(engine.viewer)
})

describe('ViewerApi', () => {
  test('is created once per viewer', () => expect(getViewerApi(engine.viewer)).toBe(api))

  test('selects one element or several', () => {
    api.select(4)
    api.select([1, 2])
    expect(engine.calls).toEqual(['select 4', 'select 1,2'])
    expect(api.getSelection()).toEqual([3])
  })

  test('isolates by hiding or ghosting, and shows everything for an empty list', () => {
    api.isolate([1])
    api.setGhosting(true)
    api.isolate([2])
    api.isolate([])
    expect(engine.calls).toEqual(['isolate 1', 'ghostOthers 2', 'showAll'])
  })

  test('returns the requested properties of several elements', async () => {
    const results = await api.getBulkProperties([5, 6], { propFilter: ['Load'] })
    expect(results.map(({ element, sets }) => [element, sets])).toEqual([
      [5, [{ name: 'Pset', properties: [{ name: 'Load', value: 5 }] }]],
      [6, [{ name: 'Pset', properties: [{ name: 'Load', value: 6 }] }]],
    ])
    const [only] = await api.getBulkProperties([5], { categoryFilter: ['Other'] })
    expect(only?.sets.map(({ name }) => name)).toEqual(['Other'])
  })

  test('emits events for hidden, shown and isolated elements', () => {
    const events: unknown[] = []
    api.on('HIDE_EVENT', ({ elements }) => events.push(['hide', elements]))
    api.on('SHOW_EVENT', ({ elements }) => events.push(['show', elements]))
    api.on('ISOLATE_EVENT', ({ elements }) => events.push(['isolate', elements]))
    const change = (isolated: boolean): void =>
      engine.events.emit('visibilityChanged', { hidden: 0, ghosted: 0, isolated })
    engine.hidden.add(1)
    change(false)
    engine.hidden.clear()
    engine.hidden.add(2)
    change(true)
    expect(events).toEqual([
      ['hide', [1]],
      ['isolate', [1]],
      ['hide', [2]],
      ['show', [1]],
    ])
  })
})

describe('ViewerApi tools', () => {
  const toolEvents: string[] = []
  const tool = (name: string, over: Partial<Tool> = {}): Tool => ({
    getName: () => name,
    handleButtonDown: () => toolEvents.push(`${name} down`) > 0 && false,
    handleSingleClick: () => toolEvents.push(`${name} click`) > 0 && false,
    ...over,
  })
  const click = (): boolean => engine.filters.some((filter) => filter({ kind: 'click', x: 1, y: 2, pick: null }))
  const down = (): boolean => {
    let reached = false
    engine.canvas.addEventListener('pointerdown', () => (reached = true), { once: true })
    engine.canvas.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    return reached
  }
  beforeEach(() => {
    toolEvents.length = 0
  })

  test('receive input only while they are active', () => {
    api.toolController.registerTool(tool('a'))
    expect(api.toolController.registerTool(tool('a'))).toBe(false)
    expect([click(), down()]).toEqual([false, true])
    expect(api.toolController.activateTool('a')).toBe(true)
    expect(api.toolController.activateTool('a')).toBe(false)
    expect([click(), down()]).toEqual([false, true])
    api.toolController.deactivateTool('a')
    expect([click(), down()]).toEqual([false, true])
    expect(toolEvents).toEqual(['a click', 'a down'])
  })

  test('receive input by priority, and the first to handle it consumes it', () => {
    const events: unknown[] = []
    api.on('TOOL_CHANGE_EVENT', (event) => events.push(event))
    const greedy = tool('greedy', { getPriority: () => 5, handleButtonDown: () => true, handleSingleClick: () => true })
    for (const one of [greedy, tool('late')]) {
      api.toolController.registerTool(one)
      api.toolController.activateTool(one.getName())
    }
    expect(api.toolController.getActiveToolName()).toBe('greedy')
    expect([click(), down()]).toEqual([true, false])
    expect(toolEvents).toEqual([])
    expect(api.toolController.deregisterTool(greedy)).toBe(true)
    expect([click(), down()]).toEqual([false, true])
    expect(toolEvents).toEqual(['late click', 'late down'])
    expect(events).toEqual([
      { toolName: 'greedy', active: true },
      { toolName: 'late', active: true },
      { toolName: 'greedy', active: false },
    ])
  })
})
