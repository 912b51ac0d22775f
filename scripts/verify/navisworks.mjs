import { readerLimits } from '../../packages/core/dist/index.js'
import { openFileSource } from '../../packages/formats/dist/index.js'
import { computeAgreement } from '../../packages/formats/dist/nwd/testing/agreement.js'

/**
 * Returns the shape statements of a Navisworks file that contradict the result of reading it; empty if all of them
 * match.
 */
export async function ownDifferences(path) {
  const source = await openFileSource(path)
  try {
    const agreement = await computeAgreement(source, { limits: readerLimits, signal: new AbortController().signal })
    const rows = Object.entries(agreement)
    const all = rows.map(([name, [, count]]) => `${count} ${name}`).join(', ')
    const different = rows.flatMap(([name, [equal, count]]) => (equal < count ? [`${name} ${equal} of ${count}`] : []))
    return { all, different: agreement.shapes[1] === 0 ? ['no shapes'] : different }
  } finally {
    await source.close()
  }
}
