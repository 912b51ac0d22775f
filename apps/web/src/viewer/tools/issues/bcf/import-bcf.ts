import { ApiError, type BcfImport, BcfImportEvent } from '@kamar/contracts'
import { fetchStream } from '../../../../platform/api/api.js'

/** Progress of an import. */
export interface ImportProgress {
  readonly imported: number
  readonly topics: number
}

/** Progress callback and abort signal of an import. */
export interface ImportObservers {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

/** Imports an archive and follows its progress. Rejects with `ApiError`, or with the signal’s reason when cancelled. */
export async function importBcf(url: string, file: File, { onProgress, signal }: ImportObservers): Promise<BcfImport> {
  const body = new FormData()
  body.set('file', file)
  const headers = { accept: 'application/x-ndjson' }
  const response = await fetchStream(url, { method: 'POST', body, headers, signal })
  try {
    for await (const line of readLines(response)) {
      const event = BcfImportEvent.parse(JSON.parse(line))
      if ('result' in event) return event.result
      if ('error' in event) throw new ApiError(event.error.status, event.error)
      onProgress(event)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof TypeError ? new ApiError(null, null, { cause: error }) : error
  }
  throw new ApiError(null, null)
}

async function* readLines({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const lines = (text + part.value).split('\n')
    text = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (text !== '') yield text
}
