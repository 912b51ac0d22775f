import type { FileRecord } from '@kamar/contracts'
import { useCallback, useMemo, useRef, useState } from 'react'

export interface FileSelection {
  /** The file the preview shows. */
  readonly selected: FileRecord | null
  readonly checked: ReadonlySet<string>
  readonly select: (id: string) => void
  /** Checks or unchecks a file; with `range`, everything between it and the one checked before. */
  readonly toggle: (id: string, range: boolean) => void
  /** Goes to a file and checks everything from where the last check or choice was to here. */
  readonly extendTo: (id: string) => void
  readonly checkAll: (checked: boolean) => void
  readonly clear: () => void
}

interface Chosen {
  readonly id: string
  /** Where it stood in the list: when it goes, what stands there then is next. */
  readonly place: number
}

/** Which file is previewed and which are checked; files that are gone drop out of both. */
export function useFileSelection(
  files: readonly FileRecord[] | undefined,
  shown: readonly FileRecord[],
): FileSelection {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [checkedIds, setChecked] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)

  const choose = useCallback(
    (id: string) => {
      const place = shown.findIndex((file) => file.id === id)
      setChosen({ id, place: Math.max(0, place) })
    },
    [shown],
  )
  const select = useCallback(
    (id: string) => {
      anchor.current = id
      choose(id)
    },
    [choose],
  )
  const toggle = useCallback(
    (id: string, range: boolean) => {
      const ids = range && anchor.current ? between(shown, anchor.current, id) : [id]
      anchor.current = id
      setChecked((current) => withIds(current, ids, !current.has(id)))
    },
    [shown],
  )
  const extendTo = useCallback(
    (id: string) => {
      anchor.current ??= shown[0]?.id ?? id
      setChecked(new Set(between(shown, anchor.current, id)))
      choose(id)
    },
    [shown, choose],
  )
  const selected = useMemo(
    // With nothing chosen the first file is previewed; after a deletion, the one that moved up.
    () => files?.find(({ id }) => id === chosen?.id) ?? shown[Math.min(chosen?.place ?? 0, shown.length - 1)] ?? null,
    [files, shown, chosen],
  )
  const checked = useMemo(() => {
    if (checkedIds.size === 0) return checkedIds
    return new Set(files?.filter(({ id }) => checkedIds.has(id)).map(({ id }) => id))
  }, [checkedIds, files])
  return {
    selected,
    checked,
    select,
    toggle,
    extendTo,
    checkAll: (all) => setChecked(all ? new Set(shown.map(({ id }) => id)) : new Set()),
    clear() {
      anchor.current = null
      setChecked(new Set())
    },
  }
}

function between(files: readonly FileRecord[], from: string, to: string): string[] {
  const ends = [from, to].map((id) => files.findIndex((file) => file.id === id))
  if (ends.includes(-1)) return [to]
  return files.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ id }) => id)
}

function withIds(current: ReadonlySet<string>, ids: readonly string[], isChecked: boolean): ReadonlySet<string> {
  const next = new Set(current)
  for (const id of ids) {
    if (isChecked) next.add(id)
    else next.delete(id)
  }
  return next
}
