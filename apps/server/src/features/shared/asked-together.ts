/** A question under way: who asks before it begins joins it, who asks later waits for the next. */
interface Round<Answer> {
  hasBegun: boolean
  readonly answer: Promise<Answer>
}

/**
 * Answers many who ask the same at once with one look. An answer is never older than the question: whoever asks after a
 * look has begun gets the next one, so that what they changed before is in it. After an upload every open page of an
 * account asks for its list anew; ten thousand files are then looked at twice and not sixty times.
 */
export class AskedTogether<Answer> {
  readonly #last = new Map<string, Round<Answer>>()

  /** `look` of the first who asks is what all of a round get, or fail with. */
  ask(key: string, look: () => Promise<Answer>): Promise<Answer> {
    const last = this.#last.get(key)
    if (last !== undefined && !last.hasBegun) return last.answer
    const turn = last === undefined ? nextTurn() : last.answer.then(nextTurn, nextTurn)
    const round: Round<Answer> = {
      hasBegun: false,
      answer: turn.then(() => {
        round.hasBegun = true
        return look()
      }),
    }
    this.#last.set(key, round)
    const forget = (): void => {
      if (this.#last.get(key) === round) this.#last.delete(key)
    }
    round.answer.then(forget, forget)
    return round.answer
  }
}

/** After what has arrived at the same time was read. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
