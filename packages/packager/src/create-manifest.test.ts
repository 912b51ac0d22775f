import type { ReadReport } from '@kamar/core'
import type { Manifest } from '@kamar/package-format'
import { pushDrawing } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from './test-support/written-package.js'

describe('metadata in the manifest', () => {
  const write = async (
    fill: (viewPackage: WrittenPackage) => void,
    report: ReadReport = plainReport,
  ): Promise<Manifest> => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    fill(viewPackage)
    await viewPackage.writer.finish(report)
    return viewPackage.manifest()
  }

  it('has defaults: metres, the origin at zero, nothing else', async () => {
    const manifest = await write((viewPackage) => viewPackage.addPart(boxMesh(1, 1, 1), at(0, 0, 0)))
    expect(manifest).toMatchObject({
      format: 'kamar-view-package',
      version: 2,
      source: { name: 'test', bytes: 1, formatId: 'obj', reader: 'test 1' },
      unit: { name: 'metre', metres: 1 },
      origin: [0, 0, 0],
      georeference: null,
    })
    for (const field of ['authoringTool', 'storeys', 'sheets', 'firstView', 'views'])
      expect(manifest).not.toHaveProperty(field)
  })

  it('has unit, georeference and origin as the reader sets them', async () => {
    const manifest = await write(({ writer }) => {
      writer.setUnit({ name: 'foot', metres: 0.3048 })
      writer.setGeoreference({ coordinateReferenceSystem: 'EPSG:32638', eastings: 5 })
      writer.setOrigin([7, 8, 9])
    })
    expect(manifest).toMatchObject({
      unit: { name: 'foot', metres: 0.3048 },
      georeference: { coordinateReferenceSystem: 'EPSG:32638', eastings: 5 },
      origin: [7, 8, 9],
    })
  })

  it('takes the number of storeys from the report when it is higher than that of the tree', async () => {
    const addLevel = ({ writer }: WrittenPackage): void =>
      void writer.addNode({ parent: null, name: '', class: 'Level', sourceId: '' })
    expect((await write(addLevel)).storeys).toBe(1)
    expect((await write(addLevel, { ...plainReport, counts: { levels: 4 } })).storeys).toBe(4)
    expect((await write(addLevel, { ...plainReport, counts: { levels: 0 } })).storeys).toBe(1)
  })

  it('has the first view only with sheets', async () => {
    expect(await write(({ writer }) => writer.setFirstView('sheet'))).not.toHaveProperty('firstView')
    const manifest = await write(({ writer }) => {
      pushDrawing(writer)
      writer.setFirstView('model')
    })
    expect([manifest.version, manifest.firstView]).toEqual([3, 'model'])
  })

  it('counts what is drawn: unique and placed triangles, segments, points, materials and sheets', async () => {
    const { counts } = await write((viewPackage) => {
      const { writer } = viewPackage
      for (let part = 0; part < 3; part++) viewPackage.addPart(boxMesh(1, 1, 1), at(part * 3, 0, 0))
      const lines = writer.addLines({
        positions: Float32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2),
        indices: Uint32Array.of(0, 1, 1, 2),
      })
      const points = writer.addPoints({ positions: Float32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 5) })
      const material = writer.addMaterial({ name: 'red', color: [1, 0, 0], opacity: 1 })
      writer.addMaterial({ name: 'unused', color: [0, 1, 0], opacity: 1 })
      for (const mesh of [lines, lines, points, points])
        writer.addInstance({ node: 0, mesh, placement: at(0, 0, 0), material })
      pushDrawing(writer)
    })
    expect(counts).toEqual({
      nodes: 4,
      meshes: 1,
      instances: 7,
      triangles: 12,
      placedTriangles: 36,
      lines: 4,
      points: 6,
      sheets: 2,
      materials: 2,
    })
  })

  it('numbers chunks from 000 in the order of writing, and their counts add up', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    for (let part = 0; part < 8000; part++)
      viewPackage.addPart(boxMesh(1, 1, 1), at((part % 100) * 2, Math.floor(part / 100) * 2, 0))
    await viewPackage.writer.finish(plainReport)
    const { chunks, counts } = viewPackage.manifest()
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.map(({ path }) => path)).toEqual(chunks.map((_, number) => `scene/00${number}.bin`))
    const sum = (field: 'instances' | 'geometries' | 'triangles'): number =>
      chunks.reduce((total, chunk) => total + chunk[field], 0)
    expect([sum('instances'), sum('geometries'), sum('triangles')]).toEqual([8000, 1, 12])
    expect(counts.placedTriangles).toBe(96_000)
    for (const { path, size, sha256 } of chunks)
      expect(viewPackage.manifest().files).toContainEqual({ path, size, sha256, encoding: 'br' })
    const firsts = (await viewPackage.chunks()).map(({ firstInstance }) => firstInstance)
    expect(firsts).toEqual(
      chunks.map((_, number) => chunks.slice(0, number).reduce((total, { instances }) => total + instances, 0)),
    )
  })

  it('limits the folders of a saved view', async () => {
    const camera = {
      kind: 'orthographic',
      heightMetres: 4,
      eye: [1, 2, 3],
      direction: [0, 0, -1],
      up: [0, 1, 0],
    } as const
    const folders = Array.from({ length: 12 }, (_, depth) => `${depth}`)
    const { views } = await write(({ writer }) => void writer.addView({ name: 'a', folders, camera }))
    expect(views).toEqual([{ name: 'a', folders: folders.slice(0, 8), camera }])
  })
})
