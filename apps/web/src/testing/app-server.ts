import type { FileRecord } from '@kamar/contracts'
import { screen, within } from '@testing-library/react'
import { accountRecord } from './records.js'
import { json, type StubServer, stubServer } from './stub-server.js'

/** Stubs the server of a signed-in page with these files, without live events. */
export function appServer(files: readonly FileRecord[] = []): StubServer {
  return stubServer({
    'POST /api/auth/refresh': () => json({ access_token: 'token-2' }),
    'GET /api/auth/me': () => json(accountRecord()),
    'GET /api/auth/my-urns': () => json(files),
    'POST /api/auth/my-urns/by-name': () => json([]),
    'GET /api/auth/events': () => new Promise<Response>(() => undefined),
    'GET /api/auth/topics/mine': () => json({ open: 0, overdue: 0 }),
    'GET /api/examples': () => json([]),
    'GET /api/projects': () => json([]),
    'GET /api/operations': () => json([]),
    'GET /api/auth/options': () => json({ providers: { google: false, microsoft: false }, mail: false }),
    'POST /api/auth/viewer-token': () => json({ access_token: 'viewer-1', token_type: 'Bearer', expires_in: 3600 }),
  })
}

/** Returns the names of the files on screen, in order. */
export function shownFiles(): string[] {
  return screen
    .queryAllByLabelText(/^Select (?!all files)/)
    .map((box) => (box.getAttribute('aria-label') ?? '').replace('Select ', ''))
}

/** Returns the preview at the left of the file manager. */
export const preview = () => within(screen.getByRole('complementary', { name: 'Preview' }))
