import type { Locator } from 'playwright-core'
import { PNG } from 'pngjs'

/** Pixels of a screenshot of one element. */
export interface Screenshot {
  readonly width: number
  readonly height: number
  /** Returns r g b of a pixel. */
  at(x: number, y: number): [number, number, number]
}

export async function takeScreenshot(element: Locator): Promise<Screenshot> {
  const png = PNG.sync.read(await element.screenshot())
  return {
    width: png.width,
    height: png.height,
    at: (x, y) => {
      const offset = (Math.round(y) * png.width + Math.round(x)) * 4
      return [png.data[offset] ?? 0, png.data[offset + 1] ?? 0, png.data[offset + 2] ?? 0]
    },
  }
}

/**
 * Computes the ratio of a screenshot's inner half (without the surrounding bars) that differs from its corner colour.
 */
export function computeDrawnRatio(screenshot: Screenshot): number {
  const background = screenshot.at(screenshot.width / 2, screenshot.height * 0.12)
  let drawnCount = 0
  let pixelCount = 0
  for (let y = screenshot.height * 0.25; y < screenshot.height * 0.75; y += 3) {
    for (let x = screenshot.width * 0.25; x < screenshot.width * 0.75; x += 3) {
      const difference = screenshot
        .at(x, y)
        .reduce((sum, value, channel) => sum + Math.abs(value - (background[channel] ?? 0)), 0)
      pixelCount += 1
      if (difference > 30) drawnCount += 1
    }
  }
  return drawnCount / pixelCount
}

/** Counts clearly different colours (5 bits per channel) in a screenshot's inner half. */
export function countColors(screenshot: Screenshot): number {
  const colors = new Set<number>()
  for (let y = screenshot.height * 0.25; y < screenshot.height * 0.75; y += 2) {
    for (let x = screenshot.width * 0.25; x < screenshot.width * 0.75; x += 2) {
      const [r, g, b] = screenshot.at(x, y)
      colors.add(((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3))
    }
  }
  return colors.size
}

/**
 * Computes the ratio of clearly different pixels in two screenshots of one size; ignores the antialiasing of text and
 * rings.
 */
export function computeDifferenceRatio(one: Screenshot, other: Screenshot): number {
  let different = 0
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      const expected = other.at(x, y)
      if (one.at(x, y).some((value, channel) => Math.abs(value - (expected[channel] ?? 0)) > 24)) different += 1
    }
  }
  return different / (one.width * one.height)
}
