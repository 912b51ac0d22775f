export interface Declaration {
  readonly name: string
  readonly kind: string
  readonly start: number
  readonly isLookUp: boolean
}

export function isScript(path: string): boolean
export function findDeclarations(path: string, text: string): Declaration[]
