import { createSvg } from '@kamar/exporters/pages'
import { composeDrawing } from '@kamar/packager/sheets'
import type { ModelPlan } from '@kamar/viewer'
import { describe, expect, test } from 'vitest'
import { readFaces } from '../../../../testing/test-print.js'
import { composePage, type PageRequest } from './compose-page.js'
import type { PageSetup } from './page-setup.js'
import { createPlanSheet, type PlanStyle } from './plan-sheet.js'

const faces = readFaces()

/** A wall of 8.8 × 0.3 m with a line behind the cut, in a room. */
const plan: ModelPlan = {
  cuts: [
    {
      element: 1,
      hatch: 2,
      loops: [Float64Array.of(0, 0, 8.8, 0, 8.8, 0.3, 0, 0.3)],
      segments: new Float64Array(0),
      area: 2.64,
    },
  ],
  lines: [{ element: 2, segments: [0, 3, 8.8, 3] }],
  spaces: [{ element: 3, name: 'A101 Խոհանոց', area: 24.5, x: 4, y: 2, width: 8 }],
  box: [0, 0, 8.8, 3],
  right: [1, 0, 0],
  up: [0, 1, 0],
}

const style: PlanStyle = {
  scale: 100,
  isHatched: true,
  hasSpaces: true,
  shift: [500_000, 4_400_000],
  getClassName: (element) => ['', 'IfcWall', 'IfcSlab', 'IfcSpace'][element] ?? '',
  getSourceId: (element) => `id-${element}`,
  formatArea: (area) => `${area.toFixed(2)} m²`,
  computeHatchLines: ([ring]) => Array.from({ length: 4 }, (_, at) => (ring?.[at % 2] ?? 0) + (at > 1 ? 0.3 : 0)),
}

const setup: PageSetup = {
  paper: 'a3',
  isLandscape: true,
  scale: 100,
  hasFrame: true,
  isHatched: true,
  hasSpaces: true,
  isMonochrome: false,
}

function createRequest(request: Partial<PageRequest> = {}): PageRequest {
  const field = (value: string) => ({ label: 'Label', value })
  return {
    content: {
      name: 'Level 2',
      createSource: () => ({ drawings: [composeDrawing(createPlanSheet('Level 2', plan, style), faces)], number: 0 }),
      box: [500_000, 4_400_000, 500_008.8, 4_400_003],
      millimetresPerUnit: 1000,
      own: null,
      north: { degrees: 30, label: 'N', isTrue: true },
      findScreenCenter: () => null,
    } as PageRequest['content'],
    setup,
    scale: 100,
    center: [500_004.4, 4_400_001.5],
    fields: {
      project: field('Duplex_A.ifc'),
      content: field('Level 2'),
      version: field('Version 3'),
      date: field('28 Nov 2026'),
      author: field('Անի Հակոբյան'),
      scale: field('1:100'),
      link: 'https://kamar.example/ViewerPage?urn=abc',
    },
    barUnit: 'metre',
    ...request,
  }
}

/** Returns the SVG of a page, whose unit is a millimetre. */
const draw = async (request = createRequest()): Promise<string> =>
  (await createSvg(composePage(request, faces), async () => null, { hasSearchableText: true })).join('\n')

/** Returns the lengths of all lines, millimetres. */
function listLengths(svg: string): number[] {
  return [...svg.matchAll(/d="([^"]*)"/g)].flatMap(([, path]) => {
    const points = [...(path ?? '').matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    )
    return points.slice(1).map(([x, y], at) => Math.hypot(x - (points[at]?.[0] ?? 0), y - (points[at]?.[1] ?? 0)))
  })
}
const findNearest = (lengths: readonly number[], expected: number): number =>
  Math.min(...lengths.map((length) => Math.abs(length - expected)))

describe('composePage', () => {
  test('draws a wall of 8.8 m 88 mm long at 1:100 and 176 mm at 1:50, also far from the origin', async () => {
    expect(findNearest(listLengths(await draw()), 88)).toBeLessThan(0.02)
    expect(findNearest(listLengths(await draw(createRequest({ scale: 50 }))), 176)).toBeLessThan(0.02)
  })

  test('has the texts of the title block and the rooms as text', async () => {
    const svg = await draw()
    for (const text of ['Duplex_A.ifc', 'Level 2', 'Version 3', '28 Nov 2026', 'Անի Հակոբյան', '1:100', '24.50 m²'])
      expect(svg).toContain(`>${text}</text>`)
    expect(svg).toContain('Խոհանոց')
  })

  test('has no frame, QR code or north arrow without a title block', async () => {
    const [framed, plain] = [await draw(), await draw(createRequest({ setup: { ...setup, hasFrame: false } }))]
    expect(plain).not.toContain('Duplex_A.ifc')
    expect(plain.length).toBeLessThan(framed.length / 2)
  })

  test('plots lines in black and fills in grey where colours are not wanted', async () => {
    const yellow = 0xffff00
    const { drawings } = createRequest().content.createSource()
    const yellowDrawings = drawings.map((drawing) => {
      const styles = drawing.info.styles.map((one) => ({ ...one, color: yellow }))
      return { ...drawing, info: { ...drawing.info, styles } }
    })
    const content = { ...createRequest().content, createSource: () => ({ drawings: [...yellowDrawings], number: 0 }) }
    const listColors = async (isMonochrome: boolean): Promise<readonly string[]> => {
      const svg = await draw(createRequest({ content, setup: { ...setup, hasFrame: false, isMonochrome } }))
      return [...new Set(svg.match(/#[0-9a-f]{6}/g))].toSorted()
    }
    expect(await listColors(false)).toContain('#ffff00')
    const plotted = await listColors(true)
    expect(plotted).not.toContain('#ffff00')
    // Black lines, and a fill as light as the yellow.
    expect(plotted).toEqual(expect.arrayContaining(['#000000', '#e2e2e2']))
  })

  test('composes content and frame separately for the preview', async () => {
    const content = await draw(createRequest({ parts: { content: true, frame: false } }))
    expect(content).not.toContain('Duplex_A.ifc')
    const frame = await draw(createRequest({ parts: { content: false, frame: true } }))
    expect(frame).not.toContain('Խոհանոց')
  })
})

test('createPlanSheet has a layer for the cut, the fill and the view of each class', () => {
  const { info, entities } = composeDrawing(createPlanSheet('Level 2', plan, style), faces)
  expect(info.layers.map(({ name }) => name)).toEqual(['IfcSlab view', 'IfcWall fill', 'IfcWall cut', 'Room names'])
  expect(info.millimetresPerUnit).toBe(1000)
  expect(Array.from({ length: entities.count }, (_, entity) => entities.handle(entity))).toContain('id-1')
})
