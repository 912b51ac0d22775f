import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MeshInput, type PreparedMesh, memorySource } from '@kamar/core'
import { RecordingScene, createRecordedContext, runReader, samplesFolder, type ReaderRun } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { reader, warm } from './reader.js'

beforeAll(() => warm(createWarmUpScene))

const folder = samplesFolder()
const getSamplePath = (name: string): string => join(folder ?? '', 'ifc', name)
const bytesOfSample = (name: string): Uint8Array => Uint8Array.from(readFileSync(getSamplePath(name)))
const isMissing = (name: string): boolean => folder === null || !existsSync(getSamplePath(name))

const drawnElements = ({ scene }: ReaderRun): number => {
  const nodes = new Set(scene.instances.map(({ node }) => node))
  return [...nodes].filter((node) => scene.nodes[node]?.hidden !== true).length
}

describe('IFC sample file', () => {
  const expectedCounts = {
    'Office_A_20110811.ifc': 803,
    'Sched_ROOT-houten-kozijnen.ifc': 100,
    'ISSUE_021_Mini_Project.ifc': 2636,
    'acad2010_objects.ifc': 52,
    'bs43_fixed-reference-swept-area-solid.ifc': 1,
  }
  for (const [name, expected] of Object.entries(expectedCounts)) {
    it.skipIf(isMissing(name))(`${name} shows ${expected} elements with geometry`, async () => {
      const run = await runReader(reader, bytesOfSample(name), { name })
      expect(run.failure).toBeNull()
      expect(drawnElements(run)).toBe(expected)
    })
  }
})

class ClosedCounter extends RecordingScene {
  /** By mesh id. */
  readonly isClosed: boolean[] = []

  override addMesh(mesh: MeshInput | PreparedMesh): number | null {
    const id = super.addMesh(mesh)
    if (id !== null) this.isClosed[id] = 'closed' in mesh && mesh.closed
    return id
  }
}

describe('cylindrical-surface.ifc', () => {
  const name = 'cylindrical-surface.ifc'
  it.skipIf(isMissing(name))('is read despite a stray leading letter', async () => {
    const run = await runReader(reader, bytesOfSample(name), { name })
    expect(run.failure).toBeNull()
    expect(drawnElements(run)).toBeGreaterThan(0)
  })
})

describe('Duplex_A.ifc', () => {
  it.skipIf(isMissing('Duplex_A.ifc'))('has at least 97 % closed meshes and 98 % closed instances', async () => {
    const scene = new ClosedCounter()
    const { context } = createRecordedContext()
    await reader.read(memorySource('Duplex_A.ifc', bytesOfSample('Duplex_A.ifc')), { ...context, scene })
    expect(scene.isClosed.filter(Boolean).length / scene.isClosed.length).toBeGreaterThanOrEqual(0.97)
    const closedInstances = scene.instances.map(({ mesh }) => scene.isClosed[mesh] ?? false)
    expect(closedInstances.filter(Boolean).length / closedInstances.length).toBeGreaterThanOrEqual(0.98)
  })

  it.skipIf(isMissing('Duplex_A.ifc'))('shows elements and reports truncation when cut in half', async () => {
    const original = bytesOfSample('Duplex_A.ifc')
    const run = await runReader(reader, original.slice(0, original.length >> 1), { name: 'Duplex_A.ifc' })
    expect(run.report?.status).toBe('partial')
    expect(run.report?.findings.map(({ code }) => code)).toContain('truncated-file')
    expect(drawnElements(run)).toBeGreaterThan(0)
  })
})
