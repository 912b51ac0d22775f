/**
 * Returns the lower median of the numbers among `values`; null when there is none. The lower one, because noise on a
 * shared machine only increases values.
 * @param {readonly (number | null | undefined)[]} values
 */
export function median(values) {
  const numbers = values.filter((value) => typeof value === 'number' && Number.isFinite(value)).sort((a, b) => a - b)
  return numbers.length === 0 ? null : numbers[Math.floor((numbers.length - 1) / 2)]
}

/**
 * Returns the value below which `share` of the numbers lie.
 * @param {readonly number[]} values
 * @param {number} share 0 to 1
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.length === 0 ? null : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/**
 * Returns the medians of each numeric field over several runs, including nested objects. Fields that are not numbers
 * come from the first run.
 * @param {readonly Record<string, unknown>[]} runs
 * @returns {Record<string, any>}
 */
export function medianOfRuns(runs) {
  const merged = {}
  for (const key of new Set(runs.flatMap((run) => Object.keys(run)))) {
    const values = runs.map((run) => run[key])
    const sampleValue = values.find((value) => value !== null && value !== undefined)
    if (typeof sampleValue === 'number') merged[key] = median(values)
    else if (isRecord(sampleValue)) merged[key] = medianOfRuns(values.filter(isRecord))
    else merged[key] = sampleValue ?? null
  }
  return merged
}

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
