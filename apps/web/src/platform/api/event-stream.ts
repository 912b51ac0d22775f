/**
 * Parser of a text/event-stream that returns the `data` of its events; the server uses no comments, ids and event
 * names.
 */
export class EventStreamParser {
  private rest = ''
  private data: string[] = []
  private readonly decoder = new TextDecoder()

  /** Parses the next bytes and returns the events that they complete. */
  push(bytes: Uint8Array): string[] {
    this.rest += this.decoder.decode(bytes, { stream: true })
    // A lone CR at the end may be the first half of CRLF, so it is kept for the next bytes.
    const lines = this.rest.split(/\r\n|\n|\r(?!$)/)
    this.rest = lines.pop() ?? ''
    return lines.flatMap((line) => this.takeLine(line))
  }

  private takeLine(line: string): string[] {
    if (line === '') return this.finishEvent()
    if (line === 'data') this.data.push('')
    else if (line.startsWith('data:')) this.data.push(line.slice(line[5] === ' ' ? 6 : 5))
    return []
  }

  private finishEvent(): string[] {
    if (this.data.length === 0) return []
    const event = this.data.join('\n')
    this.data = []
    return [event]
  }
}
