import { Face3D, Line, type VPort, Viewport, XYZ } from '@node-projects/acad-ts'
import { describe, expect, it } from 'vitest'
import { computeFirstView } from './first-view.js'
import type { PlacedBody } from './solids/collect.js'
import { documentWith } from './testing/draw-sheets.js'

const face = new Face3D()
const bodies = [{ entity: face, top: face }] as unknown as readonly PlacedBody[]

/** Computes the first view of a drawing that was last viewed along `direction`. */
function computeView({ flat = true, direction = new XYZ(0, 0, 1), inModel = true } = {}): string {
  const hiddenLine = new Line()
  hiddenLine.isInvisible = true
  const document = documentWith(face, hiddenLine, new Viewport(), ...(flat ? [new Line()] : []))
  const { header } = document
  if (!header) throw new Error('no header')
  header.showModelSpace = inModel
  const ports = document.vPorts
  const active = [...(ports ?? [])].find(({ name }): boolean => /^\*active$/i.test(name)) as VPort
  active.direction = direction
  const view = computeFirstView({ document, header }, bodies)
  document.modelSpace?.entities.remove(face)
  return view
}

describe('computeFirstView', () => {
  it('opens a drawing with bodies on its plan', () => {
    expect(computeView()).toBe('sheet')
  })
  it('opens the model when there is nothing else to see', () => {
    expect(computeView({ flat: false })).toBe('model')
  })
  it('opens the model when it was saved in an oblique view, but not when a layout was active', () => {
    const direction = new XYZ(1, -1, 1)
    expect(computeView({ direction })).toBe('model')
    expect(computeView({ direction, inModel: false })).toBe('sheet')
  })
})
