import { describe, expect, it } from 'vitest'
import { codeFromBase, codeFromPrevious, estimateBits, decodeFromBase, decodeFromPrevious } from './position-coding.js'
import { PositionPredictor } from './position-predictor.js'

/** Returns a ring of positions at two heights: a pipe. */
function pipe(radius: number, length: number, noise: (index: number) => number = () => 0): Uint16Array {
  const positions: number[] = []
  for (let side = 0; side < 24; side++) {
    const angle = (side * Math.PI) / 12
    for (const z of [0, length])
      positions.push(1000 + radius * Math.cos(angle), 1000 + radius * Math.sin(angle), z + noise(positions.length))
  }
  return Uint16Array.from(positions, Math.round)
}

describe('position coding', () => {
  it('restores positions coded from the previous vertex exactly, over the whole range', () => {
    const positions = Uint16Array.of(0, 65535, 1, 65535, 0, 32768, 32767, 32768, 65535)
    expect(decodeFromPrevious(codeFromPrevious(positions))).toEqual(positions)
    expect(decodeFromPrevious(codeFromPrevious(new Uint16Array(0)))).toEqual(new Uint16Array(0))
  })

  it('restores positions coded from a base mesh exactly, however different the base is', () => {
    const predictor = new PositionPredictor(pipe(500, 4000))
    for (const positions of [pipe(500, 4000), pipe(80, 60000), pipe(900, 10, (index) => (index * 7919) % 60000)]) {
      const codes = codeFromBase(positions, predictor)
      expect(codes).not.toBeNull()
      expect(decodeFromBase(codes ?? new Uint16Array(0), predictor)).toEqual(positions)
    }
  })

  it('costs less than a third for a scaled copy of the base', () => {
    const positions = pipe(250, 9000)
    const relative = codeFromBase(positions, new PositionPredictor(pipe(500, 4000))) ?? new Uint16Array(0)
    expect(estimateBits(relative)).toBeLessThan(estimateBits(codeFromPrevious(positions)) / 3)
  })

  it('is not available for a flat base', () => {
    const flat = Uint16Array.of(0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0)
    expect(new PositionPredictor(flat).anchors).toBeNull()
    expect(codeFromBase(flat, new PositionPredictor(flat))).toBeNull()
  })
})

describe('position deviation from a base', () => {
  const predictor = new PositionPredictor(pipe(500, 4000))

  it('is within rounding for a scaled copy', () => {
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
