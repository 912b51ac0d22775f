import type { WrittenPackage } from '@kamar/packager/test-support'
import { describeExporter } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDrawing } from '../testing/drawings.js'
import { exported } from '../testing/exported.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'

let drawing: WrittenPackage
beforeAll(async () => {
  drawing = await createDrawing()
})

/** Returns the fraction of pixels that differ considerably between two images of one size. */
function differing(one: PNG, other: PNG): number {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  let count = 0
  for (let at = 0; at < one.data.length; at += 4)
    if (Math.max(...[0, 1, 2].map((channel) => Math.abs(one.data[at + channel] - other.data[at + channel]))) > 100)
      count++
  return count / (one.width * one.height)
}

/** Downscales an image; each pixel is the mean of the pixels it covers. */
function smaller(image: PNG, width: number, height: number): PNG {
  const out = new PNG({ width, height })
  const sums = new Float64Array(width * height * 4)
  const counts = new Uint32Array(width * height)
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++) {
      const to = Math.floor((y * height) / image.height) * width + Math.floor((x * width) / image.width)
      for (let channel = 0; channel < 4; channel++)
        sums[to * 4 + channel] += image.data[(y * image.width + x) * 4 + channel]
      counts[to]++
    }
  out.data = Buffer.from(sums.map((sum, at) => sum / counts[at >> 2]))
  return out
}

describeExporter(descriptor, suiteOptions)

describe('sheet image export', () => {
  it.each([0, 1])('matches the thumbnail of sheet %s', async (sheet) => {
    const image = PNG.sync.read(await exported(drawing, `sheet-png-${sheet}`))
    expect(Math.max(image.width, image.height)).toBe(4096)
    const thumbnail = PNG.sync.read(Buffer.from(drawing.stored(`sheets/00${sheet}/thumbnail.png`)))
    expect(differing(smaller(image, thumbnail.width, thumbnail.height), thumbnail)).toBeLessThan(0.01)
  })
})
