import { route, type StreamRoute } from '../api/route.js'
import { Identifier } from '../api/fields.js'
import { z } from 'zod'
import { limits } from '../limits.js'
import { FileRecord, BinnedFile } from './shapes.js'
import { FileListQuery, FileTypeCount, FileFilter } from './list-shapes.js'
import { Download, DownloadForm } from './download-shapes.js'

/** JSON routes. */
export const filesRoutes = {
  renameFile: route({
    method: 'PATCH',
    path: '/api/auth/my-urns/:id',
    summary: 'Rename a file; its extension stays',
    access: 'user',
    parameters: Identifier,
    body: z.strictObject({ description: z.string().trim().min(1).max(limits.maxFileNameCharacters) }),
    response: FileRecord,
  }),
  listFiles: route({
    method: 'GET',
    path: '/api/auth/my-urns',
    summary: 'The account’s files, newest first; with `limit` a page, whose headers name the next one and the total',
    access: 'user',
    query: FileListQuery,
    response: z.array(FileRecord),
  }),
  listFileTypes: route({
    method: 'GET',
    path: '/api/auth/file-types',
    summary: 'Which extensions the account’s files have, and how many of each',
    access: 'user',
    response: z.array(FileTypeCount),
  }),
  clearFiles: route({
    method: 'DELETE',
    path: '/api/auth/my-urns',
    summary: 'Move every file to the bin',
    access: 'user',
    response: z.object({ removed: z.number() }),
  }),
  binMatchingFiles: route({
    method: 'POST',
    path: '/api/auth/my-urns/bin-matching',
    summary: 'Move every file to the bin that the list finds by the same search, type and owner, but for a few',
    access: 'user',
    body: FileFilter,
    response: z.object({ removed: z.number() }),
  }),
  findFilesByName: route({
    method: 'POST',
    path: '/api/auth/my-urns/by-name',
    summary:
      'Files of these names, without regard to case, that the account may add versions to; the newest of each name',
    access: 'user',
    body: z.strictObject({
      names: z.array(z.string().min(1).max(limits.maxFileNameCharacters)).max(limits.maxLookedUpNames),
      folder: z.uuid().optional(),
    }),
    bodyLimitBytes: 1_500_000,
    response: z.array(FileRecord),
  }),
  createDownload: route({
    method: 'POST',
    path: '/api/downloads',
    summary: 'Prepare a ZIP archive of files and folders; its address is valid once and for a minute',
    access: 'user',
    body: DownloadForm,
    response: Download,
  }),
  listBin: route({
    method: 'GET',
    path: '/api/auth/bin',
    summary: 'Files in the bin, last deleted first; kept for 30 days',
    access: 'user',
    response: z.array(BinnedFile),
  }),
  emptyBin: route({
    method: 'DELETE',
    path: '/api/auth/bin',
    summary: 'Delete everything in the bin for good and give its room back',
    access: 'user',
    response: z.object({ removed: z.number() }),
  }),
  purgeFile: route({
    method: 'DELETE',
    path: '/api/auth/bin/:id',
    summary: 'Delete one file in the bin for good and give its room back',
    access: 'user',
    parameters: Identifier,
    response: z.object({ removed: z.number() }),
  }),
  getFile: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id',
    summary: 'One file',
    access: 'user',
    parameters: Identifier,
    response: FileRecord,
  }),
  deleteFile: route({
    method: 'DELETE',
    path: '/api/auth/my-urns/:id',
    summary: 'Move a file to the bin',
    access: 'user',
    parameters: Identifier,
    response: FileRecord,
  }),
  restoreFile: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/restore',
    summary: 'Take a file out of the bin',
    access: 'user',
    parameters: Identifier,
    response: FileRecord,
  }),
  retryTranslation: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/retry',
    summary: 'Translate again',
    access: 'user',
    parameters: Identifier,
    response: FileRecord,
  }),
  cancelTranslation: route({
    method: 'POST',
    path: '/api/auth/my-urns/:id/cancel',
    summary: 'Stop the translation',
    access: 'user',
    parameters: Identifier,
    response: FileRecord,
  }),
} as const

/** Routes whose request or response is not only JSON. */
export const filesStreams = [
  {
    method: 'GET',
    path: '/api/auth/my-urns/:id/original',
    summary: 'Download the original file; with `version` that of an older version',
    access: 'user',
    produces: 'application/octet-stream',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/downloads/:secret',
    summary: 'Download originals as one ZIP archive with their folders',
    access: 'public',
    produces: 'application/zip',
    response: null,
  },
] as const satisfies readonly StreamRoute[]
