/** Account that pays for stored bytes, and the project that they belong to, if any. */
export interface Payer {
  readonly ownerId: string
  readonly projectId?: string
}

/** Returns the payer of what belongs to a file. */
export function toPayer(row: { readonly owner_id: string; readonly project_id: string }): Required<Payer> {
  return { ownerId: row.owner_id, projectId: row.project_id }
}
