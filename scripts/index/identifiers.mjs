/** Returns an identifier for a member: `3d-tiles` is a valid folder name but not a valid identifier. */
export function toIdentifier(prefix, id) {
  const parts = id.split('-').map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
  return `${prefix}${parts.join('')}`
}
