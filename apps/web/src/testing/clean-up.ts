import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { accessToken } from '../platform/api/access-token.js'
import { arriveAsVisitor } from '../platform/auth/session.js'
import { outbox } from '../platform/collaboration/outbox.js'
import { toasts } from '../platform/design/toasts-state.js'
import { shownError } from '../platform/errors/error-dialog-state.js'
import { liveConnection } from '../platform/files/live/live-connection.js'
import { operations } from '../platform/operations/operations-state.js'
import { acceptedUploads, defaultUploads } from '../platform/files/upload/upload-rules.js'
import { leavePage } from './stub-server.js'

/** Resets all state of a page for the next test. */
export async function cleanUpPage(): Promise<void> {
  cleanup()
  vi.useRealTimers()
  // A page that is still being imported when its test file ends fails to load for every later file of the process.
  await vi.dynamicImportSettled()
  // First, because a response that is still being handled changes the state that is cleared below.
  await leavePage()
  accessToken.clear()
  // Without a token, the session is that of a user who signed out.
  arriveAsVisitor()
  toasts.set([])
  operations.set([])
  shownError.set(null)
  liveConnection.set(false)
  acceptedUploads.set(defaultUploads)
  sessionStorage.clear()
  localStorage.clear()
  outbox.set([])
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}
