import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Viewer, ViewerEvents } from '../api.js'
import { EventEmitter } from '../event-emitter.js'
import { ClickInterceptors } from '../interaction/click-interceptors.js'
import { CommandHistory } from '../interaction/command-history.js'
import type { Click } from '../interaction/gestures.js'
import type { ModelContent } from '../model/model-content.js'
import type { OpenModel } from '../model/open-model.js'
import { Selection } from '../model/selection.js'
import { Visibility } from '../model/visibility.js'
import type { Stage } from '../stage.js'
import { elementFlag, ElementStates } from '../store/element-states.js'
import type { FrameStatistics, PickResult } from '../types.js'
import { FrameObserver } from './frame-observer.js'
import { handleClick } from './handle-click.js'
import { showContent, showGrowth } from './shown-content.js'
import { createStateHost } from './state-host.js'
import { UndoableStates } from './undoable-states.js'
import { viewerKeyActions } from './viewer-keys.js'

/** The parts of a viewer that element states need: selection, visibility, history. */
function createViewer() {
  const calls: unknown[][] = []
  const states = new ElementStates()
  states.reserve(5)
  const history = new CommandHistory()
  const call =
    (name: string) =>
    (...values: unknown[]): void =>
      void calls.push([name, ...values])
  const camera = {
    hasMoved: false,
    projection: 'perspective',
    fit: call('fit'),
    orbitBy: call('orbitBy'),
    panBy: call('panBy'),
    zoomBy: call('zoomBy'),
    goTo: call('goTo'),
    setProjection: call('setProjection'),
  }
  const host = createStateHost({ invalidate: call('invalidate') } as unknown as Viewer, states, () => null)
  const viewer = {
    camera,
    states,
    history,
    clickInterceptors: new ClickInterceptors(),
    selection: new Selection(host, () => undefined),
    visibility: new Visibility(host, { elementCount: () => 5, changed: () => undefined }),
    fitToView: call('fitToView'),
    undoable: (action: () => void) => undoable.change(action),
  } as unknown as Viewer
  const undoable = new UndoableStates(viewer, states, call('refresh'))
  return { viewer, states, history, calls, undoable, camera }
}

const pick = { element: 3, instance: 1 } as PickResult
const click = (kind: Click['kind'], more: Partial<Click> = {}): Click => ({
  kind,
  position: { x: 1, y: 2 },
  shift: false,
  control: false,
  alt: false,
  touch: false,
  ...more,
})

describe('handleClick', () => {
  it('selects what was clicked, and nothing where nothing was', () => {
    const { viewer } = createViewer()
    viewer.selection.set([1])
    expect(handleClick(viewer, click('click'), pick)).toBe(true)
    expect(viewer.selection.elements).toEqual([3])
    handleClick(viewer, click('click'), null)
    expect(viewer.selection.elements).toEqual([])
  })

  it.each(['shift', 'control'] as const)('adds to and removes from the selection with %s', (modifier) => {
    const { viewer } = createViewer()
    viewer.selection.set([1])
    handleClick(viewer, click('click', { [modifier]: true }), pick)
    expect(viewer.selection.elements).toEqual([1, 3])
    handleClick(viewer, click('click', { [modifier]: true }), null)
    expect(viewer.selection.elements).toEqual([1, 3])
    handleClick(viewer, click('click', { [modifier]: true }), pick)
    expect(viewer.selection.elements).toEqual([1])
  })

  it('fits what was double-clicked, or the whole model', () => {
    const { viewer, calls } = createViewer()
    handleClick(viewer, click('doubleClick'), pick)
    handleClick(viewer, click('doubleClick'), null)
    expect(calls).toEqual([
      ['fit', [3]],
      ['fit', undefined],
    ])
    expect(viewer.selection.size).toBe(0)
  })

  it('changes nothing for the context menu, but keeps the camera where a panel may open', () => {
    const { viewer, calls, camera } = createViewer()
    expect(handleClick(viewer, click('contextMenu'), null)).toBe(true)
    expect(camera.hasMoved).toBe(false)
    handleClick(viewer, click('contextMenu'), pick)
    expect([camera.hasMoved, calls, viewer.selection.size]).toEqual([true, [], 0])
  })

  it('leaves a click to the tool that takes it', () => {
    const { viewer } = createViewer()
    const clicks: object[] = []
    viewer.clickInterceptors.add((one) => clicks.push(one) > 0)
    expect(handleClick(viewer, click('click', { shift: true }), pick)).toBe(false)
    expect(clicks).toEqual([{ kind: 'click', x: 1, y: 2, shift: true, control: false, alt: false, touch: false, pick }])
    expect(viewer.selection.size).toBe(0)
  })
})

describe('viewerKeyActions', () => {
  it('applies to the selection, and does nothing without one', () => {
    const { viewer, states, calls, history } = createViewer()
    const actions = viewerKeyActions(viewer)
    for (const action of [actions.zoomTo, actions.hide, actions.isolate, actions.ghost]) action()
    expect([calls, history.canUndo]).toEqual([[], false])
    viewer.selection.set([2])
    actions.isolate()
    expect([0, 1, 2, 3, 4].filter((element) => states.flagsOf(element) & elementFlag.hidden)).toEqual([0, 1, 3, 4])
    actions.ghost()
    expect([0, 1, 2, 3, 4].filter((element) => states.flagsOf(element) & elementFlag.ghosted)).toEqual([0, 1, 3, 4])
    actions.zoomTo()
    expect(calls.at(-1)).toEqual(['fitToView', [2]])
    actions.hide()
    expect([states.flagsOf(2) & elementFlag.hidden, viewer.selection.size]).toEqual([1, 0])
    actions.showAll()
    expect(states.hiddenCount).toBe(0)
    history.undo()
    expect(states.flagsOf(2) & elementFlag.hidden).toBe(1)
  })

  it('moves the camera', () => {
    const { viewer, calls, camera } = createViewer()
    const actions = viewerKeyActions(viewer)
    actions.orbit(1, 2)
    actions.pan(3, 4)
    actions.zoom(0.5)
    actions.fit()
    actions.home()
    actions.toggleProjection()
    camera.projection = 'orthographic'
    actions.toggleProjection()
    expect(calls).toEqual([
      ['orbitBy', 1, 2],
      ['panBy', 3, 4],
      ['zoomBy', 0.5],
      ['fitToView'],
      ['goTo', 'home'],
      ['setProjection', 'orthographic'],
      ['setProjection', 'perspective'],
    ])
    viewer.selection.set([1])
    actions.clear()
    expect(viewer.selection.size).toBe(0)
  })
})

describe('UndoableStates', () => {
  it('undoes and redoes visibility, colours and isolation as one step', () => {
    const { viewer, states, history, undoable } = createViewer()
    undoable.change(() => {
      viewer.visibility.isolate([1])
      states.setColor(1, { rgb: [1, 2, 3] })
    })
    history.undo()
    expect([states.hiddenCount, states.colorOf(1), viewer.visibility.isolated]).toEqual([0, undefined, false])
    history.redo()
    expect([states.hiddenCount, states.colorOf(1), viewer.visibility.isolated]).toEqual([4, { rgb: [1, 2, 3] }, true])
  })

  it('records nothing where nothing changed, or only the selection', () => {
    const { viewer, history, undoable, states } = createViewer()
    undoable.change(() => undefined)
    undoable.change(() => viewer.selection.set([2]))
    expect(history.canUndo).toBe(false)
    undoable.change(() => states.setColor(2, { rgb: [1, 1, 1] }))
    expect(history.canUndo).toBe(true)
  })

  it('drops steps that change nothing after models joined or left', () => {
    const { viewer, history, undoable, states } = createViewer()
    undoable.change(() => viewer.visibility.hide([1]))
    undoable.change(() => viewer.visibility.hide([2]))
    // Only element 2 remains, as number 0.
    states.snapshotNow = (one) => ({ ...one, flags: Uint8Array.of(one.flags[2] ?? 0) })
    history.sift()
    history.undo()
    expect(history.canUndo).toBe(false)
  })

  it('captures the states without a step in the history', () => {
    const { viewer, states, history, undoable, calls } = createViewer()
    const restore = undoable.capture()
    viewer.visibility.hide([1])
    restore()
    expect([states.hiddenCount, history.canUndo, calls.at(-1)]).toEqual([0, false, ['refresh']])
  })
})

describe('createStateHost', () => {
  it('applies to the model that is open at the time', () => {
    const calls: unknown[][] = []
    let model: OpenModel | null = null
    const viewer = { invalidate: () => calls.push(['invalidate']) } as unknown as Viewer
    const host = createStateHost(viewer, new ElementStates(), () => model)
    host.refresh([1])
    host.whenTree(() => calls.push(['tree']))
    expect([host.withDescendants(new Set([4])), calls]).toEqual([[4], [['invalidate']]])
    model = {
      content: { refreshColors: (elements: unknown) => calls.push(['colors', elements]) },
      withDescendants: () => [4, 5],
      whenTree: (action: () => void) => action(),
    } as unknown as OpenModel
    calls.length = 0
    host.refresh(null)
    host.whenTree(() => calls.push(['tree']))
    expect([host.withDescendants([4]), calls]).toEqual([
      [4, 5],
      [['colors', null], ['invalidate'], ['tree']],
    ])
  })
})

describe('FrameObserver', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const create = () => {
    const events = new EventEmitter<ViewerEvents>()
    const log: string[] = []
    events.on('frame', ({ instances }) => log.push(`frame ${instances}`))
    events.on('firstFrame', ({ milliseconds }) => log.push(`first ${milliseconds}`))
    const observer = new FrameObserver(events)
    const draw = (instances: number): void => observer.frameDrawn({ instances } as FrameStatistics)
    return { observer, log, draw }
  }

  it('reports the first frame with content of each model', () => {
    const { observer, log, draw } = create()
    observer.begin()
    vi.advanceTimersByTime(20)
    draw(0)
    vi.advanceTimersByTime(30)
    draw(5)
    draw(6)
    expect([log, observer.hasFirstFrame, observer.elapsed]).toEqual([
      ['frame 0', 'frame 5', 'first 50', 'frame 6'],
      true,
      50,
    ])
    observer.begin()
    expect(observer.hasFirstFrame).toBe(false)
    draw(1)
    expect(log.at(-1)).toBe('first 0')
  })

  it('resolves after the next frame, also one that had nothing to draw', async () => {
    const { observer, log } = create()
    let requests = 0
    let isDrawn = false
    const whenDrawn = observer.untilDrawn(() => requests++).then(() => (isDrawn = true))
    await Promise.resolve()
    expect([requests, isDrawn]).toEqual([1, false])
    observer.frameDrawn(null)
    await whenDrawn
    expect([isDrawn, log]).toEqual([true, []])
  })
})

describe('showGrowth', () => {
  const create = (
    state: 'complete' | 'inprogress',
    more: { count?: number; loading?: boolean; hasFirstFrame?: boolean } = {},
  ) => {
    const log: string[] = []
    const stage = {
      renderer: { show: (batches: unknown) => log.push(`show ${String(batches)}`) },
      scheduler: { content: null as unknown, grew: () => log.push('grew') },
      camera: { settleHome: (movement?: { animate: boolean }) => log.push(movement?.animate ? 'fly home' : 'home') },
    }
    const content = {
      manifest: { state },
      instances: { count: more.count ?? 5 },
      loading: more.loading ?? true,
      batches: 'batches',
    }
    const observer = { hasFirstFrame: more.hasFirstFrame ?? true } as FrameObserver
    return { log, stage: stage as unknown as Stage, content: content as unknown as ModelContent, observer, raw: stage }
  }

  it.each([
    ['jumps home with the first chunk', create('complete', { hasFirstFrame: false }), ['home', 'grew']],
    ['stands still while a complete model loads', create('complete'), ['grew']],
    ['flies home once at the end', create('complete', { loading: false }), ['fly home', 'grew']],
    ['follows a provisional model', create('inprogress'), ['home', 'grew']],
    ['stands still while there is nothing', create('complete', { count: 0, hasFirstFrame: false }), ['grew']],
  ])('%s', (_, { stage, observer, content, log }, expected) => {
    showGrowth(stage, observer, content)
    expect(log).toEqual(expected)
  })

  it('shows a content, or none', () => {
    const { stage, content, log, raw } = create('complete')
    showContent(stage, content)
    expect([log, raw.scheduler.content]).toEqual([['show batches', 'home', 'grew'], content])
    showContent(stage, null)
    expect([log[3], raw.scheduler.content]).toEqual(['show null', null])
  })
})
