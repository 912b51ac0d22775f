import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClickInterceptors, type ClickInterceptor } from './click-interceptors.js'
import { CommandHistory, listenToHistoryKeys } from './command-history.js'
import { GestureStack } from './gesture-stack.js'
import { Gestures, type Click, type GestureHandler } from './gestures.js'
import { keys, listenToKeys, type KeyActions } from './keyboard.js'

/** Element at (100, 50) of the page. */
class FakeElement extends EventTarget {
  readonly captured: number[] = []
  /** Selector that `closest` matches. */
  isField = false
  getBoundingClientRect(): { left: number; top: number } {
    return { left: 100, top: 50 }
  }
  setPointerCapture(pointer: number): void {
    this.captured.push(pointer)
  }
  closest(): FakeElement | null {
    return this.isField ? this : null
  }
}

const FakeWheelEvent = { DOM_DELTA_LINE: 1, DOM_DELTA_PAGE: 2 }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WheelEvent', FakeWheelEvent)
  vi.stubGlobal('HTMLElement', FakeElement)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Sends an event with these fields; positions count from the element. Returns whether its default was prevented. */
function send(element: EventTarget, type: string, fields: Readonly<Record<string, unknown>> = {}): boolean {
  const event = new Event(type, { cancelable: true })
  const { x = 0, y = 0, ...more } = fields as { x?: number; y?: number }
  const all = { clientX: x + 100, clientY: y + 50, pointerId: 1, pointerType: 'mouse', button: 0, ...more }
  for (const [name, value] of Object.entries(all)) Object.defineProperty(event, name, { value })
  element.dispatchEvent(event)
  return event.defaultPrevented
}

function createGestures(leftHanded = false) {
  const log: string[] = []
  const clicks: Click[] = []
  const handler: GestureHandler = {
    leftHanded,
    dragStart: (kind, { x, y }) => log.push(`start ${kind} ${x},${y}`),
    drag: (kind, from, to) => log.push(`${kind} ${from.x},${from.y} ${to.x},${to.y}`),
    pinch: (from, to) =>
      log.push(`pinch ${from.center.x},${from.center.y} ${from.distance} ${to.center.x},${to.center.y} ${to.distance}`),
    dragEnd: () => log.push('end'),
    wheel: (factor, { x, y }) => log.push(`wheel ${factor.toFixed(6)} ${x},${y}`),
    click: (click) => {
      clicks.push(click)
      log.push(`${click.kind} ${click.position.x},${click.position.y}`)
    },
  }
  const element = new FakeElement()
  const gestures = new Gestures(element as unknown as HTMLElement, handler)
  const sendClick = (fields: Readonly<Record<string, unknown>> = {}): void => {
    send(element, 'pointerdown', fields)
    send(element, 'pointerup', fields)
  }
  return { element, log, clicks, gestures, sendClick }
}

describe('Gestures of a mouse', () => {
  it('clicks where it is released without a drag', () => {
    const { element, log, sendClick } = createGestures()
    sendClick({ x: 7, y: 9 })
    send(element, 'pointerdown', { x: 1, y: 1 })
    send(element, 'pointermove', { x: 5, y: 1 })
    send(element, 'pointerup', { x: 5, y: 1 })
    expect(log).toEqual(['click 7,9', 'doubleClick 5,1'])
    expect(element.captured).toEqual([1, 1])
  })

  it('drags beyond four pixels, from where it was pressed', () => {
    const { element, log } = createGestures()
    send(element, 'pointerdown', { x: 10, y: 10 })
    send(element, 'pointermove', { x: 14, y: 10 })
    send(element, 'pointermove', { x: 15, y: 10 })
    send(element, 'pointermove', { x: 11, y: 10 })
    send(element, 'pointerup', { x: 11, y: 10 })
    expect(log).toEqual(['start orbit 10,10', 'orbit 10,10 15,10', 'orbit 15,10 11,10', 'end'])
  })

  it.each([
    ['the left button', {}, 'orbit'],
    ['the left button with Shift', { shiftKey: true }, 'pan'],
    ['the middle button', { button: 1 }, 'pan'],
    ['the right button', { button: 2 }, 'pan'],
  ])('drags with %s', (_, fields, kind) => {
    const { element, log } = createGestures()
    send(element, 'pointerdown', fields)
    send(element, 'pointermove', { x: 20, ...fields })
    expect(log[0]).toBe(`start ${kind} 0,0`)
  })

  it('opens the menu with the right button, and does nothing with the middle one', () => {
    const { log, sendClick } = createGestures()
    sendClick({ button: 2, x: 3 })
    sendClick({ button: 1 })
    expect(log).toEqual(['contextMenu 3,0'])
  })

  it('exchanges the buttons of a mouse for the left hand, but not those of a pen', () => {
    const { log, sendClick } = createGestures(true)
    sendClick({ button: 2 })
    sendClick({ button: 0, x: 90 })
    sendClick({ button: 1 })
    sendClick({ button: 0, x: 200, pointerType: 'pen' })
    expect(log).toEqual(['click 0,0', 'contextMenu 90,0', 'click 200,0'])
  })

  it('reports the modifiers', () => {
    const { clicks, sendClick } = createGestures()
    sendClick({ shiftKey: true, ctrlKey: false, metaKey: true, altKey: false })
    sendClick({ x: 200, ctrlKey: true, altKey: true, shiftKey: false })
    expect(clicks).toMatchObject([
      { shift: true, control: true, alt: false, touch: false },
      { shift: false, control: true, alt: true, touch: false },
    ])
  })

  it('double-clicks within 350 milliseconds and 20 pixels, and then begins anew', () => {
    const { log, sendClick } = createGestures()
    const at = (timeStamp: number, x = 0): void => sendClick({ timeStamp, x })
    at(1000)
    at(1349)
    at(1400)
    at(1750)
    at(1800, 21)
    at(1900, 40)
    expect(log.map((line) => line.split(' ')[0])).toEqual([
      'click',
      'doubleClick',
      'click',
      'click',
      'click',
      'doubleClick',
    ])
  })

  it('ends a cancelled drag and forgets a cancelled click', () => {
    const { element, log } = createGestures()
    send(element, 'pointerdown')
    send(element, 'pointercancel')
    send(element, 'pointerup')
    send(element, 'pointerdown')
    send(element, 'pointermove', { x: 9 })
    send(element, 'pointercancel')
    send(element, 'pointermove', { x: 12 })
    expect(log).toEqual(['start orbit 0,0', 'orbit 0,0 9,0', 'end'])
  })

  it('ignores a pointer that was not pressed on the element', () => {
    const { element, log } = createGestures()
    send(element, 'pointermove', { x: 50 })
    send(element, 'pointerup', { x: 50 })
    expect(log).toEqual([])
  })

  it('never opens the menu of the browser', () => {
    const { element } = createGestures()
    expect(send(element, 'contextmenu')).toBe(true)
  })

  it('listens to nothing once it is disposed', () => {
    const { element, log, gestures, sendClick } = createGestures()
    send(element, 'pointerdown', { pointerType: 'touch' })
    gestures.dispose()
    vi.advanceTimersByTime(1000)
    sendClick()
    send(element, 'wheel', { deltaY: 10 })
    expect(log).toEqual([])
  })
})

describe('Gestures of a wheel', () => {
  it.each([
    ['pixels', { deltaY: 100, deltaMode: 0 }, 100],
    ['lines', { deltaY: 3, deltaMode: 1 }, 99],
    ['pages', { deltaY: -1, deltaMode: 2 }, -400],
    ['a pinch on a touchpad', { deltaY: 5, deltaMode: 0, ctrlKey: true }, 40],
    ['more than its limit', { deltaY: 9000, deltaMode: 0 }, 400],
    ['more than its limit backwards', { deltaY: -9000, deltaMode: 0 }, -400],
  ])('zooms exponentially by %s', (_, fields, travel) => {
    const { element, log } = createGestures()
    expect(send(element, 'wheel', { x: 30, y: 40, ...fields })).toBe(true)
    expect(log).toEqual([`wheel ${Math.exp(travel * 0.0012).toFixed(6)} 30,40`])
  })
})

describe('Gestures of fingers', () => {
  const finger = (pointerId: number, x: number, y = 0) => ({ pointerId, pointerType: 'touch', x, y })

  it('tolerates ten pixels in a tap', () => {
    const { element, log, clicks } = createGestures()
    send(element, 'pointerdown', finger(1, 0))
    send(element, 'pointermove', finger(1, 10))
    send(element, 'pointerup', finger(1, 10))
    expect([log, clicks[0].touch]).toEqual([['click 10,0'], true])
    send(element, 'pointerdown', finger(1, 100))
    send(element, 'pointermove', finger(1, 111))
    expect(log.slice(1)).toEqual(['start orbit 100,0', 'orbit 100,0 111,0'])
  })

  it('opens the menu after a long press, and does not click afterwards', () => {
    const { element, log } = createGestures()
    send(element, 'pointerdown', finger(1, 5))
    vi.advanceTimersByTime(549)
    expect(log).toEqual([])
    vi.advanceTimersByTime(1)
    send(element, 'pointerup', finger(1, 5))
    expect(log).toEqual(['contextMenu 5,0'])
  })

  it.each([
    ['the finger moves', 'pointermove', finger(1, 30)],
    ['the finger is lifted', 'pointerup', finger(1, 0)],
    ['the browser cancels it', 'pointercancel', finger(1, 0)],
    ['another finger is added', 'pointerdown', finger(2, 30)],
  ])('is no long press when %s', (_, type, event) => {
    const { element, log } = createGestures()
    send(element, 'pointerdown', finger(1, 0))
    send(element, type, event)
    vi.advanceTimersByTime(2000)
    expect(log.some((line) => line.startsWith('contextMenu'))).toBe(false)
  })

  it('is no long press of a mouse', () => {
    const { element, log } = createGestures()
    send(element, 'pointerdown')
    vi.advanceTimersByTime(2000)
    expect(log).toEqual([])
  })

  it('pinches with two fingers by their midpoint and distance', () => {
    const { element, log } = createGestures()
    send(element, 'pointerdown', finger(1, 0))
    send(element, 'pointerdown', finger(2, 100))
    send(element, 'pointermove', finger(2, 200))
    send(element, 'pointermove', finger(1, 40, 30))
    expect(log).toEqual(['start pan 50,0', 'pinch 50,0 100 100,0 200', `pinch 100,0 200 120,15 ${Math.hypot(160, 30)}`])
    send(element, 'pointerup', finger(1, 40, 30))
    expect(log).toHaveLength(3)
    // The finger that remains continues the drag.
    send(element, 'pointermove', finger(2, 210))
    send(element, 'pointerup', finger(2, 210))
    expect(log.slice(3)).toEqual(['pan 200,0 210,0', 'end'])
  })

  it('keeps the distance of two fingers at one place above 0', () => {
    const { element, log } = createGestures()
    send(element, 'pointerdown', finger(1, 0))
    send(element, 'pointerdown', finger(2, 0))
    send(element, 'pointermove', finger(2, 8))
    expect(log[1]).toBe('pinch 0,0 1 4,0 8')
  })

  it('looks around with three fingers by their midpoint', () => {
    const { element, log } = createGestures()
    for (const [pointer, x] of [
      [1, 0],
      [2, 30],
      [3, 60],
    ])
      send(element, 'pointerdown', finger(pointer, x))
    send(element, 'pointermove', finger(3, 90))
    expect(log).toEqual(['start pan 15,0', 'start look 30,0', 'look 30,0 40,0'])
    send(element, 'pointerdown', finger(4, 0))
    send(element, 'pointermove', finger(4, 50))
    expect(log).toHaveLength(3)
  })

  it('keeps an orbit that a second finger joins, and clicks with neither', () => {
    const { element, log } = createGestures()
    send(element, 'pointerdown', finger(1, 0))
    send(element, 'pointermove', finger(1, 20))
    send(element, 'pointerdown', finger(2, 100))
    send(element, 'pointermove', finger(2, 110))
    send(element, 'pointerup', finger(2, 110))
    send(element, 'pointerup', finger(1, 20))
    expect(log).toEqual(['start orbit 0,0', 'orbit 0,0 20,0', 'pinch 60,0 80 65,0 90', 'end'])
  })
})

describe('ClickInterceptors', () => {
  const click = { kind: 'click' } as Parameters<ClickInterceptor>[0]

  it('asks the last tool first, until one takes the click', () => {
    const interceptors = new ClickInterceptors()
    const callOrder: string[] = []
    const add = (name: string, takes: boolean): (() => void) =>
      interceptors.add(() => {
        callOrder.push(name)
        return takes
      })
    expect(interceptors.take(click)).toBe(false)
    add('first', false)
    const remove = add('second', true)
    add('third', false)
    expect([interceptors.take(click), callOrder]).toEqual([true, ['third', 'second']])
    remove()
    callOrder.length = 0
    expect([interceptors.take(click), callOrder]).toEqual([false, ['third', 'first']])
  })
})

describe('GestureStack', () => {
  it('returns the last taker that was not removed', () => {
    const stack = new GestureStack()
    const [one, other] = [{}, {}]
    expect(stack.first).toBeNull()
    const removeOne = stack.add(one)
    const removeOther = stack.add(other)
    expect(stack.first).toBe(other)
    removeOne()
    expect(stack.first).toBe(other)
    removeOther()
    expect(stack.first).toBeNull()
  })
})

describe('listenToKeys', () => {
  const create = () => {
    const calls: unknown[][] = []
    const names = [
      'orbit',
      'pan',
      'zoom',
      'fit',
      'zoomTo',
      'hide',
      'isolate',
      'ghost',
      'showAll',
      'toggleProjection',
      'clear',
      'home',
    ]
    const actions = Object.fromEntries(
      names.map((name) => [name, (...values: unknown[]) => calls.push([name, ...values])]),
    ) as unknown as KeyActions
    const element = new FakeElement()
    const stop = listenToKeys(element as unknown as HTMLElement, actions)
    const sendClick = (key: string, code = '', more: Readonly<Record<string, unknown>> = {}): boolean =>
      send(element, 'keydown', { key, code, ...more })
    return { calls, element, sendClick, stop }
  }

  it.each([
    ['ArrowLeft', ['orbit', -Math.PI / 24, -0], ['pan', 0.05, -0]],
    ['ArrowRight', ['orbit', Math.PI / 24, -0], ['pan', -0.05, -0]],
    ['ArrowUp', ['orbit', 0, -Math.PI / 24], ['pan', -0, -0.05]],
    ['ArrowDown', ['orbit', 0, Math.PI / 24], ['pan', -0, 0.05]],
  ])('turns with %s, and moves with Shift', (key, plain, shifted) => {
    const { calls, sendClick } = create()
    expect(sendClick(key)).toBe(true)
    sendClick(key, '', { shiftKey: true })
    expect(calls).toEqual([plain, shifted])
  })

  it.each([
    ['+', ['zoom', 0.85]],
    ['=', ['zoom', 0.85]],
    ['-', ['zoom', 1 / 0.85]],
    ['f', ['fit']],
    ['z', ['zoomTo']],
    ['h', ['hide']],
    ['i', ['isolate']],
    ['g', ['ghost']],
    ['a', ['showAll']],
    ['o', ['toggleProjection']],
    ['Home', ['home']],
    ['Escape', ['clear']],
  ])('has an action for %s', (key, call) => {
    const { calls, sendClick } = create()
    sendClick(key)
    expect(calls).toEqual([call])
    expect(Object.keys(keys)).toContain(key)
  })

  it('reads letters by their place on the keyboard', () => {
    const { calls, sendClick } = create()
    sendClick('ա', 'KeyF')
    sendClick('Р', 'KeyH')
    sendClick('F', '')
    expect(calls).toEqual([['fit'], ['hide'], ['fit']])
  })

  it('leaves keys with modifiers, other keys, handled keys and those of fields alone', () => {
    const { calls, element, sendClick, stop } = create()
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
      expect(sendClick('f', 'KeyF', { [modifier]: true })).toBe(false)
    expect(sendClick('q', 'KeyQ')).toBe(false)
    sendClick('f', 'KeyF', { defaultPrevented: true })
    element.isField = true
    expect(sendClick('f', 'KeyF')).toBe(false)
    element.isField = false
    stop()
    sendClick('f', 'KeyF')
    expect(calls).toEqual([])
  })
})

describe('listenToHistoryKeys', () => {
  it('undoes and redoes with the usual keys, on every platform', () => {
    const element = new FakeElement()
    const calls: string[] = []
    const history = new CommandHistory()
    history.undo = () => (calls.push('undo'), true)
    history.redo = () => (calls.push('redo'), true)
    const stop = listenToHistoryKeys(element as unknown as HTMLElement, history)
    const sendClick = (code: string, more: Readonly<Record<string, unknown>>): boolean =>
      send(element, 'keydown', { code, ...more })
    expect(sendClick('KeyZ', { ctrlKey: true, shiftKey: false })).toBe(true)
    sendClick('KeyZ', { metaKey: true, shiftKey: true })
    sendClick('KeyY', { ctrlKey: true })
    expect(calls).toEqual(['undo', 'redo', 'redo'])
    expect(sendClick('KeyX', { ctrlKey: true })).toBe(false)
    sendClick('KeyZ', {})
    sendClick('KeyZ', { ctrlKey: true, altKey: true })
    sendClick('KeyZ', { ctrlKey: true, defaultPrevented: true })
    element.isField = true
    sendClick('KeyZ', { ctrlKey: true })
    element.isField = false
    stop()
    sendClick('KeyZ', { ctrlKey: true })
    expect(calls).toHaveLength(3)
  })
})
