import { z } from 'zod'
import { limits } from '../limits.js'
import { type ExportSource, exporters, isExportName } from '@kamar/core'
import { accountRoutes } from './account-routes.js'
import { SignInResponse } from './account-shapes.js'
import { adminRoutes } from './admin-routes.js'
import { applicationRoutes } from './application-routes.js'
import { contactRoutes } from './contact-routes.js'
import { extensionRoutes } from './extension-routes.js'
import { FileFilter, FileListQuery, FileTypeCount } from './file-list.js'
import { FileArchiveForm, FileArchivePlan } from './file-archive.js'
import { fontRoutes } from './font-routes.js'
import { modelSetRoutes } from './model-set-routes.js'
import { notificationRoutes } from './notification-routes.js'
import { peopleRoutes } from './people-routes.js'
import { route } from './route.js'
import { settingsRoutes } from './settings-routes.js'
import { shareLinkRoutes } from './share-link-routes.js'
import {
  AccountRecord,
  BinnedFile,
  ExportState,
  FileRecord,
  Health,
  ReadinessResponse,
  SampleModel,
  UploadRules,
} from './shapes.js'
import { topicRoutes } from './topic-routes.js'
import { versionRoutes } from './version-routes.js'
import { ViewerToken } from './viewer-token.js'

const Done = z.object({ done: z.literal(true) })
const Token = z.object({ access_token: z.string() })
const Identifier = z.object({ id: z.string().max(64) })
const listNames = (source: ExportSource): string =>
  exporters
    .filter(({ of }) => of.includes(source))
    .map(({ id }) => (source === 'sheet' ? `\`sheet-${id}-0\`` : `\`${id}\``))
    .join(', ')

const ExportChoice = z.object({ urn: z.string().max(256), name: z.string().max(32).refine(isExportName) })
const Password = z.string().min(1).max(limits.maxPasswordCharacters)
const Email = z.email().max(254)

/**
 * All JSON routes of the API (specification section 7; paths under `/api/`). The server mounts streams separately; they
 * are listed in `streamRoutes`.
 */
export const routes = {
  ...accountRoutes,
  ...applicationRoutes,
  ...contactRoutes,
  ...extensionRoutes,
  ...fontRoutes,
  ...versionRoutes,
  ...peopleRoutes,
  ...shareLinkRoutes,
  ...topicRoutes,
  ...modelSetRoutes,
  ...notificationRoutes,
  register: route({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account',
    access: 'public',
    body: z.strictObject({
      email: Email,
      /** Name of the company. */
      name: z.string().trim().min(1).max(120),
      password: Password,
      /** Name of the user, shown as author of issues and comments. */
      person: z.string().trim().max(120).optional(),
    }),
    response: Done,
  }),
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with e-mail and password',
    access: 'public',
    body: z.object({ email: z.string().min(1).max(254), password: Password, remember: z.boolean().optional() }),
    response: SignInResponse,
  }),
  adminLogin: route({
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Sign in as an administrator',
    access: 'public',
    body: z.object({
      username: z.string().min(1).max(254),
      password: Password,
      remember: z.boolean().optional(),
    }),
    response: SignInResponse,
  }),
  me: route({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'The signed-in account',
    access: 'user',
    response: AccountRecord,
  }),
  logout: route({
    method: 'DELETE',
    path: '/api/auth/logout',
    summary: 'End this session',
    access: 'refresh-cookie',
    response: Done,
  }),
  refresh: route({
    method: 'POST',
    path: '/api/auth/refresh',
    summary: 'Exchange the refresh cookie for an access token',
    access: 'refresh-cookie',
    response: Token,
  }),
  viewerToken: route({
    method: 'POST',
    path: '/api/auth/viewer-token',
    summary: 'A short token that can only read view packages',
    access: 'user',
    response: ViewerToken,
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
    }),
    bodyLimitBytes: 1_500_000,
    response: z.array(FileRecord),
  }),
  planFileArchive: route({
    method: 'POST',
    path: '/api/auth/my-urns/archive-plan',
    summary: 'Which files a ZIP archive would hold, and how large they are; call it before the download',
    access: 'user',
    body: FileArchiveForm,
    response: FileArchivePlan,
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
  requestExport: route({
    method: 'POST',
    path: '/api/packages/:urn/exports/:name',
    summary: `Make an export (${listNames('model')}; of a drawing ${listNames('drawing')}, ${listNames('sheet')} with the number of the sheet) of a model that the caller may look at, or say how far it is; ready, it is a file of its view package`,
    access: 'user',
    parameters: ExportChoice,
    response: ExportState,
  }),
  uploadRules: route({
    method: 'GET',
    path: '/api/upload-rules',
    summary: 'Which extensions may be uploaded',
    access: 'user',
    response: UploadRules,
  }),
  examples: route({
    method: 'GET',
    path: '/api/examples',
    summary: 'Sample models',
    access: 'user',
    response: z.array(SampleModel),
  }),
  setup: route({
    method: 'POST',
    path: '/api/setup',
    summary: 'Create the first administrator with the one-time link',
    access: 'public',
    body: z.strictObject({
      code: z.string().min(1).max(200),
      username: z.string().trim().min(1).max(120),
      email: Email,
      password: Password,
    }),
    response: Done,
  }),
  health: route({
    method: 'GET',
    path: '/api/health',
    summary: 'Whether the process lives',
    access: 'public',
    response: Health,
  }),
  ready: route({
    method: 'GET',
    path: '/api/ready',
    summary: 'Whether everything the service needs answers, 503 when not; administrators are told what',
    access: 'public',
    response: ReadinessResponse,
  }),
  ...settingsRoutes,
  ...adminRoutes,
} as const

/** Type of the route table. */
export type Routes = typeof routes
/** Name of a route, such as `login` or `listFiles`. */
export type RouteName = keyof Routes
type Part<Name extends RouteName, Key extends string> = Routes[Name] extends {
  readonly [K in Key]: infer Shape extends z.ZodType
}
  ? Shape
  : never
/** Input that a caller passes to a route: `parameters`, `query` and `body` where the route has them. */
export type RouteInput<Name extends RouteName> = ([Part<Name, 'parameters'>] extends [never]
  ? unknown
  : { parameters: z.input<Part<Name, 'parameters'>> }) &
  ([Part<Name, 'query'>] extends [never] ? unknown : { query: z.input<Part<Name, 'query'>> }) &
  ([Part<Name, 'body'>] extends [never] ? unknown : { body: z.input<Part<Name, 'body'>> })
/** Parsed `parameters`, `query` or `body` of a route on the server; undefined when the route has none. */
export type RouteParsed<Name extends RouteName, Key extends 'parameters' | 'query' | 'body'> = [
  Part<Name, Key>,
] extends [never]
  ? undefined
  : z.output<Part<Name, Key>>
/** Response of a route. */
export type RouteOutput<Name extends RouteName> = z.output<Routes[Name]['response']>
