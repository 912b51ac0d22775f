import type { Vector } from '@kamar/core/math'
import type { RecordingSheet } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { drawDrawing, listPolylines } from '../testing/draw-sheets.js'
import { createBlock, createDrawing, createEntity } from '../testing/records.js'

/**
 * Draws a drawing view of 100 by 1: its projected lines, inserted into the model space, and a viewport of scale 1 : 50.
 */
async function drawView(
  viewDirection: Vector,
): Promise<{ model: RecordingSheet; layout: RecordingSheet; skipped: unknown[] }> {
  const block = createBlock('*S1', [createEntity('line', { end: [100, 0, 100] })])
  const reference = createEntity('insert', { name: 'ACDBVIEWREPBLOCKREFERENCE', block })
  const frame = createEntity('line', { name: 'DRAWINGVIEW' })
  const view = createEntity('viewport', {
    ...{ center: [100, 50, 0], width: 40, height: 20, viewHeight: 1000 },
    viewDirection,
  })
  const { scene, skipped } = await drawDrawing(
    createDrawing({
      model: [createEntity('line', { end: [7, 0, 0] }), reference],
      paper: [createEntity('viewport', { isPaper: true }), view, frame],
      blocks: [block],
    }),
  )
  const [model, layout] = scene.sheets
  if (!model || !layout) throw new Error('no sheets')
  return { model, layout, skipped: [...skipped] }
}

describe('DWG drawing view', () => {
  it('shows its projected lines through a viewport from above', async () => {
    const { layout } = await drawView([0, 0, 1])
    expect(listPolylines(layout)).toEqual([[100, 50, 102, 50]])
    expect(layout.viewports).toHaveLength(1)
  })

  it('shows its projected lines through a viewport from the front', async () => {
    const { layout } = await drawView([0, -1, 0])
    expect(listPolylines(layout)).toContainEqual([100, 50, 102, 52])
  })

  it('is not drawn in the model space itself', async () => {
    const { model } = await drawView([0, 0, 1])
    expect(listPolylines(model)).toEqual([[0, 0, 7, 0]])
    expect(model.entities.map(({ type }) => type)).toEqual(['LINE'])
  })

  it('does not count its frame as skipped', async () => {
    const { skipped } = await drawView([0, 0, 1])
    expect(skipped).toEqual([])
  })
})
