import type { Manifest } from '@kamar/package-format/read'

/** Margin of the estimate; below the surplus that `GeometryArena.trim` would release. */
const margin = 1.08

/**
 * Estimates the size of a complete package divided by that of its first `chunksLoaded` chunks, from their bytes;
 * undefined while chunks are still being added.
 */
export function estimateGrowth(
  { state, chunks }: Pick<Manifest, 'state' | 'chunks'>,
  chunksLoaded: number,
): number | undefined {
  if (state !== 'complete') return undefined
  if (chunksLoaded >= chunks.length) return 1
  const sumSizes = (some: Manifest['chunks']): number => some.reduce((sum, { size }) => sum + size, 0)
  return (sumSizes(chunks) / Math.max(1, sumSizes(chunks.slice(0, chunksLoaded)))) * margin
}
