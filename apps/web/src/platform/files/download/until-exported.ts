import type { ExportState } from '@kamar/contracts'

const firstPauseMilliseconds = 250
const maxPauseMilliseconds = 2_000

interface Waiting {
  /** 0 to 1. */
  readonly onFraction: (fraction: number) => void
  readonly signal?: AbortSignal
}

/**
 * Polls at increasing intervals until an export is ready; resolves with its address. Rejects with the error of the
 * request.
 */
export async function untilExported(
  request: () => Promise<ExportState>,
  { onFraction, signal }: Waiting,
): Promise<string> {
  for (let pause = firstPauseMilliseconds; ; pause = Math.min(maxPauseMilliseconds, pause * 1.5)) {
    signal?.throwIfAborted()
    const { fraction, path } = await request()
    if (path !== null) return path
    onFraction(fraction)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
