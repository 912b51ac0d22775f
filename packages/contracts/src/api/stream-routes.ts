import { sandboxFramePath } from '../extensions/sandbox-frame.js'
import { FontList } from './font-shapes.js'
import type { StreamRoute } from './route.js'
import { Profile } from './settings-shapes.js'
import { FileRecord, UploadResult } from './shapes.js'
import { topicStreamRoutes } from './topic-routes.js'

/** Routes whose request or response is not only JSON; listed for the documentation and the rights matrix. */
export const streamRoutes = [
  {
    method: 'POST',
    path: '/api/auth/upload',
    summary:
      'Upload one file as multipart/form-data (field `file`; before it `fileId` for a new version of that file, `projectId` for a new file in that project, `note` for what changed)',
    access: 'user',
    consumes: 'multipart/form-data',
    response: UploadResult,
  },
  {
    method: 'POST',
    path: '/api/uploads',
    summary:
      'Begin a resumable upload, tus 1.0.0; metadata `filename`, `fileId` for a new version of that file, `projectId` for a new file in that project, `note` for what changed',
    access: 'user',
    response: null,
  },
  {
    method: 'HEAD',
    path: '/api/uploads/:id',
    summary: 'How many bytes have arrived; `Upload-Result` (percent-encoded JSON UploadResult) once it is whole',
    access: 'user',
    response: null,
  },
  {
    method: 'PATCH',
    path: '/api/uploads/:id',
    summary: 'Send bytes; the last answer carries `Upload-Result` (percent-encoded JSON UploadResult)',
    access: 'user',
    consumes: 'application/offset+octet-stream',
    response: null,
  },
  {
    method: 'DELETE',
    path: '/api/uploads/:id',
    summary: 'Give up an unfinished upload',
    access: 'user',
    response: null,
  },
  {
    method: 'POST',
    path: '/api/auth/my-urns/:id/companions',
    summary: 'Attach textures, .mtl and other companions (multipart), then translate again',
    access: 'user',
    consumes: 'multipart/form-data',
    response: FileRecord,
  },
  {
    method: 'GET',
    path: '/api/auth/my-urns/:id/original',
    summary: 'Download the original file; with `version` that of an older version',
    access: 'user',
    produces: 'application/octet-stream',
    response: null,
  },
  {
    method: 'POST',
    path: '/api/auth/my-urns/archive',
    summary:
      'Download originals as one ZIP archive; form fields `ids` (separated by commas) and, where no header can be sent, `access_token` (RFC 6750, section 2.2)',
    access: 'user',
    consumes: 'application/x-www-form-urlencoded',
    produces: 'application/zip',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/auth/avatar',
    summary: 'The account’s photo',
    access: 'user',
    produces: 'image/webp',
    response: null,
  },
  {
    method: 'POST',
    path: '/api/auth/avatar',
    summary: 'Replace the photo (multipart, field `file`): JPEG, PNG or WebP, cut to a square and written anew',
    access: 'user',
    consumes: 'multipart/form-data',
    response: Profile,
  },
  {
    method: 'POST',
    path: '/api/auth/fonts',
    summary: 'Add fonts for the account’s drawings (multipart): .shx, .ttf, .otf; one of the same name is replaced',
    access: 'user',
    consumes: 'multipart/form-data',
    response: FontList,
  },
  {
    method: 'GET',
    path: '/api/auth/providers/:provider/start',
    summary:
      'Go to an identity provider (`google`, `microsoft`) to sign in; `remember=true` keeps the sign-in for 30 days',
    access: 'public',
    produces: 'text/html',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/auth/providers/:provider/callback',
    summary: 'Where an identity provider sends the browser back to; leads on to /signin',
    access: 'public',
    produces: 'text/html',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/auth/events',
    summary: 'Live changes of the account’s files (server-sent events, each a LiveEvent)',
    access: 'user',
    produces: 'text/event-stream',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/derivatives/:urn/*',
    summary:
      'A file of the view package: manifest.json (recorded as opening the model), scene/…, properties/…, thumbnail.png; summary.json is the manifest without chunks, files and views',
    access: 'viewer',
    produces: 'application/octet-stream',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/admin/audit.csv',
    summary: 'All rows of the audit trail that match the filter of `/api/admin/audit`, newest first, as CSV (RFC 4180)',
    access: 'admin',
    produces: 'text/csv',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/share-links/original',
    summary: 'The original file of a secret link that allows it; read with the link’s token',
    access: 'viewer',
    produces: 'application/octet-stream',
    response: null,
  },
  ...topicStreamRoutes,
  {
    method: 'GET',
    path: sandboxFramePath,
    summary: 'The document in which extensions of others run: an origin of its own, and nothing that it may fetch',
    access: 'public',
    produces: 'text/html',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    access: 'public',
    produces: 'application/json',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/docs',
    summary: 'This document as a page',
    access: 'public',
    produces: 'text/html',
    response: null,
  },
] as const satisfies readonly StreamRoute[]
