/** What `pg` sends: one letter, the length of what follows with itself, and that. */
const headerBytes = 5
const simpleQuery = 'Q'.charCodeAt(0)
const parse = 'P'.charCodeAt(0)
const bind = 'B'.charCodeAt(0)

/**
 * Counts what may have changed a database with a single connection: every statement that is not plainly one `select`. A
 * statement is counted before it is sent, and a transaction once more with its `commit`: what was read while the number
 * stayed the same is still true while it stays the same. Counts too often rather than too seldom. A `select` of a function
 * that writes would not be seen; the product has none.
 */
export class ChangeCounter {
  #count = 0

  /** A number without meaning of its own, to be compared with an earlier one. */
  get count(): number {
    return this.#count
  }

  /** Looks at whole messages on their way to PostgreSQL; a part of one counts as a change. */
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
  // A statement prepared earlier: what it does was said then.
  if (message[0] === bind) return content[content.indexOf(0) + 1] !== 0
  return false
}

const decodeText = (content: Buffer): string => content.toString('utf8', 0, content.indexOf(0))

const isOneSelect = (statement: string): boolean => /^\s*select\b/i.test(statement) && !statement.includes(';')
