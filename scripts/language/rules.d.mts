export interface Declared {
  readonly name: string
  readonly kind: string
  readonly path: string
  readonly isLookUp?: boolean
}

export const grammar: Readonly<Record<string, string>>
export class NameCheck {
  findBrokenRules(declaration: Declared): string[]
  findUnusedExceptions(): string[]
}
export function hasTechnicalTerm(title: string): boolean
