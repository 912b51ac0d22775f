/** Returns whether a statement failed because a row with the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '23505'
}
