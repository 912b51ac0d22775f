/**
 * Writes a warning to the browser console. All console output goes through here, so that it is intentional and tests
 * can observe it.
 */
export function logWarning(event: string, details?: unknown): void {
  // oxlint-disable-next-line no-console -- the only place that may
  console.warn(`[kamar] ${event}`, ...(details === undefined ? [] : [details]))
}
