export interface Declaration {
  readonly name: string
  readonly kind: string
  readonly start: number
  readonly isLookUp: boolean
}

export function isScript(path: string): boolean
/** Syntax tree of a script; only the functions here look into it. */
export type Program = { readonly body: readonly unknown[] }

export function parseScript(path: string, text: string): Program
export function findDeclarations(program: Program): Declaration[]
