import { chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@kamar/test-kit'
import { ensurePackages, runProgram } from './shell.js'

const versionsFolder = '/usr/lib/postgresql'

/** PostgreSQL server of the tests. */
export interface PostgresServer {
  readonly url: string
  /** Stops it immediately and starts it again, as an administrator would. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts Debian's PostgreSQL on a free port of this machine; null if it cannot be installed. */
export async function startPostgres(folder: string): Promise<PostgresServer | null> {
  if (!(await ensurePackages(programs, ['postgresql']))) return null
  const port = await freePort()
  const control = postgresControl(folder)
  await control.make(port)
  await control.run('start')
  return {
    url: `postgres://kamar@127.0.0.1:${port}/postgres`,
    restart: () => control.run('restart'),
    stop: () => control.run('stop'),
  }
}

/** Returns the `pg_ctl` command of a data folder; it refuses to run as root. */
export function postgresControl(folder: string) {
  const data = join(folder, 'postgres')
  const bin = programs() ?? ''
  const asUser = (program: string, parameters: readonly string[]): Promise<string> =>
    process.getuid?.() === 0
      ? runProgram('setpriv', [
          '--reuid=postgres',
          '--regid=postgres',
          '--clear-groups',
          join(bin, program),
          ...parameters,
        ])
      : runProgram(join(bin, program), parameters)
  return {
    async make(port: number, settings = ''): Promise<void> {
      await mkdir(data, { mode: 0o700 })
      if (process.getuid?.() === 0) {
        const id = async (kind: '-u' | '-g'): Promise<number> => Number(await runProgram('id', [kind, 'postgres']))
        chownSync(data, await id('-u'), await id('-g'))
      }
      await asUser('initdb', ['-D', data, '-U', 'kamar', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'])
      writeFileSync(
        join(data, 'postgresql.auto.conf'),
        `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\nmax_connections = 200\n${settings}`,
      )
    },
    async run(command: 'start' | 'stop' | 'restart'): Promise<void> {
      await asUser(
        'pg_ctl',
        [command, '-D', data, '-l', join(data, 'server.log'), '-w', '-m', 'fast'].slice(0, command === 'start' ? 6 : 8),
      )
    },
  }
}

function programs(): string | null {
  if (!existsSync(versionsFolder)) return null
  const newest = readdirSync(versionsFolder)
    .map(Number)
    .filter((version) => version >= 15)
    .toSorted((a, b) => b - a)[0]
  const bin = newest === undefined ? null : join(versionsFolder, String(newest), 'bin')
  return bin !== null && existsSync(join(bin, 'initdb')) ? bin : null
}
