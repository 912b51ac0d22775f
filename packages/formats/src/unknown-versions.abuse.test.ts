import { runReader, type ReaderRun } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadReader, warmReaders } from './index.js'
import { createWarmUpScene } from './kit/testing/warm-up-scene.js'
import { sceneTexts, writeForeign, writePavilion as writeMax } from './max/fixtures/pavilion.js'
import { pavilionChunks, writePavilion as writeNwd } from './nwd/fixtures/pavilion.js'
import { writeHouse } from './rvt/fixtures/house.js'
import { infoLines, writePavilion as writeRvt } from './rvt/fixtures/pavilion.js'
import { memorySource } from '@kamar/core'
import { CompoundFile } from '@kamar/codecs/compound-file'
import { writeCompound } from '@kamar/codecs/compound-file/testing'

// Undocumented formats: releases that do not exist yet, and files with a part missing.

const maxMilliseconds = 10_000
const refused = ['damaged', 'unsupported-version', 'not-this-format', 'nothing-to-show']

beforeAll(() => warmReaders(createWarmUpScene))

async function read(format: string, bytes: Uint8Array): Promise<ReaderRun> {
  const run = await runReader(await loadReader(format), bytes)
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  return run
}

/** Replaces a text by another of the same length wherever it occurs in the file. */
function replaceText(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const changed = text.replaceAll(from, to)
  expect(changed).not.toBe(text)
  expect(changed.length).toBe(text.length)
  return Uint8Array.from(Buffer.from(changed, 'latin1'))
}

/** Reads the streams of a compound file. */
async function readStreams(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  const file = await CompoundFile.open(memorySource('a', bytes))
  const streams: Record<string, Uint8Array> = {}
  for (const name of file.names) {
    const stream = await file.stream(name, bytes.length)
    if (stream) streams[name] = Uint8Array.from(stream)
  }
  return streams
}

describe('future file release', () => {
  it.each([
    [114, 'lichunk-007'],
    [448, 'lichunk-008'],
  ] as const)(
    'E12 is refused with its container version when it is a Navisworks document of %i',
    async (version, word) => {
      const { failure } = await read('nwd', replaceText(writeNwd(version), word, 'lichunk-099'))
      expect(failure).toMatchObject({ code: 'unsupported-version', details: { advice: 'NWD 2016 or later' } })
      expect(String(failure?.details?.['version'])).toContain('lichunk-099')
    },
  )

  it.each([
    [114, '999', 'complete'],
    [448, '113', 'complete'],
    [448, '999', 'complete'],
    [114, '000', 'partial'],
  ] as const)(
    'E12 gives a Navisworks document of %i that claims the release %s a %s report',
    async (version, other, status) => {
      const reference = await read('nwd', writeNwd(version))
      const replacement = [`navisworks:${version}`, `navisworks:${other}`] as const
      const { failure, report, scene } = await read('nwd', replaceText(writeNwd(version), ...replacement))
      expect(failure).toBeNull()
      expect(report?.status).toBe(status)
      // The report states what was not understood: the tree alone loses no geometry.
      expect((report?.skipped.length ?? 0) > 0).toBe(other !== '999' || version === 114)
      expect(status === 'complete' && scene.numbers.triangles < reference.scene.numbers.triangles).toBe(false)
    },
  )

  it('E12 is identified without geometry when it is a Revit project', async () => {
    const lines = infoLines.since2019.map((line) => line.replaceAll(/20[12]\d/g, '2099'))
    expect(lines).not.toEqual(infoLines.since2019)
    const { failure, report, scene } = await read('rvt', writeRvt(lines))
    expect(failure).toBeNull()
    expect(report?.status).toBe('preview')
    expect(scene.nodes[0]?.name).toContain('2099')
  })

  it('E12 is identified without geometry when it is a 3ds Max scene', async () => {
    const texts = sceneTexts.map((text) => text.replaceAll('21,00', '99,00').replaceAll('21.0', '99.0'))
    const { failure, report, scene } = await read('max', writeForeign(texts))
    expect(failure).toBeNull()
    expect(report?.status).toBe('preview')
    expect(JSON.stringify([scene.nodes, scene.propertySets])).toMatch(/99[.,]0/)
  })
})

describe('file with a missing part', () => {
  // A model without serial number, views and unit is still drawn.
  const needed = ['LcOpNwdGeometry', 'LcOpNwdFragments']
  it.each(pavilionChunks(114).map(({ name }) => name))(
    'E12 loses geometry only with a partial report when a Navisworks document lacks %s',
    async (missing) => {
      const reference = await read('nwd', writeNwd(114))
      expect(reference.report?.status).toBe('complete')
      const chunks = pavilionChunks(114).filter(({ name }) => name !== missing)
      const { failure, report, scene } = await read('nwd', writeNwd(114, chunks))
      expect(failure === null || refused.includes(failure.code)).toBe(true)
      const isComplete = report?.status === 'complete'
      expect(isComplete).toBe(!needed.includes(missing))
      expect(isComplete && scene.numbers.triangles < reference.scene.numbers.triangles).toBe(false)
      const isUnitMissing = report?.findings.some(({ code }) => code === 'unit-missing')
      expect(missing !== 'LcOpNwdPartition' || isUnitMissing).toBe(true)
    },
  )

  it.each([
    ['rvt', 'BasicFileInfo', 'not-this-format'],
    ['rvt', 'Formats/Latest', 'preview'],
    ['rvt', 'Partitions/1', 'preview'],
    ['max', 'Scene', 'not-this-format'],
    ['max', 'ClassDirectory3', 'preview'],
  ] as const)('E12 ends the reading of a %s file without the stream %s as %s', async (format, missing, end) => {
    const { [missing]: _, ...others } = await readStreams(format === 'rvt' ? writeHouse() : writeMax())
    expect(_).toBeDefined()
    const { failure, report } = await read(format, writeCompound(others))
    expect(failure?.code ?? report?.status).toBe(end)
  })
})
