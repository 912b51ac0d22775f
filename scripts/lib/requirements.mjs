import { existsSync, statSync } from 'node:fs'
import { root, step } from './run.mjs'

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** Installs what package-lock.json names when it is missing or older than the lock; runs no install scripts. */
export async function ensureDependencies() {
  const installed = modified(`${root}node_modules/.package-lock.json`)
  if (installed >= modified(`${root}package-lock.json`)) return
  await step('Installing packages', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
}

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of a Chromium; installs Debian's through apt where there is none and we are root. Null when neither works. */
export async function ensureChromium() {
  const known = [process.env.KAMAR_CHROMIUM, ...chromiumPaths].find((path) => path && existsSync(path))
  if (known) return known
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  await step('Reading Debian’s package list', 'apt-get', ['update', '-qq'], { environment })
  const packages = ['chromium', 'fonts-noto-core']
  await step('Installing Chromium', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    environment,
  })
  return chromiumPaths.find((path) => existsSync(path)) ?? null
}

/** Debian's ffmpeg, which encodes the pictures of the landing page; installs it where there is none and we are root. */
export async function ensureFfmpeg() {
  if (existsSync('/usr/bin/ffmpeg')) return
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  await step('Reading Debian’s package list', 'apt-get', ['update', '-qq'], { environment })
  const parameters = ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg']
  await step('Installing ffmpeg', 'apt-get', parameters, { environment })
}
