import type { Vector } from '@kamar/core/math'
import { describe, expect, it } from 'vitest'
import { computeFirstView } from './first-view.js'
import { JoinedDrawing } from './joined-drawing.js'
import type { PlacedBody } from './solids/collect.js'
import { createDrawing, createEntity } from './testing/records.js'

const face = createEntity('face')
const bodies = [{ entity: face, top: face }] as unknown as readonly PlacedBody[]

/** Computes the first view of a drawing that was last viewed along `direction`. */
function computeView({ flat = true, direction = [0, 0, 1] as Vector, inModel = true } = {}): string {
  const hiddenLine = createEntity('line', { isInvisible: true })
  const light = createEntity('custom', { name: 'LIGHT' })
  const model = [face, hiddenLine, createEntity('viewport'), light, ...(flat ? [createEntity('line')] : [])]
  const viewportEntries = [{ name: '*Active', direction }]
  const drawing = createDrawing({ model, viewportEntries, variables: { isModelSpaceActive: inModel } })
  return computeFirstView(new JoinedDrawing(drawing), bodies)
}

describe('computeFirstView', () => {
  it('opens a drawing with bodies on its plan', () => {
    expect(computeView()).toBe('sheet')
  })
  it('opens the model when there is nothing else to see', () => {
    expect(computeView({ flat: false })).toBe('model')
  })
  it('opens the model when it was saved in an oblique view, but not when a layout was active', () => {
    const direction: Vector = [1, -1, 1]
    expect(computeView({ direction })).toBe('model')
    expect(computeView({ direction, inModel: false })).toBe('sheet')
  })
})
