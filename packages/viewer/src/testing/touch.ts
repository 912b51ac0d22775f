import type { Page } from 'playwright-core'

interface ScreenPlace {
  readonly x: number
  readonly y: number
}

/** A finger that goes down, moves in steps, and goes up. `held` is called before it goes up. */
export async function touchDrag(
  page: Page,
  from: ScreenPlace,
  to: ScreenPlace,
  held?: () => Promise<void>,
): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', place?: ScreenPlace): Promise<unknown> =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: place === undefined ? [] : [place] })
  await send('touchStart', from)
  for (let step = 1; step <= 6; step++)
    await send('touchMove', { x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 })
  await held?.()
  await send('touchEnd')
  await client.detach()
}
