import { route, type StreamRoute } from '../api/route.js'
import { UploadPlan, UploadPlanForm, UploadResult, UploadRules } from './shapes.js'
import { z } from 'zod'

/** JSON routes. */
export const uploadsRoutes = {
  uploadRules: route({
    method: 'GET',
    path: '/api/upload-rules',
    summary: 'Which extensions may be uploaded, and the maximum size of a file',
    access: 'user',
    response: UploadRules,
  }),
  planUploads: route({
    method: 'POST',
    path: '/api/upload-plan',
    summary: 'What would become of files that are uploaded to a folder with their paths; nothing is changed',
    access: 'user',
    body: UploadPlanForm,
    bodyLimitBytes: 8_388_608,
    response: UploadPlan,
  }),
  discardUploads: route({
    method: 'DELETE',
    path: '/api/uploads',
    summary: 'Discard the account’s unfinished uploads, which gives back the room they reserve',
    access: 'user',
    response: z.object({ discarded: z.number() }),
  }),
} as const

/** Routes whose request or response is not only JSON. */
export const uploadsStreams = [
  {
    method: 'POST',
    path: '/api/auth/upload',
    summary:
      'Upload one file as multipart/form-data (field `file`; before it `fileId` for a new version of that file, `folderId` for a new file in that folder (the id of a project is that of its top), `note` for what changed, `modifiedAt` for the time of the last change on the device)',
    access: 'user',
    consumes: 'multipart/form-data',
    response: UploadResult,
  },
  {
    method: 'POST',
    path: '/api/uploads',
    summary:
      'Begin a resumable upload, tus 1.0.0; metadata `filename`, `fileId` for a new version of that file, `folderId` for a new file in that folder (the id of a project is that of its top), `note` for what changed, `modifiedAt` for the time of the last change on the device (ISO 8601)',
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
] as const satisfies readonly StreamRoute[]
