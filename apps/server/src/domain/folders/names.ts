import { AppError } from '@kamar/core'
import { folderLimits, limits, numberedFileName } from '@kamar/contracts'
import { type Database, foldForSearch } from '@kamar/database'
import type { Transaction } from 'kysely'
import { displayName, shortenName } from '../uploads/file-name.js'

/** Characters that Windows does not allow in names, and the separators of every system. */
const forbiddenCharacter = /[<>:"/\\|?*]/
const forbiddenCharacters = new RegExp(forbiddenCharacter, 'g')
const reservedName = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)/i

/**
 * Reads the name of a folder as typed: composed, without control characters and marks that reverse the text direction.
 * Throws the error that says what Windows, the strictest of the systems that folders are downloaded to, does not allow.
 */
export function readFolderName(typed: string): string {
  const character = forbiddenCharacter.exec(typed)?.[0]
  if (character !== undefined) throw new AppError('name-character', { character })
  const name = displayName(typed)
  if (name === '') throw new AppError('invalid-input', { field: 'body.name' })
  if (typed.trim().length > folderLimits.nameCharacters)
    throw new AppError('name-too-long', { most: folderLimits.nameCharacters })
  if (name.endsWith('.')) throw new AppError('name-ending')
  if (reservedName.test(name)) throw new AppError('name-reserved', { name })
  return name
}

/**
 * Replaces what Windows does not allow in the name of a file or folder, and shortens it: names that come with files
 * cannot be typed again.
 */
export function toAllowedName(name: string): string {
  const cleaned = displayName(name.replaceAll(forbiddenCharacters, '_')).replace(/[. ]+$/, '')
  if (cleaned === '') return '_'
  return reservedName.test(cleaned) ? `_${cleaned}` : cleaned
}

/** Finds a name that no file of a folder has, with a number in it if necessary: `House (2).ifc`. */
export function findFreeFileName(
  transaction: Transaction<Database>,
  folderId: string,
  fileName: string,
): Promise<string> {
  const short = shortenName(fileName, limits.maxFileNameCharacters - numberCharacters)
  const toCandidate = (number: number) => numberedFileName(short, number)
  return findFreeName(
    fileName,
    toCandidate,
    async (searchName) => !(await isFileName(transaction, folderId, searchName)),
  )
}

async function isFileName(
  transaction: Transaction<Database>,
  folderId: string,
  searchName: string,
  exceptId: string | null = null,
): Promise<boolean> {
  const file = await transaction
    .selectFrom('file')
    .select('id')
    .where('folder_id', '=', folderId)
    .where('search_name', '=', searchName)
    .where('id', 'is distinct from', exceptId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}

/** Throws `name-taken` if another file of a folder has a name; the project is locked. */
export async function assertFileNameFree(
  transaction: Transaction<Database>,
  { id, folder_id: folderId }: { readonly id: string; readonly folder_id: string },
  name: string,
): Promise<void> {
  if (await isFileName(transaction, folderId, foldForSearch(name), id)) throw new AppError('name-taken', { name })
}

/** Finds a name that no subfolder of a folder has. */
export function findFreeFolderName(
  transaction: Transaction<Database>,
  parentId: string,
  folderName: string,
): Promise<string> {
  const short = folderName.slice(0, folderLimits.nameCharacters - numberCharacters)
  const toCandidate = (number: number) => `${short} (${number})`
  return findFreeName(folderName, toCandidate, async (searchName) => {
    const folder = await transaction
      .selectFrom('folder')
      .select('id')
      .where('parent_id', '=', parentId)
      .where('search_name', '=', searchName)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return folder === undefined
  })
}

/** Room for ` (20000)`. */
const numberCharacters = 8

async function findFreeName(
  name: string,
  toCandidate: (number: number) => string,
  isFree: (key: string) => Promise<boolean>,
): Promise<string> {
  for (let number = 2, candidate = name; ; number += 1) {
    if (await isFree(foldForSearch(candidate))) return candidate
    candidate = toCandidate(number)
  }
}
