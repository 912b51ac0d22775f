import type { Groups } from './groups.js'

const applicationCode = 1001

/** Returns the data of an application; null without them. */
export function findExtendedData(extended: Groups, application: string): Groups | null {
  for (let at = extended.find(applicationCode); at >= 0; at = extended.find(applicationCode, at + 1)) {
    if (extended.textAt(at).toUpperCase() !== application) continue
    const next = extended.find(applicationCode, at + 1)
    const data = extended.after(at + 1)
    return next < 0 ? data : data.before(next)
  }
  return null
}
