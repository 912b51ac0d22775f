import { readFileSync } from 'node:fs'
import { createRecordedContext, runReader, type ReaderRun } from '@kamar/test-kit'
import { beforeAll, expect, it } from 'vitest'
import { reader, warm } from './reader.js'
import { block, model, object, use } from './testing/model.js'
import { addTree } from './tree.js'

beforeAll(warm)

const maxMilliseconds = 10_000
const kiosk = Uint8Array.from(readFileSync(new URL('fixtures/kiosk.3dm', import.meta.url)))

async function read(bytes: Uint8Array): Promise<ReaderRun> {
  const run = await runReader(reader, bytes)
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  return run
}

it('E11 3DM object tree reports blocks that contain each other as broken', () => {
  const [inA, inB] = [use('B', 1, { isInBlock: true }), use('A', 1, { isInBlock: true })]
  const blocks = new Map([block('A', [inA, inA]), block('B', [inB, inB])])
  const tree = addTree(model({ objects: [inA, inB, use('A')], blocks }), createRecordedContext().context, 'Loop.3dm')
  expect(tree.brokenBlocks.length).toBeGreaterThan(0)
})

it('E11 3DM object tree fails at the node limit on blocks doubled thirty times', () => {
  const pane = object({ isInBlock: true })
  const uses = Array.from({ length: 30 }, (_, level) => [0, 1].map((x) => use(`L${level}`, x, { isInBlock: true })))
  const blocks = new Map(uses.map((pair, level) => block(`L${level + 1}`, pair)))
  blocks.set(...block('L0', [pane]))
  const bomb = model({ objects: [pane, ...uses.flat(), use('L30')], blocks })
  expect(() => addTree(bomb, createRecordedContext({ limits: { nodes: 20_000 } }).context, 'Bomb.3dm')).toThrowError(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'limit-exceeded' }) }),
  )
})

it('E11 3DM reader ends with a report or a failure when counts are corrupted anywhere', async () => {
  // A prime stride in bytes, so that the test reaches all parts of the file.
  for (let at = 64; at + 4 < kiosk.length; at += 4001) {
    const copy = kiosk.slice()
    new DataView(copy.buffer).setUint32(at, [0xffffffff, 0x7fffffff, 0x00ffffff][at % 3] ?? 0, true)
    const { failure, report } = await read(copy)
    expect(report !== null || failure !== null, `at ${at}`).toBe(true)
  }
})
