import { copyFile } from '../lib/many-files.mjs'
import { getWord, indexFiles } from '../lib/searched-files.mjs'

const files = 10_000
const wordsPerFile = 1000
const rounds = 10

/** Queries from one file to all files. */
const queries = {
  'one file': 'unique4711',
  'a sheet': 'a-480003',
  'a rare word': getWord(30_000),
  'two words': `${getWord(900)} ${getWord(1200)}`,
  'a word of nearly all files': getWord(2),
  'two letters': 'ka',
  'one letter': 'k',
  Armenian: 'ստր',
  'words of name and properties': `model 12 ${getWord(3)}`,
  'the beginning of all names': 'mode',
  nothing: 'zzzz',
}

const percentile = (values, share) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]

/** Measures the time of the first page of searches over ten thousand files with properties, one request at a time. */
export async function measureSearch(server) {
  await server.start({ KAMAR_WORKERS: '0' })
  const token = await server.register()
  const { id } = await server.upload(token, 'model 0.stl', 'solid many\nendsolid\n')
  await server.stop()
  await copyFile(
    server.dataFolder,
    id,
    Array.from({ length: files - 1 }, (_, index) => `model ${index + 1}.stl`),
  )
  await indexFiles(server.dataFolder, wordsPerFile)
  await server.start({ KAMAR_WORKERS: '0' })
  try {
    const measured = []
    for (const [name, words] of Object.entries(queries)) {
      const milliseconds = []
      let total = 0
      for (let round = 0; round <= rounds; round++) {
        const startedAt = performance.now()
        const page = await server.call(`/api/search?words=${encodeURIComponent(words)}`, { token })
        // The first request warms up.
        if (round > 0) milliseconds.push(performance.now() - startedAt)
        total = page.total
      }
      measured.push({ name, total, milliseconds })
    }
    const all = measured.flatMap(({ milliseconds }) => milliseconds)
    return {
      p95: percentile(all, 0.95),
      queries: measured.map(({ milliseconds, ...query }) => ({ ...query, p95: percentile(milliseconds, 0.95) })),
    }
  } finally {
    await server.stop()
  }
}
