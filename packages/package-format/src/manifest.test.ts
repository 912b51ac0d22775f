import { describe, expect, it } from 'vitest'
import { parsePackPath } from '@kamar/core'
import { FileAddresses, listStoredFiles, readManifest, type Manifest } from './index.js'

const hash = 'a'.repeat(64)
const manifest: Manifest = {
  format: 'kamar-view-package',
  version: 2,
  state: 'complete',
  writer: 'kamar 0.1.0',
  source: { name: 'house.ifc', bytes: 10, formatId: 'ifc', reader: 'ifc 1' },
  unit: { name: 'millimetre', metres: 0.001 },
  origin: [0, 0, 1e6],
  georeference: { eastings: 1 },
  bounds: { min: [0, 0, 0], max: [1, 1, 1] },
  counts: {
    nodes: 1,
    meshes: 1,
    instances: 1,
    triangles: 12,
    placedTriangles: 12,
    points: 9,
    lines: 0,
    sheets: 0,
    materials: 1,
  },
  report: {
    status: 'partial',
    counts: { walls: 1 },
    skipped: [{ kind: 'IfcGrid', reason: 'not drawn', count: 1 }],
    findings: [{ code: 'ifc.x', severity: 'warning' }],
    missingCompanions: [],
  },
  chunks: [{ path: 'scene/000.bin', size: 5, sha256: hash, geometries: 1, instances: 1, triangles: 12 }],
  files: [{ path: 'scene/000.bin', size: 5, sha256: hash, encoding: 'br' }],
}

describe('manifest', () => {
  it('is unchanged after a JSON round trip', () => {
    expect(readManifest(JSON.parse(JSON.stringify(manifest)))).toEqual(manifest)
  })

  it('accepts version 1, whose chunks have no points', () => {
    const { points: _, ...counts } = manifest.counts
    const older = { ...manifest, version: 1, counts }
    expect(readManifest(older)).toEqual(older)
  })

  it('accepts valid views and refuses views with an invalid camera or name', () => {
    const pose = { eye: [1, -2, 3], direction: [0, 1, 0], up: [0, 0, 1] }
    const views = [
      { name: null, folders: [], camera: { kind: 'perspective', fieldOfViewDegrees: 45, aspectRatio: 1.5, ...pose } },
      {
        name: 'Plan',
        folders: ['Plans'],
        camera: { kind: 'orthographic', heightMetres: 8, distanceMetres: 3, ...pose },
      },
    ]
    const withViews = { ...manifest, views }
    expect(readManifest(JSON.parse(JSON.stringify(withViews)))).toEqual(withViews)
    for (const camera of [
      { kind: 'perspective', fieldOfViewDegrees: 180, ...pose },
      { kind: 'orthographic', heightMetres: 0, ...pose },
      { kind: 'fisheye', ...pose },
      { kind: 'perspective', fieldOfViewDegrees: 45, ...pose, eye: [1, null, 3] },
      { kind: 'perspective', fieldOfViewDegrees: 45, ...pose, up: [0, 1] },
      { kind: 'orthographic', heightMetres: 8, distanceMetres: -1, ...pose },
    ])
      expect(() => readManifest({ ...manifest, views: [{ ...views[0], camera }] })).toThrow('manifest field views')
    expect(() => readManifest({ ...manifest, views: [{ ...views[0], name: 3 }] })).toThrow(RangeError)
  })

  it('accepts optional storeys, authoring tool and report elements, and refuses invalid ones', () => {
    const manifestWithDetails = {
      ...manifest,
      storeys: 4,
      authoringTool: { name: 'Revit', release: '2025' },
      report: { ...manifest.report, elements: { shown: 83, total: 83 } },
    }
    expect(readManifest(manifestWithDetails)).toEqual(manifestWithDetails)
    expect(() => readManifest({ ...manifestWithDetails, storeys: -1 })).toThrow('manifest field storeys')
    expect(() => readManifest({ ...manifestWithDetails, authoringTool: { name: 'Revit' } })).toThrow(
      'manifest field authoringTool',
    )
    const wrong = { ...manifestWithDetails.report, elements: { shown: '83', total: 83 } }
    expect(() => readManifest({ ...manifestWithDetails, report: wrong })).toThrow('manifest field report')
  })

  it('accepts the state inprogress without bounds, report and georeference', () => {
    const provisional = { ...manifest, state: 'inprogress', bounds: null, report: null, georeference: null, chunks: [] }
    expect(readManifest(provisional)).toEqual(provisional)
  })

  it('accepts proxies of cells', () => {
    const cells = { ...manifest, version: 4, proxies: manifest.chunks }
    expect(readManifest(cells)).toEqual(cells)
  })

  const inPacks = {
    ...manifest,
    version: 5,
    files: [
      {
        path: 'scene/000.bin',
        size: 20,
        sha256: hash,
        encoding: 'identity',
        location: { pack: 'scene/000.pack', offset: 0, size: 5, start: 0 },
      },
      {
        path: 'scene/001.bin',
        size: 30,
        sha256: hash,
        encoding: 'identity',
        location: { pack: 'scene/000.pack', offset: 5, size: 4, start: 10 },
      },
      { path: 'tree.bin', size: 3, sha256: hash, encoding: 'br' },
    ],
    packs: [{ path: 'scene/000.pack', size: 9, sha256: 'b'.repeat(64), encoding: 'identity' }],
  } as const
  const [first, second, tree] = inPacks.files
  const [pack] = inPacks.packs

  it('accepts files that are ranges of packs', () => {
    expect(readManifest(inPacks)).toEqual(inPacks)
  })

  it.each([
    ['a range beyond the end of its pack', { ...inPacks, packs: [{ ...pack, size: 8 }] }],
    ['a pack that is not listed', { ...inPacks, packs: [] }],
    ['an empty stream', { ...inPacks, files: [{ ...first, location: { ...first.location, size: 0 } }] }],
    ['a file in a pack with another encoding', { ...inPacks, files: [{ ...first, encoding: 'br' }] }],
  ])('refuses %s', (_, json) => expect(() => readManifest(json)).toThrow('range of a pack'))

  it.each([
    ['files', { ...inPacks, files: [{ ...first, location: { ...first.location, pack: 'exports/000.pack' } }] }],
    ['files', { ...inPacks, files: [{ ...first, location: { ...first.location, pack: '../scene/000.pack' } }] }],
    ['files', { ...inPacks, files: [{ ...first, location: { ...first.location, offset: -1 } }] }],
    ['files', { ...inPacks, files: [{ ...first, location: { pack: 'scene/000.pack', offset: 0, size: 5 } }] }],
    ['packs', { ...inPacks, packs: [{ ...pack, encoding: 'br' }] }],
    ['packs', { ...inPacks, packs: [{ ...pack, path: 'scene/000.bin' }] }],
  ])('refuses a wrong field of %s', (field, json) => expect(() => readManifest(json)).toThrow(`field ${field}`))

  it('lists packs instead of the files in them as stored', () => {
    expect(listStoredFiles(inPacks)).toEqual([tree, pack])
    expect(listStoredFiles(manifest)).toEqual(manifest.files)
  })

  it('resolves a file to its own address or to its stream in a pack, with the hash of what is stored', () => {
    const addresses = new FileAddresses()
    addresses.add(null)
    addresses.add(inPacks)
    const part = { start: 10, size: 30 }
    expect(addresses.get(second.path)).toEqual({ path: 'scene/000.pack/5-8', sha256: pack.sha256, part })
    expect(parsePackPath('scene/000.pack/5-8')).toEqual({ pack: 'scene/000.pack', start: 5, end: 8 })
    expect(addresses.get(tree.path)).toEqual({ path: tree.path, sha256: tree.sha256 })
    expect(addresses.get('provisional/000.bin')).toEqual({ path: 'provisional/000.bin' })
  })

  it.each([
    ['an empty file', null],
    ['plain text', 'manifest'],
    ['another format', { ...manifest, format: 'frag' }],
    ['a later version', { ...manifest, version: 6 }],
    ['proxies that are no chunks', { ...manifest, version: 4, proxies: [{ path: 'proxies/000.bin' }] }],
    ['an unknown state', { ...manifest, state: 'done' }],
    ['an origin of two numbers', { ...manifest, origin: [0, 0] }],
    ['an infinite bound', { ...manifest, bounds: { min: [0, 0, 0], max: [1, 1, Infinity] } }],
    ['a non-numeric bound', { ...manifest, bounds: { min: [0, null, 0], max: [1, 1, 1] } }],
    ['oversized bounds', { ...manifest, bounds: { min: [-1e300, 0, 0], max: [1, 1, 1] } }],
    ['inverted bounds', { ...manifest, bounds: { min: [0, 5, 0], max: [1, 1, 1] } }],
    ['bounds that are not a box', { ...manifest, bounds: 7 }],
    ['a negative count', { ...manifest, counts: { ...manifest.counts, nodes: -1 } }],
    ['no counts', { ...manifest, counts: undefined }],
    ['a path with parent segments', { ...manifest, files: [{ ...manifest.files[0], path: 'scene/../../etc/passwd' }] }],
    ['an absolute path', { ...manifest, chunks: [{ ...manifest.chunks[0], path: '/etc/passwd' }] }],
    ['a short hash', { ...manifest, chunks: [{ ...manifest.chunks[0], sha256: 'abc' }] }],
    ['an unknown encoding', { ...manifest, files: [{ ...manifest.files[0], encoding: 'gzip' }] }],
    ['a report without status', { ...manifest, report: { ...manifest.report, status: undefined } }],
  ])('refuses %s', (_, json) => expect(() => readManifest(json)).toThrow(RangeError))
})
