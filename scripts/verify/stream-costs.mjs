import { readFileSync, statSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { extname } from 'node:path'

/** Closed formats, whose cost is held against that of inflating their packed streams and nothing else. */
const formats = { '.rvt': 'rvt', '.nwd': 'nwd', '.nwc': 'nwd', '.skp': 'skp', '.max': 'max' }
const plainOf = { inflateRaw: 'inflateRawSync', inflate: 'inflateSync', gunzip: 'gunzipSync' }
const repeats = 5

/** The largest file of each kind. */
function largestOf(files) {
  const largest = new Map()
  for (const { name, path } of files) {
    const extension = extname(name).toLowerCase()
    if (!Object.hasOwn(formats, extension)) continue
    const { size } = statSync(path)
    if (size > (largest.get(extension)?.size ?? 0)) largest.set(extension, { name, path, size, id: formats[extension] })
  }
  return [...largest.values()]
}

/** Where packed streams are put while they are inflated; null: nowhere. */
let taken = null

/** Readers take these functions when they are loaded: this module goes first. */
const zlib = createRequire(import.meta.url)('node:zlib')
const plain = Object.fromEntries(Object.values(plainOf).map((name) => [name, zlib[name]]))
for (const name of [...Object.keys(plainOf), ...Object.values(plainOf)]) {
  const own = zlib[name]
  const inflate = plain[plainOf[name] ?? name]
  zlib[name] = (bytes, ...rest) => {
    const options = typeof rest[0] === 'function' ? {} : rest[0]
    taken?.push({ inflate, bytes: Uint8Array.from(bytes), options })
    return own(bytes, ...rest)
  }
}
syncBuiltinESMExports()

/** Milliseconds of the processor. */
function spent(work) {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

/** One line for the largest file of each closed format: what reading it costs, and what inflating its streams alone does. */
export async function streamCosts(files) {
  const chosen = largestOf(files)
  if (chosen.length === 0) return []
  const { loadReader } = await import('../../packages/readers/dist/index.js')
  const { runReader } = await import('../../packages/test-kit/dist/reader-run.js')
  const lines = []
  for (const { id, name, path, size } of chosen) {
    const reader = await loadReader(id)
    const bytes = new Uint8Array(readFileSync(path))
    const packed = (taken = [])
    await runReader(reader, bytes, { name })
    taken = null
    // The first reading warms the machine up; the second is what a warm process needs.
    const { processorMilliseconds } = await runReader(reader, bytes, { name })
    const alone = spent(() => {
      for (let time = 0; time < repeats; time++) for (const one of packed) inflateAgain(one)
    })
    const read = `${(size / 1e6).toFixed(1)} MB, ${name}: read in ${processorMilliseconds.toFixed(0)} ms of the processor`
    const share = alone / repeats
    lines.push(
      packed.length === 0
        ? `${read}; nothing in it is packed`
        : `${read}, ${(processorMilliseconds / share).toFixed(1)} times inflating its ${packed.length} packed streams alone (${share.toFixed(1)} ms)`,
    )
  }
  return lines
}

function inflateAgain({ bytes, inflate, options }) {
  try {
    inflate(bytes, options)
  } catch {
    // The reader lives with streams that end early, and so does this.
  }
}
