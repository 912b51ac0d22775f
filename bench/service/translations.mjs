import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../lib/paths.mjs'
import { quantile } from '../lib/statistics.mjs'

const filesPerUser = 150
const workers = 2
/** Each poll uses the two cores that translate; at one second that is 0.3 % of the measured load. */
const pollMilliseconds = 1000
const house = readFileSync(join(root, 'packages/formats/src/ifc/fixtures/house.ifc'), 'utf8')

/** Returns unique content, so that no translation is reused. */
const content = (number) => house.replace('FILE_NAME(', `/* ${number} */\nFILE_NAME(`)

/**
 * Measures 300 small IFC files of two users, queued at once, with two workers; compared with the readers alone: the
 * same processes in the same sandboxes, two at a time, without database, storage and queue.
 */
export async function measureTranslations(server) {
  const isolatedFilesPerSecond = await measureIsolatedFilesPerSecond()
  await server.start({ KAMAR_WORKERS: '0' })
  const tokens = [await server.register(), await server.register()]
  for (let index = 0; index < filesPerUser; index++)
    for (const [user, token] of tokens.entries())
      await server.upload(token, `house ${index}.ifc`, content(`${user} ${index}`))
  await server.stop()
  const startedAt = performance.now()
  await server.start({ KAMAR_WORKERS: `${workers}` })
  const ready = performance.now()
  const waits = await Promise.all(tokens.map((token) => measureWaits(server, token, startedAt)))
  const seconds = (Math.max(...waits.flat()) - (ready - startedAt)) / 1000
  await server.stop()
  const slowest = waits.map((user) => quantile(user, 0.95))
  return {
    filesPerSecond: (2 * filesPerUser) / seconds,
    isolatedFilesPerSecond,
    fairness: Math.max(...slowest) / Math.min(...slowest),
  }
}

/** Returns when each file of an account was ready, in milliseconds since `startedAt`. */
async function measureWaits(server, token, startedAt) {
  const readyAt = new Map()
  while (readyAt.size < filesPerUser) {
    const files = await server.call('/api/auth/my-urns?limit=200', { token })
    for (const { id, status } of files) {
      if (status === 'failed') throw new Error('a file failed')
      if (status === 'success' && !readyAt.has(id)) readyAt.set(id, performance.now() - startedAt)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
  }
  return [...readyAt.values()]
}

async function measureIsolatedFilesPerSecond() {
  const { ReaderPool } = await import(pathToFileURL(join(root, 'packages/translation/dist/run.js')).href)
  const folder = mkdtempSync(join(tmpdir(), 'kamar-bench-readers-'))
  const pool = await ReaderPool.open({ workFolder: join(folder, 'work'), size: workers, warm: false })
  const waiting = Array.from({ length: 60 }, (_, index) => index)
  const total = waiting.length
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const path = join(folder, `${worker}.ifc`)
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        writeFileSync(path, content(`alone ${index}`))
        const { outcome, release } = await pool.run({ path, fileName: 'house.ifc', formatId: 'ifc', companions: [] })
        if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
        await release()
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await pool.stop()
  rmSync(folder, { recursive: true, force: true })
  return total / seconds
}
