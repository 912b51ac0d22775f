import { Window } from 'happy-dom'
import { vi } from 'vitest'
import type { ScreenPoint } from '../engine/interaction/gestures.js'

/** Size of every element of the page, CSS pixels. */
export const pageSize = { width: 800, height: 600 } as const

/** Names of the page that the viewer reads as globals. */
const names = [
  'document',
  'navigator',
  'Node',
  'Element',
  'HTMLElement',
  'SVGElement',
  'Event',
  'MouseEvent',
  'PointerEvent',
  'KeyboardEvent',
  'WheelEvent',
  'AbortController',
  'AbortSignal',
  'ResizeObserver',
] as const

/** A page in Node, without layout and without WebGL. */
export interface NodePage {
  readonly container: HTMLElement
  /** Media queries that match, such as `(any-pointer: coarse)`. */
  readonly matchedMedia: Set<string>
  close(): Promise<void>
}

/**
 * Opens a page in which every element is `pageSize` large, at the page's left and top; `getContext` gives its canvases
 * their context. Close it after the test.
 */
export function openNodePage(getContext: () => unknown = () => null): NodePage {
  const window = new Window({ width: pageSize.width, height: pageSize.height })
  const page = window as unknown as Record<string, unknown>
  const matchedMedia = new Set<string>()
  const matchMedia = (query: string) => ({ matches: matchedMedia.has(query) })
  Object.assign(page, { matchMedia })
  Object.defineProperties(window.HTMLElement.prototype, {
    clientWidth: { get: () => pageSize.width, configurable: true },
    clientHeight: { get: () => pageSize.height, configurable: true },
  })
  const box = { left: 0, top: 0, right: pageSize.width, bottom: pageSize.height, ...pageSize }
  Object.assign(window.Element.prototype, {
    getBoundingClientRect: () => box,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  })
  // Pages share their classes.
  Object.assign(window.HTMLCanvasElement.prototype, { getContext })
  vi.stubGlobal('window', window)
  vi.stubGlobal('matchMedia', matchMedia)
  vi.stubGlobal('requestAnimationFrame', (work: (now: number) => void) => setTimeout(() => work(performance.now()), 0))
  vi.stubGlobal('cancelAnimationFrame', (handle: ReturnType<typeof setTimeout>) => clearTimeout(handle))
  for (const name of names) vi.stubGlobal(name, page[name])
  const container = window.document.createElement('div') as unknown as HTMLElement
  document.body.append(container)
  return {
    container,
    matchedMedia,
    close: async () => {
      vi.unstubAllGlobals()
      await window.happyDOM.close()
    },
  }
}

/** Dispatches a pointer event at a position of the page. */
export function dispatchPointer(
  target: Element,
  type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' | 'pointerleave',
  { x, y, ...more }: ScreenPoint & PointerEventInit,
): void {
  target.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, bubbles: true, ...more }))
}

/** Drags with the mouse along points of the page, from the first to the last. */
export function dragAlong(target: Element, points: readonly ScreenPoint[], more: PointerEventInit = {}): void {
  const [first, ...rest] = points
  dispatchPointer(target, 'pointerdown', { ...first, buttons: 1, ...more })
  for (const point of rest) dispatchPointer(target, 'pointermove', { ...point, buttons: 1, ...more })
  dispatchPointer(target, 'pointerup', { ...(rest.at(-1) ?? first), ...more })
}

/** Clicks with the mouse. */
export const clickAt = (target: Element, point: ScreenPoint, more: PointerEventInit = {}): void =>
  dragAlong(target, [point], more)

/** Presses a key; returns whether the page prevented its default action. */
export function dispatchKey(target: Element, key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  target.dispatchEvent(event)
  return event.defaultPrevented
}
