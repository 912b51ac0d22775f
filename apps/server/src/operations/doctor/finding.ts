/** What the doctor found in one place. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly subject: string
  /** `note`: it works, and somebody should know; `wrong`: it does not, or not safely. */
  readonly state: 'good' | 'note' | 'wrong'
  /** What is, and what to do about it. */
  readonly sentence: string
}

/** Makes findings about one thing. */
export function about(subject: string): Record<Finding['state'], (message: string) => Finding> {
  const find = (state: Finding['state']) => (message: string) => ({ subject, state, sentence: message })
  return { good: find('good'), note: find('note'), wrong: find('wrong') }
}
