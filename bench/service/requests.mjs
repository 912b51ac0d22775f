import autocannon from 'autocannon'

const connections = 64
const seconds = 8

/**
 * Measures the requests per second over 64 connections, after a second of warm-up; any response other than 200 is an
 * error.
 */
export async function requestsPerSecond(url, { headers = {} }) {
  await autocannon({ url, headers, connections, duration: 2 })
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.average
}
