import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { returnTo } from '../shared/auth/return-to.js'
import { followPreferences } from '../shared/auth/account.js'
import { fetchAccount, getSession, scheduleSessionRefresh, useSession } from '../shared/auth/session.js'
import { useLiveCollaboration } from '../shared/collaboration/live-collaboration.js'
import { useSendWaiting } from '../shared/collaboration/use-outbox.js'
import { loadUploadRules } from '../shared/files/upload/upload-rules.js'
import { useLiveFiles } from '../shared/files/live/use-live-files.js'
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
