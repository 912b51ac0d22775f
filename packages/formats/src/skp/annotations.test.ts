import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from './reader.js'
import { DraftComponent, translation, type DraftDimension, type DraftModel, type DraftText } from './testing/draft.js'
import { pavilion } from './testing/pavilion.js'
import { writeMfcArchiveModel } from './testing/write-mfc-archive.js'
import { writeZipContainerModel } from './testing/write-zip-container.js'

const inch = 0.0254
const writers = [
  ['up to 2020', (model: DraftModel) => writeMfcArchiveModel(model, 2017)],
  ['since 2021', writeZipContainerModel],
] as const

/** Beside the lower front edge of a box, in the plane of its front. */
const width: DraftDimension = {
  ends: [{ vertex: 0 }, { vertex: 3 }],
  ...{ normal: [0, 1, 0], xAxis: [-1, 0, 0], along: 1, offset: -8 },
}

/** Builds a box of 40 by 30 by 20 inches with these dimensions and texts. */
function boxWith({ dimensions = [], texts = [] }: Partial<Pick<DraftComponent, 'dimensions' | 'texts'>>) {
  const box = new DraftComponent().box([40, 30, 20])
  box.dimensions.push(...dimensions)
  box.texts.push(...texts)
  return box
}

const createModel = (root: DraftComponent, changes: Partial<DraftModel> = {}): DraftModel => ({
  ...pavilion(),
  definitions: [],
  textHeightInches: 2,
  root,
  ...changes,
})

/** Reads the drawn dimensions and texts, each with its bounding box in whole inches. */
async function readAnnotations(bytes: Uint8Array) {
  const { report, scene } = await runReader(reader, bytes)
  const annotations = scene.nodes.flatMap(({ class: kind, hidden = false, name }, node) => {
    if (kind !== 'dimension' && kind !== 'text') return []
    const points = scene.instances
      .filter((instance) => instance.node === node)
      .flatMap(({ mesh, placement }) => {
        const shape = scene.shapes[mesh]
        return Array.from({ length: shape.vertexCount }, (_, vertex) => {
          const [x, y, z] = [0, 1, 2].map((axis) => shape.coordinate(vertex, axis))
          return [0, 1, 2].map(
            (axis) => placement[axis] * x + placement[3 + axis] * y + placement[6 + axis] * z + placement[9 + axis],
          )
        })
      })
    const ends = (pick: (...values: number[]) => number): number[] =>
      [0, 1, 2].map((axis) => Math.round(pick(...points.map((point) => point[axis])) / inch) + 0)
    return [{ name, hidden, min: ends(Math.min), max: ends(Math.max) }]
  })
  return { report, scene, annotations }
}

const readNames = async (bytes: Uint8Array) => (await readAnnotations(bytes)).annotations.map(({ name }) => name)

describe.each(writers)('SketchUp dimension in a file %s', (_, write) => {
  it('is drawn beside the measured edge with its length', async () => {
    const { annotations, report } = await readAnnotations(write(createModel(boxWith({ dimensions: [width] }))))
    expect(report).toMatchObject({ status: 'complete', skipped: [], counts: { dimensions: 1, faces: 6 } })
    // The text is below the line, which is eight inches away; the line runs to the left and the right of it.
    expect(annotations).toEqual([{ name: '1016.00 mm', hidden: false, min: [-1, 0, -10], max: [41, 0, 0] }])
  })

  it.each([
    ['along an axis', { ends: [{ vertex: 0 }, { vertex: 6 }] as const, along: 1 }, '1016.00 mm'],
    ['along the other axis', { ends: [{ vertex: 0 }, { vertex: 6 }] as const, along: 2 }, '508.00 mm'],
    ['between its ends', { ends: [{ vertex: 0 }, { vertex: 6 }] as const, along: 0 }, '1367.83 mm'],
    ['from the midpoint of an edge', { ends: [{ edge: 0 }, { point: [40, 0, 0] }] as const, along: 0 }, '1085.09 mm'],
    ['across its own plane', { ends: [{ point: [0, 0, 0] }, { point: [0, 10, 0] }] as const, along: 0 }, '254.00 mm'],
  ])('measures %s', async (_way, change, text) => {
    expect(await readNames(write(createModel(boxWith({ dimensions: [{ ...width, ...change }] }))))).toEqual([text])
  })

  it('shows custom text with the measured length in place of <>', async () => {
    const dimensions = ['about <>', 'too long'].map((text) => ({ ...width, text }))
    expect(await readNames(write(createModel(boxWith({ dimensions }))))).toEqual(['about 1016.00 mm', 'too long'])
  })

  it('is attached to a vertex in nested components', async () => {
    const inner = new DraftComponent().addInstance({
      kind: 'component',
      definition: 'Post',
      placement: translation(100),
    })
    const root = boxWith({})
    root.addInstance({ kind: 'group', definition: 'Group#1', placement: translation(0, 0, 50) })
    root.dimensions.push({ ...width, along: 0, ends: [{ vertex: 0 }, { vertex: 0, through: [0, 0] }] })
    const definitions = [
      { name: 'Post', component: new DraftComponent().box([4, 4, 10]) },
      { name: 'Group#1', component: inner },
    ]
    expect(await readNames(write(createModel(root, { definitions })))).toEqual(['2839.81 mm'])
  })

  it('is counted as not drawn with an unknown attachment', async () => {
    const dimensions: DraftDimension[] = [{ ...width, ends: [{ vertex: 0 }, { vertex: 2, kind: 99 }] }]
    const { annotations, report } = await readAnnotations(write(createModel(boxWith({ dimensions }))))
    expect(annotations).toEqual([])
    expect(report?.skipped).toEqual([{ kind: 'dimension', reason: 'not-drawn', count: 1 }])
  })

  it('is counted as not drawn without a length', async () => {
    const dimensions: DraftDimension[] = [{ ...width, ends: [{ vertex: 0 }, { vertex: 0 }] }]
    const { report } = await readAnnotations(write(createModel(boxWith({ dimensions }))))
    expect(report).toMatchObject({ status: 'partial', counts: { faces: 6 } })
    expect(report?.skipped).toEqual([{ kind: 'dimension', reason: 'not-drawn', count: 1 }])
  })

  it('is hidden with its tag', async () => {
    const model = createModel(boxWith({ dimensions: [{ ...width, layer: 'Roof' }] }))
    const { scene } = await readAnnotations(write(model))
    const node = scene.nodes.find((each) => each.class === 'dimension')
    expect(scene.nodes[node?.parent ?? 0]).toMatchObject({ class: 'hidden', hidden: true })
  })
})

describe.each(writers)('SketchUp text in a file %s', (_, write) => {
  const onTop: DraftText = { text: 'Flat roof', anchor: { point: [10, 10, 20] }, offset: [5, 0, 10] }

  it('stands at the end of its leader', async () => {
    const { annotations, report } = await readAnnotations(write(createModel(boxWith({ texts: [onTop] }))))
    expect(report).toMatchObject({ status: 'complete', counts: { texts: 1 } })
    expect(annotations).toEqual([{ name: 'Flat roof', hidden: false, min: [10, 10, 20], max: [24, 10, 31] }])
  })

  it('points to a position on a face', async () => {
    // The top face: a quarter of its box along one axis, half of it along the other.
    const text: DraftText = { ...onTop, anchor: { face: 1, point: [0.25, 0.5, 0] } }
    const { annotations } = await readAnnotations(write(createModel(boxWith({ texts: [text] }))))
    expect(annotations).toMatchObject([{ min: [10, 15, 20] }])
  })

  it('stands near its anchor with a view-based leader', async () => {
    const { annotations } = await readAnnotations(write(createModel(boxWith({ texts: [{ ...onTop, leader: 1 }] }))))
    expect(annotations).toMatchObject([{ min: [10, 10, 20], max: [22, 10, 25] }])
  })

  it('lies flat when it was written in a top view', async () => {
    const text: DraftText = { ...onTop, offset: [5, 5, 0], viewDirection: [0, 0, -1] }
    const { annotations } = await readAnnotations(write(createModel(boxWith({ texts: [text] }))))
    expect(annotations).toMatchObject([{ min: [10, 10, 20], max: [24, 16, 20] }])
  })

  it('is a model property and counted as not drawn when it is a screen text', async () => {
    const { annotations, report, scene } = await readAnnotations(
      write(createModel(boxWith({ texts: [{ text: 'Draft 3, not for construction' }] }))),
    )
    expect(annotations).toEqual([])
    expect(report?.skipped).toEqual([{ kind: 'text', reason: 'not-drawn', count: 1 }])
    expect(report?.findings).toContainEqual({
      code: 'screen-texts-as-properties',
      severity: 'information',
      details: { count: 1 },
    })
    expect(scene.propertySets).toContainEqual({
      name: 'Texts on the screen',
      properties: [{ name: 'Text 1', value: 'Draft 3, not for construction' }],
    })
  })
})

it('SketchUp dimension end is not resolved through more than 64 nested instances', async () => {
  const loop = new DraftComponent()
    .box([1, 1, 1])
    .addInstance({ kind: 'group', definition: 'Loop', placement: translation() })
  const root = boxWith({}).addInstance({ kind: 'group', definition: 'Loop', placement: translation() })
  const ends = (depth: number) => [{ vertex: 0 }, { vertex: 6, through: Array<number>(depth).fill(0) }] as const
  root.dimensions.push({ ...width, along: 0, ends: ends(64) }, { ...width, along: 0, ends: ends(65) })
  const model = createModel(root, { definitions: [{ name: 'Loop', component: loop }] })
  const { report } = await readAnnotations(writeZipContainerModel(model))
  expect(report?.skipped).toContainEqual({ kind: 'dimension', reason: 'not-drawn', count: 1 })
})
