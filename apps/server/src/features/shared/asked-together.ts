/** A question under way: who asks before it begins joins it, who asks later waits for the next. */
interface Round<Answer> {
  hasBegun: boolean
  readonly answer: Promise<Answer>
}

/** How answers are kept while nothing changes. */
export interface KeptAnswers<Answer> {
  /** `OpenDatabase.changes`: null where others write as well, and nothing can be kept. */
  readonly changes: (() => number) | null
  /** Whether an answer is small enough. */
  readonly worthKeeping: (answer: Answer) => boolean
}

const mostKeptAnswers = 100

/**
 * Answers many who ask the same at once with one look. An answer is never older than the question: whoever asks after a
 * look has begun gets the next one, so that what they changed before is in it. After an upload every open page of an
 * account asks for its list anew; ten thousand files are then looked at twice and not sixty times.
 * With a counter of changes the last answers are kept for as long as nothing was written.
 */
export class AskedTogether<Answer> {
  readonly #last = new Map<string, Round<Answer>>()
  readonly #kept = new Map<string, { readonly at: number; readonly answer: Answer }>()
  readonly #keeping: KeptAnswers<Answer> | null

  constructor(keeping: KeptAnswers<Answer> | null = null) {
    this.#keeping = keeping
  }

  /** `look` of the first who asks is what all of a round get, or fail with. */
  ask(key: string, look: () => Promise<Answer>): Promise<Answer> {
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.at === this.#keeping?.changes?.()) return Promise.resolve(kept.answer)
    this.#kept.delete(key)
    const last = this.#last.get(key)
    if (last !== undefined && !last.hasBegun) return last.answer
    const turn = last === undefined ? nextTurn() : last.answer.then(nextTurn, nextTurn)
    const round: Round<Answer> = {
      hasBegun: false,
      answer: turn.then(() => {
        round.hasBegun = true
        return this.#lookAndKeep(key, look)
      }),
    }
    this.#last.set(key, round)
    const forget = (): void => {
      if (this.#last.get(key) === round) this.#last.delete(key)
    }
    round.answer.then(forget, forget)
    return round.answer
  }

  async #lookAndKeep(key: string, look: () => Promise<Answer>): Promise<Answer> {
    const before = this.#keeping?.changes?.()
    const answer = await look()
    if (before === undefined || before !== this.#keeping?.changes?.()) return answer
    if (this.#keeping.worthKeeping(answer)) this.#keep(key, { at: before, answer })
    return answer
  }

  #keep(key: string, kept: { readonly at: number; readonly answer: Answer }): void {
    this.#kept.delete(key)
    const oldest = this.#kept.size >= mostKeptAnswers ? this.#kept.keys().next().value : undefined
    if (oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(key, kept)
  }
}

/** After what has arrived at the same time was read. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
