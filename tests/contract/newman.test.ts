import { fileURLToPath } from 'node:url'
import newman from 'newman'
import { expect, it } from 'vitest'
import { address, makeApplication } from './support/contract-server.js'
import { housePath } from './support/sample-model.js'

const collection = fileURLToPath(new URL('./collections/model-derivative.json', import.meta.url))

/** Runs a collection; returns its failures and the number of assertions. */
async function run(values: Readonly<Record<string, string>>): Promise<{ failed: string[]; assertions: number }> {
  const envVar = Object.entries(values).map(([key, value]) => ({ key, value }))
  return new Promise((resolve, reject) => {
    newman.run({ collection, envVar, reporters: [], delayRequest: 20, timeoutRequest: 20_000 }, (error, summary) => {
      if (error) return reject(error)
      const { failures, stats } = summary.run
      const failed = failures.map(({ source, error: cause }) => `${source?.name ?? '?'}: ${cause.message}`)
      resolve({ failed, assertions: stats.assertions.total ?? 0 })
    })
  })
}

it('newman runs the Model Derivative collection without failures', async () => {
  const { clientId, clientSecret } = await makeApplication()
  const result = await run({ base: address(), clientId, clientSecret, house: housePath })
  expect(result.failed).toEqual([])
  expect(result.assertions).toBeGreaterThan(20)
})
