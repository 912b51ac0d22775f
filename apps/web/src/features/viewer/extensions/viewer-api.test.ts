import { getViewerApi, type Tool, type ViewerApi } from '@kamar/extensions'
import { EventEmitter, type Viewer, type ViewerEvents } from '@kamar/viewer'
import { beforeEach, describe, expect, test } from 'vitest'

type PressFilter = (press: object) => boolean

/** As much of the engine as the API listens to, with a canvas that events can be sent to. */
function fakeViewer() {
  const events = new EventEmitter<ViewerEvents>()
  const element = document.createElement('div')
  const canvas = document.createElement('canvas')
  element.append(canvas)
  const filters: PressFilter[] = []
  const calls: string[] = []
  const hidden = new Set<number>()
  const say = (name: string) => (elements: Iterable<number>) => calls.push(`${name} ${[...elements].join()}`)
  const viewer = {
    element,
    canvas,
    on: events.on.bind(events),
    off: events.off.bind(events),
    loadExtension: () => Promise.resolve(null),
    getExtension: () => null,
    selection: { set: say('select'), clear: () => calls.push('clear'), elements: [3] },
    visibility: {
      isVisible: (one: number) => !hidden.has(one),
      isolate: say('isolate'),
      ghostOthers: say('ghostOthers'),
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
    presses: {
      add(filter: PressFilter) {
        filters.push(filter)
        return () => void filters.splice(filters.indexOf(filter), 1)
      },
    },
    navigation: { takers: { add: () => () => undefined } },
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

describe('the API of a viewer', () => {
  test('is one for everybody', () => expect(getViewerApi(engine.viewer)).toBe(api))

  test('takes one element or several', () => {
    api.select(4)
    api.select([1, 2])
    expect(engine.calls).toEqual(['select 4', 'select 1,2'])
    expect(api.getSelection()).toEqual([3])
  })

  test('isolates by hiding or, when asked to, by ghosting; nothing means everything', () => {
    api.isolate([1])
    api.setGhosting(true)
    api.isolate([2])
    api.isolate([])
    expect(engine.calls).toEqual(['isolate 1', 'ghostOthers 2', 'showAll'])
  })

  test('reads many elements’ properties, those that are asked for', async () => {
    const found = await api.getBulkProperties([5, 6], { propFilter: ['Load'] })
    expect(found.map(({ element, sets }) => [element, sets])).toEqual([
      [5, [{ name: 'Pset', properties: [{ name: 'Load', value: 5 }] }]],
      [6, [{ name: 'Pset', properties: [{ name: 'Load', value: 6 }] }]],
    ])
    const [only] = await api.getBulkProperties([5], { categoryFilter: ['Other'] })
    expect(only?.sets.map(({ name }) => name)).toEqual(['Other'])
  })

  test('tells what was hidden and shown', () => {
    const told: unknown[] = []
    api.on('HIDE_EVENT', ({ elements }) => told.push(['hide', elements]))
    api.on('SHOW_EVENT', ({ elements }) => told.push(['show', elements]))
    api.on('ISOLATE_EVENT', ({ elements }) => told.push(['isolate', elements]))
    const change = (isolated: boolean): void =>
      engine.events.emit('visibilityChanged', { hidden: 0, ghosted: 0, isolated })
    engine.hidden.add(1)
    change(false)
    engine.hidden.clear()
    engine.hidden.add(2)
    change(true)
    expect(told).toEqual([
      ['hide', [1]],
      ['isolate', [1]],
      ['hide', [2]],
      ['show', [1]],
    ])
  })
})

describe('tools', () => {
  const seen: string[] = []
  const tool = (name: string, over: Partial<Tool> = {}): Tool => ({
    getName: () => name,
    handleButtonDown: () => seen.push(`${name} down`) > 0 && false,
    handleSingleClick: () => seen.push(`${name} click`) > 0 && false,
    ...over,
  })
  const press = (): boolean => engine.filters.some((filter) => filter({ kind: 'click', x: 1, y: 2, pick: null }))
  const down = (): boolean => {
    let reached = false
    engine.canvas.addEventListener('pointerdown', () => (reached = true), { once: true })
    engine.canvas.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    return reached
  }
  beforeEach(() => {
    seen.length = 0
  })

  test('hear nothing until they are on, and nothing after', () => {
    api.toolController.registerTool(tool('a'))
    expect(api.toolController.registerTool(tool('a'))).toBe(false)
    expect([press(), down()]).toEqual([false, true])
    expect(api.toolController.activateTool('a')).toBe(true)
    expect(api.toolController.activateTool('a')).toBe(false)
    expect([press(), down()]).toEqual([false, true])
    api.toolController.deactivateTool('a')
    expect([press(), down()]).toEqual([false, true])
    expect(seen).toEqual(['a click', 'a down'])
  })

  test('are asked by priority, and use input up', () => {
    const told: unknown[] = []
    api.on('TOOL_CHANGE_EVENT', (event) => told.push(event))
    const greedy = tool('greedy', { getPriority: () => 5, handleButtonDown: () => true, handleSingleClick: () => true })
    for (const one of [greedy, tool('late')]) {
      api.toolController.registerTool(one)
      api.toolController.activateTool(one.getName())
    }
    expect(api.toolController.getActiveToolName()).toBe('greedy')
    expect([press(), down()]).toEqual([true, false])
    expect(seen).toEqual([])
    expect(api.toolController.deregisterTool(greedy)).toBe(true)
    expect([press(), down()]).toEqual([false, true])
    expect(seen).toEqual(['late click', 'late down'])
    expect(told).toEqual([
      { toolName: 'greedy', active: true },
      { toolName: 'late', active: true },
      { toolName: 'greedy', active: false },
    ])
  })
})
