import { AppError, getFileExtension, uploadExtensions, uploadFormats } from '@kamar/core'
import { type UploadRules } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { readDeploymentSettings } from '../accounts/deployment-settings.js'

/** Extensions that a reader accepts besides the twenty: zipped and other spellings of its format. */
export const optionalExtensions: readonly string[] = uploadFormats
  .flatMap((format) => format.optionalExtensions)
  .toSorted()

/** Reads the twenty extensions, and those that the administrator allows in addition while a reader accepts them. */
export async function readUploadRules(database: Kysely<Database>): Promise<Omit<UploadRules, 'limitBytes'>> {
  const { extraExtensions } = await readDeploymentSettings(database)
  const allowed = optionalExtensions.filter((extension) => extraExtensions.includes(extension))
  return { extensions: [...uploadExtensions, ...allowed], optionalExtensions: [...optionalExtensions] }
}

/** Throws `unsupported-format` unless files of this name may be uploaded. */
export async function assertUploadAllowed(database: Kysely<Database>, fileName: string): Promise<void> {
  const extension = getFileExtension(fileName)
  if (uploadExtensions.includes(extension)) return
  const { extensions } = await readUploadRules(database)
  if (!extensions.includes(extension)) throw new AppError('unsupported-format', { extension })
}
