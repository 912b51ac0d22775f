import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { returnTo } from '../platform/auth/return-to.js'
import { followPreferences } from '../platform/auth/account.js'
import { fetchAccount, getSession, scheduleSessionRefresh, useSession } from '../platform/auth/session.js'
import { useLiveCollaboration } from '../platform/collaboration/live-collaboration.js'
import { useSendWaiting } from '../platform/collaboration/use-outbox.js'
import { loadUploadRules } from '../platform/files/upload/upload-rules.js'
import { useLiveFiles } from '../platform/files/live/use-live-files.js'
import { useDevice } from './use-device.js'

/** Runs everything that needs a signed-in user, around the protected pages. */
export function SignedInLayout() {
  const { account } = useSession()
  useLiveFiles()
  useLiveCollaboration()
  useSendWaiting()
  useDevice(account?.id ?? null)
  useEffect(() => {
    if (account) followPreferences(account)
  }, [account])
  useEffect(() => {
    const ending = new AbortController()
    returnTo.clear()
    scheduleSessionRefresh(ending.signal)
    void loadUploadRules(ending.signal)
    // Offline the page still works with cached data; the account is read again at the next start.
    if (getSession().account === null) fetchAccount().catch(() => null)
    return () => ending.abort()
  }, [])
  return <Outlet />
}
