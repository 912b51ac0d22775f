import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from './source-files.js'

const folder = mkdtempSync(join(tmpdir(), 'kamar-conformance-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ownPath = '`tests/architecture/conformance.test.ts`'

function count(rows: readonly string[]): { failed: boolean; output: string } {
  const page = join(folder, 'page.md')
  writeFileSync(page, ['| | statement | read as | shown by |', '|---|---|---|---|', ...rows].join('\n'))
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/conformance.mjs'), page])
  return { failed: status !== 0, output: stdout.toString() }
}

describe('conformance script', () => {
  it('takes a row whose tests exist, also one of a table', () => {
    const { failed, output } = count([
      `| 1.1 | a | | ${ownPath} › takes a row whose tests exist, also one of a table |`,
      `| 1.2 | b \\| c | read so | ${ownPath} › fails for %s<br>${ownPath} › fails for a page without rows and for a number that stands twice |`,
    ])
    expect(output).toBe('page.md: 2 of 2 statements are shown by a test\n')
    expect(failed).toBe(false)
  })

  it.each([
    ['a test that does not exist', `${ownPath} › is nowhere`, 'no such test'],
    ['a partial test name', `${ownPath} › takes a row`, 'no such test'],
    ['a file that does not exist', '`tests/none.test.ts` › takes a row', 'no such file'],
    ['text instead of a test reference', 'by eye', 'unreadable'],
    ['no test reference', '', 'uncovered'],
  ])('fails for %s', (_, witness, kind) => {
    const { failed, output } = count([`| 1.1 | a | | ${witness} |`])
    expect(output).toContain(`1.1 ${kind}`)
    expect(output).toContain('0 of 1 statements')
    expect(failed).toBe(true)
  })

  it('fails for a page without rows and for a number that stands twice', () => {
    const row = `| 1.1 | a | | ${ownPath} › fails for a page without rows and for a number that stands twice |`
    expect(count([]).failed).toBe(true)
    expect(count([row, row])).toMatchObject({
      failed: true,
      output: expect.stringContaining('1.1 stands twice') as unknown,
    })
  })
})
