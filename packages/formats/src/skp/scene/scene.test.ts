import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from '../reader.js'
import { DraftComponent, translation, type DraftModel } from '../testing/draft.js'
import { pavilion } from '../testing/pavilion.js'
import { mfcArchiveReleases, writeMfcArchiveModel } from '../testing/write-mfc-archive.js'
import { writeZipContainerModel } from '../testing/write-zip-container.js'
import { plainName } from './material-cache.js'
import { dictionarySets } from './properties.js'
import { toMatrix } from './model-writer.js'

const read = (change: Partial<DraftModel>) => runReader(reader, writeZipContainerModel({ ...pavilion(), ...change }))
const cube = (): DraftComponent => new DraftComponent().box([1, 1, 1])
const at = (definition: string, placement = translation()) => ({ kind: 'component', definition, placement }) as const

describe('SketchUp instance transform', () => {
  it('divides the rotation by the last of its 13 numbers and rejects a zero divisor or unusable numbers', () => {
    expect([...(toMatrix([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 100, 200, 2]) ?? [])].slice(0, 9)).toEqual([
      ...[0.5, 2, 3.5],
      ...[1, 2.5, 4],
      ...[1.5, 3, 4.5],
    ])
    expect(toMatrix([...translation(0, 100, 0).slice(0, 12), 0])).toBeNull()
    expect(toMatrix(translation(Number.NaN))).toBeNull()
  })
})

describe('SketchUp component tree', () => {
  it('stops at a component that contains itself and reports the omitted instance', async () => {
    const ring = cube().addInstance(at('Ring'))
    const { report, scene } = await read({
      root: new DraftComponent().addInstance(at('Ring')),
      definitions: [{ name: 'Ring', component: ring }],
    })
    expect(scene.nodes).toHaveLength(2)
    expect(report?.skipped).toEqual([{ kind: 'instance', reason: 'nested-too-deeply', count: 1 }])
  })

  it('stops at the depth limit and reports the omitted instance', async () => {
    const definitions = Array.from({ length: 80 }, (_, level) => ({
      name: `Level ${level}`,
      component: cube().addInstance(at(`Level ${level + 1}`)),
    }))
    const { report, scene } = await read({ root: cube().addInstance(at('Level 0')), definitions })
    expect(scene.nodes).toHaveLength(65)
    expect(report?.skipped).toEqual([{ kind: 'instance', reason: 'nested-too-deeply', count: 1 }])
  })

  it('omits and counts instances with an unusable transform or a missing component', async () => {
    const root = cube()
      .addInstance(at('Cube', translation(1e30)))
      .addInstance(at('Missing'))
      .addInstance(at('Cube'))
    const { report, scene } = await read({ root, definitions: [{ name: 'Cube', component: cube() }] })
    expect(scene.instances).toHaveLength(2)
    expect(report?.skipped).toEqual([
      { kind: 'instance', reason: 'not-a-number', count: 1 },
      { kind: 'instance', reason: 'block-missing', count: 1 },
    ])
  })

  it('keeps hidden geometry in a separate node and states the tag of a hidden instance', async () => {
    const root = cube()
      .face(
        [
          [
            [5, 0, 0],
            [6, 0, 0],
            [6, 1, 0],
          ],
        ],
        { isHidden: true },
      )
      .addInstance({ ...at('Cube'), layer: 'Roof' })
    const hiddenInside = cube().face(
      [
        [
          [5, 0, 0],
          [6, 0, 0],
          [6, 1, 0],
        ],
      ],
      { isHidden: true },
    )
    const { scene } = await read({ root, definitions: [{ name: 'Cube', component: hiddenInside }] })
    expect(scene.nodes.map(({ class: kind, hidden = false }) => [kind, hidden])).toEqual([
      ['model', false],
      ['hidden', true],
      ['component', true],
    ])
    const tags = scene.propertySets.flatMap(({ properties }) => properties.filter(({ name }) => name === 'Tag'))
    expect(tags).toEqual([{ name: 'Tag', value: 'Roof' }])
  })

  it('fails beyond the node limit and moves a distant model to an origin', async () => {
    const root = cube()
    for (let x = 0; x < 50; x++) root.addInstance(at('Cube', translation(x)))
    const model = { ...pavilion(), root, definitions: [{ name: 'Cube', component: cube() }] }
    const run = await runReader(reader, writeZipContainerModel(model), { limits: { nodes: 20 } })
    expect(run.failure?.code).toBe('limit-exceeded')
    const far = new DraftComponent().addInstance(at('Cube', translation(1e7, 0, 0)))
    const { report, scene } = await read({ root: far, definitions: [{ name: 'Cube', component: cube() }] })
    expect(scene.origin).toEqual([254_000, 0, 0])
    expect(report?.findings.map(({ code }) => code)).toContain('far-from-origin')
  })
})

describe('SketchUp face without a material', () => {
  const faceColors = { front: [255, 240, 10], back: [20, 30, 40] } as const
  const root = cube().addInstance(at('Cube'))
  const model = { ...pavilion(), root, faceColors, definitions: [{ name: 'Cube', component: cube() }] }
  it.each([
    ...mfcArchiveReleases.map((release) => [String(release), writeMfcArchiveModel(model, release)] as const),
    ['2025', writeZipContainerModel(model)] as const,
  ])('has the front color of the style in use: SketchUp %s', async (_, bytes) => {
    const { scene } = await runReader(reader, bytes)
    expect(scene.instances.map(({ material }) => material !== null && scene.materials[material])).toEqual([
      { name: 'Default', color: [1, 240 / 255, 10 / 255], opacity: 1 },
      { name: 'Default', color: [1, 240 / 255, 10 / 255], opacity: 1 },
    ])
  })

  it('has no material when the file has no readable style', async () => {
    const { scene } = await read({ root: cube(), definitions: [] })
    expect(scene.instances.map(({ material }) => material)).toEqual([null])
  })
})

describe('SketchUp names and attributes', () => {
  it.each([
    ['<Brick>1', 'Brick1'],
    ['[Glass Blue]', 'Glass Blue'],
    ['*2', '2'],
    ['Plaster', 'Plaster'],
  ])('show the name %s as %s', (name, expected) => {
    expect(plainName(name)).toBe(expected)
  })

  it('omit paths, contributors and non-finite numbers, and truncate long texts', () => {
    const sets = dictionarySets([
      { name: 'GSU_ContributorsInfo', entries: [['Key', 'ani']] },
      { name: 'Empty', entries: [['Path', 'C:\\Users\\ani\\post.skp']] },
      {
        name: 'Kept',
        entries: [
          ['Text', 'long '.repeat(2000)],
          ['None', Number.NaN],
          ['Home', '/home/ani/post.skp'],
          ['Share', '\\\\office\\post.skp'],
          ['Truth', true],
        ],
      },
    ])
    expect(sets.map(({ name, properties }) => [name, properties.map((property) => property.name)])).toEqual([
      ['Kept', ['Text', 'Truth']],
    ])
    expect(String(sets[0]?.properties[0]?.value)).toHaveLength(4000)
  })
})
