// A reader process for tests: its only reader does what the file says, `{"do": …}`. Started from compiled modules.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { TranslationError } from '@kamar/core'
import { serveOneJob } from '../dist/reader-process/serve-one-job.js'

const outputFolder = '/output'
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function cube(edge) {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) => [(n & 1) * edge, ((n >> 1) & 1) * edge, (n >> 2) * edge])
  const faces = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ]
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(faces) }
}

async function draw({ scene, progress, signal }, { cubes = 1, pauseMilliseconds = 0 }) {
  for (let n = 0; n < cubes; n++) {
    const node = scene.addNode({ parent: null, name: `cube ${n}`, class: 'Cube', sourceId: `${n}` })
    const mesh = scene.addMesh(cube(1 + n / 1000))
    scene.addInstance({ node, mesh, placement: [1, 0, 0, 0, 1, 0, 0, 0, 1, n * 3, 0, 0], material: null })
    progress((n + 1) / cubes, 'reading')
    await scene.settle()
    if (pauseMilliseconds > 0) await sleep(pauseMilliseconds)
    signal.throwIfAborted()
  }
  return { status: 'complete', counts: { Cube: cubes }, skipped: [], findings: [], missingCompanions: [] }
}

const attempt = (work) => {
  try {
    return String(work()).slice(0, 60) || 'done'
  } catch (error) {
    return error.code ?? error.message
  }
}
const connecting = (port, host) =>
  new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 2000 })
    socket.on('connect', () => resolve('connected'))
    socket.on('timeout', () => resolve('timeout'))
    socket.on('error', (error) => resolve(error.code))
  })

/** Returns the text of a file, empty if it cannot be read. */
const readText = (path) => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Reports the reachable parts of the machine in a failure's details. */
async function probe({ port, secret, input, beside: siblingPath }) {
  const status = readText('/proc/self/status')
  const field = (name) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1].split(/\s/)[0] ?? ''
  const coreLimit = /^Max core file size\s+(\S+)/m.exec(readText('/proc/self/limits'))?.[1]
  const details = {
    loopback: await connecting(port, '127.0.0.1'),
    outside: await connecting(80, '192.0.2.1'),
    passwd: attempt(() => readFileSync('/etc/passwd')),
    secret: attempt(() => readFileSync(secret)),
    write: attempt(() => writeFileSync('/usr/x', '')),
    input: attempt(() => writeFileSync(input, '')),
    beside: attempt(() => writeFileSync(siblingPath, '')),
    processes: attempt(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length),
    environment: Object.keys(process.env).length,
    user: process.getuid(),
    noNewPrivileges: field('NoNewPrivs'),
    capabilities: `${field('CapEff')} ${field('CapBnd')} core ${coreLimit}`,
  }
  throw new TranslationError({ code: 'damaged', details })
}

/** Reports the denied system calls, in the same way. */
function probeCalls({ input }) {
  const details = {
    truncated: attempt(() => openSync(input, constants.O_RDONLY | constants.O_TRUNC)),
    permissions: attempt(() => chmodSync(input, 0o666)),
    environmentOfParent: attempt(() => readFileSync(`/proc/${process.ppid}/environ`)),
    signal: attempt(() => process.kill(process.ppid, 0)),
    child: spawnSync(process.execPath, ['--version']).error?.code ?? 'done',
  }
  throw new TranslationError({ code: 'damaged', details })
}

/** Only for the sealed sandbox, where the folder has this name. */
function flood({ files }) {
  const block = Buffer.alloc(256 * 1024, 1)
  for (let n = 0; ; n++) {
    const descriptor = openSync(`${outputFolder}/flood-${n % files}`, 'a')
    writeSync(descriptor, block)
    closeSync(descriptor)
  }
}

/** Writes files that are deleted while open: no folder shows their size. They are few, so that no handle is missing. */
function floodHiddenFiles() {
  const block = Buffer.alloc(256 * 1024, 1)
  const descriptors = Array.from({ length: 20 }, (_, n) => {
    const descriptor = openSync(`${outputFolder}/unseen-${n}`, 'w')
    unlinkSync(`${outputFolder}/unseen-${n}`)
    return descriptor
  })
  for (let n = 0; ; n++) writeSync(descriptors[n % descriptors.length], block)
}

function floodFolders() {
  for (let n = 0; ; n++) mkdirSync(`${outputFolder}/${n}`)
}

const deeds = {
  draw,
  probe: (_, script) => probe(script),
  probeCalls: (_, script) => probeCalls(script),
  spin: ({ progress }) => {
    progress(0.5, 'reading')
    for (;;) Math.random()
  },
  buffers: () => {
    const buffers = []
    for (;;) buffers.push(Buffer.alloc(8 * 1024 ** 2, 1))
  },
  wasm: () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 })
    for (;;) {
      memory.grow(512)
      new Uint8Array(memory.buffer).fill(1)
    }
  },
  heap: () => {
    const buffers = []
    for (;;) buffers.push({ text: `${Math.random()}`, list: Array.from({ length: 100 }, () => buffers.length) })
  },
  flood: (_, script) => flood(script),
  floodHiddenFiles,
  floodFolders,
  fork: async () => {
    const again = `const { spawn } = require('child_process'); for (;;) try { spawn(process.execPath, ['-e', process.argv[1], process.argv[1]], { detached: true, stdio: 'ignore' }) } catch {}`
    for (;;) {
      spawn(process.execPath, ['-e', again, again], { detached: true, stdio: 'ignore' }).on('error', () => undefined)
      await sleep(1)
    }
  },
  crowd: async () => {
    const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8, codeRangeSizeMb: 4 }
    Array.from({ length: 50 }, () => new Worker('setInterval(() => undefined, 1000)', { eval: true, resourceLimits }))
    await sleep(60_000)
  },
  hang: () => new Promise(() => setInterval(() => undefined, 1000)),
  throw: () => {
    throw new TypeError('cannot read properties of undefined')
  },
  refuse: (_, script) => {
    throw new TranslationError(script.failure)
  },
  abort: () => process.abort(),
  exit: (_, script) => process.exit(script.code),
  shout: () => {
    for (;;) process.stderr.write('x'.repeat(65536))
  },
  babble: () => {
    for (;;) writeSync(3, 'x'.repeat(65536))
  },
}

const descriptor = {
  id: 'stl',
  name: 'Scripted',
  extensions: ['.stl'],
  optionalExtensions: [],
  dimensions: '3d',
  companions: [],
  versions: [],
  notRead: [],
  detect: () => 'yes',
}

const reader = {
  descriptor,
  async read(input, context) {
    const script = JSON.parse(new TextDecoder().decode(await input.readAll()))
    if (script.companion !== undefined) {
      const companion = await context.companion(script.companion)
      if (companion === null)
        throw new TranslationError({ code: 'companion-missing', details: { names: script.companion } })
      Object.assign(script, JSON.parse(new TextDecoder().decode(await companion.readAll())))
    }
    return deeds[script.do](context, script)
  },
}

await serveOneJob({
  descriptors: [descriptor],
  load: () => Promise.resolve(reader),
  detect: () => ({ formatId: 'stl', confidence: 'yes' }),
  warm: () => Promise.resolve(),
})
