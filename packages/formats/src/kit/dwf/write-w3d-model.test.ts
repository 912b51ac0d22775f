import { runReader, type ReaderRun, type RecordingScene } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from '../../dwf/reader.js'
import { unquoted } from './write-w3d-model.js'
import { ByteWriter, writeZip } from '@kamar/codecs/zip/testing'
import { createStream } from './testing/parse-hsf.js'
import { cubeShell, faceColor, include, translationRecord, segment } from './testing/write-hsf.js'

const line = new ByteWriter().text('l').float(0, 0, 0, 1, 0, 0).bytes
const hide = (faces: boolean, lines: boolean): Uint8Array =>
  new ByteWriter().text('V').byte(5, (faces ? 0 : 1) | (lines ? 0 : 4)).bytes

interface Model {
  readonly unit?: string
  readonly transform?: string
  readonly instances?: string
}

/** Reads a package of only a model. */
const readModel = (
  records: Uint8Array,
  { unit = 'm', transform = '', instances = '' }: Model = {},
): Promise<ReaderRun> => {
  const graphics = `<GraphicResource role="3d streaming graphics" mime="application/x-w3d" href="m.w3d" transform="${transform}"/>`
  const parts = {
    'manifest.xml':
      '<Manifest><Contents><Content href="content.xml"/></Contents><Sections><Section type="com.autodesk.dwf.eModel" name="m" title="Model"><Toc>' +
      '<Resource role="descriptor" href="d.xml"/></Toc></Section></Sections></Manifest>',
    'd.xml': `<Space name="Model"><Units type="${unit}"/><Resources>${graphics}<Resource role="content definition" mime="text/xml" href="i.xml"/></Resources></Space>`,
    'content.xml': '<Content><Objects><Object id="o1" label="One"/><Object id="o2" label="Two"/></Objects></Content>',
    'i.xml': `<SectionContent><Instances>${instances}</Instances></SectionContent>`,
    'm.w3d': records,
  }
  return runReader(reader, writeZip(parts, { mark: '(DWF V06.00)' }), { name: 'm.dwf' })
}
const readScene = async (records: Uint8Array, model?: Model): Promise<RecordingScene> => {
  const { scene, failure } = await readModel(records, model)
  expect(failure).toBeNull()
  return scene
}
const listSkipped = async (records: Uint8Array): Promise<string[] | undefined> =>
  (await readModel(records)).report?.skipped.map(({ kind, reason }) => `${kind} ${reason}`)

describe('W3D model', () => {
  it.each([
    ['m', 1],
    ['mm', 0.001],
    ['in', 0.0254],
  ])('is scaled by the unit of its section: %s', async (unit, metres) => {
    const { bounds } = await readScene(createStream(segment('a', cubeShell())), { unit })
    expect(bounds?.max[0]).toBeCloseTo(metres, 6)
  })

  it('is transformed by the matrix of its graphic resource', async () => {
    const transform = '2 0 0 0 0 2 0 0 0 0 2 0 10 20 30 1'
    const { bounds } = await readScene(createStream(segment('a', cubeShell())), { transform })
    expect(bounds?.min.map((value) => Math.round(value * 1e4) / 1e4)).toEqual([10, 20, 30])
    expect(bounds?.max.map((value) => Math.round(value * 1e4) / 1e4)).toEqual([12, 22, 32])
  })

  it('accumulates the matrices of nested segments', async () => {
    const inner = segment('b', translationRecord(0, 2, 0), cubeShell())
    const { bounds } = await readScene(createStream(segment('a', translationRecord(3, 0, 0), inner)))
    expect([bounds?.min, bounds?.max]).toEqual([
      [3, 2, 0],
      [4, 3, 1],
    ])
  })
})

describe('W3D model elements', () => {
  const two = createStream(segment('7', cubeShell()), segment('8', translationRecord(5, 0, 0), cubeShell()))
  const namedInstances = '<Instance renderableRef="o1" node="7"/><Instance renderableRef="o2" node="8"'

  it('are the objects that the package assigns to segments', async () => {
    const scene = await readScene(two, { instances: `${namedInstances}/>` })
    expect(scene.nodes.map(({ name, class: kind }) => [name, kind])).toEqual([
      ['Model', 'section'],
      ['One', 'object'],
      ['Two', 'object'],
    ])
    expect(scene.bounds?.max[0]).toBe(6)
  })

  it('are not drawn when the package hides them', async () => {
    const scene = await readScene(two, { instances: `${namedInstances} visible="false"/>` })
    expect(scene.bounds?.max[0]).toBe(1)
  })

  it('stay visible when a hidden instance has no segment', async () => {
    const unnamed = createStream(segment('7', segment('', cubeShell())))
    const scene = await readScene(unnamed, {
      instances: '<Instance renderableRef="o1" node="7"/><Instance renderableRef="o2" visible="false"/>',
    })
    expect(scene.bounds?.max[0]).toBe(1)
  })
})

describe('W3D segment visibility', () => {
  it.each([
    ['faces and lines', hide(false, false), 2],
    ['faces only', hide(false, true), 1],
    ['lines only', hide(true, false), 1],
    ['neither faces nor lines', hide(true, true), 0],
  ])('applies to nested segments: %s', async (_, state, instances) => {
    const { scene } = await readModel(createStream(segment('a', state, segment('b', cubeShell(), line))))
    expect(scene.instances).toHaveLength(instances)
  })

  it('can be overridden by a nested segment', async () => {
    const scene = await readScene(
      createStream(segment('a', hide(true, true), segment('b', hide(false, true), cubeShell()))),
    )
    expect(scene.instances).toHaveLength(1)
  })

  it('excludes lines of the style PublishedEdges', async () => {
    const edges = new ByteWriter().text('{').byte(15).text('?PublishedEdges').bytes
    const scene = await readScene(createStream(segment('a', cubeShell(), segment('', edges, line))))
    expect(scene.instances).toHaveLength(1)
  })
})

describe('W3D segment material', () => {
  const colors = async (...records: readonly Uint8Array[]): Promise<(readonly number[])[]> =>
    (await readScene(createStream(...records))).materials.map(({ color }) => color)

  it('is inherited unless the segment sets its own color', async () => {
    const inner = segment('b', cubeShell())
    expect(await colors(segment('a', faceColor(255, 0, 0), inner))).toEqual([[1, 0, 0]])
    const own = segment('b', faceColor(0, 255, 0), cubeShell())
    expect(await colors(segment('a', faceColor(255, 0, 0), own))).toEqual([[0, 1, 0]])
  })

  it('comes from a style unless the segment sets its own color', async () => {
    const style = segment('?s', faceColor(0, 0, 255))
    const styled = new ByteWriter().text('{').byte(2).text('?s').bytes
    expect(await colors(style, segment('a', styled, cubeShell()))).toEqual([[0, 0, 1]])
    expect(await colors(style, segment('a', styled, faceColor(255, 0, 0), cubeShell()))).toEqual([[1, 0, 0]])
  })

  it('is shared by segments of equal color', async () => {
    expect(
      await colors(segment('a', faceColor(255, 0, 0), cubeShell()), segment('b', faceColor(255, 0, 0), cubeShell())),
    ).toHaveLength(1)
  })

  it('accepts a texture named constructor', async () => {
    const namedInstances = new ByteWriter().text('"').byte(1, 1, 11).text('constructor').bytes
    const scene = await readScene(createStream(segment('a', namedInstances, cubeShell())))
    expect(scene.instances).toHaveLength(1)
  })

  it.each([
    ['"Wood"', 'Wood'],
    ['Wood', 'Wood'],
    ['""', ''],
    ['"', '"'],
  ])('has a texture name without quotes: %s', (name, plain) => {
    expect(unquoted(name)).toBe(plain)
  })
})

describe('W3D included segment', () => {
  it('is drawn only where it is included, with one shared mesh', async () => {
    const scene = await readScene(
      createStream(
        segment('?l', cubeShell()),
        segment('a', include('?l')),
        segment('b', translationRecord(4, 0, 0), include('?l')),
      ),
    )
    expect(scene.instances).toHaveLength(2)
    expect(scene.numbers.meshes).toBe(1)
    expect(scene.bounds?.max[0]).toBe(5)
  })

  it('is counted as skipped when it is missing', async () => {
    expect(await listSkipped(createStream(segment('a', cubeShell(), include('?gone'))))).toEqual([
      'segment block-missing',
    ])
  })

  it('is counted as nested too deeply when it includes itself', async () => {
    const skipped = await listSkipped(
      createStream(segment('?l', line, include('?l')), segment('a', cubeShell(), include('?l'))),
    )
    expect(skipped).toEqual(['segment nested-too-deeply'])
  })
})

describe('W3D shapes with NaN', () => {
  it.each([
    ['places', [segment('a', translationRecord(Number.NaN, 0, 0), cubeShell())], 'segment not-a-number'],
    [
      'corners',
      [segment('a', new ByteWriter().text('G').long(3).float(0, 0, 0, Number.NaN, 0, 0, 1, 1, 0).bytes)],
      'shell not-a-number',
    ],
  ])('are counted as skipped: %s', async (_, records, skip) => {
    expect(await listSkipped(createStream(segment('b', cubeShell()), ...records))).toEqual([skip])
  })
})

describe('incomplete W3D stream', () => {
  it.each([
    ['truncated', new ByteWriter().text('l').float(1).bytes, 'W3D file-ends-early'],
    ['damaged', Uint8Array.of(0xf7), 'W3D damaged'],
  ])('keeps the shapes before the fault and is reported as %s', async (_, record, skip) => {
    const { scene, report } = await readModel(createStream(segment('a', cubeShell()), record))
    expect(scene.instances).toHaveLength(1)
    expect(report?.skipped.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([skip])
  })
})
