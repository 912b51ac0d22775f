import { describe, expect, it } from 'vitest'
import { MarkupEditor } from './markup-editor.js'
import type { MarkupPoint, MarkupShape } from './markup-format.js'
import { boundsOfShape } from './shape-geometry.js'
import type { MarkupTool } from './shape-making.js'

function editor(): { editor: MarkupEditor; changes: () => number } {
  let changes = 0
  const instance = new MarkupEditor(() => {
    changes += 1
  })
  return { editor: instance, changes: () => changes }
}

const radius = 0.02

function drag(on: MarkupEditor, tool: MarkupTool, way: readonly MarkupPoint[], shift = false): void {
  if (on.tool !== tool) on.tool = tool
  const [first = [0, 0], ...rest] = way
  on.pointerDown({ point: first, radius, shift })
  for (const point of rest) on.drag({ point, shift })
  on.release()
}

const roundedBounds = (shape: MarkupShape | undefined): number[] =>
  shape === undefined ? [] : boundsOfShape(shape).map((value) => Math.round(value * 1000) / 1000 + 0)

describe('markup drawing', () => {
  it.each(['rectangle', 'ellipse', 'cloud'] as const)('creates a %s between two corners, in any direction', (kind) => {
    const { editor: on } = editor()
    drag(on, kind, [
      [0.4, 0.3],
      [0.1, 0.1],
      [-0.2, -0.1],
    ])
    expect(on.shapes).toMatchObject([{ kind, box: [-0.2, -0.1, 0.4, 0.3], color: '#d92d20' }])
  })

  it('creates a line or an arrow from press to release, in steps of 45° with Shift', () => {
    const { editor: on } = editor()
    drag(on, 'arrow', [
      [0, 0],
      [0.3, 0.2],
    ])
    drag(
      on,
      'line',
      [
        [0, 0],
        [0.3, 0.02],
      ],
      true,
    )
    expect(on.shapes[0]).toMatchObject({ kind: 'arrow', from: [0, 0], to: [0.3, 0.2] })
    expect(on.shapes[1]).toMatchObject({ kind: 'line', to: [expect.closeTo(0.3, 2), expect.closeTo(0, 9)] })
  })

  it('creates a square with Shift', () => {
    const { editor: on } = editor()
    drag(
      on,
      'rectangle',
      [
        [0, 0],
        [0.3, -0.1],
      ],
      true,
    )
    expect(roundedBounds(on.shapes[0])).toEqual([0, -0.3, 0.3, 0])
  })

  it('simplifies a stroke to far fewer points and keeps its ends', () => {
    const { editor: on } = editor()
    const way = Array.from({ length: 400 }, (_, step): MarkupPoint => [step / 400, Math.sin(step / 40) * 0.2])
    drag(on, 'pen', way)
    const [stroke] = on.shapes
    const points = stroke !== undefined && 'points' in stroke ? stroke.points : []
    expect(points.length).toBeGreaterThan(10)
    expect(points.length).toBeLessThan(100)
    expect(points[0]).toEqual(way[0])
    expect(points.at(-1)).toEqual(way.at(-1))
  })

  it('creates nothing for a press without a drag or for a cancelled drag', () => {
    const { editor: on } = editor()
    drag(on, 'rectangle', [
      [0, 0],
      [0.001, 0.001],
    ])
    on.pointerDown({ point: [0, 0], radius, shift: false })
    on.drag({ point: [0.5, 0.5], shift: false })
    expect(on.shapes).toHaveLength(1)
    expect(on.cancel()).toBe(true)
    expect(on.cancel()).toBe(false)
    expect(on.shapes).toEqual([])
    expect(on.canUndo).toBe(false)
  })

  it('prompts for a text at the pressed point and centers a stamp on it', () => {
    const { editor: on } = editor()
    const prompts: MarkupPoint[] = []
    on.promptText = (at) => void prompts.push(at)
    on.tool = 'text'
    on.pointerDown({ point: [0.1, 0.2], radius, shift: false })
    expect(prompts).toEqual([[0.1, 0.2]])
    on.write([0.1, 0.2], '  \n')
    expect(on.shapes).toEqual([])
    on.write([0.1, 0.2], 'Խնդիր\nայստեղ  ')
    on.style = { ...on.style, stamp: 'APPROVED' }
    on.tool = 'stamp'
    on.pointerDown({ point: [0, 0], radius, shift: false })
    expect(on.shapes).toMatchObject([
      { kind: 'text', at: [0.1, 0.2], text: 'Խնդիր\nայստեղ' },
      { kind: 'stamp', text: 'APPROVED' },
    ])
    const [left = 0, , right = 0] = roundedBounds(on.shapes[1])
    expect((left + right) / 2).toBeCloseTo(0, 3)
    expect(on.tool).toBe('select')
    expect(on.selected.map(({ kind }) => kind)).toEqual(['stamp'])
  })

  it('adds a selected shape by keyboard', () => {
    const { editor: on } = editor()
    on.addAtCenter()
    expect(on.shapes).toEqual([])
    on.tool = 'cloud'
    on.addAtCenter()
    expect(on.selected).toHaveLength(1)
    on.moveSelection(0.1, 0)
    on.resizeSelection(2, 1)
    expect(roundedBounds(on.shapes[0])).toEqual([-0.15, -0.125, 0.85, 0.125])
  })
})

describe('markup selection', () => {
  function withTwo(): MarkupEditor {
    const { editor: on } = editor()
    drag(on, 'rectangle', [
      [-0.5, -0.5],
      [-0.1, -0.1],
    ])
    drag(on, 'line', [
      [0.1, 0.1],
      [0.5, 0.1],
    ])
    on.tool = 'select'
    return on
  }

  it('selects the shape under the pointer, adds with Shift and is cleared beside all shapes', () => {
    const on = withTwo()
    drag(on, 'select', [[-0.5, -0.3]])
    expect(on.selected.map(({ kind }) => kind)).toEqual(['rectangle'])
    drag(on, 'select', [[0.3, 0.11]], true)
    expect(on.selected).toHaveLength(2)
    drag(on, 'select', [[-0.3, -0.3]])
    expect(on.selected).toEqual([])
  })

  it('moves by pointer and resizes by handles, each as one undo step', () => {
    const on = withTwo()
    drag(on, 'select', [
      [-0.5, -0.3],
      [-0.4, -0.3],
      [-0.4, -0.1],
    ])
    expect(roundedBounds(on.shapes[0])).toEqual([-0.4, -0.3, 0, 0.1])
    drag(on, 'select', [
      [0, 0.1],
      [0.2, 0.3],
    ])
    expect(roundedBounds(on.shapes[0])).toEqual([-0.4, -0.3, 0.2, 0.3])
    drag(on, 'select', [[0.3, 0.1]])
    drag(on, 'select', [
      [0.5, 0.1],
      [0.5, 0.4],
    ])
    expect(on.shapes[1]).toMatchObject({ from: [0.1, 0.1], to: [0.5, 0.4] })
    on.undo()
    on.undo()
    expect(roundedBounds(on.shapes[0])).toEqual([-0.4, -0.3, 0, 0.1])
    on.redo()
    expect(roundedBounds(on.shapes[0])).toEqual([-0.4, -0.3, 0.2, 0.3])
  })

  it('cycles by keyboard, deletes, and restores by undo', () => {
    const on = withTwo()
    on.selectNext(1)
    on.selectNext(1)
    on.selectNext(1)
    expect(on.selected.map(({ kind }) => kind)).toEqual(['rectangle'])
    on.selectNext(-1)
    expect(on.selected.map(({ kind }) => kind)).toEqual(['line'])
    on.deleteSelection()
    expect(on.shapes).toHaveLength(1)
    on.clear()
    expect(on.shapes).toEqual([])
    on.undo()
    on.undo()
    expect(on.shapes).toHaveLength(2)
    expect(on.canRedo).toBe(true)
    drag(on, 'line', [
      [0, 0],
      [0.1, 0.1],
    ])
    expect(on.canRedo).toBe(false)
  })

  it('restyles selected shapes and later ones', () => {
    const on = withTwo()
    drag(on, 'select', [[0.3, 0.1]])
    on.restyle({ color: '#1f7a4d' })
    drag(on, 'line', [
      [-0.5, 0.5],
      [0.5, 0.5],
    ])
    expect(on.shapes.map(({ color }) => color)).toEqual(['#d92d20', '#1f7a4d', '#1f7a4d'])
  })

  it('resizes a text with fixed proportions and a fixed opposite corner', () => {
    const { editor: on } = editor()
    on.write([0, 0], 'abcdef')
    const before = roundedBounds(on.shapes[0])
    const [, , right = 0, bottom = 0] = before
    drag(on, 'select', [
      [right, bottom],
      [right * 2, bottom * 2],
    ])
    expect(roundedBounds(on.shapes[0])).toEqual([0, 0, expect.closeTo(right * 2, 3), expect.closeTo(bottom * 2, 3)])
  })

  it('notifies of every change', () => {
    const { editor: on, changes } = editor()
    const before = changes()
    drag(on, 'line', [
      [0, 0],
      [0.2, 0.2],
    ])
    expect(changes()).toBeGreaterThan(before + 1)
  })
})
