import type { Locator } from 'playwright-core'
import { PNG } from 'pngjs'

/** A screenshot of one element, read pixel by pixel. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** r g b at a pixel. */
  at(x: number, y: number): [number, number, number]
}

export async function pictureOf(element: Locator): Promise<Picture> {
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

/** Share of a picture's inner half (the bars around it left out) that differs from its corner colour. */
export function drawnShare(picture: Picture): number {
  const background = picture.at(picture.width / 2, picture.height * 0.12)
  let drawn = 0
  let looked = 0
  for (let y = picture.height * 0.25; y < picture.height * 0.75; y += 3) {
    for (let x = picture.width * 0.25; x < picture.width * 0.75; x += 3) {
      const difference = picture
        .at(x, y)
        .reduce((sum, value, channel) => sum + Math.abs(value - (background[channel] ?? 0)), 0)
      looked += 1
      if (difference > 30) drawn += 1
    }
  }
  return drawn / looked
}

/** How many clearly different colours (5 bits a channel) a picture's inner half shows. */
export function colourCount(picture: Picture): number {
  const seen = new Set<number>()
  for (let y = picture.height * 0.25; y < picture.height * 0.75; y += 2) {
    for (let x = picture.width * 0.25; x < picture.width * 0.75; x += 2) {
      const [r, g, b] = picture.at(x, y)
      seen.add(((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3))
    }
  }
  return seen.size
}

/** Share of the pixels that two pictures of one size show clearly differently: smoothing of letters and rings is not. */
export function differentShare(one: Picture, other: Picture): number {
  let different = 0
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      const expected = other.at(x, y)
      if (one.at(x, y).some((value, channel) => Math.abs(value - (expected[channel] ?? 0)) > 24)) different += 1
    }
  }
  return different / (one.width * one.height)
}
