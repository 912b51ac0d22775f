import { ApiError, TopicReportEvent, type TopicReportForm, topicReportStream } from '@kamar/contracts'
import { fetchStream } from '../api/api.js'

/** Report as it is saved. */
export interface SavedReport {
  readonly name: string
  readonly content: Blob
}

/** Abort signal of a report, and who is told about its progress. */
export interface ReportObservers {
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

const newline = 10

/** Creates a report and follows its progress. Rejects with `ApiError`, or with the signal’s reason when cancelled. */
export async function createReport(
  form: TopicReportForm,
  { onProgress, signal }: ReportObservers,
): Promise<SavedReport> {
  const headers = { 'content-type': 'application/json', accept: topicReportStream }
  const init = { method: 'POST', headers, body: JSON.stringify(form), signal }
  const response = await fetchStream('/api/auth/topics/report', init)
  try {
    const reader = response.body?.getReader()
    signal.addEventListener('abort', () => void reader?.cancel().catch(() => null))
    return await readReport(reader, onProgress)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : new ApiError(null, null, { cause: error })
  }
}

/** Reads the lines before the file, then its bytes. */
async function readReport(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  onProgress: (percent: number) => void,
): Promise<SavedReport> {
  let file: { readonly name: string; readonly bytes: number } | null = null
  let rest = new Uint8Array()
  const content: Uint8Array<ArrayBuffer>[] = []
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    rest = joined(rest, part.value)
    while (file === null && rest.includes(newline)) {
      const end = rest.indexOf(newline)
      const event = TopicReportEvent.parse(JSON.parse(new TextDecoder().decode(rest.subarray(0, end))))
      rest = rest.slice(end + 1)
      if ('error' in event) throw new ApiError(event.error.status, event.error)
      if ('file' in event) ({ file } = event)
      else onProgress(event.percent)
    }
    if (file === null) continue
    content.push(rest)
    rest = new Uint8Array()
  }
  const blob = new Blob(content)
  // A connection that ended early would otherwise leave a damaged file.
  if (file?.bytes !== blob.size) throw new ApiError(null, null)
  return { name: file.name, content: blob }
}

function joined(before: Uint8Array, next: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(before.length + next.length)
  result.set(before)
  result.set(next, before.length)
  return result
}
