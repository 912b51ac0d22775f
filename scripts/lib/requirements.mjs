import { existsSync, readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { root, step } from './run.mjs'

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages

/** Returns whether everything that package-lock.json requires on every platform is in node_modules in that version. */
function isInstalled(folder) {
  const [lockFile, present] = [`${folder}package-lock.json`, `${folder}node_modules/.package-lock.json`]
  if (modified(present) === 0) return false
  if (modified(present) >= modified(lockFile)) return true
  const installedPackages = readPackages(present)
  return Object.entries(readPackages(lockFile)).every(
    ([path, { version, link, optional }]) =>
      !path.startsWith('node_modules/') || link || optional || installedPackages[path]?.version === version,
  )
}

/** Installs the locked packages of a folder if any are missing; runs no install scripts. */
export async function ensureDependencies(folder = root) {
  if (isInstalled(folder)) return
  const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const folderName = relative(root, folder)
  const title = folderName === '' ? 'Installing packages' : `Installing packages of ${folderName}`
  await step(title, 'npm', ['ci', '--prefix', folder, ...npmFlags])
}

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Returns the path of a Chromium; installs Debian's through apt if there is none and the user is root. Null if neither
 * works.
 */
export async function ensureChromium() {
  const chromiumPath = [process.env.KAMAR_CHROMIUM, ...chromiumPaths].find((path) => path && existsSync(path))
  if (chromiumPath) return chromiumPath
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  await installDebianPackages(['chromium', 'fonts-noto-core'])
  return chromiumPaths.find((path) => existsSync(path)) ?? null
}

/** Installs missing Debian packages, listed by the program each provides, if the user is root. */
export async function ensureDebianPackages(packageOfProgram) {
  const missing = Object.entries(packageOfProgram).filter(([program]) => !existsSync(`/usr/bin/${program}`))
  if (missing.length > 0) await installDebianPackages(missing.map(([, name]) => name))
}

async function installDebianPackages(names) {
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  await step('Reading Debian’s package list', 'apt-get', ['update', '-qq'], { environment })
  const parameters = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  await step(`Installing ${names.join(', ')}`, 'apt-get', parameters, { environment })
}
