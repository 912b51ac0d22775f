import { median, quantile } from '../lib/statistics.mjs'

const framesOfEach = 30
/** Wheel notches to zoom in, then as many to zoom out. */
const notches = 5
const notchPixels = 100
const stepPixels = 10
/** Steps to one side, then as many back. */
const steps = 15
const maxWaitMilliseconds = 10_000
const center = { x: 640, y: 360 }

const frameCount = (page) => page.evaluate(() => window.benchDrawing.getFrameCount())

/** Performs one movement and waits for the next frame. */
async function act(page, work) {
  const before = await frameCount(page)
  await work()
  const end = Date.now() + maxWaitMilliseconds
  while ((await frameCount(page)) === before && Date.now() < end);
}

async function zoom(page) {
  await page.mouse.move(center.x, center.y)
  for (let frame = 0; frame < framesOfEach; frame++) {
    const isIn = frame % (2 * notches) < notches
    await act(page, () => page.mouse.wheel(0, isIn ? -notchPixels : notchPixels))
  }
}

async function pan(page, button) {
  await page.mouse.move(center.x, center.y)
  await page.mouse.down({ button })
  for (let frame = 0; frame < framesOfEach; frame++) {
    const way = frame % (2 * steps) < steps ? (frame % steps) + 1 : steps - (frame % steps) - 1
    await act(page, () => page.mouse.move(center.x + way * stepPixels, center.y))
  }
  await page.mouse.up({ button })
}

/**
 * Measures the frame times of zooming and panning, starting from the whole sheet.
 * @param {import('../view/browser.mjs').MeasuredBrowser} browser
 * @param {'left' | 'middle'} button that pans the drawing
 */
export async function measureGestures(browser, button) {
  const { page } = browser
  const figures = {}
  for (const [name, work] of [
    ['zoom', () => zoom(page)],
    ['pan', () => pan(page, button)],
  ]) {
    await page.evaluate(() => window.benchDrawing.startFrames())
    const before = browser.usage()
    await work()
    const cpuSeconds = browser.usage().cpuSeconds - before.cpuSeconds
    const frames = await page.evaluate(() => window.benchDrawing.takeFrames())
    const totals = frames.map(({ totalMilliseconds }) => totalMilliseconds)
    figures[name] = {
      frames: frames.length,
      scriptMilliseconds: median(frames.map(({ scriptMilliseconds }) => scriptMilliseconds)),
      frameMilliseconds: median(totals),
      p95Milliseconds: quantile(totals, 0.95),
      stepCpuMilliseconds: (cpuSeconds / framesOfEach) * 1000,
    }
  }
  return figures
}
