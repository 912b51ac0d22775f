import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './free-port.mjs'
import { ensureDebianPackages } from './requirements.mjs'
import { run } from './run.mjs'

const versionsFolder = '/usr/lib/postgresql'

/** Returns the program folder of Debian's newest PostgreSQL; installs it if it is missing and the user is root. */
async function findPrograms() {
  await ensureDebianPackages({ pg_dump: 'postgresql' })
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder).map(Number) : []
  if (versions.length === 0) throw new Error('Expected PostgreSQL in /usr/lib/postgresql, found none')
  return join(versionsFolder, String(Math.max(...versions)), 'bin')
}

/** Starts an empty PostgreSQL server on the loopback interface. `stop` also removes its data. */
export async function startPostgres() {
  const bin = await findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'kamar-postgres-'))
  const isRoot = process.getuid?.() === 0
  const asOwner = async (program, ...parameters) => {
    // PostgreSQL refuses to run as root.
    const owner = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : ['env']
    const [first, ...rest] = [...owner, join(bin, program), ...parameters]
    const { code, output } = await run(first, rest, { capture: true })
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`)
  }
  const data = join(folder, 'data')
  chmodSync(folder, 0o755)
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) await run('chown', ['postgres:postgres', data])
  await asOwner('initdb', '--pgdata', data, '--username=kamar', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
  const port = await findFreePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=50`
  await asOwner('pg_ctl', 'start', '-D', data, '-l', join(data, 'server.log'), '-w', '-o', options)
  return {
    url: `postgres://kamar@127.0.0.1:${port}/postgres`,
    async stop() {
      await asOwner('pg_ctl', 'stop', '-D', data, '-w', '-m', 'fast')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
