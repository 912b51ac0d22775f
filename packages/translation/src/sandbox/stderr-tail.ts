import type { Readable } from 'node:stream'

const tailCharacters = 4096

/** Retains the end of a process's error output, however much it writes. */
export function collectStderrTail(stream: Readable | null): () => string {
  let tail = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (text: string) => {
    tail = (tail + text).slice(-tailCharacters)
  })
  return () => tail
}
