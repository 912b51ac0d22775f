import type { FileRecord } from '@kamar/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'

export interface FileSelection {
  /** The file the preview shows. */
  readonly selected: FileRecord | null
  readonly checked: ReadonlySet<string>
  select(id: string): void
  /** Checks or unchecks a file; with `range`, everything between it and the one checked before. */
  toggle(id: string, range: boolean): void
  checkAll(checked: boolean): void
  clear(): void
}

/** Which file is previewed and which are checked; files that are gone drop out of both. */
export function useFileSelection(files: readonly FileRecord[] | undefined, shown: readonly FileRecord[]): FileSelection {
  const [selectedId, select] = useState<string | null>(null)
  const [checkedIds, setChecked] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  const selected = files?.find(({ id }) => id === selectedId) ?? null

  // When the selected file goes, the one in its place is next; at the start that is the first.
  const place = useRef(0)
  const index = selected ? shown.indexOf(selected) : -1
  const next = shown[Math.min(place.current, shown.length - 1)]?.id ?? null
  useEffect(() => {
    if (index >= 0) place.current = index
    else if (!selected && next) select(next)
  }, [index, selected, next])

  const toggle = useCallback(
    (id: string, range: boolean) => {
      const ids = range && anchor.current ? between(shown, anchor.current, id) : [id]
      anchor.current = id
      setChecked((current) => withIds(current, ids, !current.has(id)))
    },
    [shown],
  )
  const present = new Set(files?.map(({ id }) => id))
  return {
    selected,
    checked: new Set([...checkedIds].filter((id) => present.has(id))),
    select,
    toggle,
    checkAll: (checked) => setChecked(checked ? new Set(shown.map(({ id }) => id)) : new Set()),
    clear: () => setChecked(new Set()),
  }
}

function between(files: readonly FileRecord[], from: string, to: string): string[] {
  const ends = [from, to].map((id) => files.findIndex((file) => file.id === id))
  if (ends.includes(-1)) return [to]
  return files.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ id }) => id)
}

function withIds(current: ReadonlySet<string>, ids: readonly string[], checked: boolean): ReadonlySet<string> {
  const next = new Set(current)
  for (const id of ids) checked ? next.add(id) : next.delete(id)
  return next
}
