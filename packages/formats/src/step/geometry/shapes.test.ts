import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { samplesFolder } from '@kamar/test-kit'
import type { MeshQuality, PreparedMesh } from '@kamar/core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ShapeWriter, StepWriter } from '../fixtures/step-writer.js'
import { SolidSources } from './solid-source.js'
import { Styles } from '../model/styles.js'
import { StepFile } from '../step-file.js'
import { FileBytes, StepIndexer } from '@kamar/codecs/part21'
import { compiledKernel, startKernel, type Kernel, meshSolid, type SolidJob, type SolidMesh } from '@kamar/codecs/brep'

// The fan takes 3 s of CPU, which can be minutes on an overloaded machine.
vi.setConfig({ testTimeout: 300_000 })

/** One kernel in this thread, to test the mesher directly. */
let kernel: Kernel
beforeAll(async () => {
  kernel = await startKernel(await compiledKernel())
})

function openFile(text: Uint8Array): StepFile {
  const bytes = new FileBytes(text)
  const indexer = new StepIndexer(bytes, { complexInstances: true })
  while (!indexer.advance(bytes.length));
  return new StepFile(bytes, indexer.result())
}

function createJob(file: StepFile, quality: MeshQuality = 'standard'): SolidJob {
  const sources = new SolidSources(file, new Styles(file))
  const [row = -1] = file.listRows('MANIFOLD_SOLID_BREP')
  const [context = -1] = file.rowsWith('GLOBAL_UNIT_ASSIGNED_CONTEXT')
  return sources.job(sources.source(row, null), context, quality)
}

function jobFor(write: (shapes: ShapeWriter) => void, quality?: MeshQuality): SolidJob {
  const writer = new StepWriter()
  write(new ShapeWriter(writer))
  return createJob(openFile(new TextEncoder().encode(writer.file('AUTOMOTIVE_DESIGN', 'shape'))), quality)
}

function mesh(job: SolidJob, batchFaces?: number): SolidMesh & { readonly steps: number } {
  let steps = 0
  const result = meshSolid(kernel, job, { note: () => void steps++, ...(batchFaces ? { batchFaces } : {}) })
  if (result.kind !== 'meshed') throw new Error(result.reason)
  return { ...result, steps }
}

const only = (result: SolidMesh): PreparedMesh => {
  const [first] = result.meshes
  if (!first) throw new Error('no mesh')
  return first
}

const cylinder = (quality?: MeshQuality): SolidJob => jobFor((shapes) => void shapes.cylinder('c', 10, 40), quality)

/** Returns the drawn edge segments as the z of both ends, in millimetres. */
function edgeHeights(prepared: PreparedMesh): string[] {
  const z = (vertex: number): number =>
    Math.round((prepared.origin[2] + prepared.positions[3 * vertex + 2] * prepared.step) * 1000)
  return Array.from({ length: prepared.edges.length / 2 }, (_, at) =>
    [z(prepared.edges[2 * at]), z(prepared.edges[2 * at + 1])].join('–'),
  )
}

describe('tessellated cylinder', () => {
  it('is closed and has its area and volume within the deflection', () => {
    const prepared = only(mesh(cylinder()))
    expect(prepared.closed).toBe(true)
    expect(prepared.area * 1e6).toBeCloseTo(2 * Math.PI * 10 * 50, -2)
    expect((prepared.volume ?? 0) * 1e9).toBeGreaterThan(Math.PI * 100 * 40 * 0.98)
    expect((prepared.volume ?? 0) * 1e9).toBeLessThan(Math.PI * 100 * 40)
  })

  it('has its two circles as edges and no seam', () => {
    const heights = edgeHeights(only(mesh(cylinder())))
    expect(new Set(heights)).toEqual(new Set(['0–0', '40–40']))
  })

  it('has exact normals, horizontal on its side', () => {
    const { normals, positions } = only(mesh(cylinder()))
    const side = Array.from({ length: positions.length / 3 }, (_, vertex) => [
      normals[2 * vertex],
      normals[2 * vertex + 1],
    ])
    // In octahedral coordinates a horizontal direction has |x| + |y| = 1, up and down have 0.
    const sums = side.map(([x, y]) => (Math.abs(x) + Math.abs(y)) / 127)
    expect(sums.every((sum) => Math.abs(sum - 1) < 0.03 || sum < 0.03 || sum > 1.9)).toBe(true)
  })

  it('has more triangles at a higher quality', () => {
    const counts = (['draft', 'standard', 'fine'] as const).map((quality) => mesh(cylinder(quality)).triangles)
    expect(counts[0]).toBeLessThan(counts[1])
    expect(counts[1]).toBeLessThan(counts[2])
  })
})

describe('meshing in chunks of faces', () => {
  it('yields the same box for chunks of any size', () => {
    const job = jobFor((shapes) => void shapes.box('b', [10, 20, 30]))
    const undivided = mesh(job)
    for (const batchFaces of [1, 2, 5]) {
      const parts = mesh(job, batchFaces)
      expect(parts.triangles).toBe(undivided.triangles)
      expect(only(parts).closed).toBe(true)
      expect(only(parts).shapeHash).toBe(only(undivided).shapeHash)
      expect(parts.steps).toBeGreaterThan(undivided.steps)
    }
  })

  it('yields the same cylinder, whose seam joins itself', () => {
    const undivided = mesh(cylinder())
    const parts = mesh(cylinder(), 1)
    expect(parts.triangles).toBe(undivided.triangles)
    expect(only(parts).closed).toBe(true)
  })

  const folder = samplesFolder()
  it.skipIf(!folder)('yields the same fan as in one pass', () => {
    const bytes = Uint8Array.from(readFileSync(join(folder ?? '', 'stp/Ventilator.stp')))
    const job = createJob(openFile(bytes))
    const undivided = mesh(job)
    const parts = mesh(job, 20)
    expect([undivided.triangles, undivided.meshedFaces]).toEqual([20_466, 305])
    expect(parts.triangles).toBe(undivided.triangles)
    expect([only(undivided).closed, only(parts).closed]).toEqual([true, true])
    expect(only(parts).volume).toBeCloseTo(only(undivided).volume ?? 0, 12)
  })
})

describe('open B-rep surface', () => {
  it('stays open when it is meshed in chunks', () => {
    const job = jobFor((shapes) => void shapes.box('b', [10, 20, 30]))
    const text = new TextDecoder().decode(job.text)
    const [, first = ''] = /OPEN_SHELL\('',\((#\d+)\)\)/.exec(text) ?? []
    const open = {
      ...job,
      text: new TextEncoder().encode(text.replace(`OPEN_SHELL('',(${first}))`, "OPEN_SHELL('',())")),
    }
    const result = mesh(open, 2)
    expect(only(result).closed).toBe(false)
    expect(only(result).volume).toBeNull()
  })
})
