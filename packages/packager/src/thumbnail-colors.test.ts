import { describe, expect, it } from 'vitest'
import type { OrthographicView } from './raster/orthographic-view.js'
import { FaceShading, packColor, resolveSamples, shadeEdge } from './thumbnail-colors.js'

/** Packs r, g, b, a from the low byte up. */
const pack = (red: number, green: number, blue: number, alpha = 255): number =>
  red | (green << 8) | (blue << 16) | (alpha << 24)
const unpack = (color: number): number[] => [0, 8, 16, 24].map((shift) => (color >>> shift) & 255)
/** Applies a light in linear space, by the formula. */
const lit = (value: number, light: number): number => Math.min(255, 255 * ((value / 255) ** 2.2 * light) ** (1 / 2.2))

/** Matches bytes within 1.25. */
const near = (expected: readonly number[]): unknown[] => expected.map((value): unknown => expect.closeTo(value, -0.4))

describe('packColor', () => {
  it('leaves a colour unchanged under a light of 1', () => {
    expect(unpack(packColor([255, 128, 200], 1))).toEqual(near([255, 128, 200, 255]))
    expect(packColor([255, 255, 255], 1)).toBe(pack(255, 255, 255))
  })

  it('darkens in linear light and clips above white', () => {
    expect(unpack(packColor([200, 100, 150], 0.5))).toEqual(near([lit(200, 0.5), lit(100, 0.5), lit(150, 0.5), 255]))
    expect(unpack(packColor([255, 200, 250], 9))).toEqual([255, 255, 255, 255])
  })

  it('lifts all channels of a dark colour to the minimum brightness, and none of a brighter one', () => {
    const grey = 255 * 0.03 ** (1 / 2.2)
    expect(unpack(packColor([0, 0, 0], 1))).toEqual(near([grey, grey, grey, 255]))
    const dark = (20 / 255) ** 2.2
    const lifted = 255 * (0.03 - dark) ** (1 / 2.2)
    expect(unpack(packColor([20, 0, 0], 1))).toEqual(near([grey, lifted, lifted, 255]))
    expect(unpack(packColor([0, 0, 60], 1))).toEqual(near([0, 0, 60, 255]))
  })
})

describe('shadeEdge', () => {
  it('halves the channels of a light surface and keeps its opacity', () => {
    expect(unpack(shadeEdge(pack(200, 100, 50, 130)))).toEqual([100, 50, 25, 130])
    expect(unpack(shadeEdge(pack(72, 0, 0)))).toEqual([36, 0, 0, 255])
    expect(unpack(shadeEdge(pack(0, 73, 0)))).toEqual([0, 36, 0, 255])
    expect(unpack(shadeEdge(pack(0, 0, 99)))).toEqual([0, 0, 49, 255])
  })

  it('lightens a dark surface', () => {
    expect(unpack(shadeEdge(pack(71, 0, 10)))).toEqual([131, 60, 70, 255])
  })

  it('is a dark grey over the empty background', () => {
    expect(unpack(shadeEdge(0))).toEqual([0x30, 0x30, 0x30, 255])
  })
})

/** View along -y: x to the right, z up, y away from the viewer; 10 pixels per metre. */
const frontView: OrthographicView = {
  width: 100,
  height: 100,
  rows: Float64Array.of(10, 0, 0, 0, 0, -10, 0, 10, 0),
  offset: new Float64Array(3),
  scale: 10,
}

/** Projects x y z per vertex into the front view. */
const project = (...positions: readonly number[]): Float32Array => {
  const points = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3)
    points.set([positions[at] * 10, -positions[at + 2] * 10, positions[at + 1] * 10], at)
  return points
}

describe('FaceShading light', () => {
  const shading = new FaceShading(frontView)
  const triangle = Uint32Array.of(0, 1, 2)
  /** Light by its definition, for a unit normal towards the viewer. */
  const computeExpected = (x: number, y: number, z: number): number =>
    0.6 + 0.14 * z + 0.38 * Math.max(0, -0.15 * x - 0.62 * y + 0.77 * z)

  it('is the sum of hemisphere and key light on a wall that faces the viewer', () => {
    const wall = project(0, 0, 0, 1, 0, 0, 0, 0, 1)
    expect(shading.computeLight(wall, triangle, 0, true)).toBeCloseTo(computeExpected(0, -1, 0), 5)
  })

  it('is brighter on a slope that faces up, and without key light on one that faces down', () => {
    const up = project(0, 0, 0, 1, 0, 0, 0, 1, 1)
    expect(shading.computeLight(up, triangle, 0, true)).toBeCloseTo(computeExpected(0, -Math.SQRT1_2, Math.SQRT1_2), 5)
    const down = project(0, 0, 0, 1, 0, 0, 0, -3, 1)
    const length = Math.sqrt(10)
    expect(computeExpected(0, -1 / length, -3 / length)).toBeCloseTo(0.6 - (0.14 * 3) / length)
    expect(shading.computeLight(down, triangle, 0, true)).toBeCloseTo(computeExpected(0, -1 / length, -3 / length), 5)
  })

  it('tells left from right', () => {
    const left = project(0, 1, 0, 1, 0, 0, 0, 1, 1)
    const right = project(0, 0, 0, 1, 1, 0, 0, 0, 1)
    expect(shading.computeLight(left, triangle, 0, false)).toBeCloseTo(
      computeExpected(-Math.SQRT1_2, -Math.SQRT1_2, 0),
      5,
    )
    expect(shading.computeLight(right, triangle, 0, false)).toBeCloseTo(
      computeExpected(Math.SQRT1_2, -Math.SQRT1_2, 0),
      5,
    )
  })

  it('is the same from behind, but 0 for a culled back face and for a degenerate triangle', () => {
    const wall = project(9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    const front = shading.computeLight(wall, Uint32Array.of(0, 1, 2, 3), 1, false)
    const back = Uint32Array.of(1, 3, 2)
    expect(shading.computeLight(wall, back, 0, false)).toBeCloseTo(front, 6)
    expect(shading.computeLight(wall, back, 0, true)).toBe(0)
    expect(shading.computeLight(project(0, 0, 0, 1, 0, 1, 2, 0, 2), triangle, 0, false)).toBe(0)
  })
})

describe('FaceShading blend', () => {
  const shading = new FaceShading(frontView)
  const blend = (below: number, color: number, opacity: number): number => {
    const target = Int32Array.of(123, below, 456)
    shading.blend(target, 1, color, opacity)
    expect([target[0], target[2]]).toEqual([123, 456])
    return target[1]
  }

  it('mixes two colours in linear light', () => {
    const mix = (under: number, over: number): number =>
      255 * (0.75 * (under / 255) ** 2.2 + 0.25 * (over / 255) ** 2.2) ** (1 / 2.2)
    expect(unpack(blend(pack(200, 0, 100), pack(0, 255, 100), 0.25))).toEqual(
      near([mix(200, 0), mix(0, 255), 100, 255]),
    )
  })

  it('keeps the colour and its opacity over the empty background', () => {
    expect(unpack(blend(0, pack(90, 180, 30), 0.4))).toEqual(near([90, 180, 30, 102]))
  })

  it('increases the opacity with every layer', () => {
    const layer = blend(0, pack(90, 90, 90), 0.5)
    expect(unpack(layer)[3]).toBe(128)
    // (128 / 255) × 0.5 + 0.5 = 191.5 / 255.
    expect(unpack(blend(layer, pack(90, 90, 90), 0.5))[3]).toBe(192)
  })
})

describe('resolveSamples', () => {
  it('averages the samples of each pixel in linear light', () => {
    const [black, white] = [pack(0, 0, 0), pack(255, 255, 255)]
    // Two pixels of 2 × 2 samples: half white, and a quarter red.
    const samples = Int32Array.of(white, black, pack(255, 0, 0), black, black, white, black, black)
    const out = resolveSamples(samples, { width: 2, height: 1, samples: 2 })
    const half = Math.round(255 * 0.5 ** (1 / 2.2))
    const quarter = Math.round(255 * 0.25 ** (1 / 2.2))
    expect([...out]).toEqual([half, half, half, 255, quarter, 0, 0, 255])
  })

  it('ignores the colour of empty samples and has their share of opacity', () => {
    const samples = Int32Array.of(pack(10, 200, 30), 0, 0, pack(10, 200, 30, 127))
    expect(unpack(packBytes(resolveSamples(samples, { width: 1, height: 1, samples: 2 })))).toEqual(
      near([10, 200, 30, 96]),
    )
    expect([...resolveSamples(new Int32Array(4), { width: 1, height: 1, samples: 2 })]).toEqual([0, 0, 0, 0])
  })

  it('weights samples by their opacity', () => {
    const samples = Int32Array.of(pack(255, 0, 0, 200), pack(0, 0, 255, 50), 0, 0)
    const [red, , blue, alpha] = resolveSamples(samples, { width: 1, height: 1, samples: 2 })
    expect(alpha).toBe(Math.round(250 / 4))
    expect(Math.abs(red - 255 * 0.8 ** (1 / 2.2))).toBeLessThanOrEqual(1)
    expect(Math.abs(blue - 255 * 0.2 ** (1 / 2.2))).toBeLessThanOrEqual(1)
  })

  it('reads the samples of the second row and column of pixels', () => {
    const samples = new Int32Array(36)
    samples[2 * 6 + 2] = pack(255, 255, 255)
    samples[5 * 6 + 5] = pack(255, 255, 255)
    const alphas = (size: { width: number; height: number; samples: number }): number[] =>
      [...resolveSamples(samples, size)].filter((_, at) => at % 4 === 3)
    expect(alphas({ width: 2, height: 2, samples: 3 })).toEqual([28, 0, 0, 28])
    expect(alphas({ width: 3, height: 3, samples: 2 })).toEqual([0, 0, 0, 0, 64, 0, 0, 0, 64])
  })
})

const packBytes = (bytes: Uint8Array): number => pack(bytes[0], bytes[1], bytes[2], bytes[3])
