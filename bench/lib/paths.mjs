import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the bench. */
export const benchFolder = fileURLToPath(new URL('../', import.meta.url))
/** Folder of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))
/**
 * Everything that the bench generates and may regenerate: unpacked samples, converted peer files, bundles. Ignored by
 * git.
 */
export const cacheFolder = join(benchFolder, 'cache')
/** Measured figures, tracked in git. */
export const resultsFolder = join(benchFolder, 'results')
/** Real files; never part of the repository. */
export const samplesFolder = process.env.KAMAR_SAMPLES ?? join(root, '../shared/samples')
