import type { Viewer } from '@kamar/viewer'

/** Further views of the same model, which bring into view what their main view reveals. */
const followers = new WeakMap<Viewer, Set<Viewer>>()

/** Lets a view follow the reveals of the main one; returns a function that ends it. */
export function followReveals(main: Viewer, follower: Viewer): () => void {
  const all = followers.get(main) ?? new Set()
  followers.set(main, all.add(follower))
  return () => void all.delete(follower)
}

/** Returns the views that follow the reveals of a view. */
export const listFollowers = (main: Viewer): readonly Viewer[] => [...(followers.get(main) ?? [])]
