/** Returns an identifier for a member: `3d-tiles` is a valid folder name but not a valid identifier. */
export function toIdentifier(prefix, id) {
  const words = id.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return `${prefix}${words.join('')}`
}
