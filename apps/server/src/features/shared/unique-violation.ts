/** Whether a statement failed because a row of the same key is there. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '23505'
}
