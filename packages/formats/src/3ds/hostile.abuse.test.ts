import { runReader, type ReaderRun } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { chunkIds } from './chunk-ids.js'
import { chunk, file, meshObject, node, text } from './fixtures/chunk-writer.js'
import { writePavilion } from './fixtures/pavilion.js'
import { reader } from './reader.js'

const maxMilliseconds = 10_000
const slab = meshObject({ name: 'Slab', vertices: [0, 0, 0, 2, 0, 0, 0, 3, 0], faces: [0, 1, 2] })

async function read(bytes: Uint8Array): Promise<ReaderRun> {
  const run = await runReader(reader, bytes)
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  return run
}

/** Returns a copy in which the chunk at an offset states another length. */
function withLength(bytes: Uint8Array, at: number, length: number): Uint8Array {
  const copy = bytes.slice()
  new DataView(copy.buffer).setUint32(at + 2, length, true)
  return copy
}

/** Lists the start offsets of all chunks of a file, following its own lengths. */
function listChunks(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer)
  const offsets: number[] = []
  // Only chunks that are known to contain chunks are entered; all others are skipped.
  const inside = new Map<number, number>([
    [chunkIds.main, 6],
    [chunkIds.editor, 6],
    [chunkIds.keyframer, 6],
    [chunkIds.triangles, 6],
    [chunkIds.material, 6],
  ])
  const visit = (from: number, to: number): void => {
    for (let at = from; at + 6 <= to; at += view.getUint32(at + 2, true)) {
      offsets.push(at)
      const headerLength = inside.get(view.getUint16(at, true))
      if (headerLength !== undefined) visit(at + headerLength, at + view.getUint32(at + 2, true))
    }
  }
  visit(0, bytes.length)
  return offsets
}

it.each([0, 1, 5, 6, 0x7fffffff, 0xffffffff])(
  'E03 3DS reader ends with a report or a known failure for any chunk of length %d',
  async (length) => {
    const complete = writePavilion()
    for (const at of listChunks(complete)) {
      const { failure, report } = await read(withLength(complete, at, length))
      expect(
        report !== null || ['damaged', 'not-this-format', 'nothing-to-show'].includes(failure?.code ?? ''),
        `chunk at ${at}: ${failure?.code}`,
      ).toBe(true)
    }
  },
)

it('E03 3DS reader keeps the next object when a chunk extends past its parent', async () => {
  const bytes = file([slab, meshObject({ name: 'Next', vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 2] })])
  const triangles = Buffer.from(bytes).indexOf(Buffer.from([0x00, 0x41]))
  const { report, scene } = await read(withLength(bytes, triangles, bytes.length))
  expect(scene.nodes.map(({ name }) => name)).toContain('Next')
  expect(report?.status).toBe('partial')
})

it('E03 3DS reader ends on chunks nested 10,000 deep', async () => {
  let deep = chunk(chunkIds.editor, slab)
  for (let level = 0; level < 10_000; level++) deep = chunk(chunkIds.editor, deep)
  const { failure, report } = await read(chunk(chunkIds.main, deep))
  expect(report !== null || failure?.code === 'damaged' || failure?.code === 'nothing-to-show').toBe(true)
})

it('E03 3DS reader reports without failure on objects nested 10,000 deep', async () => {
  let deep = slab
  for (let level = 0; level < 10_000; level++) deep = chunk(chunkIds.object, text('Deep'), deep)
  const { failure, report } = await read(file([deep, slab]))
  expect(failure).toBeNull()
  expect(report).not.toBeNull()
})

it('E03 3DS reader draws nodes in a parent cycle and nodes nested 10,000 deep', async () => {
  const circle = [1, 2, 3].map((number) => node({ number, mesh: 'Slab', parent: (number % 3) + 1 }))
  expect((await read(file([slab], circle))).scene.numbers.triangles).toBeGreaterThan(0)
  const chain = Array.from({ length: 10_000 }, (_, at) =>
    node({ number: at, mesh: 'Slab', ...(at === 0 ? {} : { parent: at - 1 }) }),
  )
  expect((await read(file([slab], chain))).scene.instances.length).toBeGreaterThan(0)
})
