import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { say } from './log.mjs'
import { benchFolder } from './paths.mjs'

const modified = (name) => (existsSync(join(benchFolder, name)) ? statSync(join(benchFolder, name)).mtimeMs : 0)

/** Installs the peers when they are missing or older than the lock. Runs no install scripts. */
export function ensurePeers() {
  if (modified('node_modules/.package-lock.json') >= modified('package-lock.json')) return
  say('Installing the peers in bench/')
  const parameters = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', parameters, { cwd: benchFolder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ci failed in bench: ${stderr}`)
}
