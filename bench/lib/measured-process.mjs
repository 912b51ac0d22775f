import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processTree } from './processes.mjs'

const usageHook = fileURLToPath(new URL('usage-hook.mjs', import.meta.url))
const samplingIntervalMilliseconds = 100

/**
 * @typedef {object} Measurement
 * @property {number} cpuSeconds        user and system, of the process, its threads and the children it waited for
 * @property {number} wallMilliseconds  from start to end of the process
 * @property {number} peakRssMegabytes  sum over all simultaneous processes of their own peaks: an upper bound
 * @property {Record<string, any>} result  figures reported by the driver (`reportResult`)
 */

/** Watches a process tree; returns the largest sum of peaks of simultaneous processes. */
function watchMemory(pid) {
  let peakRssMegabytes = 0
  const sample = () => {
    const sum = processTree(pid).reduce((total, each) => total + each.peakRssMegabytes, 0)
    peakRssMegabytes = Math.max(peakRssMegabytes, sum)
  }
  const timer = setInterval(sample, samplingIntervalMilliseconds)
  return () => {
    clearInterval(timer)
    return peakRssMegabytes
  }
}

/** Starts the process and waits for its end. */
function run(commandArguments, environment, timeoutMilliseconds) {
  const started = performance.now()
  const child = spawn(process.execPath, commandArguments, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeoutMilliseconds,
    killSignal: 'SIGKILL',
  })
  const stopWatching = watchMemory(child.pid)
  let errorText = ''
  child.stderr.on('data', (data) => (errorText = (errorText + data).slice(-4000)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const wallMilliseconds = performance.now() - started
      const sampledPeakMegabytes = stopWatching()
      if (code === 0) resolve({ wallMilliseconds, sampledPeakMegabytes })
      else if (signal) reject(new Error(`ended by ${signal} after ${Math.round(wallMilliseconds / 1000)} s`))
      else reject(new Error(`exit code ${code}: ${errorLine(errorText)}`))
    })
  })
}

/** Returns the line that states the error, else the last one. */
function errorLine(text) {
  const lines = text.trim().split('\n')
  return (lines.findLast((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1)).trim()
}

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

/**
 * Runs a driver in a new process and returns its resource usage.
 * @param {{ script: string, arguments: string[], nodeOptions?: string[], timeoutMilliseconds?: number }} command
 * @returns {Promise<Measurement>}
 */
export async function measureProcess({
  script,
  arguments: scriptArguments,
  nodeOptions = [],
  timeoutMilliseconds = 900_000,
}) {
  const folder = mkdtempSync(join(tmpdir(), 'kamar-bench-'))
  const usageFile = join(folder, 'usage.json')
  const resultFile = join(folder, 'result.json')
  try {
    const { wallMilliseconds, sampledPeakMegabytes } = await run(
      [...nodeOptions, '--import', usageHook, script, ...scriptArguments],
      { BENCH_USAGE_FILE: usageFile, BENCH_RESULT_FILE: resultFile },
      timeoutMilliseconds,
    )
    const usage = readJson(usageFile)
    return {
      cpuSeconds: usage.cpuSeconds,
      wallMilliseconds,
      peakRssMegabytes: Math.max(sampledPeakMegabytes, usage.ownPeakRssMegabytes),
      result: readJson(resultFile),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
