import autocannon from 'autocannon'

const connections = 64
const seconds = 8

/** Requests per second that 64 connections get through, after a second of warming; any other answer than 200 is an error. */
export async function requestsPerSecond(url, { headers = {} }) {
  await autocannon({ url, headers, connections, duration: 2 })
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.average
}
