/** Kind of thing that is added as a folder. */
export interface Kind {
  readonly name: string
  /** Folder of its members. */
  readonly folder: string
  /** File that makes a folder a member. */
  readonly door: string
}

export const kinds: readonly Kind[]
