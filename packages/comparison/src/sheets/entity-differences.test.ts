import type { SheetImage, SheetInfo, SheetViewport } from '@kamar/package-format/sheets'
import { describe, expect, it } from 'vitest'
import { buildSheet, type MadeEntity } from '../testing/build-sheet.js'
import { EntityComparer, sheetPart } from './entity-differences.js'
import { groupByEntity } from './group-by-entity.js'
import { SheetContent, type SheetVersion } from './sheet-content.js'

/** A frame of 2^24 units, so that one step of the grid is one unit; the drift tolerance of two sheets is 34 units. */
const side = 2 ** 24
const frame: MadeEntity = { lines: [[0, 0, side, side]] }

const build = (entity: MadeEntity, over: Partial<SheetInfo> = {}): SheetVersion => {
  const version = buildSheet([frame, entity])
  return { ...version, info: { ...version.info, ...over } }
}
const compare = (older: SheetVersion, newer: SheetVersion): number =>
  new EntityComparer(new SheetContent(older), new SheetContent(newer)).computeDifferences(1, 1)
const compareEntities = (older: MadeEntity, newer: MadeEntity): number => compare(build(older), build(newer))

const line: MadeEntity = { lines: [[1000, 1000, 9000, 5000]] }

describe('EntityComparer on lines', () => {
  it.each([
    ['34 steps, the drift of two encoded sheets', 34, 0],
    ['35 steps', 35, sheetPart.placement],
    ['a large distance', 1e6, sheetPart.placement],
  ])('reports a movement by %s', (_, distance, expected) => {
    for (const axis of [0, 1]) {
      const points = [1000, 1000, 9000, 5000].map((value, at) => (at % 2 === axis ? value + distance : value))
      expect(compareEntities(line, { lines: [points] })).toBe(expected)
    }
  })

  it('reports a bend as another shape, even if the entity also moved', () => {
    expect(compareEntities(line, { lines: [[1000, 1000, 9000, 5035]] })).toBe(sheetPart.shape)
    expect(compareEntities(line, { lines: [[1000, 1000, 9000, 5034]] })).toBe(0)
    expect(compareEntities(line, { lines: [[2000, 1000, 10_000, 5000 + 68]] })).toBe(sheetPart.placement)
    expect(compareEntities(line, { lines: [[2000, 1000, 10_000, 5000 + 69]] })).toBe(sheetPart.shape)
  })

  it.each<[string, MadeEntity]>([
    ['a point more', { lines: [[1000, 1000, 9000, 5000, 9000, 5000]] }],
    [
      'a line more',
      {
        lines: [
          [1000, 1000, 9000, 5000],
          [1000, 1000, 9000, 5000],
        ],
      },
    ],
    ['no line', { area: [1000, 1000, 9000, 1000, 9000, 5000] }],
  ])('reports %s as another shape', (_, newer) => {
    expect(compareEntities(line, newer) & sheetPart.shape).toBe(sheetPart.shape)
  })

  it('compares lines of a block in any order, also after a movement', () => {
    const lines = [
      [0, 0, 50_000, 0],
      [0, 90_000, 50_000, 90_000],
      [0, 0, 7000, 7000, 9000, 0],
    ]
    const shifted = lines.map((points) => points.map((value) => value + 500_000))
    expect(compareEntities({ lines }, { lines: [lines[2], lines[0], lines[1]] })).toBe(0)
    expect(compareEntities({ lines }, { lines: [shifted[1], shifted[2], shifted[0]] })).toBe(sheetPart.placement)
    const bent = [lines[2], lines[0], [0, 90_000, 50_000, 91_000]]
    expect(compareEntities({ lines }, { lines: bent })).toBe(sheetPart.shape)
  })
})

describe('EntityComparer on areas and styles', () => {
  const area: MadeEntity = { area: [1000, 1000, 9000, 1000, 9000, 5000] }

  it('compares areas by their points', () => {
    expect(compareEntities(area, area)).toBe(0)
    expect(compareEntities(area, { area: [1000, 1000, 9000, 1000, 9000, 6000] })).toBe(sheetPart.shape)
    expect(compareEntities(area, { area: [3000, 1000, 11_000, 1000, 11_000, 5000] })).toBe(sheetPart.placement)
    expect(compareEntities(area, line) & sheetPart.shape).toBe(sheetPart.shape)
  })

  it('combines the bits of several changes', () => {
    const newer: MadeEntity = { ...line, layer: 'Axes', color: 1, name: 'n', type: 'ARC' }
    const expected = sheetPart.layer | sheetPart.compareAppearance | sheetPart.identity
    expect(compareEntities(line, newer)).toBe(expected)
    expect(compareEntities(line, { ...line, type: 'ARC' })).toBe(sheetPart.identity)
    expect(compareEntities(area, { ...area, color: 1 })).toBe(sheetPart.compareAppearance)
  })

  it.each<Partial<SheetInfo['styles'][number]>>([
    { color: 0x123456 },
    { lineWeightMillimetres: 0.5 },
    { lineType: null },
    { lineTypeScale: 2 },
    { widthUnits: 1 },
    { opacity: 0.5 },
  ])('reports another appearance: %j', (over) => {
    const older = build(line)
    const styles = older.info.styles.map((style) => ({ ...style, ...over }))
    expect(compare(older, build(line, { styles }))).toBe(sheetPart.compareAppearance)
  })

  it('compares line types by their dashes, not by their numbers', () => {
    const dashed = { name: 'dashed', pattern: [2, -1] }
    const dotted = { name: 'dotted', pattern: [0, -1] }
    const withTypes = (lineType: number, lineTypes: SheetInfo['lineTypes']): SheetVersion => {
      const version = build(line, { lineTypes })
      return {
        ...version,
        info: { ...version.info, styles: version.info.styles.map((style) => ({ ...style, lineType })) },
      }
    }
    expect(compare(withTypes(0, [dashed, dotted]), withTypes(1, [dotted, dashed]))).toBe(0)
    expect(compare(withTypes(0, [dashed]), withTypes(0, [dotted]))).toBe(sheetPart.compareAppearance)
    expect(compare(withTypes(0, [dashed]), withTypes(0, [{ ...dashed, pattern: [2, -2] }]))).toBe(
      sheetPart.compareAppearance,
    )
  })
})

describe('EntityComparer on texts', () => {
  const word: MadeEntity = { type: 'TEXT', text: 'Kitchen', at: [50_000, 50_000] }
  const editText = (over: object): SheetVersion => {
    const version = build(word)
    const texts = version.texts?.texts.map((text) => ({ ...text, ...over })) ?? []
    return { ...version, texts: version.texts && { ...version.texts, texts } }
  }

  it('reports other strings as text, and also their movement', () => {
    expect(compareEntities(word, { ...word, text: 'Bath' })).toBe(sheetPart.text)
    expect(compareEntities(word, { ...word, text: 'Bath', at: [90_000, 50_000] })).toBe(
      sheetPart.text | sheetPart.placement,
    )
    expect(compareEntities(word, { ...word, at: [50_000, 60_000] })).toBe(sheetPart.placement)
    expect(compareEntities(word, { ...word, at: [50_000, 50_034] })).toBe(0)
  })

  it('reports another frame or size as shape, beyond the rounding of 32 bits', () => {
    const older = build(word)
    expect(compare(older, editText({ xAxis: [1.0001, 0] }))).toBe(0)
    expect(compare(older, editText({ xAxis: [1.001, 0] }))).toBe(sheetPart.shape)
    expect(compare(older, editText({ yAxis: [0.01, 1] }))).toBe(sheetPart.shape)
    expect(compare(older, editText({ box: [0, 0, 14, 5.001] }))).toBe(0)
    expect(compare(older, editText({ box: [0, 0, 14, 5.1] }))).toBe(sheetPart.shape)
    expect(compare(older, editText({ string: 'Bath', box: [0, 0, 8, 5] }))).toBe(sheetPart.text)
  })

  it('ignores another appearance of another text, but reports its layer', () => {
    expect(compareEntities(word, { ...word, text: 'Bath', color: 1 })).toBe(sheetPart.text)
    expect(compareEntities(word, { ...word, color: 1 })).toBe(sheetPart.compareAppearance)
    expect(compareEntities(word, { ...word, text: 'Bath', layer: 'T' })).toBe(sheetPart.text | sheetPart.layer)
  })

  it('lists texts in order, or those of one version if their numbers differ', () => {
    const listChanges = (before: readonly string[], after: readonly string[]): unknown[] => {
      const createContent = (strings: readonly string[]): SheetContent => {
        const version = build(word)
        const [first] = version.texts?.texts ?? []
        const texts = strings.map((string) => ({ ...first, string }))
        return new SheetContent({ ...version, texts: version.texts && { ...version.texts, texts } })
      }
      const changes = new EntityComparer(createContent(before), createContent(after)).textChanges(1, 1)
      return changes.map((change) => [change.before, change.after])
    }
    expect(listChanges(['a', 'b', 'c'], ['a', 'x', 'y'])).toEqual([
      ['b', 'x'],
      ['c', 'y'],
    ])
    expect(listChanges(['a', 'b', 'c'], ['b', 'z'])).toEqual([
      ['a', 'z'],
      ['c', null],
    ])
    expect(listChanges(['b'], ['a', 'b', 'c'])).toEqual([
      [null, 'a'],
      [null, 'c'],
    ])
    const repeated = Array.from({ length: 300 }, (_, at) => `t${at}`)
    expect(listChanges(repeated, repeated.toReversed()).length).toBe(200)
  })
})

describe('EntityComparer on images and viewports', () => {
  const image: SheetImage = {
    entity: 1,
    level: 0,
    layer: 0,
    picture: 'a.png',
    origin: [1000, 2000],
    xAxis: [500, 0],
    yAxis: [0, 400],
    clip: [],
    opacity: 1,
  }
  const withImages = (...images: SheetImage[]): SheetVersion => build({}, { images })

  it.each<[string, Partial<SheetImage>, number]>([
    ['its drift', { origin: [1034, 2000] }, 0],
    ['a movement along x', { origin: [1035, 2000] }, sheetPart.placement],
    ['a movement along y', { origin: [1000, 2035] }, sheetPart.placement],
    ['another width', { xAxis: [600, 0] }, sheetPart.shape],
    ['a rotation', { yAxis: [100, 400] }, sheetPart.shape],
  ])('reports %s of an image', (_, over, expected) => {
    expect(compare(withImages(image), withImages({ ...image, ...over }))).toBe(expected)
  })

  it('reports another number of images, and the layer of an image', () => {
    expect(compare(withImages(image), withImages(image, image))).toBe(sheetPart.shape)
    const layers = ['0', 'Images'].map((name) => ({ ...build({}).info.layers[0], name }))
    const [older, newer] = [0, 1].map((layer) => build({}, { layers, images: [{ ...image, layer }] }))
    expect(compare(older, newer)).toBe(sheetPart.layer)
  })

  const viewport: SheetViewport = {
    entity: 1,
    level: 0,
    shows: 0,
    matrix: [0.1, 0, 0, 0.1, 100, 0],
    millimetresPerUnit: 1,
    clip: [[0, 0, 1000, 0, 1000, 1000]],
    frozenLayers: [1],
    lineTypeScale: 1,
  }
  const withViewports = (...viewports: SheetViewport[]): SheetVersion => build({}, { viewports })

  it.each<[string, Partial<SheetViewport>, number]>([
    ['no change', {}, 0],
    ['a movement', { clip: [[500, 0, 1500, 0, 1500, 1000]] }, sheetPart.placement],
    ['another size', { clip: [[0, 0, 2000, 0, 2000, 1000]] }, sheetPart.shape],
    ['another number of corners', { clip: [[0, 0, 1000, 0]] }, sheetPart.shape],
    ['another number of rings', { clip: [...viewport.clip, ...viewport.clip] }, sheetPart.shape],
    ['another scale', { matrix: [0.2, 0, 0, 0.2, 100, 0] }, sheetPart.window],
    ['another part of the sheet', { matrix: [0.1, 0, 0, 0.1, 101, 0] }, sheetPart.window],
    ['a rounding of its matrix', { matrix: [0.1 + 1e-9, 0, 0, 0.1, 100, 0] }, 0],
    ['more frozen layers', { frozenLayers: [1, 2] }, sheetPart.window],
    ['the contents of its own sheet', { shows: null }, sheetPart.window],
    ['the same sheet under another number', { shows: 3 }, 0],
  ])('reports %s of a viewport', (_, over, expected) => {
    expect(compare(withViewports(viewport), withViewports({ ...viewport, ...over }))).toBe(expected)
  })

  it('reports another number of viewports as shape only', () => {
    expect(compare(withViewports(viewport), withViewports())).toBe(sheetPart.shape)
    expect(compare(withViewports(), withViewports(viewport))).toBe(sheetPart.shape)
  })
})

describe('SheetContent', () => {
  it('bounds everything that is drawn of an entity, and anchors it at its lines', () => {
    const content = new SheetContent(
      buildSheet([
        { lines: [[0, 0, side, side]] },
        { lines: [[300, 400, 100, 900]], area: [50, 500, 60, 500, 60, 600], text: 'ab', at: [10, 20] },
        { text: 'abc', at: [1000, 2000] },
        {},
      ]),
    )
    expect([...content.box.subarray(4, 8)]).toEqual([10, 20, 300, 900])
    expect([...content.anchor.subarray(2, 4)]).toEqual([50, 400])
    expect([...content.box.subarray(8, 12)]).toEqual([1000, 2000, 1006, 2005])
    expect([...content.anchor.subarray(4, 6)]).toEqual([1000, 2000])
    expect([0, 1, 2, 3].map((entity) => content.isDrawn(entity))).toEqual([true, true, true, false])
    expect([...content.anchor.subarray(6, 8)]).toEqual([0, 0])
    expect(content.listStrings(2)).toEqual(['abc'])
  })

  it('maps texts by their axes', () => {
    const version = buildSheet([frame, { text: 'abc', at: [1000, 2000] }])
    const rotate = version.texts?.texts.map((text) => ({ ...text, xAxis: [0, 2] as const, yAxis: [-2, 0] as const }))
    const content = new SheetContent({ ...version, texts: version.texts && { ...version.texts, texts: rotate ?? [] } })
    // Six wide and five high, twice as large and turned by 90°.
    expect([...content.box.subarray(4, 8)]).toEqual([990, 2000, 1000, 2012])
  })

  it('bounds and anchors images and viewports', () => {
    const { info } = buildSheet([frame])
    const image = { entity: 1, level: 0, layer: 0, picture: '', clip: [], opacity: 1 }
    const content = new SheetContent({
      ...buildSheet([frame, {}, {}, {}]),
      info: {
        ...info,
        images: [{ ...image, origin: [10, 20], xAxis: [5, 1], yAxis: [-2, 8] }],
        viewports: [
          {
            entity: 2,
            level: 0,
            shows: null,
            matrix: [1, 0, 0, 1, 0, 0],
            millimetresPerUnit: 1,
            clip: [
              [7, 8, 30, 9],
              [1, 2, 3, 40],
            ],
            frozenLayers: [],
            lineTypeScale: 1,
          },
        ],
      },
    })
    expect([...content.box.subarray(4, 12)]).toEqual([8, 20, 15, 29, 1, 2, 30, 40])
    expect([...content.anchor.subarray(2, 6)]).toEqual([10, 20, 7, 8])
    expect(content.isDrawn(3)).toBe(false)
  })

  it('joins lines of several files', () => {
    const [one, other] = [
      [frame, { lines: [[1, 2, 3, 4, 5, 6]] }],
      [
        {},
        {
          lines: [
            [7, 8, 9, 10],
            [0, 0, side, side],
          ],
        },
      ],
    ].map((entities) => buildSheet(entities))
    const content = new SheetContent({ ...one, lines: [...one.lines, ...other.lines] })
    expect(content.lines.count).toBe(4)
    expect([...content.lines.start]).toEqual([0, 2, 5, 7, 9])
    expect([...content.lines.entity]).toEqual([0, 1, 1, 1])
    expect([...content.lines.points.subarray(10, 14)]).toEqual([7, 8, 9, 10])
    expect(content.linesByEntity.of(1)).toEqual([1, 2, 3])
    expect(new SheetContent({ ...one, lines: [] }).lines.start).toEqual(new Uint32Array(1))
  })
})

describe('groupByEntity', () => {
  it('lists the items of each entity in their order', () => {
    const groups = groupByEntity(4, [2, 0, 2, 3, 2])
    expect([0, 1, 2, 3].map((entity) => groups.of(entity))).toEqual([[1], [], [0, 2, 4], [3]])
    expect([0, 1, 2, 3].map((entity) => groups.getCount(entity))).toEqual([1, 0, 3, 1])
    expect([0, 1, 2].map((index) => groups.at(2, index))).toEqual([0, 2, 4])
  })
})
