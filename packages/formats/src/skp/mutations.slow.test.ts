import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { mutate, runReader, samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from './reader.js'
import { pavilion } from './testing/pavilion.js'
import { mfcArchiveReleases, writeMfcArchiveModel } from './testing/write-mfc-archive.js'
import { ZipContainerWriter, zipContainerFile } from './testing/write-zip-container.js'

const seeds = 10_000

/** Damages a file up to 2020 anywhere, cycling through the releases. */
function damageMfcArchive(seed: number): Uint8Array {
  const release = mfcArchiveReleases[seed % mfcArchiveReleases.length]
  return mutate(writeMfcArchiveModel(pavilion(), release), seed)
}

const parts = new ZipContainerWriter(pavilion()).parts()

/**
 * Damages the records of a file since 2021 and compresses them again or, every fourth time, damages the stored bytes.
 */
function damagedPackage(seed: number): Uint8Array {
  if (seed % 4 === 0) return mutate(zipContainerFile(parts), seed)
  return zipContainerFile({ ...parts, 'model.dat': mutate(parts['model.dat'] as Uint8Array, seed) })
}

describe('SketchUp reader', () => {
  it.each([
    ['up to 2020', damageMfcArchive],
    ['since 2021', damagedPackage],
  ])(`reports what it skips in files %s that are damaged in ${seeds} ways`, async (_, damaged) => {
    const silent: number[] = []
    let slowest = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const { processorMilliseconds, report, scene } = await runReader(reader, damaged(seed))
      slowest = Math.max(slowest, processorMilliseconds)
      const isEmpty = report?.status === 'complete' && scene.instances.length === 0
      if (isEmpty || (report?.status === 'partial' && report.skipped.length === 0)) silent.push(seed)
    }
    expect(silent).toEqual([])
    expect(slowest).toBeLessThan(10_000)
    expect(process.memoryUsage().rss).toBeLessThan(1024 ** 3)
  })
})

describe.skipIf(!samplesFolder())('SketchUp samples', () => {
  const folder = join(samplesFolder() ?? '', 'skp')
  const names = samplesFolder() ? readdirSync(folder).filter((name) => name.endsWith('.skp')) : []
  const read = async (name: string) => {
    const bytes = Uint8Array.from(readFileSync(join(folder, name)))
    expect(reader.descriptor.detect(bytes.subarray(0, 4096), bytes.length), name).toBe('yes')
    return runReader(reader, bytes)
  }

  it('are read completely, except one that contains only screen text', async () => {
    const versions = new Map<string, number>()
    const others: string[] = []
    for (const name of names) {
      const { report, scene } = await read(name)
      if (report?.status !== 'complete') others.push(name)
      const version = String(scene.propertySets[0]?.properties[1]?.value)
      versions.set(version, (versions.get(version) ?? 0) + 1)
    }
    expect(others).toEqual(['testup__TC_Sketchup_DefinitionList__screentext.skp'])
    expect(Object.fromEntries(versions)).toEqual({
      ...{ 6: 3, 8: 4, 99: 1, 2013: 1, 2014: 6, 2015: 4, 2016: 1 },
      ...{ 2017: 4, 2020: 2, 2021: 10, 2022: 1 },
    })
  })
})
