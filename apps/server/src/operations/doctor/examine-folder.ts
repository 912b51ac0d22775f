import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskSpace } from '@kamar/storage'
import { about, type Finding } from './finding.js'

const parts = ['blobs', 'derivatives', 'temporary', 'uploads', 'secrets', 'database', 'readers']
/** Free space below which the server refuses uploads (`platform/storage/disk-space.ts`). */
const reservedBytes = 256 * 1024 ** 2
const reservedPart = 1 / 20
const minFreeRatio = 1 / 10
const minSecretCharacters = 32

const findStats = (path: string): Promise<Stats | null> => stat(path).catch(() => null)
const isOthers = ({ mode }: Stats): boolean => process.platform !== 'win32' && (mode & 0o077) !== 0

/** Examines the data folder: whether it exists, is private and writable, and has free space. */
export async function examineFolder(folder: string): Promise<Finding[]> {
  const data = about('data folder')
  const stats = await findStats(folder)
  if (stats === null) {
    const isPossible = await canWrite(await nearest(folder))
    return [
      isPossible
        ? data.note(`${folder} is not there yet; the first start makes it.`)
        : data.wrong(
            `${folder} is not there and cannot be made; change the rights of the folder above it, or set KAMAR_DATA_DIR.`,
          ),
    ]
  }
  if (!stats.isDirectory()) return [data.wrong(`${folder} is not a folder; set KAMAR_DATA_DIR to one.`)]
  const errorReason = await findWriteError(folder)
  if (errorReason !== null)
    return [
      data.wrong(`${folder} cannot be written (${errorReason}); change its rights or its disk, or set KAMAR_DATA_DIR.`),
    ]
  return [
    isOthers(stats)
      ? data.wrong(`${folder} can be read by other users of this machine; run chmod 700 ${folder}.`)
      : data.good(`${folder} can be written, and by its owner only.`),
    ...(await examineParts(folder, stats)),
    await examineSpace(folder),
    await examineSecret(join(folder, 'secrets', 'tokens')),
  ]
}

async function nearest(path: string): Promise<string> {
  const above = dirname(path)
  return above === path || (await findStats(above)) !== null ? above : nearest(above)
}

async function canWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
}

/** Writes a file and syncs it to the disk, because permissions alone do not show whether a disk accepts data. */
async function findWriteError(folder: string): Promise<string | null> {
  const path = join(folder, `doctor-${randomUUID()}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile('written by kamar doctor\n')
      await file.sync()
    } finally {
      await file.close()
    }
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

async function examineParts(folder: string, { dev }: Stats): Promise<Finding[]> {
  const { wrong } = about('data folder')
  const findings: Finding[] = []
  for (const part of parts) {
    const path = join(folder, part)
    const stats = await findStats(path)
    if (stats === null) continue
    if (!stats.isDirectory() || !(await canWrite(path))) {
      findings.push(wrong(`${path} cannot be written; change its rights so that it belongs to this user.`))
    } else if (stats.dev !== dev && ['blobs', 'derivatives', 'uploads'].includes(part)) {
      findings.push(
        wrong(
          `${path} is on another disk than ${folder}; uploads are moved there by name, so mount the whole data folder instead.`,
        ),
      )
    }
  }
  return findings
}

async function examineSpace(folder: string): Promise<Finding> {
  const space = about('free space')
  const { freeBytes, totalBytes } = await diskSpace(folder)
  const megabytes = `${Math.floor(freeBytes / 1024 ** 2)} MB`
  if (freeBytes < Math.min(reservedBytes, totalBytes * reservedPart))
    return space.wrong(`${megabytes} are free, so uploads are refused; make room on the disk of ${folder}.`)
  return freeBytes < totalBytes * minFreeRatio
    ? space.note(`${megabytes} are free, less than a tenth of the disk of ${folder}; make room soon.`)
    : space.good(`${megabytes} are free.`)
}

/** Examines the generated secret; one given by the environment is examined with the settings. */
async function examineSecret(path: string): Promise<Finding> {
  const secret = about('secret')
  const stats = await findStats(path)
  if (stats === null) return secret.good('None is kept here; the first start makes one unless KAMAR_SECRET is set.')
  if (isOthers(stats)) return secret.wrong(`${path} can be read by other users of this machine; run chmod 600 ${path}.`)
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.length < minSecretCharacters
    ? secret.wrong(
        `${path} is too short to be a secret; restore it from a backup, or remove it: everybody then signs in again.`,
      )
    : secret.good(`${path} is long and its owner’s only.`)
}
