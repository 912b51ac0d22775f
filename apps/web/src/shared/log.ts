/** The one door to the browser's log, so that what the product says there is said on purpose and tests can listen. */
export function logWarning(event: string, details?: unknown): void {
  // oxlint-disable-next-line no-console -- the only place that may
  console.warn(`[kamar] ${event}`, ...(details === undefined ? [] : [details]))
}
