import type { Readable } from 'node:stream'

/** Called with each line, and once when a line exceeds the limit. */
export interface LineListener {
  line(text: string): void
  tooLong(): void
}

/** Splits a stream into lines without buffering more than `maxBytes` of an unfinished one. */
export function readLines(stream: Readable, maxBytes: number, listener: LineListener): void {
  let chunks: Buffer[] = []
  let bufferedBytes = 0
  let broken = false
  const append = (chunk: Buffer): void => {
    chunks.push(chunk)
    bufferedBytes += chunk.length
    if (bufferedBytes <= maxBytes) return
    broken = true
    chunks = []
    listener.tooLong()
  }
  stream.on('data', (data: Buffer) => {
    let rest = data
    for (let end = rest.indexOf(10); end >= 0 && !broken; end = rest.indexOf(10)) {
      const line = Buffer.concat([...chunks, rest.subarray(0, end)]).toString('utf8')
      chunks = []
      bufferedBytes = 0
      rest = rest.subarray(end + 1)
      listener.line(line)
    }
    if (!broken && rest.length > 0) append(rest)
  })
}
