import { describe, expect, it } from 'vitest'
import { chooseDetail, type Placement } from './choose-detail.js'
import type { Shape } from './shapes.js'

const sphere = (over: Partial<Shape> = {}): Shape => ({
  triangles: [1000, 300, 50],
  errors: [0, 0.02, 0.1],
  diagonalMetres: 1,
  uses: 1,
  scale: 1,
  ...over,
})
const box = (over: Partial<Shape> = {}): Shape => sphere({ triangles: [12], errors: [0], ...over })
const createPlacements = (shapes: readonly Shape[]): Placement[] =>
  shapes.map(({ diagonalMetres }, shape) => ({ shape, diagonalMetres }))

describe('chooseDetail', () => {
  it('keeps full detail within the budget', () => {
    const shapes = [sphere(), box()]
    expect(chooseDetail(shapes, createPlacements(shapes), 1012)).toEqual({
      levels: Int8Array.of(0, 0),
      isSelected: Uint8Array.of(1, 1),
      omitted: 0,
    })
  })

  it('reduces the shape with the smallest error first', () => {
    const shapes = [sphere({ errors: [0, 0.02, 0.1] }), sphere({ errors: [0, 0.2, 1] })]
    const { levels, omitted } = chooseDetail(shapes, createPlacements(shapes), 1050)
    expect([...levels]).toEqual([2, 0])
    expect(omitted).toBe(0)
  })

  it('counts every instance of a shape, and its error at the largest scale', () => {
    const shapes = [sphere({ uses: 3, scale: 100 }), sphere({ uses: 1, scale: 1 })]
    const placements = [0, 0, 0, 1].map((shape) => ({ shape, diagonalMetres: 1 }))
    expect([...chooseDetail(shapes, placements, 3300).levels]).toEqual([0, 1])
  })

  it('keeps the largest objects when the coarsest levels exceed the budget', () => {
    const shapes = [sphere({ diagonalMetres: 1 }), box({ diagonalMetres: 9 }), box({ diagonalMetres: 5 })]
    const detail = chooseDetail(shapes, createPlacements(shapes), 40)
    expect([...detail.levels]).toEqual([-1, 0, 0])
    expect([...detail.isSelected]).toEqual([0, 1, 1])
    expect(detail.omitted).toBe(1)
  })

  it('ignores shapes without triangles and shapes without instances', () => {
    const shapes = [sphere({ triangles: [], errors: [] }), sphere({ uses: 0 }), box()]
    const detail = chooseDetail(
      shapes,
      [
        { shape: 0, diagonalMetres: 1 },
        { shape: 2, diagonalMetres: 1 },
      ],
      12,
    )
    expect([...detail.levels]).toEqual([-1, -1, 0])
    expect([...detail.isSelected]).toEqual([0, 1])
    expect(detail.omitted).toBe(0)
  })
})
