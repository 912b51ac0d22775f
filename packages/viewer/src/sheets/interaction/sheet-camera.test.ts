import { describe, expect, it } from 'vitest'
import { SheetCamera } from './sheet-camera.js'

const sheet = { min: [100, 100], max: [500, 300] } as const

function cameraWith(insets: Partial<SheetCamera['insets']> = {}): SheetCamera {
  const camera = new SheetCamera()
  camera.setSize(1000, 800)
  camera.insets = { left: 0, right: 0, top: 0, bottom: 0, ...insets }
  camera.fit(sheet, { isFitted: true })
  return camera
}
const visibleArea = (camera: SheetCamera) => ({
  left: camera.toScreen(sheet.min).x,
  bottom: camera.toScreen(sheet.min).y,
  right: camera.toScreen(sheet.max).x,
  top: camera.toScreen(sheet.max).y,
})

describe('sheet camera fit', () => {
  it('fills an uncovered viewport', () => {
    const { left, right, top, bottom } = visibleArea(cameraWith())
    expect([left, right]).toEqual([expect.closeTo(40), expect.closeTo(960)])
    expect((top + bottom) / 2).toBeCloseTo(400)
  })

  it.each([
    ['panels on both sides', { left: 320, right: 316, top: 64, bottom: 64 }],
    ['a bottom sheet over half of a phone', { left: 8, right: 8, top: 64, bottom: 484 }],
  ])('places the sheet between overlays: %s', (_name, insets) => {
    const { left, right, top, bottom } = visibleArea(cameraWith(insets))
    expect(left).toBeGreaterThan(insets.left)
    expect(right).toBeLessThan(1000 - insets.right)
    expect(top).toBeGreaterThan(insets.top)
    expect(bottom).toBeLessThan(800 - insets.bottom)
    expect((left + right) / 2).toBeCloseTo((insets.left + 1000 - insets.right) / 2)
    expect((top + bottom) / 2).toBeCloseTo((insets.top + 800 - insets.bottom) / 2)
  })

  it('keeps a quarter of a side, however much of it is covered', () => {
    const { left, right } = visibleArea(cameraWith({ left: 1000, right: 500 }))
    expect([left, right]).toEqual([expect.closeTo(510), expect.closeTo(740)])
  })
})
