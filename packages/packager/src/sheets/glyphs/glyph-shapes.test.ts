import type { GlyphSource } from '@kamar/core'
import { glyphSteps } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { squareGlyphs } from '../../test-support/test-sheet.js'
import { productFaces } from './face-fonts.js'
import { type Face, faceFiles, GlyphShapes } from './glyph-shapes.js'

/** Computes the box of a glyph in cap heights: left, bottom, right, top. */
function measureBox(shapes: GlyphShapes, number: number): number[] {
  const { points } = shapes.shapes[number]
  const [xs, ys] = [0, 1].map((axis) =>
    [...points].filter((_, at) => at % 2 === axis).map((value) => value / glyphSteps),
  )
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Computes the area of a glyph's triangles in square cap heights. */
function measureArea(shapes: GlyphShapes, number: number): number {
  const { points, indices } = shapes.shapes[number]
  let area = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((vertex) => indices[at + vertex] * 2)
    area +=
      Math.abs(
        (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
          (points[b + 1] - points[a + 1]) * (points[c] - points[a]),
      ) / 2
  }
  return area / glyphSteps ** 2
}

const faces = [...Object.keys(faceFiles), 'stroke'] as readonly Face[]

describe('glyph of a face', () => {
  it.each(faces)('is one cap height tall and stands on the baseline: %s', (face) => {
    const shapes = new GlyphShapes(productFaces)
    const [left, bottom, right, top] = measureBox(shapes, shapes.getGlyph(face, 'H').number)
    expect([bottom, top]).toEqual([expect.closeTo(0, 1.5), expect.closeTo(1, 1.5)])
    expect(left).toBeGreaterThanOrEqual(-0.01)
    expect(right).toBeLessThanOrEqual(shapes.getGlyph(face, 'H').advance + 0.01)
  })

  it('is added once per face and character', () => {
    const shapes = new GlyphShapes(productFaces)
    const first = shapes.getGlyph('sans', 'A')
    expect(shapes.getGlyph('sans', 'A')).toBe(first)
    expect(shapes.getGlyph('serif', 'A').number).not.toBe(first.number)
    expect(shapes.shapes.map(({ character }) => character)).toEqual(['A', 'A'])
  })

  it('is bolder in a bold face, slanted in an oblique one and as wide as any other in a monospaced one', () => {
    const shapes = new GlyphShapes(productFaces)
    const area = (face: Face): number => measureArea(shapes, shapes.getGlyph(face, 'l').number)
    expect(area('sans-bold')).toBeGreaterThan(1.3 * area('sans'))
    expect(area('light')).toBeLessThan(0.8 * area('sans'))
    const width = (face: Face): number => {
      const [left, , right] = measureBox(shapes, shapes.getGlyph(face, 'l').number)
      return right - left
    }
    expect(width('sans-oblique')).toBeGreaterThan(width('sans') + 0.15)
    expect(shapes.getGlyph('mono', 'i').advance).toBe(shapes.getGlyph('mono', 'W').advance)
    expect(shapes.getGlyph('sans', 'i').advance).toBeLessThan(shapes.getGlyph('sans', 'W').advance / 2)
  })

  it('has curves: a full stop of a serif face is nearly a circle', () => {
    const shapes = new GlyphShapes(productFaces)
    const { number } = shapes.getGlyph('serif', '.')
    const [left, bottom, right, top] = measureBox(shapes, number)
    const ratio = measureArea(shapes, number) / ((right - left) * (top - bottom))
    expect(ratio).toBeGreaterThan(0.97 * (Math.PI / 4))
    expect(ratio).toBeLessThan(1.01 * (Math.PI / 4))
  })

  it('has holes: the letter O is a ring', () => {
    const shapes = new GlyphShapes(productFaces)
    const { number } = shapes.getGlyph('sans', 'O')
    const [left, bottom, right, top] = measureBox(shapes, number)
    const ratio = measureArea(shapes, number) / ((right - left) * (top - bottom))
    expect(ratio).toBeLessThan(0.5)
    expect(ratio).toBeGreaterThan(0.2)
  })

  it('is that of the plain face when its own lacks it, and of an outline when strokes lack it', () => {
    const shapes = new GlyphShapes(productFaces)
    expect(shapes.getGlyph('mono', 'Ա').number).not.toBe(shapes.getGlyph('mono', '?').number)
    const cyrillic = shapes.getGlyph('stroke', 'Ж')
    expect(cyrillic).toBe(shapes.getGlyph('light', 'Ж'))
    expect(shapes.getGlyph('stroke', 'Z')).not.toBe(shapes.getGlyph('light', 'Z'))
  })

  it('is the question mark of the plain face when no font has it', () => {
    const shapes = new GlyphShapes(productFaces)
    for (const face of ['sans', 'serif', 'stroke'] as const) {
      const { number, advance, isUnknown } = shapes.getGlyph(face, '你')
      expect(isUnknown).toBe(true)
      const { number: expected, advance: expectedAdvance } = shapes.getGlyph('sans', '?')
      expect([number, advance]).toEqual([expected, expectedAdvance])
      expect(shapes.getGlyph(face, '?')).not.toHaveProperty('isUnknown')
    }
  })

  it('is that of the fallback font before it becomes a question mark', () => {
    const fallback: GlyphSource = {
      ...squareGlyphs,
      findGlyph: (character) => (character === '你' ? { advance: 3, lines: [[0, 0, 2, 0, 2, 2]] } : null),
    }
    const shapes = new GlyphShapes(productFaces, fallback)
    const { number, advance } = shapes.getGlyph('sans', '你')
    expect(advance).toBe(3)
    expect([...shapes.shapes[number].points].map((value) => value / glyphSteps)).toEqual([0, 0, 2, 0, 2, 2])
    expect(shapes.getGlyph('stroke', '你').number).toBe(number)
    expect(shapes.getGlyph('sans', '好').isUnknown).toBe(true)
    expect(shapes.shapes.filter(({ character }) => character === '你')).toHaveLength(1)
  })

  it('is as wide as a space for a space that fonts lack, and as an ideograph for the ideographic one', () => {
    const shapes = new GlyphShapes(productFaces)
    const space = shapes.getGlyph('sans', ' ').advance
    expect(space).toBeGreaterThan(0.3)
    expect(shapes.getGlyph('sans', '\u205f').advance).toBeGreaterThan(0)
    expect(shapes.getGlyph('sans', '\u3000').advance).toBeCloseTo(2048 / 1493, 6)
    expect(shapes.getGlyph('stroke', ' ').advance).toBeCloseTo(16 / 21, 6)
    expect(shapes.shapes.every(({ indices, points }) => indices.length === 0 && points.length === 0)).toBe(true)
  })
})

describe('stroke glyph', () => {
  it('is made of lines between consecutive points, from its left side', () => {
    const shapes = new GlyphShapes(productFaces)
    const { number, advance } = shapes.getGlyph('stroke', 'L')
    const { points, indices, stroke, character } = shapes.shapes[number]
    expect([stroke, character]).toEqual([true, 'L'])
    expect(indices.length % 2).toBe(0)
    for (let at = 0; at < indices.length; at += 2) expect(indices[at + 1]).toBe(indices[at] + 1)
    const [, bottom, right, top] = measureBox(shapes, number)
    expect([bottom, top]).toEqual([0, 1])
    expect(right).toBeLessThan(advance)
    // An L is drawn in two lines: down, and to the right.
    expect([points.length / 2, indices.length / 2]).toEqual([4, 2])
  })
})

describe('glyph of a source font', () => {
  const stroke: GlyphSource = {
    name: 'own.shx',
    kind: 'stroke',
    findGlyph: (character) =>
      character === 'A'
        ? {
            advance: 1.5,
            lines: [
              [0, 0, 0.5, 1, 1, 0],
              [0.25, 0.5, 0.75, 0.5],
              [9, 9],
            ],
          }
        : null,
  }

  it('has its lines as pairs of points', () => {
    const shapes = new GlyphShapes(productFaces)
    const glyph = shapes.findOwnGlyph(stroke, 'A')
    expect(glyph).toEqual({ number: 0, advance: 1.5 })
    const { points, indices } = shapes.shapes[0]
    expect([...points].map((value) => value / glyphSteps)).toEqual([0, 0, 0.5, 1, 1, 0, 0.25, 0.5, 0.75, 0.5, 9, 9])
    expect([...indices]).toEqual([0, 1, 1, 2, 3, 4])
  })

  it('is requested once, also when the font lacks it', () => {
    const requests: string[] = []
    const counting: GlyphSource = {
      ...stroke,
      findGlyph: (character) => (requests.push(character), stroke.findGlyph(character)),
    }
    const shapes = new GlyphShapes(productFaces)
    for (let round = 0; round < 3; round++) {
      expect(shapes.findOwnGlyph(counting, 'A')?.number).toBe(0)
      expect(shapes.findOwnGlyph(counting, 'B')).toBeNull()
    }
    expect(requests).toEqual(['A', 'B'])
  })

  it('is separate per font', () => {
    const shapes = new GlyphShapes(productFaces)
    expect([shapes.findOwnGlyph(stroke, 'A')?.number, shapes.findOwnGlyph(squareGlyphs, 'A')?.number]).toEqual([0, 1])
    expect(shapes.shapes.map((shape) => shape.stroke)).toEqual([true, false])
    expect(measureArea(shapes, 1)).toBeCloseTo(1, 6)
  })
})
