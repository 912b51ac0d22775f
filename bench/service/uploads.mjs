import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processFigures } from '../lib/processes.mjs'
import { storedStl } from './stl.mjs'

const uploads = 200
const concurrency = 16
const bytes = 10_000_000

/**
 * Measures 200 files of 10 MB, 16 at a time, compared with dd writing the same bytes, file by file, each synced to
 * disk.
 */
export async function measureUploads(server) {
  await server.start({ KAMAR_WORKERS: '0' })
  const token = await server.register()
  // Initial costs of the first uploads must not count as growth.
  for (let index = 0; index < concurrency; index++) await server.upload(token, `first ${index}.stl`, storedStl(bytes))
  const before = processFigures(server.processId).anonymousMegabytes
  let maxMegabytes = before
  const watch = setInterval(() => {
    maxMegabytes = Math.max(maxMegabytes, processFigures(server.processId)?.anonymousMegabytes ?? 0)
  }, 50)
  const contents = Array.from({ length: concurrency }, () => storedStl(bytes))
  const waiting = Array.from({ length: uploads }, (_, index) => index)
  let succeeded = 0
  const startedAt = performance.now()
  await Promise.all(
    contents.map(async (content) => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        content.writeUInt32LE(index, 84)
        await server.upload(token, `model ${index}.stl`, content)
        succeeded += 1
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(watch)
  await server.stop()
  return {
    succeeded,
    megabytesPerSecond: (uploads * bytes) / 1e6 / seconds,
    ddMegabytesPerSecond: ddMegabytesPerSecond(),
    growthMegabytes: maxMegabytes - before,
  }
}

function ddMegabytesPerSecond() {
  const folder = mkdtempSync(join(tmpdir(), 'kamar-bench-dd-'))
  const source = join(folder, 'source')
  spawnSync('dd', ['if=/dev/urandom', `of=${source}`, `bs=${bytes}`, 'count=1', 'iflag=fullblock'])
  const startedAt = performance.now()
  for (let index = 0; index < uploads; index++) {
    const { status } = spawnSync('dd', [`if=${source}`, `of=${join(folder, `${index}`)}`, 'bs=1M', 'conv=fsync'])
    if (status !== 0) throw new Error('dd failed')
  }
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
  const seconds = (performance.now() - startedAt) / 1000
  rmSync(folder, { recursive: true, force: true })
  return (uploads * bytes) / 1e6 / seconds
}
