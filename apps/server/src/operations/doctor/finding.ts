/** Finding of the doctor. */
export interface Finding {
  /** Examined subject, in a word or two. */
  readonly subject: string
  /** `note`: it works, with a hint; `wrong`: it does not work, or is unsafe. */
  readonly state: 'good' | 'note' | 'wrong'
  /** The finding and its remedy. */
  readonly sentence: string
}

/** Creates findings about one subject. */
export function about(subject: string): Record<Finding['state'], (message: string) => Finding> {
  const find = (state: Finding['state']) => (message: string) => ({ subject, state, sentence: message })
  return { good: find('good'), note: find('note'), wrong: find('wrong') }
}
