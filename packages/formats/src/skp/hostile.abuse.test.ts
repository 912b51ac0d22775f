import { runReader, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from './reader.js'
import { DraftComponent, translation, type DraftDefinition, type DraftModel } from './testing/draft.js'
import { pavilion } from './testing/pavilion.js'
import { writeMfcArchiveModel } from './testing/write-mfc-archive.js'
import { writeZipContainerModel } from './testing/write-zip-container.js'

const maxMilliseconds = 10_000

async function read(bytes: Uint8Array): Promise<ReaderRun> {
  const run = await runReader(reader, bytes, { limits: { nodes: 20_000 } })
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  return run
}

const isListed = ({ failure, report }: ReaderRun): boolean =>
  report !== null || ['damaged', 'encrypted', 'limit-exceeded', 'nothing-to-show'].includes(failure?.code ?? '')

const holding = (name: string, ...definitions: readonly string[]): DraftDefinition => {
  const component = new DraftComponent().box([1, 1, 1])
  for (const definition of definitions)
    component.addInstance({ kind: 'component', definition, placement: translation(1, 0, 0) })
  return { name, component }
}

function modelWith(...definitions: readonly DraftDefinition[]): DraftModel {
  const model = pavilion()
  const root = new DraftComponent().box([1, 1, 1])
  root.addInstance({ kind: 'component', definition: definitions.at(-1)?.name ?? '', placement: translation() })
  return { ...model, root, definitions: [...model.definitions, ...definitions] }
}

describe.each([
  ['2017', (model: DraftModel) => writeMfcArchiveModel(model, 2017)],
  ['2025', writeZipContainerModel],
])('SketchUp reader for a model of %s', (release, write) => {
  it(`E11 terminates on a component that contains itself (${release})`, async () => {
    const run = await read(write(modelWith(holding('Self', 'Self', 'Self'))))
    expect(isListed(run)).toBe(true)
    expect(run.report?.status === 'complete').toBe(false)
  })

  it(`E11 terminates on components that contain one another (${release})`, async () => {
    const run = await read(write(modelWith(holding('A', 'B'), holding('B', 'C'), holding('C', 'A'))))
    expect(isListed(run)).toBe(true)
    expect(run.report?.status === 'complete').toBe(false)
  })

  it(`E11 terminates on components that double over thirty levels (${release})`, async () => {
    const levels = Array.from({ length: 30 }, (_, at) =>
      at === 0 ? holding('L0') : holding(`L${at}`, `L${at - 1}`, `L${at - 1}`),
    )
    expect(isListed(await read(write(modelWith(...levels))))).toBe(true)
  })

  it(`E11 ends with a report or a listed failure for false counts (${release})`, async () => {
    const complete = write(pavilion())
    // At least every 61st position: the prime step reaches all parts.
    for (let at = 40; at + 4 < complete.length; at += Math.max(61, Math.floor(complete.length / 150))) {
      const copy = complete.slice()
      new DataView(copy.buffer).setUint32(at, [0xffffffff, 0x7fffffff, 0x00ffffff][at % 3] ?? 0, true)
      const run = await runReader(reader, copy)
      expect(
        isListed(run) || run.failure?.code === 'not-this-format' || run.failure?.code === 'unsupported-version',
        `at ${at}: ${run.failure?.code}`,
      ).toBe(true)
      expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
    }
  })
})
