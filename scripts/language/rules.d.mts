export interface Named {
  readonly name: string
  readonly kind: string
  readonly path: string
  readonly isLookUp?: boolean
}

export const grammar: Readonly<Record<string, string>>
export function findBrokenRules(declaration: Named): string[]
export function hasTechnicalTerm(title: string): boolean
