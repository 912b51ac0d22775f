import { runReader } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { reader } from './reader.js'
import { writeDxf } from './testing/write-dxf.js'

// Five million lines are drawn before it ends, as many as the largest drawings have.
const maxMilliseconds = 90_000

const line = '0 LINE\n5 30\n8 0\n10 0\n20 0\n11 1\n21 1'
const formatBlock = (name: string, handle: number, inner: readonly string[]): string =>
  `0 BLOCK\n5 ${handle.toString(16)}\n2 ${name}\n10 0\n20 0\n${inner.join('\n')}\n0 ENDBLK`
const formatInsert = (name: string, handle: number): string =>
  `0 INSERT\n5 ${handle.toString(16)}\n8 0\n2 ${name}\n10 0\n20 0`

it('E09 DWG reader ends as partial at the draw budget on blocks doubled thirty times', async () => {
  const levels = 30
  const blocks = Array.from({ length: levels }, (_, level) => {
    const below = `B${level - 1}`
    const inner =
      level === 0 ? [line] : [formatInsert(below, 0x200 + 2 * level), formatInsert(below, 0x201 + 2 * level)]
    return formatBlock(`B${level}`, 0x100 + level, inner)
  })
  const bytes = writeDxf(formatInsert(`B${levels - 1}`, 0x300), { blocks: blocks.join('\n') })
  const run = await runReader(reader, bytes, { name: 'model.dxf' })
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  expect(run.report?.status).toBe('partial')
})
