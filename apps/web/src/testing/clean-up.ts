import { uploadExtensions } from '@kamar/contracts'
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { accessToken } from '../shared/api/access-token.js'
import { outbox } from '../shared/collaboration/outbox.js'
import { notices } from '../shared/design/notices-state.js'
import { shownError } from '../shared/errors/error-dialog-state.js'
import { liveConnection } from '../shared/files/live-connection.js'
import { takenExtensions } from '../shared/files/upload-rules.js'

/** Leaves nothing of a page to the next test. */
export function cleanUpPage(): void {
  cleanup()
  vi.useRealTimers()
  accessToken.clear()
  notices.set([])
  shownError.set(null)
  liveConnection.set(false)
  takenExtensions.set(uploadExtensions)
  sessionStorage.clear()
  localStorage.clear()
  outbox.set([])
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}
