import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { operate, type OperationOptions } from './operate.js'
import { runCommand } from './run-command.js'

const folder = mkdtempSync(join(tmpdir(), 'kamar-operate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const environment = { KAMAR_DATA_DIR: join(folder, 'data'), KAMAR_WORKERS: '0', PORT: '0' }
const options: OperationOptions = { 'dry-run': false, rehearse: false, 'without-secret': false, json: false }
const runOperation = (command: Parameters<typeof operate>[0], more: Partial<OperationOptions> = {}) =>
  operate(command, { options: { ...options, ...more }, environment, onProgress: () => undefined })

async function runWithOutput(...argv: string[]): Promise<{ code: number; out: string; error: string }> {
  const output = { out: '', error: '' }
  const code = await runCommand(argv, {
    out: (text) => (output.out += text),
    error: (text) => (output.error += text),
  })
  return { code, ...output }
}

describe('kamar deployment commands', () => {
  it('are listed in the help and answer invalid arguments with the usage', async () => {
    const { out } = await runWithOutput('--help')
    for (const argv of ['kamar doctor', 'kamar verify', 'kamar backup --to', 'kamar restore --from', '--dry-run'])
      expect(out).toContain(argv)
    for (const argv of [
      ['doctor', 'somebody'],
      ['backup'],
      ['backup', '--to', folder, '--keep', '0'],
      ['restore', '--dry-run'],
      ['restore', '--from', folder],
      ['restore', '--from', folder, '--into', folder, '--dry-run'],
      ['restore', '--from', folder, '--into', folder, '--rehearse'],
    ]) {
      const { code, error } = await runWithOutput(...argv)
      expect([code, error.includes('Usage:')], argv.join(' ')).toEqual([2, true])
    }
  })

  it('report in a sentence why an operation is impossible', async () => {
    const message = `There is no database in ${environment.KAMAR_DATA_DIR}; say with KAMAR_DATA_DIR where the data folder is.`
    expect(await runOperation('verify')).toEqual({ isWell: false, text: message, report: { failed: message } })
    expect(await runOperation('backup', { to: join(folder, 'backups') })).toMatchObject({
      isWell: false,
      text: message,
    })
    const from = join(folder, 'nowhere')
    expect(await runOperation('restore', { from, 'dry-run': true })).toMatchObject({
      text: `There is no backup in ${from}.`,
    })
  })

  it('print each doctor finding on its own line', async () => {
    const { isWell, text } = await runOperation('doctor')
    expect(isWell).toBe(true)
    expect(text).toMatch(/^good {3}node {9}Version .* is new enough\.\n/)
    expect(text.split('\n').at(-1)).toBe('Nothing is wrong.')
  })
})
