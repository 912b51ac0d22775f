import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { examineDatabaseInfo } from './examine-database.js'
import { examineDeployment, examineNode, type Finding, examineIsolation } from './examine-deployment.js'

let folder: string
let data: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-doctor-'))
  data = join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const examine = async (settings: Record<string, string> = {}): Promise<Finding[]> =>
  examineDeployment({ KAMAR_DATA_DIR: data, KAMAR_WORKERS: '0', PORT: '0', ...settings })
const listWrong = (findings: readonly Finding[]): string[] =>
  findings.filter(({ state }) => state === 'wrong').map(({ sentence: message, subject }) => `${subject}: ${message}`)

describe('examineDeployment', () => {
  it('reports no error before the first start and creates nothing', async () => {
    const findings = await examine()
    expect(listWrong(findings)).toEqual([])
    expect(findings.map(({ subject }) => subject)).toEqual([
      'node',
      'settings',
      'data folder',
      'database',
      'port',
      'readers',
    ])
    expect(findings[2]?.sentence).toBe(`${data} is not there yet; the first start makes it.`)
    for (const { sentence: message } of findings) expect(message).toMatch(/^[^\n]+\.$/)
  })

  it('reports every invalid setting in a sentence and skips further checks', async () => {
    const findings = await examine({ KAMAR_SECRET: 'weak', KAMAR_COLOUR: 'blue' })
    expect(listWrong(findings)).toEqual([
      expect.stringMatching(/^settings: KAMAR_COLOUR is not a setting of Kamar/),
      expect.stringMatching(/^settings: KAMAR_SECRET needs at least 32 characters/),
    ])
  })

  it('reports wrong folders, permissions and secrets', async () => {
    await writeFile(data, 'a file')
    expect(listWrong(await examine())).toEqual([`data folder: ${data} is not a folder; set KAMAR_DATA_DIR to one.`])
    await rm(data)
    await mkdir(join(data, 'secrets'), { recursive: true })
    await chmod(data, 0o755)
    const secret = join(data, 'secrets', 'tokens')
    await writeFile(secret, 'x'.repeat(64), { mode: 0o644 })
    expect(listWrong(await examine())).toEqual([
      `data folder: ${data} can be read by other users of this machine; run chmod 700 ${data}.`,
      `secret: ${secret} can be read by other users of this machine; run chmod 600 ${secret}.`,
    ])
    await chmod(data, 0o700)
    await chmod(secret, 0o600)
    expect(listWrong(await examine())).toEqual([])
    await writeFile(secret, 'short')
    expect(listWrong(await examine())).toEqual([
      expect.stringMatching(/^secret: .* is too short to be a secret; restore it/),
    ])
  })

  it('reports a port that is in use or cannot be bound', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const PORT = String((other.address() as AddressInfo).port)
    expect(listWrong(await examine({ PORT }))).toEqual([
      `port: ${PORT} is in use by another program; stop it, or set PORT to a free one.`,
    ])
    other.close()
    expect(listWrong(await examine({ PORT: '39999', KAMAR_HOST: '203.0.113.1' }))).toEqual([
      'port: 203.0.113.1 cannot be listened at (EADDRNOTAVAIL); set KAMAR_HOST to an address of this machine.',
    ])
  })

  it('reports an unreachable database and a copied open database', async () => {
    expect(listWrong(await examine({ DATABASE_URL: 'postgres://kamar@127.0.0.1:1/kamar' }))).toEqual([
      'database: The database at DATABASE_URL cannot be reached.',
    ])
    await mkdir(join(data, 'database', 'cluster'), { recursive: true, mode: 0o700 })
    await chmod(data, 0o700)
    await writeFile(
      join(data, 'database', 'lock'),
      JSON.stringify({ pid: 1, host: 'x', startedAt: '', token: 't', folder: '1' }),
    )
    expect(listWrong(await examine())).toEqual([
      expect.stringMatching(/^database: This is a copy of the files of a database that was open.*kamar backup/),
    ])
  })

  it('reports reader isolation below KAMAR_MINIMUM_ISOLATION', () => {
    const limited = { level: 'limited', refused: { 'user-namespace': 'unshare: not permitted' } } as const
    expect(examineIsolation(limited, 'limited').state).toBe('note')
    expect(examineIsolation({ level: 'sealed', refused: {} }, 'sealed').state).toBe('good')
    const finding = examineIsolation(limited, 'restricted')
    expect(finding.state).toBe('wrong')
    expect(finding.sentence).toMatch(
      /^KAMAR_MINIMUM_ISOLATION is restricted, so nothing is translated here\. Readers are /,
    )
    expect(finding.sentence).toContain('unshare: not permitted')
  })

  it('checks the Node.js, PostgreSQL and schema versions', () => {
    expect(['18.20.0', '20.18.9', '20.19.0', '22.0.0'].map((version) => examineNode(version).state)).toEqual([
      'wrong',
      'wrong',
      'good',
      'good',
    ])
    const databaseInfo = {
      version: '18.1',
      isolation: 'read committed',
      schema: 'current',
      lastMigration: '0009-x',
    } as const
    const states = (change: object): string[] =>
      examineDatabaseInfo({ ...databaseInfo, ...change }).map(({ state }) => state)
    expect(states({})).toEqual(['good'])
    expect(states({ version: '14.9' })).toEqual(['wrong'])
    expect(states({ isolation: 'serializable' })).toEqual(['wrong'])
    expect(states({ schema: 'newer' })).toEqual(['wrong'])
    expect(states({ schema: 'older' })).toEqual(['note'])
    expect(examineDatabaseInfo({ ...databaseInfo, schema: 'newer' })[0]?.sentence).toContain('0009-x')
  })
})
