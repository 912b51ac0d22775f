import { runReader, svfFixture, type SvfFixture } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { BundleSpan } from '@kamar/core'
import { bundleNames } from './descriptor.js'
import { reader } from './reader.js'

const foot = 0.3048

/** Attaches the derivative for the reader; the named files are omitted or replaced. */
function attached(
  { archive, files }: SvfFixture,
  over: Readonly<Record<string, Uint8Array | null>> = {},
): Record<string, Uint8Array> {
  const spans: Record<string, BundleSpan> = {}
  const parts: Uint8Array[] = []
  let offset = 0
  for (const [uri, own] of files) {
    const bytes = Object.hasOwn(over, uri) ? over[uri] : own
    if (!bytes) continue
    spans[uri] = { offset, size: bytes.length }
    parts.push(bytes)
    offset += bytes.length
  }
  return {
    [bundleNames.archive]: archive,
    [bundleNames.index]: Buffer.from(JSON.stringify({ files: spans })),
    [bundleNames.files]: Buffer.concat(parts),
  }
}

const read = (companions: Record<string, Uint8Array>) => runReader(reader, new Uint8Array([1]), { companions })

describe('SVF reader', () => {
  it('lists only the needed files in a first pass', async () => {
    const { archive, files } = svfFixture()
    const { report, scene } = await read({ [bundleNames.archive]: archive })
    expect(report?.status).toBe('preview')
    expect(report?.missingCompanions).toEqual([...files.keys()])
    expect(scene.numbers).toMatchObject({ instances: 0, meshes: 0 })
  })

  it('reads shapes once, places them in metres and omits hidden fragments', async () => {
    const { report, scene } = await read(attached(svfFixture()))
    expect(report).toMatchObject({
      status: 'complete',
      counts: { fragments: 4, geometries: 2 },
      skipped: [{ kind: 'fragment', reason: 'hidden', count: 1 }],
    })
    expect(scene.numbers).toMatchObject({ meshes: 1, instances: 3, triangles: 12, placedTriangles: 24, lines: 1 })
    expect(scene.unit).toEqual({ name: 'ft', metres: foot })
    const { max, min } = scene.bounds ?? { min: [], max: [] }
    expect(min.map((side) => Number(side.toFixed(4)))).toEqual([0, 0, 0])
    expect(max.map((side) => Number(side.toFixed(4)))).toEqual(
      [2 * foot, 11 * foot, 6 * foot].map((side) => Number(side.toFixed(4))),
    )
  })

  it('reads the element tree with classes and ids', async () => {
    const { scene } = await read(attached(svfFixture()))
    expect(scene.nodes).toEqual([
      { parent: null, name: 'House', class: 'object', sourceId: 'doc' },
      { parent: 0, name: 'Level 1', class: 'Revit Level', sourceId: 'level-1' },
      { parent: 1, name: 'Basic Wall [3]', class: 'Revit Walls', sourceId: 'wall-3' },
      { parent: 1, name: 'Window [4]', class: 'Revit Windows', sourceId: 'window-4' },
    ])
  })

  it('reads properties with units, including those of the element type', async () => {
    const { scene } = await read(attached(svfFixture()))
    expect(scene.propertySets).toEqual([
      {
        name: 'Dimensions',
        properties: [
          { name: 'Length', value: 12.5, unit: 'ft' },
          { name: 'Structural', value: true },
        ],
      },
      { name: 'Identity Data', properties: [{ name: 'Fire Rating', value: 'REI 60' }] },
    ])
    expect(scene.assignments.get(2)).toEqual([0, 1])
  })

  it('reads colours and opacity', async () => {
    const { scene } = await read(attached(svfFixture()))
    expect(scene.materials.map(({ color, opacity }) => ({ color, opacity }))).toEqual([
      { color: [1, 0.5, 0], opacity: 1 },
      { color: [0, 0, 1], opacity: 0.25 },
    ])
  })

  it('rotates a Y-up model to Z-up', async () => {
    const upwards = { 'world up vector': { XYZ: [0, 1, 0] }, 'world front vector': { XYZ: [0, 0, 1] } }
    const { scene } = await read(attached(svfFixture(upwards)))
    const { max, min } = scene.bounds ?? { min: [], max: [] }
    const inFeet = (point: readonly number[]) => point.map((side) => Math.round(side / foot) + 0)
    expect([inFeet(min), inFeet(max)]).toEqual([
      [0, -6, 0],
      [2, 0, 11],
    ])
  })

  it('reports an assumed unit when the stated one is unknown', async () => {
    const { report } = await read(attached(svfFixture({ 'distance unit': { value: 'furlong' } })))
    expect(report?.findings).toMatchObject([{ code: 'unit-assumed' }])
  })

  it('shows a model without properties and reports them as missing', async () => {
    const { report, scene } = await read(attached(svfFixture(), { '../../objects_vals.json.gz': null }))
    expect(report).toMatchObject({ status: 'complete' })
    expect(report?.skipped).toContainEqual({ kind: 'properties', reason: 'missing', count: 1 })
    expect(scene.nodes.map(({ name }) => name)).toEqual(['#3', '#4', '#2'])
  })

  it('shows the readable parts of a damaged derivative and counts the rest', async () => {
    const broken = Buffer.from([31, 139, 8, 0])
    const files = { '0.pf': broken, 'Materials.json.gz': broken, '../../objects_vals.json.gz': broken }
    const { report, scene } = await read(attached(svfFixture(), files))
    expect(scene.numbers).toMatchObject({ instances: 1, lines: 1, materials: 0, propertySets: 0 })
    expect(report).toMatchObject({
      status: 'partial',
      skipped: [
        { kind: 'fragment', reason: 'hidden', count: 1 },
        { kind: 'fragment', reason: 'damaged', count: 2 },
        { kind: 'properties', reason: 'damaged', count: 1 },
        { kind: 'materials', reason: 'damaged', count: 1 },
      ],
    })
  })

  it.each([
    ['an invalid archive', { [bundleNames.archive]: Buffer.from('PK nonsense') }, 'damaged'],
    ['missing attachments', {}, 'companion-missing'],
    ['a missing fragment list', attached(svfFixture(), { 'FragmentList.pack': null }), 'damaged'],
    ['an index that is not JSON', { ...attached(svfFixture()), [bundleNames.index]: Buffer.from('{') }, 'damaged'],
  ])('fails for %s', async (_, companions, code) => {
    expect((await read(companions as Record<string, Uint8Array>)).failure).toMatchObject({ code })
  })

  it('stops when it is cancelled', async () => {
    const signal = AbortSignal.abort()
    const { failure } = await runReader(reader, new Uint8Array([1]), { companions: attached(svfFixture()), signal })
    expect(failure).toEqual({ code: 'cancelled' })
  })
})
