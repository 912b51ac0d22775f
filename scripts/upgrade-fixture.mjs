/**
 * Writes the fixture of the upgrade tests for a released version: the state that its server leaves in a data folder
 * after a clean stop and after SIGKILL, and in a PostgreSQL database with its files.
 *
 *     node scripts/upgrade-fixture.mjs v0.2.0
 *
 * Needs git and Debian's PostgreSQL (installed if missing and the user is root). Takes some minutes.
 */
import { spawn } from 'node:child_process'
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress } from 'node:zlib'
import { startPostgres } from './lib/postgres.mjs'
import { binary, root, run, step } from './lib/run.mjs'
import { addBeforeKill, administrator, fillDeployment } from './lib/upgrade-contents.mjs'

/** Checks out a commit, installs its packages and builds everything. Returns its version. */
async function buildCheckout(ref, checkout) {
  mkdirSync(checkout)
  await step(`Files of ${ref}`, 'sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', ref, checkout])
  await step('Packages', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', checkout])
  await step('Build', process.execPath, [join(checkout, 'scripts/build.mjs')])
  return JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).version
}

/** Server of a checkout, started as by `npm start`. */
class ReleasedServer {
  #child
  #ended

  constructor(checkout, environment) {
    this.#child = spawn(process.execPath, [join(checkout, 'scripts/start.mjs')], {
      cwd: checkout,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        KAMAR_ADMIN_USERNAME: administrator.username,
        KAMAR_ADMIN_PASSWORD: administrator.password,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve))
  }

  /** Resolves with the address once the server accepts requests. */
  ready() {
    return new Promise((resolve, reject) => {
      let output = ''
      this.#child.stdout.on('data', (data) => {
        output += data
        const address = /Kamar is ready at (\S+)/.exec(output)?.[1]
        if (address) resolve(address)
      })
      void this.#ended.then((code) => reject(new Error(`The server ended with ${code}: ${output}`)))
    })
  }

  async end(signal) {
    this.#child.kill(signal)
    await this.#ended
  }
}

async function writeEmbedded({ checkout, contents, working }) {
  const data = join(working, 'data')
  const environment = { KAMAR_DATA_DIR: data }
  const first = new ReleasedServer(checkout, environment)
  const stopped = await fillDeployment(await first.ready(), checkout)
  await first.end('SIGTERM')
  cpSync(data, join(contents, 'stopped'), { recursive: true })
  const second = new ReleasedServer(checkout, environment)
  const killed = await addBeforeKill(await second.ready(), checkout, stopped)
  await second.end('SIGKILL')
  cpSync(data, join(contents, 'killed'), { recursive: true })
  return { stopped, killed }
}

async function writeServer({ checkout, contents, working }) {
  const postgres = await startPostgres()
  try {
    const data = join(working, 'server-data')
    const server = new ReleasedServer(checkout, { KAMAR_DATA_DIR: data, DATABASE_URL: postgres.url })
    const record = await fillDeployment(await server.ready(), checkout)
    await server.end('SIGTERM')
    const dump = ['--no-owner', '--no-privileges', `--file=${join(contents, 'database.sql')}`, postgres.url]
    await step('Dump', 'pg_dump', dump)
    cpSync(data, join(contents, 'server'), { recursive: true })
    return record
  } finally {
    await postgres.stop()
  }
}

/**
 * Packs one archive: the folders have most of their bytes in common, which a compression window larger than any of them
 * exploits.
 */
async function pack(contents, archive) {
  const order = ['--sort=name', '--numeric-owner', '--owner=0', '--group=0', '--mtime=2026-01-01T00:00:00Z']
  const tar = spawn('tar', ['--create', ...order, '--directory', contents, '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 28,
  }
  await pipeline(tar.stdout, createBrotliCompress({ params }), createWriteStream(archive))
}

const [ref] = process.argv.slice(2)
if (ref === undefined) {
  process.stderr.write('Missing argument: the git ref of a released version, such as v0.2.0\n')
  process.exit(2)
}
const working = mkdtempSync(join(tmpdir(), 'kamar-upgrade-'))
try {
  const [checkout, contents] = [join(working, 'checkout'), join(working, 'contents')]
  mkdirSync(contents)
  const version = await buildCheckout(ref, checkout)
  const { output: commit } = await run('git', ['rev-parse', `${ref}^{commit}`], { capture: true })
  const folders = { checkout, contents, working }
  const records = { ...(await writeEmbedded(folders)), server: await writeServer(folders) }
  const target = join(root, 'tests/upgrade/fixtures', version)
  mkdirSync(target, { recursive: true })
  const description = { version, commit: commit.trim(), node: process.version, records }
  writeFileSync(join(target, 'record.json'), JSON.stringify(description))
  await step('Format', binary('oxfmt'), [join(target, 'record.json')])
  await pack(contents, join(target, 'contents.tar.br'))
  process.stdout.write(`Written: tests/upgrade/fixtures/${version}\n`)
} finally {
  rmSync(working, { recursive: true, force: true })
}
