/**
 * Executes every step of deploy/Dockerfile with buildah and starts the resulting image as its intended user. The base
 * image is built here, from Debian packages and the running Node: nothing is pulled from an image registry. Exits
 * successfully with a message if buildah is unavailable: `node scripts/test-image.mjs`, a quarter of an hour on a busy
 * machine.
 */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureDebianPackages } from './lib/requirements.mjs'
import { root, run, step } from './lib/run.mjs'

const baseName = 'localhost/kamar-node'
const imageName = 'localhost/kamar-tested'
const minute = 60_000
// Mirror of the release that the Dockerfile names; the test does not need its updates.
const mirror = 'http://deb.debian.org/debian'

/** Storage of buildah during one run. */
class Images {
  #folder = mkdtempSync(join(tmpdir(), 'kamar-image-'))

  /** Returns a path in a folder that is removed at the end. */
  path(name) {
    return join(this.#folder, name)
  }

  // Without user namespaces and an overlay file system: both are missing in many build containers.
  toParameters(...rest) {
    return ['--storage-driver', 'vfs', '--root', this.path('images'), '--runroot', this.path('state'), ...rest]
  }

  async query(...rest) {
    const { code, output } = await run('buildah', this.toParameters(...rest), { capture: true })
    if (code !== 0) throw new Error(`buildah ${rest[0]}: ${output.slice(-2000)}`)
    return output.trim()
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Builds Debian with Node and npm, equivalent to the base image of the Dockerfile. */
async function makeBase(images) {
  const archive = images.path('debian.tar')
  const packages = '--include=ca-certificates,libstdc++6'
  await step('Debian, from its packages', 'mmdebstrap', [
    '--variant=minbase',
    '--mode=root',
    packages,
    'bookworm',
    archive,
    mirror,
  ])
  const node = images.path('node')
  mkdirSync(join(node, 'usr/bin'), { recursive: true })
  mkdirSync(join(node, 'usr/lib/node_modules'), { recursive: true })
  cpSync(process.execPath, join(node, 'usr/bin/node'))
  cpSync(npmFolder(), join(node, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(node, 'usr/bin', name))
  // Supports networks with their own certificate authority: uses the certificates that this machine trusts.
  const trusted = '/etc/ssl/certs/ca-certificates.crt'
  if (existsSync(trusted)) {
    mkdirSync(join(node, dirname(trusted)), { recursive: true })
    cpSync(trusted, join(node, trusted))
  }
  const container = await images.ask('from', 'scratch')
  await images.ask('add', '--quiet', container, archive, '/')
  await images.ask('add', '--quiet', container, node, '/')
  await images.ask(
    'config',
    '--env',
    `NODE_EXTRA_CA_CERTS=${trusted}`,
    '--env',
    'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    container,
  )
  await images.ask('commit', '--quiet', '--rm', container, baseName)
}

function npmFolder() {
  const npmPath = ['../lib/node_modules/npm', '../share/nodejs/npm']
    .map((path) => join(dirname(process.execPath), path))
    .find((path) => existsSync(path))
  if (npmPath === undefined) throw new Error('npm does not lie beside this Node')
  return npmPath
}

/** Starts the image's own command and waits until it responds; then stops it. Throws with its output. */
async function tryImage(images) {
  const container = await images.ask('from', imageName)
  const inside = (...parameters) => images.words('run', '--isolation', 'chroot', ...parameters)
  const writable = "find / -xdev -type d -writable ! -path '/proc*' ! -path '/dev*' ! -path '/sys*' 2>/dev/null || true"
  const { output } = await run('buildah', inside(container, '--', 'sh', '-c', `id -u; ${writable}`), { capture: true })
  const [user, ...folders] = output.trim().split('\n')
  const unexpected = folders.filter((path) => !/^\/(data|tmp|var\/tmp|run\/lock|home\/\w+)(\/|$)/.test(path))
  if (user !== '1000' || unexpected.length > 0)
    throw new Error(`the image runs as ${user} and may write to ${unexpected.join(', ')}`)
  const { OCIv1 } = JSON.parse(await images.ask('inspect', '--type', 'image', imageName))
  const settings = ['--env', 'PORT=0', '--env', 'KAMAR_HOST=127.0.0.1']
  await untilReady(spawn('buildah', inside(...settings, container, '--', ...OCIv1.config.Cmd)))
}

async function untilReady(child) {
  let output = ''
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    await new Promise((resolve, reject) => {
      const read = (data) => {
        output += data
        const address = /Kamar is ready at (\S+)/.exec(output)?.[1]
        if (address) void assertAvailable(address).then(resolve, reject)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      setTimeout(() => reject(new Error(`the image is not ready: ${output.slice(-2000)}`)), 5 * minute).unref()
      void ended.then((code) => reject(new Error(`the image ended with ${code}: ${output.slice(-2000)}`)))
    })
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function assertAvailable(address) {
  for (const path of ['/api/health', '/']) {
    const response = await fetch(address + path)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  }
}

/**
 * Returns whether the steps could be executed; false without buildah. Throws if a step fails or the image does not
 * start.
 */
export async function testImage() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await ensureDebianPackages({ buildah: 'buildah', mmdebstrap: 'mmdebstrap' })
  if (!['buildah', 'mmdebstrap'].every((name) => existsSync(`/usr/bin/${name}`))) {
    process.stdout.write('The image is not built: buildah or mmdebstrap cannot be installed here\n')
    return false
  }
  const images = new Images()
  try {
    await makeBase(images)
    const policy = images.path('policy.json')
    writeFileSync(policy, JSON.stringify({ default: [{ type: 'insecureAcceptAnything' }] }))
    const file = ['--file', `${root}deploy/Dockerfile`, '--ignorefile', `${root}.dockerignore`, '--tag', imageName]
    const base = ['--build-arg', `NODE_IMAGE=${baseName}`, '--pull-never', '--signature-policy', policy]
    const build = ['build', '--isolation', 'chroot', '--layers=false', ...base, ...file, root]
    await step('Every step of deploy/Dockerfile', 'buildah', images.toParameters(...build))
    await tryImage(images)
    process.stdout.write('The image starts, as user 1000, and may write to nothing but /data and /tmp\n')
    return true
  } finally {
    images.remove()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await testImage()
