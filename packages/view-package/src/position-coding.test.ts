import { describe, expect, it } from 'vitest'
import { codeFromBase, codeFromPrevious, estimateBits, decodeFromBase, decodeFromPrevious } from './position-coding.js'
import { PositionPredictor } from './position-predictor.js'

/** A ring of places at two heights: a pipe. */
function pipe(radius: number, length: number, noise: (index: number) => number = () => 0): Uint16Array {
  const positions: number[] = []
  for (let side = 0; side < 24; side++) {
    const angle = (side * Math.PI) / 12
    for (const z of [0, length])
      positions.push(1000 + radius * Math.cos(angle), 1000 + radius * Math.sin(angle), z + noise(positions.length))
  }
  return Uint16Array.from(positions, Math.round)
}

describe('coding of places', () => {
  it('from the place before comes back exactly, over the whole range', () => {
    const positions = Uint16Array.of(0, 65535, 1, 65535, 0, 32768, 32767, 32768, 65535)
    expect(decodeFromPrevious(codeFromPrevious(positions))).toEqual(positions)
    expect(decodeFromPrevious(codeFromPrevious(new Uint16Array(0)))).toEqual(new Uint16Array(0))
  })

  it('from a base comes back exactly, however unlike the base is', () => {
    const predictor = new PositionPredictor(pipe(500, 4000))
    for (const positions of [pipe(500, 4000), pipe(80, 60000), pipe(900, 10, (index) => (index * 7919) % 60000)]) {
      const codes = codeFromBase(positions, predictor)
      expect(codes).not.toBeNull()
      expect(decodeFromBase(codes ?? new Uint16Array(0), predictor)).toEqual(positions)
    }
  })

  it('from a base costs next to nothing for a stretched copy', () => {
    const positions = pipe(250, 9000)
    const relative = codeFromBase(positions, new PositionPredictor(pipe(500, 4000))) ?? new Uint16Array(0)
    expect(estimateBits(relative)).toBeLessThan(estimateBits(codeFromPrevious(positions)) / 3)
  })

  it('is not tried from a flat base', () => {
    const flat = Uint16Array.of(0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0)
    expect(new PositionPredictor(flat).anchors).toBeNull()
    expect(codeFromBase(flat, new PositionPredictor(flat))).toBeNull()
  })
})

describe('deviation from a base', () => {
  const predictor = new PositionPredictor(pipe(500, 4000))

  it('is that of rounding for a stretched copy', () => {
    expect(predictor.deviation(pipe(300, 12000), 10)).toBeLessThan(4)
  })

  it('is infinite beyond the limit and for a flat base', () => {
    expect(
      predictor.deviation(
        pipe(500, 4000, (index) => (index === 30 ? 900 : 0)),
        100,
      ),
    ).toBe(Infinity)
    const flat = Uint16Array.of(0, 0, 0, 10, 0, 0, 10, 10, 0)
    expect(new PositionPredictor(flat).deviation(flat, 100)).toBe(Infinity)
  })
})
