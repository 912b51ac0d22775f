import { readFileSync } from 'node:fs'
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTemporaryFolder, freePort, removeFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startServerProcess } from '../../apps/server/src/testing/server-process.js'
import { findFleetServices } from './support/fleet.js'
import { postgresControl } from './support/postgres.js'
import { runProgram } from './support/shell.js'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))

interface Service {
  readonly command: readonly string[]
}

/** The database as started by deploy/compose.yaml: its certificates, its rules and the role of workers. */
describe.skipIf(findFleetServices() === null)('PostgreSQL of the compose file', () => {
  let folder: string
  let control: ReturnType<typeof postgresControl>
  let port: number
  let authority: string
  beforeAll(async () => {
    folder = await createTemporaryFolder()
    await chmod(folder, 0o755)
    const user = process.getuid?.() === 0 ? await runProgram('id', ['-u', 'postgres']) : String(process.getuid?.())
    const certificates = join(folder, 'certificates')
    await runProgram('mkdir', [certificates])
    await runProgram('sh', [join(deploy, 'certificates.sh'), certificates, `database=${user.trim()}`])
    authority = join(certificates, 'authority.crt')
    control = postgresControl(folder)
    port = await freePort()
    const own = join(certificates, 'database')
    await control.make(
      port,
      `ssl = on\nssl_cert_file = '${own}/public.crt'\nssl_key_file = '${own}/private.key'\n` +
        `unix_socket_directories = '/tmp'\nhba_file = '${join(folder, 'pg_hba.conf')}'\n`,
    )
    await runProgram('cp', [join(deploy, 'pg_hba.conf'), folder])
    await control.run('start')
    await asOwner(`alter role kamar password 'owner'`)
    await runProgram('createdb', ['-h', '/tmp', '-p', String(port), '-U', 'kamar', 'kamar'])
  })
  afterAll(async () => {
    await control?.run('stop')
    await removeFolder(folder)
  })

  const asOwner = (statement: string): Promise<string> =>
    runProgram('psql', ['-h', '/tmp', '-p', String(port), '-U', 'kamar', '-d', 'postgres', '-qAtc', statement])
  const createUrl = (user: string, password: string, mode: string): string =>
    `postgres://${user}:${password}@localhost:${port}/kamar?sslmode=${mode}`
  const makeRole = async (): Promise<void> => {
    const { services } = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8'), { merge: true }) as {
      services: { roles: Service }
    }
    const command = (services.roles.command[0] ?? '').replaceAll('$$', '$')
    const settings = {
      PGHOST: 'localhost',
      PGPORT: String(port),
      PGUSER: 'kamar',
      PGDATABASE: 'kamar',
      PGPASSWORD: 'owner',
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: authority,
      WORKER_PASSWORD: 'worker',
    }
    const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    await runProgram('env', [...assignments, 'sh', '-c', command])
  }

  it('keeps only its own private key, and a second certificate run changes nothing', async () => {
    const certificates = join(folder, 'certificates')
    expect((await readdir(certificates)).toSorted()).toEqual(['authority.crt', 'database'])
    expect((await stat(join(certificates, 'database', 'private.key'))).mode & 0o777).toBe(0o600)
    const before = readFileSync(authority)
    await runProgram('sh', [join(deploy, 'certificates.sh'), certificates, 'database=0'])
    expect(readFileSync(authority)).toEqual(before)
  })

  it('accepts only an encrypted server that trusts its certificate authority', async () => {
    await makeRole()
    await makeRole()
    const start = (mode: string, settings: Record<string, string> = {}): ReturnType<typeof startServerProcess> =>
      startServerProcess({
        DATABASE_URL: createUrl('kamar', 'owner', mode),
        KAMAR_DATA_DIR: join(folder, 'data'),
        KAMAR_WORKER_DATABASE_ROLE: 'kamar_worker',
        ...settings,
      })
    const verifyFull = start('verify-full')
    const unencrypted = start('disable')
    expect([await verifyFull.ended, await unencrypted.ended]).toEqual([1, 1])
    expect(verifyFull.errors()).toMatch(/^The database at DATABASE_URL cannot be reached/)
    expect(unencrypted.errors()).toMatch(/^The database at DATABASE_URL cannot be reached/)
    const server = start('verify-full', { NODE_EXTRA_CA_CERTS: authority })
    await server.ready
    const encrypted = `select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'kamar' and client_addr is not null`
    expect((await asOwner(encrypted)).trim()).toBe('t')
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const worker = ['-qAtc', 'select count(*) from translation', createUrl('kamar_worker', 'worker', 'verify-full')]
    expect((await runProgram('env', [`PGSSLROOTCERT=${authority}`, 'psql', ...worker])).trim()).toMatch(/^\d+$/)
    await expect(
      runProgram('env', [
        `PGSSLROOTCERT=${authority}`,
        'psql',
        '-qAtc',
        'select count(*) from account',
        worker[2] ?? '',
      ]),
    ).rejects.toThrow('permission denied for table account')
  })
})
