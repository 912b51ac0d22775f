/** Message header of the `pg` protocol: one type byte and the length of the rest, including itself. */
const headerBytes = 5
const simpleQuery = 'Q'.charCodeAt(0)
const parse = 'P'.charCodeAt(0)
const bind = 'B'.charCodeAt(0)

/**
 * Counts potential changes to a database with a single connection: every statement that is not plainly one `select`. A
 * statement is counted before it is sent, and a transaction once more at its `commit`: results stay valid while the
 * count is unchanged. Errs on the side of counting too often. It would miss a `select` of a function that writes; the
 * product has none.
 */
export class ChangeCounter {
  #count = 0

  /** Opaque number, to be compared with an earlier one. */
  get count(): number {
    return this.#count
  }

  /** Inspects complete messages on their way to PostgreSQL; an incomplete one counts as a change. */
  note(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const length = at + headerBytes <= bytes.length ? bytes.readUInt32BE(at + 1) : 0
      const end = at + 1 + length
      if (length < headerBytes - 1 || end > bytes.length || mayChange(bytes.subarray(at, end))) {
        this.#count += 1
        return
      }
      at = end
    }
  }
}

function mayChange(message: Buffer): boolean {
  const content = message.subarray(headerBytes)
  if (message[0] === simpleQuery) return !isOneSelect(decodeText(content))
  if (message[0] === parse) return !isOneSelect(decodeText(content.subarray(content.indexOf(0) + 1)))
  // A statement prepared earlier was counted when it was parsed.
  if (message[0] === bind) return content[content.indexOf(0) + 1] !== 0
  return false
}

const decodeText = (content: Buffer): string => content.toString('utf8', 0, content.indexOf(0))

const isOneSelect = (statement: string): boolean => /^\s*select\b/i.test(statement) && !statement.includes(';')
