import { describe, expect, it } from 'vitest'
import type { LoadedSheet } from '../loaded-sheet.js'
import { SheetLayers } from './sheet-layers.js'
import type { SheetRenderer } from './sheet-renderer.js'
import type { GpuSheet } from './sheet-pass.js'
import { SheetScene } from './sheet-scene.js'

/** GPU stub that stores nothing: only the draw calls matter here. */
const renderer = { upload: () => ({}) as GpuSheet, styleTexture: () => ({}) } as unknown as SheetRenderer
const view = { matrix: [1, 0, 0, 1, 0, 0], pixelRatio: 1, unitsPerPixel: 0.5 } as const

function weightPixels(paper: 'light' | 'dark', thinLines: boolean, plottedWeights: boolean | null): number {
  const counts = { vertices: 0, triangles: 0 }
  const info = { kind: 'layout', levels: 1, counts, millimetresPerUnit: 1, styles: [], viewports: [], images: [] }
  const sheet = { number: 0, info: { ...info, ...(thinLines && { thinLines }) } } as unknown as LoadedSheet
  const parts = { renderer, layers: new SheetLayers(), paper, plottedWeights }
  const scene = new SheetScene(new Map([[0, sheet]]), sheet, parts)
  return scene.createPass(sheet, view, null).pixelsPerMillimetre
}

describe('SheetScene', () => {
  it.each(['light', 'dark'] as const)(
    'draws lines on %s paper with weights, unless the sheet has thin lines',
    (paper) => {
      expect(weightPixels(paper, false, null)).toBe(2)
      expect(weightPixels(paper, true, null)).toBe(0)
    },
  )

  it.each(['light', 'dark'] as const)(
    'draws lines on %s paper with the chosen weights, whatever the sheet says',
    (paper) => {
      expect(weightPixels(paper, true, true)).toBe(2)
      expect(weightPixels(paper, false, false)).toBe(0)
    },
  )
})
