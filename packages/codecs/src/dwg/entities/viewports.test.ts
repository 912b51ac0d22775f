import { describe, expect, it } from 'vitest'
import type { Drawing, Entity, Viewport } from '../../drawing/index.js'
import { openDwg } from '../open-dwg.js'
import type { DwgRelease } from '../release.js'
import { createCircle, createLine } from '../testing/entities.js'
import { fixedHandles, releases, writeDrawing, type WrittenEntity } from '../testing/write-drawing.js'
import { writeFields, type FieldValues } from '../testing/write-fields.js'

const shapeFields = `
13- 3BD CENTER
13- BD WIDTH HEIGHT
2000- 3BD TARGET DIRECTION
2000- BD TWIST VIEW_HEIGHT LENS FRONT BACK SNAP_ANGLE
2000- 2RD VIEW_CENTER SNAP_BASE SNAP_SPACING GRID_SPACING
2000- BS CIRCLE_ZOOM
2007- BS GRID_MAJOR`

const stateFields = `
2000- BL FLAGS
2000- T STYLE_SHEET
2000- RC RENDER_MODE
2000- B UCS_AT_ORIGIN UCS_PER_VIEWPORT
2000- 3BD UCS_ORIGIN UCS_X UCS_Y
2000- BD ELEVATION
2000- BS ORTHOGRAPHIC
2004- BS SHADE_PLOT
2007- B DEFAULT_LIGHTS
2007- RC LIGHTING
2007- BD BRIGHTNESS CONTRAST
2007- CMC AMBIENT`

interface WrittenView {
  readonly values?: FieldValues
  readonly frozenLayers?: readonly number[]
  readonly boundary?: number
}

const createViewport = ({ values = {}, frozenLayers = [], boundary = 0 }: WrittenView = {}): WrittenEntity => ({
  kind: 34,
  write(writer) {
    const { data, release } = writer
    writeFields(writer, shapeFields, { CENTER: [100, 50, 0], WIDTH: 200, HEIGHT: 100, ...values })
    if (release <= 14) {
      writer.writeReference(0)
      return
    }
    data.writeLong(frozenLayers.length)
    writeFields(writer, stateFields, { FLAGS: 0, ...values })
    for (const layer of frozenLayers) writer.writeReference(layer)
    const others = (release === 2000 ? 3 : 2) + (release >= 2007 ? 4 : 0)
    for (const handle of [boundary, ...Array.from({ length: others }, () => 0)]) writer.writeReference(handle)
  },
})

const flag = { clipped: 0x10000, off: 0x20000 } as const

function listModel(release: DwgRelease, entities: readonly WrittenEntity[]): Entity[] {
  const drawing: Drawing = openDwg(writeDrawing(release, entities))
  expect(drawing.unread).toEqual([])
  const model = drawing.blocks.find(({ name }) => name === '*Model_Space')
  return [...(model?.entities() ?? [])]
}

const listViewports = (release: DwgRelease, entities: readonly WrittenEntity[]): Viewport[] =>
  listModel(release, entities).filter((entity) => entity.kind === 'viewport')

describe.each(releases)('VIEWPORT of release %i', (release) => {
  it('has its number by its position in the block, and the first one is the paper', () => {
    const line = createLine([0, 0], [1, 1])
    const viewports = listViewports(release, [line, createViewport(), line, createViewport(), createViewport()])
    expect(viewports.map(({ id, isPaper }) => [id, isPaper])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ])
  })

  it('has its rectangle on the paper', () => {
    expect(listViewports(release, [createViewport()])).toMatchObject([
      { center: [100, 50, 0], width: 200, height: 100, isOff: false, boundary: null },
    ])
  })
})

describe.each(releases.filter((release) => release >= 2000))('view of a VIEWPORT of release %i', (release) => {
  it('states what of the model is visible', () => {
    const values = { TARGET: [1, 2, 3], DIRECTION: [0, -1, 0], TWIST: 0.5, VIEW_HEIGHT: 300, VIEW_CENTER: [7, 8] }
    expect(listViewports(release, [createViewport({ values })])).toMatchObject([
      { viewTarget: [1, 2, 3], viewDirection: [0, -1, 0], twistAngle: 0.5, viewHeight: 300, viewCenter: [7, 8] },
    ])
  })

  it('has each frozen layer once, and none that is missing', () => {
    const { layer } = fixedHandles
    const [viewport] = listViewports(release, [createViewport({ frozenLayers: [layer, 0, 0x999, layer] })])
    expect(viewport?.frozenLayers.map(({ name }) => name)).toEqual(['Walls'])
  })

  it('has a boundary while it is clipped', () => {
    const boundary = fixedHandles.firstEntity
    const [clipped, other] = listViewports(release, [
      createCircle([5, 5], 2),
      createViewport({ values: { FLAGS: flag.clipped }, boundary }),
      createViewport({ boundary }),
    ])
    expect(clipped?.boundary).toMatchObject({ kind: 'circle', radius: 2 })
    expect(other?.boundary).toBeNull()
  })

  it('is off where its flags state it', () => {
    const values = { FLAGS: flag.off }
    expect(listViewports(release, [createViewport({ values })])).toMatchObject([{ isOff: true }])
  })
})
