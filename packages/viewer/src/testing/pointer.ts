import type { Page } from 'playwright-core'
import type { ScreenPoint } from '../engine/interaction/gestures.js'

/** Drags with a finger: touches, moves in steps, and lifts. `whileHeld` is called before the lift. */
export async function touchDrag(
  page: Page,
  from: ScreenPoint,
  to: ScreenPoint,
  whileHeld?: () => Promise<void>,
): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: ScreenPoint): Promise<unknown> =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: point === undefined ? [] : [point] })
  await send('touchStart', from)
  for (let step = 1; step <= 6; step++)
    await send('touchMove', { x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 })
  await whileHeld?.()
  await send('touchEnd')
  await client.detach()
}

/** Double-taps with a finger, 100 ms apart by the event time stamps, however busy the machine is. */
export async function doubleTap(page: Page, point: ScreenPoint): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await Promise.all(
    clickTimesSeconds().flatMap(({ down, up }) => [
      client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point], timestamp: down }),
      client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: up }),
    ]),
  )
  await client.detach()
}

/** Double-clicks with the mouse, 100 ms apart by the event time stamps, however busy the machine is. */
export async function doubleClick(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  await page.mouse.move(x, y)
  const client = await page.context().newCDPSession(page)
  const event = { x, y, button: 'left', clickCount: 1 } as const
  await Promise.all(
    clickTimesSeconds().flatMap(({ down, up }) => [
      client.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed', timestamp: down }),
      client.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased', timestamp: up }),
    ]),
  )
  await client.detach()
}

/** Seconds since 1970, as in the browser's protocol. */
function clickTimesSeconds(): { readonly down: number; readonly up: number }[] {
  const now = Date.now() / 1000
  return [0, 0.1].map((after) => ({ down: now + after, up: now + after + 0.05 }))
}
