/** User ids that no distribution assigns to people, services or containers; they also exist in containers. */
const firstUser = 60_578
const userCount = 606

const usedIds = new Set<number>()
// Random, so that another server on this machine starts elsewhere.
let last = Math.floor(Math.random() * userCount)

/**
 * Reserves a user for one reader: it owns only what the reader writes. With its own user, the kernel's limit on
 * processes and threads counts only this reader's, not those of all processes that share the user.
 */
export function takeUser(): number {
  for (let tries = 0; tries < userCount; tries++) {
    last = (last + 1) % userCount
    if (!usedIds.has(last)) break
  }
  usedIds.add(last)
  return firstUser + last
}

/** Releases a user once the reader and all its files are gone. */
export function releaseUser(user: number): void {
  usedIds.delete(user - firstUser)
}
