import type { FileBytes } from './file-bytes.js'
import { byte, skipString } from './step-scan.js'
import type { StepIndex } from './step-index.js'

/** Types whose references are not followed. */
export interface ClosureTypes {
  /** Types whose statements contain no references: half of a file, so skipping them saves time. */
  readonly leaves: ReadonlySet<string>
  /** Types that only lead away from the shape; their statements are also omitted. */
  readonly outward: ReadonlySet<string>
}

/**
 * Transitive closure of references: the rows that some statements require. Visits a row once per run, even in cycles.
 */
export class StatementClosure {
  readonly #bytes: FileBytes
  readonly #index: StepIndex
  /** A bit for each row, set when it was visited in this run. */
  readonly #visited: Uint8Array
  #visitedRows: number[] = []
  readonly #isLeaf: Uint8Array
  readonly #isOutward: Uint8Array
  readonly #stack: number[] = []

  constructor({ bytes, index }: { readonly bytes: FileBytes; readonly index: StepIndex }, types: ClosureTypes) {
    this.#bytes = bytes
    this.#index = index
    this.#visited = new Uint8Array(Math.ceil(index.count / 8))
    this.#isLeaf = Uint8Array.from(index.typeNames, (name) => (types.leaves.has(name) ? 1 : 0))
    this.#isOutward = Uint8Array.from(index.typeNames, (name) => (types.outward.has(name) ? 1 : 0))
  }

  /** Clears the visited rows. */
  startRun(): void {
    for (const row of this.#visitedRows) this.#visited[row >>> 3] = 0
    this.#visitedRows = []
  }

  /** Marks a row as visited; returns whether it was visited before in this run. */
  markVisited(row: number): boolean {
    const bit = 1 << (row & 7)
    if ((this.#visited[row >>> 3] & bit) !== 0) return true
    this.#visited[row >>> 3] |= bit
    this.#visitedRows.push(row)
    return false
  }

  /**
   * Calls `visit` for every unvisited row reachable from `start`, `start` first. Rows that it returns are followed in
   * place of the row's references.
   */
  follow(start: number, visit: (row: number) => readonly number[] | void): void {
    const stack = this.#stack
    stack.push(start)
    for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
      if (this.#isOutward[this.#index.getType(row)] === 1 || this.markVisited(row)) continue
      const substitutes = visit(row)
      if (substitutes) for (const each of substitutes) stack.push(each)
      else if (this.#isLeaf[this.#index.getType(row)] === 0) this.#pushReferences(row)
    }
  }

  #pushReferences(row: number): void {
    const body = this.#index.getBody(row)
    const fileEnd = this.#index.getEnd(row)
    const bytes = this.#bytes.seek(body, fileEnd)
    const end = fileEnd - this.#bytes.base
    for (let at = body - this.#bytes.base; at < end; at++) {
      const code = bytes[at]
      if (code === byte.hash) {
        let id = 0
        for (at++; at < end; at++) {
          const digit = bytes[at] - byte.zero
          if (digit < 0 || digit > 9) break
          id = id * 10 + digit
        }
        at--
        const referred = this.#index.findRow(id)
        if (referred >= 0) this.#stack.push(referred)
      } else if (code === byte.quote) {
        const after = skipString(bytes, at, end)
        if (after < 0) return
        at = after - 1
      }
    }
  }
}
