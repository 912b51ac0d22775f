import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { logProgress } from './log.mjs'
import { benchFolder, root } from './paths.mjs'

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/**
 * Installs the peers of a folder when they are missing or older than the lock file. Runs no install scripts.
 * @param {string} [folder]
 * @param {readonly string[]} [more] parameters of npm
 */
export function ensurePeers(folder = benchFolder, more = []) {
  if (modified(join(folder, 'node_modules/.package-lock.json')) >= modified(join(folder, 'package-lock.json'))) return
  logProgress(`Installing the peers in ${relative(root, folder) || folder}`)
  const parameters = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...more]
  const { status, stderr } = spawnSync('npm', parameters, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ci failed in ${folder}: ${stderr}`)
}
