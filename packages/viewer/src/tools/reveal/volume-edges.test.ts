import { describe, expect, it } from 'vitest'
import { listEdges } from './volume-edges.js'

const toPoint = (number: number): number[] => [number & 1, (number >> 1) & 1, (number >> 2) & 1]
const quad = (a: number, b: number, c: number, d: number): number[] =>
  [a, b, c, a, c, d].flatMap((number) => toPoint(number))
const box = [
  quad(0, 2, 3, 1),
  quad(4, 5, 7, 6),
  quad(0, 1, 5, 4),
  quad(2, 6, 7, 3),
  quad(0, 4, 6, 2),
  quad(1, 3, 7, 5),
].flat()

describe('listEdges', () => {
  it('returns the twelve edges of a box without the diagonals of its sides', () => {
    expect(listEdges(box).length / 6).toBe(12)
  })

  it('returns the border of a flat face', () => {
    expect(listEdges(quad(0, 1, 3, 2)).length / 6).toBe(4)
  })

  it('returns nothing for no triangles', () => {
    expect(listEdges([])).toEqual([])
  })
})
