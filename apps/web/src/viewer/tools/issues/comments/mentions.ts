/** A user who can be mentioned. */
export interface Mentionable {
  readonly id: string
  readonly name: string
}

/** The mention being typed: the position of its @, and the characters after it. */
export interface MentionQuery {
  readonly start: number
  readonly text: string
}

const maxNameLength = 40

/** Finds the mention that contains the caret; null when there is none. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const before = text.slice(Math.max(0, caret - maxNameLength), caret)
  const match = /(?:^|[\s(])@([^\s@]*(?: [^\s@]*)?)$/u.exec(before)
  return match ? { start: caret - (match[1] ?? '').length - 1, text: match[1] ?? '' } : null
}

/** Returns the members whose name, or a word of it, begins with the typed text; at most `maxMatches` of them. */
export function filterMembers<Member extends Mentionable>(
  members: readonly Member[],
  typed: string,
  maxMatches = 6,
): readonly Member[] {
  const prefix = typed.toLocaleLowerCase()
  const begins = (name: string): boolean =>
    name.startsWith(prefix) || name.split(/\s+/u).some((word) => word.startsWith(prefix))
  return members.filter(({ name }) => begins(name.toLocaleLowerCase())).slice(0, maxMatches)
}

/** Inserts the chosen name in place of the typed text; returns the text and the new caret position. */
export function withMention(
  text: string,
  { start, text: typed }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const mention = `@${name} `
  return {
    text: text.slice(0, start) + mention + text.slice(start + typed.length + 1).replace(/^ /, ''),
    caret: start + mention.length,
  }
}

/** Returns the ids of the users whom a text mentions. */
export function mentionedIn(text: string, members: readonly Mentionable[]): string[] {
  return members.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
}

/** Splits a text at its mentions. */
export function textParts(text: string, names: readonly string[]): readonly { text: string; isMention: boolean }[] {
  const marks = names.map((name) => `@${name}`).sort((a, b) => b.length - a.length)
  if (marks.length === 0) return [{ text, isMention: false }]
  const pattern = new RegExp(
    `(${marks.map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`,
    'u',
  )
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isMention: marks.includes(part) }))
}
