import { BlockRecord, Insert, Line, Viewport, XY, XYZ } from '@node-projects/acad-ts'
import type { RecordingSheet } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { documentWith, drawDocument, listPolylines } from '../testing/draw-sheets.js'

/**
 * Draws a drawing view of 100 by 1: its projected lines, inserted into the model space, and a viewport of scale 1 : 50.
 */
async function drawView(
  viewDirection: XYZ,
): Promise<{ model: RecordingSheet; layout: RecordingSheet; skipped: unknown[] }> {
  const block = new BlockRecord('*S1')
  block.entities.add(new Line(new XYZ(0, 0, 0), new XYZ(100, 0, 100)))
  const reference = Object.defineProperty(new Insert(block), 'objectName', { value: 'ACDBVIEWREPBLOCKREFERENCE' })
  const document = documentWith(new Line(new XYZ(0, 0, 0), new XYZ(7, 0, 0)), reference)
  document.blockRecords?.add(block)
  const frame = Object.defineProperty(new Line(), 'objectName', { value: 'DRAWINGVIEW' })
  const paper = Object.assign(new Viewport(), { id: 1, width: 297, height: 210, viewHeight: 210 })
  const view = Object.assign(new Viewport(), {
    ...{ id: 2, center: new XYZ(100, 50, 0), width: 40, height: 20, viewHeight: 1000, viewCenter: new XY(0, 0) },
    viewDirection,
  })
  for (const entity of [paper, view, frame]) document.paperSpace?.entities.add(entity)
  const { scene, skipped } = await drawDocument(document)
  const [model, layout] = scene.sheets
  if (!model || !layout) throw new Error('no sheets')
  return { model, layout, skipped: [...skipped] }
}

describe('DWG drawing view', () => {
  it('shows its projected lines through a viewport from above', async () => {
    const { layout } = await drawView(new XYZ(0, 0, 1))
    expect(listPolylines(layout)).toEqual([[100, 50, 102, 50]])
    expect(layout.viewports).toHaveLength(1)
  })

  it('shows its projected lines through a viewport from the front', async () => {
    const { layout } = await drawView(new XYZ(0, -1, 0))
    expect(listPolylines(layout)).toContainEqual([100, 50, 102, 52])
  })

  it('is not drawn in the model space itself', async () => {
    const { model } = await drawView(new XYZ(0, 0, 1))
    expect(listPolylines(model)).toEqual([[0, 0, 7, 0]])
    expect(model.entities.map(({ type }) => type)).toEqual(['LINE'])
  })

  it('does not count its frame as skipped', async () => {
    const { skipped } = await drawView(new XYZ(0, 0, 1))
    expect(skipped).toEqual([])
  })
})
