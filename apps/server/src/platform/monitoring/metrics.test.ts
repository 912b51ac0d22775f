import { expect, it } from 'vitest'
import { startTestServer } from '../../testing/test-server.js'
import { createMetrics } from './metrics.js'

it('metrics are exported under their names and those of the release before', async () => {
  const server = await startTestServer()
  const { text } = await createMetrics(server.services.database, 'server').read()
  await server.close()
  const names = [
    ['kamar_translations_total', 'kamar_translations_ended_total'],
    ['kamar_queue_oldest_age_seconds', 'kamar_queue_oldest_seconds'],
  ] as const
  for (const [name, former] of names) {
    const lines = text.split('\n').filter((line) => line.includes(name))
    expect(lines.length).toBeGreaterThanOrEqual(2)
    for (const line of lines) expect(text).toContain(line.replaceAll(name, former))
  }
})
