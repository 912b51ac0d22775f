/** Cuts a text/event-stream into the `data` of its events; comments, ids and event names are not used by our server. */
export class EventStreamParser {
  private rest = ''
  private data: string[] = []
  private readonly decoder = new TextDecoder()

  /** Takes the next bytes and answers the events that are complete with them. */
  push(bytes: Uint8Array): string[] {
    this.rest += this.decoder.decode(bytes, { stream: true })
    // A lone CR at the end may be the first half of CRLF: it waits for the next bytes.
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
