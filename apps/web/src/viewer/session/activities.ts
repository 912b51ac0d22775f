import type { Activity } from '@kamar/extensions'
import { useEffect, useRef } from 'react'
import { createObservable, type Observable } from '../../platform/observable.js'

/** Activities of the page's tools, by the tool's id. */
export type Activities = Observable<ReadonlyMap<string, Activity>>

export const createActivities = (): Activities => createObservable<ReadonlyMap<string, Activity>>(new Map())

/** Publishes the activity of a tool; when one begins, it stops those of the same group. */
export function useActivity(activities: Activities, tool: string, activity: Activity | null): void {
  const newest = useRef(activity)
  useEffect(() => {
    newest.current = activity
  })
  const group = activity?.group ?? null
  const reservedKeys = activity?.reservedKeys
  useEffect(() => {
    if (group === null) return undefined
    for (const [id, other] of activities.get()) if (id !== tool && other.group === group) other.stop()
    const published = { group, ...(reservedKeys ? { reservedKeys } : {}), stop: () => newest.current?.stop() }
    activities.set((all) => new Map(all).set(tool, published))
    return () => activities.set((all) => new Map([...all].filter(([id]) => id !== tool)))
  }, [activities, tool, group, reservedKeys])
}
