import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBareServer } from './bare.mjs'
import { storedStl } from './stl.mjs'

const bytes = 100_000_000
const rangeBytes = 8_000_000
const connections = 4

/** Measures the megabytes per second of a 100 MB file fetched in ranges of 8 MB over four connections. */
export async function measureDownloads(server, { runs }) {
  const folder = mkdtempSync(join(tmpdir(), 'kamar-bench-file-'))
  const path = join(folder, 'large.stl')
  const content = storedStl(bytes)
  writeFileSync(path, content)
  const bare = await startBareServer(path)
  try {
    await server.start({ KAMAR_WORKERS: '0' })
    const token = await server.register()
    const { id } = await server.upload(token, 'large.stl', content)
    const headers = { authorization: `Bearer ${token}` }
    const own = `${server.address}/api/auth/my-urns/${id}/original`
    const measured = []
    for (let run = 0; run < runs; run++) {
      const kamar = await megabytesPerSecond(own, content.length, headers)
      measured.push({ kamar, bare: await megabytesPerSecond(`${bare.address}/file`, content.length, {}) })
    }
    return { measured }
  } finally {
    bare.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function megabytesPerSecond(url, total, headers) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ranges = Array.from({ length: Math.ceil(total / rangeBytes) }, (_, index) => ({
    from: index * rangeBytes,
    to: Math.min(total, (index + 1) * rangeBytes) - 1,
  }))
  const fetchAll = () => Promise.all(ranges.map((range) => fetchRange({ url, agent, headers, ...range })))
  await fetchAll()
  const iterations = 5
  const startedAt = performance.now()
  for (let round = 0; round < iterations; round++) await fetchAll()
  agent.destroy()
  return (iterations * total) / 1e6 / ((performance.now() - startedAt) / 1000)
}

/** Fetches and discards a range; a response with another length or status is an error. */
function fetchRange({ url, agent, headers, from, to }) {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { agent, headers: { ...headers, range: `bytes=${from}-${to}` } }, (response) => {
      let received = 0
      response.on('data', (part) => (received += part.length))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 206 && received === to - from + 1) resolve()
        else reject(new Error(`status ${response.statusCode}, ${received} bytes`))
      })
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}
