import { copyFile } from '../lib/many-files.mjs'
import { startBareServer } from './bare.mjs'
import { requestsPerSecond } from './requests.mjs'

const files = 10_000
const page = '/api/auth/my-urns?limit=50'

/**
 * Measures the requests per second for the first page of ten thousand files, compared with a constant of the same size.
 */
export async function measureLists(server, { runs }) {
  await server.start({ KAMAR_WORKERS: '0' })
  const token = await server.register()
  const { id } = await server.upload(token, 'model 0.stl', 'solid many\nendsolid\n')
  await server.stop()
  await copyFile(
    server.dataFolder,
    id,
    Array.from({ length: files - 1 }, (_, index) => `model ${index + 1}.stl`),
  )
  await server.start({ KAMAR_WORKERS: '0' })
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(server.address + page, { headers })
  const list = await response.json()
  if (list.length !== 50) throw new Error(`the list has ${list.length} files`)
  const bare = await startBareServer('')
  try {
    await fetch(`${bare.address}/constant`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(list),
    })
    const measured = []
    for (let run = 0; run < runs; run++) {
      const kamar = await requestsPerSecond(server.address + page, { headers })
      measured.push({ kamar, bare: await requestsPerSecond(`${bare.address}/constant`, {}) })
    }
    return { measured, bytes: JSON.stringify(list).length }
  } finally {
    bare.stop()
    await server.stop()
  }
}
