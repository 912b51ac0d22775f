export interface Mutant {
  readonly start: number
  readonly end: number
  readonly original: string
  readonly mutated: string
  readonly isStatement: boolean
  readonly isAtStart: boolean
}

export function findMutants(path: string, text: string): Mutant[]
export function addSwitches(text: string, mutants: readonly (Mutant & { readonly id: number })[]): string
