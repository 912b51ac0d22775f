import { errorText } from '@kamar/contracts'
import { ProtocolError } from '@kamar/aps'
import { asAppError } from '../../../platform/http/error-responses.js'

/** Result of a failed object of a batch. */
export interface BatchFailure {
  readonly status: 'error'
  readonly reason: string
}

/**
 * Applies one action to several objects, one after the other; a refusal does not stop the rest. An internal error ends
 * the whole batch, because it does not concern that object.
 */
export async function inBatch<Request extends { readonly objectKey: string }, Result>(
  requests: readonly Request[],
  work: (request: Request) => Promise<Result>,
): Promise<{ results: Record<string, Result | BatchFailure> }> {
  const results: [string, Result | BatchFailure][] = []
  for (const request of requests) {
    results.push([request.objectKey, await work(request).catch(toFailure)])
  }
  return { results: Object.fromEntries(results) }
}

function toFailure(error: unknown): BatchFailure {
  if (error instanceof ProtocolError && error.status < 500) return { status: 'error', reason: error.message }
  const { code, details, status } = asAppError(error)
  if (status >= 500) throw error
  return { status: 'error', reason: errorText('en', code, details) }
}
