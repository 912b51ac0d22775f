import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../free-port.mjs'
import { root } from '../run.mjs'
import { signInPath } from './administrator-sign-in.mjs'
import { compile, listSourceFolders, transpile } from './compile.mjs'
import { batchChanges } from './batch-changes.mjs'
import { Supervisor } from './supervisor.mjs'

const workspace = 'apps/server'
const defaultPort = 5173
const administrator = {
  username: process.env.KAMAR_ADMIN_USERNAME || 'developer',
  password: process.env.KAMAR_ADMIN_PASSWORD || 'kamar development',
}

/** Runs pages and server until the process is terminated. */
export async function runDevelopment({ inspect, inspectReader }) {
  print('compiling')
  await compile(workspace)
  // Loads modules that have just been compiled.
  const { servePages } = await import('./pages.mjs')
  const serverPort = await findFreePort()
  const target = `http://127.0.0.1:${serverPort}`
  let supervisor = null
  let start = null
  const vite = await servePages({
    port: Number(process.env.PORT || defaultPort),
    target,
    ready: () => supervisor?.running ?? Promise.reject(new Error('not started yet')),
    administrator,
    watched: listSourceFolders(workspace),
    onServerChange: batchChanges((files) => restart(start, files)),
  })
  const address = `http://127.0.0.1:${vite.httpServer.address().port}`
  supervisor = superviseServer({ address, serverPort, inspect, inspectReader })
  start = starter({ supervisor, target, address })
  stopOnSignal(() => Promise.all([supervisor.stop(), vite.close()]))
  await start().catch(waitForChange)
}

const print = (text) => process.stdout.write(`[dev] ${text}\n`)

const waitForChange = (error) => print(`${error.message}\n[dev] waiting for a change`)

/** Starts the server, or replaces it; after the first successful start the sample model is uploaded. */
function starter({ supervisor, target, address }) {
  let isPrepared = false
  return async () => {
    await supervisor.restart()
    if (isPrepared) return
    isPrepared = true
    const { seedSampleModel } = await import('./sample-model.mjs')
    if (await seedSampleModel(target, administrator)) print('the sample model is uploaded')
    print(`ready at ${address}`)
    print(`as ${administrator.username} (password: ${administrator.password}): ${address}${signInPath}`)
  }
}

function superviseServer({ address, serverPort, inspect, inspectReader }) {
  const settings = { inspect: inspect?.port ?? null, inspectReader }
  return new Supervisor({
    program: fileURLToPath(new URL('server-program.mjs', import.meta.url)),
    arguments: [JSON.stringify(settings)],
    environment: {
      KAMAR_ADMIN_USERNAME: administrator.username,
      KAMAR_ADMIN_PASSWORD: administrator.password,
      KAMAR_DATA_DIR: resolve(process.env.KAMAR_DATA_DIR || join(root, 'data/dev')),
      KAMAR_HOST: '127.0.0.1',
      KAMAR_LOG_LEVEL: process.env.KAMAR_LOG_LEVEL || 'info',
      // Base of generated links: pages and server have different addresses.
      KAMAR_PUBLIC_URL: address,
      // Warming readers takes three seconds of CPU time after each restart.
      KAMAR_WARM_READERS: 'false',
      PORT: String(serverPort),
      // Two readers cannot share an inspector port.
      ...(inspectReader === null ? {} : { KAMAR_WORKERS: '1' }),
    },
  })
}

async function restart(start, files) {
  const started = performance.now()
  try {
    for (const file of files) await transpile(file)
    await start()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    print(`the server answers again ${seconds} s after the change of ${files.join(', ')}`)
  } catch (error) {
    waitForChange(error)
  }
}

function stopOnSignal(stop) {
  let isStopping = false
  const end = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${error.stack}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
}
