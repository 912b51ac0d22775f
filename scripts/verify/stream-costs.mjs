import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Closed formats whose cost is compared with only inflating their compressed streams. */
const formats = { '.rvt': 'rvt', '.nwd': 'nwd', '.nwc': 'nwd', '.skp': 'skp', '.max': 'max' }
const plainOf = { inflateRaw: 'inflateRawSync', inflate: 'inflateSync', gunzip: 'gunzipSync' }
const repeats = 5
/** Maximum cost of a file of about that size from a cold start to its view package; megabytes only where specified. */
const goals = {
  '.rvt': { megabytes: 3.5, seconds: 4, residentMegabytes: 400 },
  '.nwc': { megabytes: 3, seconds: 2 },
  '.skp': { megabytes: 1, seconds: 1 },
  '.max': { megabytes: 4, seconds: 1 },
}

/** Selects the largest file of each kind. */
function selectMaxSizeFiles(files) {
  const largest = new Map()
  for (const { name, path } of files) {
    const extension = extname(name).toLowerCase()
    if (!Object.hasOwn(formats, extension)) continue
    const { size } = statSync(path)
    if (size > (largest.get(extension)?.size ?? 0))
      largest.set(extension, { extension, name, path, size, id: formats[extension] })
  }
  return [...largest.values()]
}

/** Collects compressed streams as they are inflated; null: disabled. */
let packedStreams = null

/** Readers import these functions when they are loaded, so this module must be loaded first. */
const zlib = createRequire(import.meta.url)('node:zlib')
const plain = Object.fromEntries(Object.values(plainOf).map((name) => [name, zlib[name]]))
for (const name of [...Object.keys(plainOf), ...Object.values(plainOf)]) {
  const own = zlib[name]
  const inflate = plain[plainOf[name] ?? name]
  zlib[name] = (bytes, ...rest) => {
    const options = typeof rest[0] === 'function' ? {} : rest[0]
    packedStreams?.push({ inflate, bytes: Uint8Array.from(bytes), options })
    return own(bytes, ...rest)
  }
}
syncBuiltinESMExports()

/** Measures CPU time, milliseconds. */
function spent(work) {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

/**
 * Returns two lines for the largest file of each closed format: the cost of reading it and of only inflating its
 * streams; the cost from a cold start to its view package, and its limit.
 */
export async function streamCosts(files) {
  const selection = selectMaxSizeFiles(files)
  if (selection.length === 0) return []
  const { loadReader } = await import('../../packages/formats/dist/index.js')
  const { runReader } = await import('../../packages/test-kit/dist/suites/reader-run.js')
  const lines = []
  for (const file of selection) {
    const { id, name, path, size } = file
    const reader = await loadReader(id)
    const bytes = new Uint8Array(readFileSync(path))
    const packed = (packedStreams = [])
    await runReader(reader, bytes, { name })
    packedStreams = null
    // The first run warms up the process; the second measures the warm cost.
    const { processorMilliseconds } = await runReader(reader, bytes, { name })
    const unloadedSeconds = spent(() => {
      for (let time = 0; time < repeats; time++) for (const one of packed) inflateAgain(one)
    })
    const share = packed.length === 0 ? null : unloadedSeconds / repeats
    const read = `${(size / 1e6).toFixed(1)} MB, ${name}: read in ${processorMilliseconds.toFixed(0)} ms of the processor`
    lines.push(
      share === null
        ? `${read}; nothing in it is packed`
        : `${read}, ${times(processorMilliseconds, share)} inflating its ${packed.length} packed streams alone (${share.toFixed(1)} ms)`,
      packageCost(file, share),
    )
  }
  return lines
}

const times = (milliseconds, share) => `${(milliseconds / share).toFixed(1)} times`

/**
 * Measures the cost up to the view package. `share`: milliseconds for inflating its streams; null if nothing is
 * compressed.
 */
function packageCost({ extension, id, path }, share) {
  const script = fileURLToPath(new URL('package-once.mjs', import.meta.url))
  const { processorMilliseconds, residentBytes } = JSON.parse(
    execFileSync(process.execPath, [script, path, id], { encoding: 'utf8' }),
  )
  const goal = goals[extension]
  const seconds = `${(processorMilliseconds / 1000).toFixed(1)} s of the processor`
  const timeGoal = goal === undefined ? '' : ` (${goal.seconds} s for ${goal.megabytes} MB)`
  const ratio = share === null ? '' : `, ${times(processorMilliseconds, share)} inflating`
  const memoryGoal = goal?.residentMegabytes === undefined ? '' : ` (${goal.residentMegabytes} MB)`
  return `    to its view package, from cold: ${seconds}${timeGoal}${ratio}; ${(residentBytes / 1e6).toFixed(0)} MB resident${memoryGoal}`
}

function inflateAgain({ bytes, inflate, options }) {
  try {
    inflate(bytes, options)
  } catch {
    // The reader tolerates truncated streams, and so does this.
  }
}
