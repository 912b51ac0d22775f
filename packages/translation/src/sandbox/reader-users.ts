/** Numbers that no distribution gives to people, services or containers; they exist in containers, too. */
const firstUser = 60_578
const userCount = 606

const usedIds = new Set<number>()
// Another server on this machine begins elsewhere.
let last = Math.floor(Math.random() * userCount)

/**
 * A user for one reader: it owns nothing but what the reader writes. With a user of its own the kernel's limit on
 * processes and threads counts this reader's, and not everybody's who shares the user.
 */
export function takeUser(): number {
  for (let tries = 0; tries < userCount; tries++) {
    last = (last + 1) % userCount
    if (!usedIds.has(last)) break
  }
  usedIds.add(last)
  return firstUser + last
}

/** The reader is gone, and so is all that it wrote. */
export function releaseUser(user: number): void {
  usedIds.delete(user - firstUser)
}
