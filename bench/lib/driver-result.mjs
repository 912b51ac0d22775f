import { writeFileSync } from 'node:fs'

/** Reports the figures of a driver from its measured process to the bench. @param {Record<string, unknown>} result */
export function reportResult(result) {
  const file = process.env.BENCH_RESULT_FILE
  if (file) writeFileSync(file, JSON.stringify(result))
  else process.stdout.write(`${JSON.stringify(result)}\n`)
}
